"""The order of a turn: by hearts and wishes, the first by the introduction; ties are drawn."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import state as st
from ludoteca.games.contest.permutations import PERMUTATIONS
from ludoteca.protocol import State


@compiled
def sort_seats(s: State) -> bool:
    """Put the seats in the order of the next turn; True if there are ties to draw."""
    a, b = sort_pair(rank_key(s, 0), rank_key(s, 1))
    c, d = sort_pair(rank_key(s, 2), rank_key(s, 3))
    a, c = sort_pair(a, c)
    b, d = sort_pair(b, d)
    b, c = sort_pair(b, c)
    s.order[0], s.order[1], s.order[2], s.order[3] = seat_in(a), seat_in(b), seat_in(c), seat_in(d)
    s.ties = (a >> 2 == b >> 2) | (b >> 2 == c >> 2) << 1 | (c >> 2 == d >> 2) << 2
    return s.ties != 0


@compiled
def rank_key(s: State, seat: int) -> int:
    """Larger goes first. The last two bits hold the seat: the lower of equals first, until chance decides."""
    if s.turn < 0:
        rank = as_int(s.introduction[seat])
    else:
        rank = 1000 * as_int(s.shift[seat]) + (0 if s.scrambled else as_int(s.hearts[seat]))
    return 4 * rank + 3 - seat


@compiled
def seat_in(key: int) -> int:
    return 3 - (key & 3)


@compiled
def sort_pair(a: int, b: int) -> tuple[int, int]:
    """The larger first."""
    return max(a, b), min(a, b)


@compiled
def settle_order(s: State, outcome: int) -> None:
    """Put the seats into the order that was drawn: a permutation of places, by number."""
    packed = 0
    for i in range(st.SEATS):
        packed |= as_int(s.order[PERMUTATIONS[outcome, i]]) << (2 * i)
    for i in range(st.SEATS):
        s.order[i] = packed >> (2 * i) & 3
    s.ties = 0
