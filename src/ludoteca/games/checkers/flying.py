"""Captures with flying kings (Russian, Brazilian): kings jump from any distance, and men jump backwards too.

Taken pieces stay on the board until the move ends: they may not be jumped twice, and they bar the way.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import COUNT_BITS, MAX_ACTIONS, PROMOTED, WAY_SHIFT, encode, way_of
from ludoteca.games.checkers.board import BOARD, BRAZILIAN, KING_ROWS, RUSSIAN
from ludoteca.games.checkers.slides import RAYS, first_on, reach

NONE = -1  # no direction
RANK_SHIFT = 5  # of the way: below it the number of pieces


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


class Hunt(NamedTuple):
    """What stays the same during the captures of one piece."""

    rules: int
    src: int
    king_row: int
    foes: int
    empty: int  # the square that the piece leaves included


class Flight(NamedTuple):
    """A capture on its way."""

    at: int
    is_king: bool
    taken: int
    promoted: int  # PROMOTED if the man became a king on its way, else 0
    barred: int  # a direction that is left to a nearer landing: straight on, all landings before the next piece are one


class Found(NamedTuple):
    """Where captures are written."""

    moves: Actions  # int64 [MAX_ACTIONS]
    taken: Any  # what each takes, with PROMOTED


@compiled
def add_capture(hunt: Hunt, flight: Flight, found: Found, n: int) -> int:
    """Add a finished capture, ranked after those with the same ends and number of pieces."""
    if n >= MAX_ACTIONS:
        return n
    count = count_bits(flight.taken)
    rank = as_int(1)
    for i in range(n):
        if (found.moves[i] & ((1 << WAY_SHIFT + RANK_SHIFT) - 1)) == encode(hunt.src, flight.at, count):
            rank += 1
    found.moves[n] = encode(hunt.src, flight.at, rank << RANK_SHIFT | count)
    found.taken[n] = flight.taken | flight.promoted
    return n + 1


@compiled
def is_crowned(hunt: Hunt, is_king: bool, land: int) -> bool:
    """Whether the piece is a king once it has landed, with the capture perhaps not over."""
    return is_king or (hunt.rules == RUSSIAN and land & hunt.king_row != 0)


@compiled
def find_landings(hunt: Hunt, flight: Flight, direction: int, over: int) -> int:
    """Where a jump over a piece may land. Russian kings that can go on from some landings must choose one of these."""
    cell = lowest_bit(over)
    if flight.is_king:
        lands = reach(direction, cell, BOARD & ~hunt.empty)
    else:
        lands = first_on(direction, as_int(RAYS[direction, cell]))
    if hunt.rules != RUSSIAN:
        return lands
    onward, rest = as_int(0), lands
    while rest != 0:
        land = rest & -rest
        rest &= rest - 1
        crowned = is_crowned(hunt, flight.is_king, land)
        if can_go_on(lowest_bit(land), crowned, hunt.foes, flight.taken | over, hunt.empty):
            onward |= land
    return onward if onward != 0 else lands


@compiled
def nearest_landing(direction: int, over: int) -> int:
    return first_on(direction, as_int(RAYS[direction, lowest_bit(over)]))


@compiled
def add_flights(hunt: Hunt, flight: Flight, found: Found, n: int) -> int:
    """Add every capture that goes on from where the piece is; or, where none does, the one that ends here."""
    ended = True
    for direction in range(4):
        over = victim_of(direction, flight.at, flight.is_king, hunt.foes, flight.taken, hunt.empty)
        if over == 0:
            continue
        ended = False
        if direction == flight.barred:
            continue
        nearest = nearest_landing(direction, over)
        lands = find_landings(hunt, flight, direction, over)
        while lands != 0:
            land = lands & -lands
            lands &= lands - 1
            crowned = is_crowned(hunt, flight.is_king, land)
            promoted = as_int(PROMOTED if crowned and not flight.is_king else flight.promoted)
            straight = as_int(NONE if land == nearest else direction)
            further = Flight(lowest_bit(land), crowned, flight.taken | over, promoted, straight)
            n = add_flights(hunt, further, found, n)
    if ended and flight.taken != 0:
        n = add_capture(hunt, flight, found, n)
    return n


@compiled
def list_flights(rules: int, side: int, men: int, kings: int, foes: int, found: Found) -> int:
    """Write every legal capture and, beside each, what it takes; return how many."""
    empty = BOARD & ~(men | kings | foes)
    king_row = as_int(KING_ROWS[side])
    n = as_int(0)
    pieces = men_ready(men, foes, empty) | kings_ready(kings, foes, empty)
    while pieces != 0:
        src = lowest_bit(pieces)
        pieces &= pieces - 1
        hunt = Hunt(rules, src, king_row, foes, empty | 1 << src)
        n = add_flights(hunt, Flight(src, kings >> src & 1 != 0, as_int(0), as_int(0), as_int(NONE)), found, n)
    if rules == BRAZILIAN:
        n = keep_longest(found, n)
    return n


@compiled
def keep_longest(found: Found, n: int) -> int:
    """Keep the captures of the most pieces."""
    most = as_int(0)
    for i in range(n):
        most = max(most, way_of(as_int(found.moves[i])) & COUNT_BITS)
    kept = 0
    for i in range(n):
        if way_of(as_int(found.moves[i])) & COUNT_BITS == most:
            found.moves[kept] = found.moves[i]
            found.taken[kept] = found.taken[i]
            kept += 1
    return kept


@compiled
def capture_flying(rules: int, side: int, men: int, kings: int, foes: int, out: Actions) -> int:
    """Write every legal capture; return how many."""
    return list_flights(rules, side, men, kings, foes, Found(out, np.empty(MAX_ACTIONS, np.int64)))


@compiled
def find_taken(rules: int, side: int, men: int, kings: int, foes: int, action: int) -> int:
    """What a legal capture takes, with PROMOTED if the man became a king on its way."""
    found = Found(np.empty(MAX_ACTIONS, np.int64), np.empty(MAX_ACTIONS, np.int64))
    n = list_flights(rules, side, men, kings, foes, found)
    for i in range(n):
        if found.moves[i] == action:
            return as_int(found.taken[i])
    return as_int(0)
