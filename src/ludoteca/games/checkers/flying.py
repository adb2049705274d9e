"""Flying kings (Russian, Brazilian): they move any distance, and men capture backwards too.

Taken pieces stay on the board until the move ends: they may not be jumped twice, and they bar the way.
"""

from typing import Any

import numpy as np

from ludoteca.core.bits import highest_bit, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import COUNT_BITS, MAX_ACTIONS, PROMOTED, WAY_SHIFT, encode, way_of
from ludoteca.games.checkers.tables import BOARD, BRAZILIAN, CELLS, DOWN_LEFT, KING_ROWS, RUSSIAN, STEPS

NONE = -1  # no direction
RANK_SHIFT = 5  # of the way: below it the number of pieces


def _make_rays() -> np.ndarray:
    """rays[direction, cell]: the squares from a cell to the edge, without the cell."""
    rays = np.zeros((4, CELLS), np.int64)
    for direction, step in enumerate(STEPS):
        for cell in range(CELLS):
            at = cell + int(step)
            while 0 <= at < CELLS and BOARD >> at & 1 and BOARD >> cell & 1:
                rays[direction, cell] |= 1 << at
                at += int(step)
    return rays


RAYS = _make_rays()


@compiled
def first_on(direction: int, bits: int) -> int:
    """The one of `bits`, all on one ray, that is met first; as a bit, 0 for none."""
    if direction >= DOWN_LEFT or bits == 0:
        return bits & -bits
    return 1 << highest_bit(bits)


@compiled
def reach(direction: int, cell: int, occupied: int) -> int:
    """The empty squares that a king at `cell` can slide over in a direction."""
    ray = as_int(RAYS[direction, cell])
    barrier = first_on(direction, ray & occupied)
    if barrier == 0:
        return ray
    return ray & ~barrier & ~as_int(RAYS[direction, lowest_bit(barrier)])


# --- moves without capture -----------------------------------------------------------------------------------------


@compiled
def add_slides(kings: int, empty: int, out: Any, n: int) -> int:
    while kings != 0:
        src = lowest_bit(kings)
        kings &= kings - 1
        for direction in range(4):
            targets = reach(direction, src, BOARD & ~empty)
            while targets != 0:
                out[n] = encode(src, lowest_bit(targets), as_int(0))
                targets &= targets - 1
                n += 1
    return n


@compiled
def count_slides(kings: int, empty: int) -> int:
    n = as_int(0)
    while kings != 0:
        src = lowest_bit(kings)
        kings &= kings - 1
        for direction in range(4):
            targets = reach(direction, src, BOARD & ~empty)
            while targets != 0:
                targets &= targets - 1
                n += 1
    return n


# --- captures ------------------------------------------------------------------------------------------------------


@compiled
def victim_of(direction: int, at: int, is_king: bool, foes: int, taken: int, empty: int) -> int:
    """The piece that a piece at `at` can jump in a direction, as a bit; 0 for none. `empty` excludes taken pieces."""
    ray = as_int(RAYS[direction, at])
    over = first_on(direction, ray & ~empty) if is_king else first_on(direction, ray)
    if over & foes & ~taken == 0:
        return as_int(0)
    behind = first_on(direction, as_int(RAYS[direction, lowest_bit(over)]))
    return over if behind & empty != 0 else as_int(0)


@compiled
def has_flying_jump(men: int, kings: int, foes: int) -> bool:
    empty = BOARD & ~(men | kings | foes)
    return men_ready(men, foes, empty) | kings_ready(kings, foes, empty) != 0


@compiled
def men_ready(men: int, foes: int, empty: int) -> int:
    """The men that can jump, in any of the four directions."""
    found = ((empty << 5 & foes) << 5) | ((empty << 4 & foes) << 4)
    return men & (found | (empty >> 4 & foes) >> 4 | (empty >> 5 & foes) >> 5)


@compiled
def kings_ready(kings: int, foes: int, empty: int) -> int:
    """The kings that can jump."""
    found = as_int(0)
    while kings != 0:
        if can_go_on(lowest_bit(kings), True, foes, as_int(0), empty):
            found |= kings & -kings
        kings &= kings - 1
    return found


@compiled
def can_go_on(at: int, is_king: bool, foes: int, taken: int, empty: int) -> bool:
    found = as_int(0)
    for direction in range(4):
        found |= victim_of(direction, at, is_king, foes, taken, empty)
    return found != 0


