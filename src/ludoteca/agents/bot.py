"""One of a game's own hand-written players, by name."""

from dataclasses import dataclass

from ludoteca.core.errors import UnknownName
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, GameInfo, Settings, State, Watch
from ludoteca.protocol import rules as generic


@dataclass(frozen=True)
class BotSettings(Settings):
    bot: str = ""
    """The name of the bot, as `ludoteca games` lists them; empty for the first."""


class Bot(Agent):
    name = "bot"
    summary = "one of the game's own hand-written players"
    Settings = BotSettings
    settings: BotSettings

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        if not info.bots:
            return "the game has no hand-written players; use greedy or mcts"
        return None

    def prepare(self) -> None:
        bots = self.game.info.bots
        name = self.settings.bot or bots[0]
        if name not in bots:
            raise UnknownName(f"bot of {self.game.info.name}", name, bots)
        self.place = bots.index(name)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        action = int(generic.advise(view, self.place, self.rng))
        return Decision(action, Analysis((ActionValue(action),), (action,)))
