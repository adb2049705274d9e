"""Reserves that a server does not show.

One's own are counted exactly: all that decides them is on the board when the turn ends. Those of others are estimated.
Dice go into a reserve only while every area is full, so somebody with an area that is not full has none, unless an
attack has emptied it since: an attack that failed leaves one die where it came from.
"""

from collections.abc import Sequence

from ludoteca.games.dicewars.constants import MAX_DICE, POOL, RESERVE
from ludoteca.games.dicewars.land import count_dice, count_region
from ludoteca.protocol import State


class Reserves:
    """The reserves of all players of one game, by seat."""

    def __init__(self, players: int, me: int) -> None:
        self.me = me
        self.dice = [0] * players
        """What each has in reserve, as far as can be known."""
        self._seen: list[int] | None = None  # dice on the board when our last turn ended

    def begin_turn(self, s: State) -> None:
        """Our turn begins: what the others must have put aside since our last one."""
        for seat in range(len(self.dice)):
            if seat != self.me:
                self.dice[seat] = self._estimate(s, seat) if self._seen is not None and _was_full(s, seat) else 0

    def _estimate(self, s: State, seat: int) -> int:
        assert self._seen is not None
        gained = max(0, int(count_dice(s, seat)) - self._seen[seat])
        kept = min(POOL, self.dice[seat] + int(count_region(s, seat))) - gained
        return max(0, min(kept, _largest(s, seat)))

    def end_turn(self, s: State) -> None:
        """We end our turn in this position."""
        pool = min(POOL, self.dice[self.me] + int(count_region(s, self.me)))
        room = MAX_DICE * _count_areas(s, self.me) - int(count_dice(s, self.me))
        self.dice[self.me] = min(pool - min(pool, room), _largest(s, self.me))
        self._seen = [int(count_dice(s, seat)) for seat in range(len(self.dice))]


def _largest(s: State, seat: int) -> int:
    return max(0, RESERVE - _count_areas(s, seat))


def _list_areas(s: State, seat: int) -> Sequence[int]:
    return [area for area in range(int(s.areas)) if int(s.owner[area]) == seat]


def _count_areas(s: State, seat: int) -> int:
    return len(_list_areas(s, seat))


def _was_full(s: State, seat: int) -> bool:
    """Whether every area of a player is full, or may have lost dice to an attack that failed."""
    areas = _list_areas(s, seat)
    return bool(areas) and all(s.dice[area] == MAX_DICE or _was_attacked(s, area) for area in areas)


def _was_attacked(s: State, area: int) -> bool:
    neighbours = int(s.neighbours[area])
    others = (other for other in range(int(s.areas)) if neighbours >> other & 1)
    return any(s.owner[other] != s.owner[area] and s.dice[other] == 1 for other in others)
