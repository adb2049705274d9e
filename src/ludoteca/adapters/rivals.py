"""Who plays the other seats: compiled policies where there are such, agents that are asked otherwise."""

from collections.abc import Callable, Sequence

from ludoteca import agents
from ludoteca.adapters.batch import ASKED, CALLER, Lanes
from ludoteca.adapters.setting import Setting
from ludoteca.agents.playouts import UNIFORM
from ludoteca.core.errors import SetupError
from ludoteca.core.rng import split_seed
from ludoteca.protocol import Agent, Game
from ludoteca.training.ppo_games import Games


class Rivals:
    """One specification for all other seats, or one for each seat (the caller's own is not used then); None where the
    caller plays every seat."""

    def __init__(self, setting: Setting, specs: str | Sequence[str] | None, seed: int) -> None:
        self.game = setting.game
        self.agents: dict[str, Agent] = {}
        if specs is None:
            self.specs, self.policies = [], [CALLER] * setting.seats
            return
        named = [specs] * setting.seats if isinstance(specs, str) else list(specs)
        if len(named) != setting.seats:
            raise SetupError(
                f"there are {setting.seats} seats and {len(named)} opponents: name one for each seat, or one for all"
            )
        self.policies = [find_policy(spec, self.game) for spec in named]
        self.specs = named
        for spec, policy in zip(named, self.policies, strict=True):
            if policy == ASKED and spec not in self.agents:
                self.agents[spec] = agents.make_from_spec(spec, self.game, split_seed(seed, "rival", spec))

    @property
    def has_bots(self) -> bool:
        return any(policy >= 0 for policy in self.policies)

    def reseed(self, seed: int) -> None:
        for spec, agent in self.agents.items():
            agent.reseed(split_seed(seed, "rival", spec))

    def play(self, games: Games, lanes: Lanes, play_on: Callable[..., None]) -> None:
        """Ask until every game is over or waits for the caller. Agents decide from a view, as everywhere."""
        if not self.agents:
            return
        for i in range(len(games.states)):
            while not (lanes.ended[i] or lanes.illegal[i]):
                s = games.states[i]
                who = self.game.mover(s)
                if who < 0 or who == lanes.seat[i]:
                    break
                agent = self.agents[self.specs[who]]
                agent.forget()  # it plays in many games at once
                self.game.play(s, agent.decide(self.game.observe(s, who)).action)
                play_on(games, lanes, i)


def find_policy(spec: str, game: Game) -> int:
    """The number of a compiled policy: random play, or a bot without settings; ASKED if there is none."""
    level = game.info.find_level(spec)
    name, options = agents.parse_spec(level.agent if level else spec)
    if name == "random" and not options:
        return UNIFORM
    if name == "bot" and set(options) == {"bot"}:
        return game.info.find_bot(options["bot"])
    return ASKED
