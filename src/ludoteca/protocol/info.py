"""What a game declares of itself. Searches, tests and front ends read this and never ask for a game by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ludoteca.core.errors import RulesError, UnknownName
from ludoteca.protocol.conventions import Convention
from ludoteca.protocol.rules import MAX_SEATS

Utility = Literal["zero-sum", "constant-sum", "general", "co-operative"]


@dataclass(frozen=True)
class Option:
    """One thing that a game can be set up with: one of named `choices`, or a whole number from `low` to `high`."""

    name: str
    help: str
    default: str | int
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Level:
    """An opponent named for people: Easy, Hard ..."""

    name: str
    agent: str
    """An agent with its settings, as in alphabeta:depth=5."""
    summary: str
    """What is behind it, in a line."""


@dataclass(frozen=True)
class GameInfo:
    """The declared capabilities and sizes of a game."""

    name: str
    """As it is typed: connect_four."""
    title: str
    """As it is read: Connect four."""
    version: str
    """major.minor of the rules: a new minor version replays every older record of its major version."""
    summary: str
    """One sentence for people."""
    max_actions: int
    """No position has more legal actions than this."""
    longest: int
    """No game has more actions than this, chance included."""
    seats: tuple[int, int] = (2, 2)
    """The least and the largest number of seats."""
    seat_names: tuple[str, ...] = ()
    """What the seats are called, if they have names: Red, Yellow."""
    utility: Utility = "zero-sum"
    min_return: float = -1.0
    max_return: float = 1.0
    """No seat's return leaves this range."""
    hidden: bool = False
    """Whether a seat may know less than the whole state (pending simultaneous picks apart)."""
    chance: bool = False
    simultaneous: bool = False
    running: bool = False
    """Whether returns grow during the game (otherwise they are zero until it ends)."""
    max_outcomes: int = 0
    """No chance step has more outcomes than this."""
    options: tuple[Option, ...] = ()
    bots: tuple[str, ...] = ()
    """The game's own hand-written players, by place: see `bot_action`."""
    bot_aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of bots that are still understood: {alias: name}."""
    conventions: tuple[Convention, ...] = ()
    """Those of the bots that are conventions of a team, the best known first."""
    levels: tuple[Level, ...] = ()
    """Opponents for people, weakest first."""
    judges: tuple[str, ...] = ()
    """The agents that judge decisions and give hints: the strongest, with a fixed number of nodes or iterations, so
    that they always answer the same. Where the first finds no value, the next is asked. Left out: the last level, or a
    good search for such a game."""
    rewards: tuple[str, ...] = ()
    """Other ways to count success that a search can be told to maximise, by place: see `rewards`."""

    def __post_init__(self) -> None:
        low, high = self.seats
        complaints = {
            f"seats must go from 1 up to at most {MAX_SEATS}": not 1 <= low <= high <= MAX_SEATS,
            "min_return must be below max_return": not self.min_return < self.max_return,
            "a game with chance needs max_outcomes": self.chance and self.max_outcomes < 1,
            "max_outcomes without chance": not self.chance and self.max_outcomes > 0,
            "max_actions and longest must be positive": self.max_actions < 1 or self.longest < 1,
            "version must be major.minor": not self._is_version(self.version),
            "a name must be lower case letters, digits and _": not self.name.replace("_", "a").isalnum()
            or self.name != self.name.lower(),
        }
        for complaint, applies in complaints.items():
            if applies:
                raise RulesError(f"{self.name}: {complaint}")

    @staticmethod
    def _is_version(text: str) -> bool:
        major, dot, minor = text.partition(".")
        return bool(dot) and major.isdigit() and minor.isdigit()

    @property
    def zero_sum(self) -> bool:
        return self.utility == "zero-sum"

    @property
    def co_operative(self) -> bool:
        return self.utility == "co-operative"

    @property
    def allows_undo(self) -> bool:
        """Whether a person may take a move back: nothing was drawn or uncovered that they should not know."""
        return not (self.hidden or self.chance or self.simultaneous)

    @property
    def kind(self) -> str:
        """The capabilities in words: '2 seats, perfect information, zero-sum'."""
        low, high = self.seats
        words = [f"{low} seats" if low == high else f"{low}-{high} seats"]
        words.append("hidden information" if self.hidden else "perfect information")
        words += ["chance"] if self.chance else []
        words += ["simultaneous picks"] if self.simultaneous else []
        words += [self.utility, "running rewards" if self.running else "result at the end"]
        return ", ".join(words)

    def find_level(self, name: str) -> Level | None:
        """The level called `name`, in any case; None if there is none."""
        return next((level for level in self.levels if level.name.lower() == name.strip().lower()), None)

    def find_bot(self, name: str) -> int:
        """The place of the bot called `name`, or by one of its other names."""
        known = self.bot_aliases.get(name, name)
        if known not in self.bots:
            raise UnknownName(f"bot of {self.name}", name, self.bots)
        return self.bots.index(known)

    def seat_name(self, seat: int) -> str:
        return self.seat_names[seat] if seat < len(self.seat_names) else f"seat {seat}"
