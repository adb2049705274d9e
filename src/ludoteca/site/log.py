"""The actions that were played at a table.

A decision and the chance that follows it belong together: people count, list and step through decisions, and what was
drawn is part of the move that caused it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludoteca.lab.record import SearchInfo
from ludoteca.protocol import CHANCE, State

CHECKPOINT = 32  # actions between states that are kept, so that any past position is that near

Telling = tuple[str, dict[str, Any]]
"""An action's name, and what it takes to draw it."""


@dataclass
class Entry:
    """One action that was played."""

    seat: int
    action: int
    evaluation: float | None
    """What seat 0 may expect, from -1 to 1, where the agent that acted said so."""
    info: SearchInfo | None = None
    """What the agent that acted reported of its decision."""
    told: dict[int, Telling | None] = field(default_factory=dict)
    """By viewpoint: its name and how to draw it, or None where this viewpoint may not know it."""
    open: Telling | None = None
    """The same for everybody, once the game is over."""
    events: dict[str, list[str]] = field(default_factory=dict)
    """What happened, sentence by sentence, by language; empty where the position shows everything."""
    steps: list[dict[str, Any]] = field(default_factory=list)
    """The same for a page to draw, typed."""
    before: State | None = None
    """The state that it was played in; kept for one entry of CHECKPOINT."""
    latest: float | None = None
    """The evaluation of this entry, or of the nearest before it that has one."""
    split_from: int | None = None
    """The number of the first move, up to this entry, that not all viewpoints are told alike; None if there is none."""
    secret_from: int | None = None
    """The same for moves that are told otherwise once the game is over."""
    acted: frozenset[int] = frozenset()
    """The seats that have acted, up to this entry."""


class Log:
    """Entries in order. Copies share them, so that a copy costs the same however long the game is."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._decisions: list[int] = []  # the ply of each
        self._length = self._count = 0

    def copy(self) -> "Log":
        twin = Log()
        twin._entries, twin._decisions = self._entries, self._decisions
        twin._length, twin._count = self._length, self._count
        return twin

    def append(self, entry: Entry) -> None:
        if len(self._entries) != self._length:  # another copy went on otherwise
            self._entries, self._decisions = self._entries[: self._length], self._decisions[: self._count]
        self._carry_on(entry)
        if entry.seat != CHANCE:
            self._decisions.append(self._length)
            self._count += 1
        self._entries.append(entry)
        self._length += 1

    def _carry_on(self, entry: Entry) -> None:
        """What an entry says of all entries up to it."""
        last = self[-1] if self._length else None
        number = self._count + (entry.seat != CHANCE)
        is_split = len({told is None for told in entry.told.values()}) > 1 or _differ(list(entry.told.values()))
        is_secret = entry.open is not None and any(told != entry.open for told in entry.told.values())
        acted = last.acted if last else frozenset()
        entry.acted = acted if entry.seat in acted else acted | {entry.seat}
        entry.latest = last.latest if last and entry.evaluation is None else entry.evaluation
        entry.split_from = last.split_from if last and last.split_from is not None else number if is_split else None
        entry.secret_from = last.secret_from if last and last.secret_from is not None else number if is_secret else None

    def cut(self, to: int) -> None:
        """Keep the first `to` entries, in lists of its own: then going on costs nothing."""
        while self._count and self._decisions[self._count - 1] >= to:
            self._count -= 1
        self._length = to
        self._entries, self._decisions = self._entries[:to], self._decisions[: self._count]

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, ply: int) -> Entry:
        return self._entries[ply if ply >= 0 else self._length + ply]

    def __iter__(self) -> Iterator[Entry]:
        return (self._entries[ply] for ply in range(self._length))

    @property
    def count(self) -> int:
        """Decisions so far."""
        return self._count

    def start_of(self, number: int) -> int:
        """The ply of a decision; they are numbered from 1."""
        return self._decisions[number - 1]

    def end_of(self, number: int) -> int:
        """The ply after a decision and the chance that follows it; of 0: after what was drawn before the first."""
        return self._decisions[number] if number < self._count else self._length

    def move(self, number: int) -> list[Entry]:
        """A decision and the chance that follows it; of 0: what was drawn before the first."""
        return self._entries[self.start_of(number) if number else 0 : self.end_of(number)]


def _differ(told: list[Telling | None]) -> bool:
    return any(item != told[0] for item in told[1:])
