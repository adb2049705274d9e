"""One of a game's own hand-written players, by name."""

from dataclasses import dataclass

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
        info = self.game.info
        self.place = info.find_bot(self.settings.bot or info.bots[0])

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        action = int(generic.bot_action(view, self.place, self.rng))
        return Decision(action, Analysis((ActionValue(action),), (action,)))