@compiled
def add_capture(src: int, dst: int, count: int, victims: int, out: Any, taken_by: Any, n: int) -> int:
    """Add a finished capture, ranked after those with the same ends and number."""
    if n >= MAX_ACTIONS:
        return n
    rank = as_int(1)
    for i in range(n):
        if (out[i] & ((1 << WAY_SHIFT + RANK_SHIFT) - 1)) == encode(src, dst, count):
            rank += 1
    out[n] = encode(src, dst, rank << RANK_SHIFT | count)
    taken_by[n] = victims
    return n + 1


@compiled
def add_flights(
    rules: int, src: int, at: int, is_king: bool, king_row: int, foes: int, empty: int, taken: int, count: int,
    promoted: int, barred: int, out: Any, taken_by: Any, n: int,
) -> int:  # fmt: skip
    """Add every capture that goes on from `at`; or, where none does, the one that ends here. The direction `barred`
    is left to a nearer landing: straight on, all landings before the next piece are one move."""
    ended = True
    for direction in range(4):
        over = victim_of(direction, at, is_king, foes, taken, empty)
        if over == 0:
            continue
        ended = False
        if direction == barred:
            continue
        cell = lowest_bit(over)
        lands = (
            reach(direction, cell, BOARD & ~empty) if is_king else first_on(direction, as_int(RAYS[direction, cell]))
        )
        nearest = first_on(direction, lands)
        onward = as_int(0)  # the landings from which the capture goes on: if there are any, one must be chosen
        rest = lands
        while rest != 0:
            land = rest & -rest
            rest &= rest - 1
            crowned = is_king or (rules == RUSSIAN and land & king_row != 0)
            if can_go_on(lowest_bit(land), crowned, foes, taken | over, empty):
                onward |= land
        if onward != 0 and rules == RUSSIAN:
            lands = onward
        while lands != 0:
            land = lands & -lands
            lands &= lands - 1
            crowned = is_king or (rules == RUSSIAN and land & king_row != 0)
            mark = as_int(PROMOTED if crowned and not is_king else promoted)
            straight = as_int(NONE if land == nearest else direction)
            n = add_flights(
                rules, src, lowest_bit(land), crowned, king_row, foes, empty, taken | over, count + 1,
                mark, straight, out, taken_by, n,
            )  # fmt: skip
    if ended and count > 0:
        n = add_capture(src, at, count, taken | promoted, out, taken_by, n)
    return n


@compiled
def list_flights(rules: int, side: int, men: int, kings: int, foes: int, out: Any, taken_by: Any) -> int:
    """Write every legal capture and, beside each, what it takes; return how many."""
    empty = BOARD & ~(men | kings | foes)
    king_row = as_int(KING_ROWS[side])
    n = as_int(0)
    pieces = men_ready(men, foes, empty) | kings_ready(kings, foes, empty)
    while pieces != 0:
        src = lowest_bit(pieces)
        pieces &= pieces - 1
        n = add_flights(
            rules, src, src, kings >> src & 1 != 0, king_row, foes, empty | 1 << src, as_int(0), as_int(0),
            as_int(0), as_int(NONE), out, taken_by, n,
        )  # fmt: skip
    if rules == BRAZILIAN:
        n = keep_longest(out, taken_by, n)
    return n


@compiled
def keep_longest(out: Any, taken_by: Any, n: int) -> int:
    """Keep the captures of the most pieces."""
    most = as_int(0)
    for i in range(n):
        most = max(most, way_of(as_int(out[i])) & COUNT_BITS)
    kept = 0
    for i in range(n):
        if way_of(as_int(out[i])) & COUNT_BITS == most:
            out[kept] = out[i]
            taken_by[kept] = taken_by[i]
            kept += 1
    return kept


@compiled
def capture_flying(rules: int, side: int, men: int, kings: int, foes: int, out: Any) -> int:
    """Write every legal capture; return how many."""
    return list_flights(rules, side, men, kings, foes, out, np.empty(MAX_ACTIONS, np.int64))


@compiled
def find_taken(rules: int, side: int, men: int, kings: int, foes: int, action: int) -> int:
    """What a legal capture takes, with PROMOTED if the man became a king on its way."""
    out, taken_by = np.empty(MAX_ACTIONS, np.int64), np.empty(MAX_ACTIONS, np.int64)
    n = list_flights(rules, side, men, kings, foes, out, taken_by)
    for i in range(n):
        if out[i] == action:
            return as_int(taken_by[i])
    return as_int(0)
