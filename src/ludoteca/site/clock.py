"""The clock of one table while it is in memory: a value that events and people who come and go lead on from.

It counts monotonic time. What the store keeps of it is wall-clock time: how much the seat to act has left, and since
when that has been running.
"""

import time
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteca.site.clock_setup import MILLISECONDS, ClockSetup, after_move, is_fischer
from ludoteca.site.events import Event
from ludoteca.site.table import Table

AWAY = 30.0  # seconds in all for which the clock of a seat stands still while its player is not connected
STANDING = ("offer", "join", "level", "rematch")  # events that leave the running clock as it is
MOVES_LEFT = 20  # an agent plans for so many more
LEAST_BUDGET = 0.02  # seconds


@dataclass(frozen=True)
class Clock:
    setup: ClockSetup
    left: tuple[int, ...]
    """Milliseconds of each seat, at the moment `anchor`."""
    seat: int = -1
    """Whose time runs: -1 for nobody's."""
    anchor: float | None = None
    """Monotonic; None while the clock stands still."""
    stopped: float = 0.0
    """Monotonic: since when it stands still because a player is away."""
    away: tuple[float, ...] = ()
    """Seconds for which it may still do so, by seat."""
    told: dict[str, Any] = field(default_factory=dict)
    """What clients are told: it changes only when the clock does."""

    # --- asking ----------------------------------------------------------------------------------------------------

    def remaining(self, now: float) -> int:
        """Milliseconds of the seat whose time runs."""
        spent = 0.0 if self.anchor is None else (now - self.anchor) * MILLISECONDS
        return max(0, self.left[self.seat] - round(spent))

    @property
    def is_short(self) -> bool:
        return is_fischer(self.setup)

    def is_out(self, now: float) -> bool:
        return self.seat >= 0 and self.anchor is not None and self.remaining(now) <= 0

    def due(self) -> float | None:
        """When something is to be done about it: the time is over, or a player has been away for too long."""
        if self.seat < 0:
            return None
        if self.anchor is None:
            return self.stopped + self.away[self.seat]
        return self.anchor + self.left[self.seat] / MILLISECONDS

    def budget(self, now: float) -> float:
        """Seconds that an agent should think about its next decision."""
        if self.seat < 0 or not is_fischer(self.setup):
            return float("inf")
        left = self.remaining(now) / MILLISECONDS
        wanted = left / MOVES_LEFT + 0.8 * float(self.setup["increment"])
        return max(LEAST_BUDGET, min(wanted, 0.5 * left))

    def rows(self, table: str) -> dict[str, list[dict[str, Any]]]:
        """What the store is to write: this clock, or that it no longer runs."""
        return {"no_clock": [{"id": table}]} if self.seat < 0 else {"clock": [self.row(table)]}

    def row(self, table: str) -> dict[str, Any]:
        """What the store keeps."""
        since = None if self.told.get("at") is None else self.told["at"] / MILLISECONDS
        return {"table_id": table, "remaining": self.left[self.seat], "since": since}

    # --- going on --------------------------------------------------------------------------------------------------

    def stamp(self, event: Event, now: float) -> Event:
        """An event with what the seats have left after it."""
        if self.seat < 0 or event.kind in STANDING:
            return event
        left = list(self.left)
        left[self.seat] = self.remaining(now)
        if event.kind == "play":
            left[self.seat] = after_move(self.setup, left[self.seat])
        return Event(event.kind, {**event.data, "clocks": left})

    def follow(self, table: Table, event: Event, is_present: bool, now: float) -> "Clock":
        """The clock after an event that led to this table; `is_present`: whether who acts then is connected."""
        seat = running_seat(table)
        if seat == self.seat and "clocks" not in event.data:
            return self
        left = tuple(table.clocks or self.left)
        return replace(self, left=left, seat=seat, anchor=None, stopped=now)._started(is_present, now)

    def look(self, is_present: bool, now: float) -> "Clock":
        """The clock once somebody has come or gone, or a player has been away for too long."""
        if self.seat < 0:
            return self
        if self.anchor is None:
            return self._started(is_present or now - self.stopped >= self.away[self.seat], now)
        if is_present or self.away[self.seat] <= 0:
            return self
        left = list(self.left)
        left[self.seat] = self.remaining(now)
        return replace(self, left=tuple(left), anchor=None, stopped=now)._write()

    def excuse(self, now: float) -> "Clock":
        """The time until now does not count: an agent that was still being prepared."""
        return self if self.anchor is None else replace(self, anchor=now)._write()

    def _started(self, runs: bool, now: float) -> "Clock":
        if self.seat < 0 or not (runs or self.away[self.seat] <= 0):
            return self._write()
        away = list(self.away)
        away[self.seat] = max(0.0, away[self.seat] - (now - self.stopped))
        return replace(self, anchor=now, away=tuple(away))._write()

    def _write(self) -> "Clock":
        at = None
        if self.anchor is not None and self.seat >= 0:
            at = round((time.time() - (time.monotonic() - self.anchor)) * MILLISECONDS)
        return replace(self, told={"left": list(self.left), "at": at})


def running_seat(table: Table) -> int:
    """Whose time runs: the mover's, once all seats are taken and, where time is short, the first move was made."""
    if table.mover < 0 or any(seat.kind == "open" for seat in table.seats):
        return -1
    assert table.setup.clock is not None
    return -1 if is_fischer(table.setup.clock) and table.log.count == 0 else table.mover


def open_clock(table: Table, kept: tuple[int, float | None] | None, now: float) -> Clock:
    """The clock of a table that comes into memory, with what the store has of the seat to act: how much it has left,
    and the wall-clock time since when that runs. It stands still until somebody looks at who is there."""
    setup, left = table.setup.clock, list(table.clocks or ())
    assert setup is not None
    seat = running_seat(table)
    if kept is not None and seat >= 0:
        since = time.time() if kept[1] is None else kept[1]
        left[seat] = max(0, kept[0] - round((time.time() - since) * MILLISECONDS))
    allowed = AWAY if is_fischer(setup) else 0.0
    away = tuple(0.0 if each.kind == "agent" else allowed for each in table.seats)
    return Clock(setup, tuple(left), seat, None, now, away)._write()
