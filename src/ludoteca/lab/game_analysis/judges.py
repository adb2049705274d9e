"""Who judges: the game's strongest player, with a fixed budget, told whom it plays with."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields

from ludoteca import agents
from ludoteca.core.rng import split_seed
from ludoteca.lab.game_analysis.questions import Question
from ludoteca.protocol import Agent, Decision, Game, State, Watch

UNITS = {"nodes": 200_000, "iterations": 10_000}
"""What a decision costs where the game does not say."""


@dataclass(frozen=True)
class Judge:
    """Specifications of engines: the first that finds values has judged, or else the last. A team's second engine reads
    less into what the others did, for games in which they did not play as they were expected to."""

    specs: tuple[str, ...]


class Engines:
    """Engines of a game, one for each specification: making one may take longer than asking it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._made: dict[str, Agent] = {}

    def answer(self, judge: Judge, question: Question) -> Decision:
        """In this thread."""
        decision: Decision | None = None
        for spec in judge.specs:
            if spec not in self._made:
                self._made[spec] = agents.make_from_spec(spec, self.game)
            decision = ask(self._made[spec], question.view, question.action)
            if is_enough(decision, question.action):
                break
        assert decision is not None
        return decision


def is_enough(decision: Decision, action: int | None) -> bool:
    """Whether an answer has a value for its own action, and for the one that it was asked about."""
    if decision.analysis.value is None:
        return False
    known = {row.action for row in decision.analysis.actions if row.value is not None}
    return action is None or action in known


def ask(agent: Agent, view: State, action: int | None = None, watch: Watch | None = None) -> Decision:
    """What an agent thinks of a position, and of one action in it: the same whenever it is asked."""
    agent.forget()
    agent.reseed(seed_for(view))
    return agent.decide(view, None, watch) if action is None else agent.weigh(view, action, None, watch)


def seed_for(view: State) -> int:
    """A seed that depends on the position alone."""
    return split_seed(zlib.crc32(view.tobytes()), "judge")


def find_judge(game: Game, seated: Sequence[str | None] = (), seat: int | None = None) -> Judge:
    """The judge of a game. `seated` are the agents of the seats, by specification or level (None for people): a team's
    engine reads the actions of those who follow a convention, and expects it of them. `seat` is who decides."""
    declared = game.info.judges or (_strongest(game),)
    name, options = agents.parse_spec(declared[0])
    if not game.info.conventions or "followers" not in _settings_of(name):
        return Judge(declared)
    convention, followers = find_followers(game, seated, seat)
    named = {**options, **({"blueprint": convention} if convention else {})}
    reads = "+".join(map(str, followers)) or "none"
    specs = [_write(name, {**named, "followers": reads})]
    return Judge((*specs, _write(name, {**named, "followers": "none"})) if followers else tuple(specs))


def find_followers(game: Game, seated: Sequence[str | None], seat: int | None) -> tuple[str, list[int]]:
    """The convention that the others at the table follow (the first, if several; empty if none), and who follows it."""
    known = [item.bot for item in game.info.conventions]
    kept = {place: _convention_of(game, spec) for place, spec in enumerate(seated) if spec and place != seat}
    convention = next((name for name in kept.values() if name in known), "")
    return convention, [place for place, name in kept.items() if convention and name == convention]


def _convention_of(game: Game, spec: str) -> str:
    level = game.info.find_level(spec)
    name, options = agents.parse_spec(level.agent if level else spec)
    bot = options.get("bot", game.info.bots[0]) if name == "bot" else ""
    return game.info.bot_aliases.get(bot, bot)


def _strongest(game: Game) -> str:
    """The last level with its settings and a fixed budget; where it does not search, a good search for such a game."""
    specs = [game.info.levels[-1].agent] if game.info.levels else []
    for spec in [*specs, agents.default_spec(game, exact=True)]:
        name, options = agents.parse_spec(spec)
        kind = agents.load(name)
        if kind.budget is not None and not kind.needs_external_program:
            kept = {key: value for key, value in options.items() if key not in agents.BUDGET_KEYS}
            if "exact" in _settings_of(name):
                kept["exact"] = "yes"  # a value for every action
            units = options.get(kind.budget_unit, str(UNITS[kind.budget_unit]))
            return _write(name, {**kept, kind.budget_unit: units})
    raise AssertionError("a default specification always searches")


def _settings_of(name: str) -> set[str]:
    return {item.name for item in fields(agents.load(name).Settings)}


def _write(name: str, options: dict[str, str]) -> str:
    return f"{name}:" + ",".join(f"{key}={value}" for key, value in options.items())
