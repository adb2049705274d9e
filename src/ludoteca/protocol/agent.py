"""What an agent is: settings, a seed, and `decide`. It sees only what `observe` leaves for its seat."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import GameOver, IllegalAction, SettingsError, UnknownName, UnsupportedGame
from ludoteca.core.rng import MAX_SEED, new_rng
from ludoteca.protocol.analysis import Analysis, Decision
from ludoteca.protocol.budget import Budget, Watch
from ludoteca.protocol.game import Game
from ludoteca.protocol.info import GameInfo


@dataclass(frozen=True)
class Settings:
    """The base of every agent's settings: frozen, named, printed whole. `check` refuses what makes no sense."""

    public_limits: ClassVar[Mapping[str, float | str]] = {}
    """Settings that cost memory or name files: the most (or the only text) that a stranger on the site may ask for."""

    aliases: ClassVar[Mapping[str, str]] = {}
    """Older names of settings, still read from text: {old: new}."""

    def check(self) -> None:
        """Raise SettingsError for values that no game could use."""

    def require(self, name: str, low: float, high: float) -> None:
        value = getattr(self, name)
        if not low <= value <= high:
            raise SettingsError(f"{name} must be from {low:g} to {high:g}, not {value!r}")

    def require_choice(self, name: str, choices: tuple[str, ...]) -> None:
        value = getattr(self, name)
        if value not in choices:
            raise UnknownName(name, value, choices)


_Settings = Settings


class Agent(ABC):
    """A player of any game that has the capabilities it asks for.

    A subclass names itself, its `Settings`, its default budget, and says in `refusal` what it cannot play.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for people: what is behind it."""
    Settings: ClassVar[type[_Settings]] = _Settings
    needs_external_program: ClassVar[bool] = False
    """Whether it drives a program that is not part of this package, and cannot be made without naming it."""
    rest_setting: ClassVar[str] = ""
    """The setting that takes what is left of a specification as it is, commas included; empty for none."""
    budget: Budget | None = None
    """What a decision may cost unless the caller says otherwise; None for agents that do not search."""
    budget_unit: ClassVar[str] = "iterations"
    """What its budget is counted in: iterations or nodes."""
    quick: ClassVar[Mapping[str, Any]] = {}
    """Options for decisions in a moment, as tests make them, beside a small budget."""
    quick_plain: ClassVar[Mapping[str, Any]] = {}
    """What to change of these in plain Python, where everything is slower."""

    def __init__(
        self, game: Game, settings: _Settings | None = None, seed: int = 0, budget: Budget | None = None
    ) -> None:
        refusal = self.refusal(game.info)
        if refusal:
            raise UnsupportedGame(f"{self.name} cannot play {game.info.name}: {refusal}")
        self.game = game
        self.settings: Any = settings if settings is not None else self.Settings()
        self.settings.check()
        if budget is not None:
            self.check_budget(budget)
            self.budget = budget
        self.reseed(seed)
        self.prepare()

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        """Why this agent cannot play such a game, and what to use instead; None if it can."""
        return None

    @classmethod
    def stands_alone(cls, info: GameInfo) -> bool:
        """Whether it can be made for such a game without naming a program or a file."""
        return not cls.needs_external_program

    @classmethod
    def budget_names(cls) -> tuple[str, ...]:
        """What a budget of this agent can be given in; nothing for agents that do not search."""
        return () if cls.budget is None else ("seconds", cls.budget_unit)

    def check_budget(self, budget: Budget) -> None:
        """Refuse a budget in units that this agent does not count."""
        if self.budget is None:
            raise SettingsError(f"{self.name} does not search: it takes no budget")
        budget.units(self.budget_unit)

    def prepare(self) -> None:
        """Allocate what the search needs; check settings against the game. Called once, at the end of __init__."""

    def reseed(self, seed: int) -> None:
        """Start the agent's chance anew: equal seeds and equal views give equal decisions."""
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise SettingsError(f"a seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
        self.seed = seed
        self.rng = new_rng(seed, "agent")

    def decide(self, view: State, budget: Budget | None = None, watch: Watch | None = None) -> Decision:
        """Choose an action for the seat to act, from its view of the state."""
        seat = self.game.mover(view)
        if seat < 0:
            if self.game.is_over(view):
                raise GameOver("the game is over: there is nothing to decide")
            raise IllegalAction("chance is to act: there is nothing to decide")
        if budget is not None:
            self.check_budget(budget)
        started = time.perf_counter()
        decision = self.choose(view, seat, budget or self.budget, watch or Watch())
        return replace(decision, analysis=replace(decision.analysis, seconds=round(time.perf_counter() - started, 6)))

    def weigh(self, view: State, action: int, budget: Budget | None = None, watch: Watch | None = None) -> Decision:
        """Decide, and value this action too, which somebody else has chosen, where the agent values single actions: an
        agent that drops most of them early overrides this."""
        return self.decide(view, budget, watch)

    @abstractmethod
    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        """Decide for `seat`, the seat to act. Called by `decide`, which measures the time."""

    def forget(self) -> None:
        """Drop what was kept from earlier decisions (a tree, a table): a new game begins."""

    def close(self) -> None:
        """Let go of what the agent holds outside of this process: a program, a connection. Its last call."""

    def warm_up(self, s: State) -> None:
        """Compile what `decide` needs, by deciding once, as cheaply as can be."""
        self.decide(s, self.least_budget())
        self.forget()
        self.reseed(self.seed)

    def least_budget(self) -> Budget | None:
        """The cheapest budget that a decision can be made with; None for agents that do not search."""
        return None if self.budget is None else Budget(**{self.budget_unit: 1})

    def describe(self) -> dict[str, Any]:
        """Name, settings, budget and seed: enough to make this agent again."""
        budget = {} if self.budget is None else {k: v for k, v in asdict(self.budget).items() if v is not None}
        return {"agent": self.name, "settings": asdict(self.settings), "budget": budget, "seed": self.seed}


def parse_settings(kind: type[Settings], values: Mapping[str, str], others: Iterable[str] = ()) -> Settings:
    """Settings from text, each converted to the type of its default. Unknown names get the near misses; `others` are
    names that could be meant, too: those of budgets."""
    known = {item.name: item for item in fields(kind)}
    given: dict[str, Any] = {}
    for word, text in values.items():
        name = kind.aliases.get(word, word)
        if name not in known:
            raise UnknownName("setting", name, [*known, *others])
        given[name] = _convert(name, text, known[name].default)
    settings = kind(**given)
    settings.check()
    return settings


def _convert(name: str, text: str, like: Any) -> Any:
    try:
        if isinstance(like, bool):
            return {
                "true": True,
                "yes": True,
                "on": True,
                "1": True,
                "false": False,
                "no": False,
                "off": False,
                "0": False,
            }[text.lower()]
        return type(like)(text)
    except (ValueError, KeyError):
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}.get(type(like), "text")
        raise SettingsError(f"{name} must be {wanted}, not {text!r}") from None


def new_actions(game: Game) -> Any:
    """An array large enough for any list of actions or outcomes of this game."""
    return np.zeros(max(game.info.max_actions, game.info.max_outcomes), np.int32)


__all__ = ["Agent", "Analysis", "Settings", "new_actions", "parse_settings"]
