"""Captures with short kings (unisa, English, Italian): a jump goes over a neighbour, onto the square behind it.

A taken piece leaves the board at once, and is not jumped twice.
"""

from typing import NamedTuple

from ludoteca.core.arrays import Actions
from ludoteca.core.bits import highest_bit, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS, encode, src_of, way_of
from ludoteca.games.checkers.board import (
    BOARD,
    DOWN_LEFT,
    DOWN_RIGHT,
    ITALIAN,
    KING_ROWS,
    STEPS,
    UNISA,
    UP_LEFT,
    UP_RIGHT,
    WHITE,
    shift,
)


class Jumpers(NamedTuple):
    """How pieces of one kind capture."""

    first: int  # the directions in which they jump, from `first` to `last`
    last: int
    empty: int
    stop: int  # the cells where they end their move, whatever could follow
    prefixes: int  # whether a chain may stop after any jump


@compiled
def has_short_jump(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int) -> bool:
    empty = BOARD & ~(men | kings | foe_men | foe_kings)
    foes = foe_men | foe_kings
    victims = foe_men if rules == ITALIAN else foes
    found = shift(shift(kings, UP_LEFT) & foes, UP_LEFT) | shift(shift(kings, UP_RIGHT) & foes, UP_RIGHT)
    found |= shift(shift(kings, DOWN_LEFT) & foes, DOWN_LEFT) | shift(shift(kings, DOWN_RIGHT) & foes, DOWN_RIGHT)
    if side == WHITE:
        found |= shift(shift(men, UP_LEFT) & victims, UP_LEFT) | shift(shift(men, UP_RIGHT) & victims, UP_RIGHT)
    else:
        found |= shift(shift(men, DOWN_LEFT) & victims, DOWN_LEFT) | shift(shift(men, DOWN_RIGHT) & victims, DOWN_RIGHT)
    return found & empty != 0


@compiled
def short_jumpers(direction: int, pieces: int, victims: int, empty: int) -> int:
    """Those of `pieces` that can jump in a direction."""
    return shift(shift(empty, 3 - direction) & victims, 3 - direction) & pieces


@compiled
def add_chains(jumpers: Jumpers, src: int, at: int, way: int, victims: int, out: Actions, n: int) -> int:
    """Add every chain of jumps that goes on from the cell `at` over `victims`; or, where none does and there was a jump
    already, the chain as it stands. `way` holds the jumps so far."""
    here = 1 << at
    top = highest_bit(way)  # two bits a jump, so the leading one stands above them all
    ended = True
    if here & jumpers.stop == 0:
        empty = jumpers.empty | 1 << src
        for direction in range(jumpers.first, jumpers.last + 1):
            over = shift(here, direction) & victims
            if over != 0 and shift(over, direction) & empty != 0:
                ended = False
                further = way & ~(1 << top) | direction << top | 1 << top + 2
                land = at + 2 * as_int(STEPS[direction])
                if jumpers.prefixes and n < MAX_ACTIONS:
                    out[n] = encode(src, land, further)
                    n += 1
                n = add_chains(jumpers, src, land, further, victims & ~over, out, n)
    if ended and top > 0 and not jumpers.prefixes and n < MAX_ACTIONS:
        out[n] = encode(src, at, way)
        n += 1
    return n


@compiled
def add_captures_of(pieces: int, jumpers: Jumpers, victims: int, out: Actions, n: int) -> int:
    """Add the captures of those of `pieces` that have one."""
    ready = as_int(0)
    for direction in range(jumpers.first, jumpers.last + 1):
        ready |= short_jumpers(direction, pieces, victims, jumpers.empty)
    while ready != 0:
        src = lowest_bit(ready)
        ready &= ready - 1
        n = add_chains(jumpers, src, src, as_int(1), victims, out, n)
    return n


@compiled
def capture_short(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: Actions) -> int:
    """Write every legal capture; return how many."""
    empty = BOARD & ~(men | kings | foe_men | foe_kings)
    prefixes = as_int(rules == UNISA)
    forward = as_int(UP_LEFT if side == WHITE else DOWN_LEFT)
    walkers = Jumpers(forward, forward + 1, empty, as_int(KING_ROWS[side]), prefixes)
    victims = foe_men if rules == ITALIAN else foe_men | foe_kings
    n = add_captures_of(men, walkers, victims, out, as_int(0))
    crowned = Jumpers(as_int(UP_LEFT), as_int(DOWN_RIGHT), empty, as_int(0), prefixes)
    n = add_captures_of(kings, crowned, foe_men | foe_kings, out, n)
    if rules == ITALIAN and n > 1:
        n = keep_weightiest(kings, foe_kings, out, n)
    return n


@compiled
def keep_weightiest(kings: int, foe_kings: int, out: Actions, n: int) -> int:
    """Keep the captures that the Italian rules prefer: most pieces; with a king; most kings; kings met earliest."""
    best = as_int(-1)
    kept = 0
    for i in range(n):
        weight = weigh_capture(kings, foe_kings, as_int(out[i]))
        if weight > best:
            best, kept = weight, 0
        if weight == best:
            out[kept] = out[i]
            kept += 1
    return kept


@compiled
def weigh_capture(kings: int, foe_kings: int, action: int) -> int:
    at, way = 1 << src_of(action), way_of(action)
    by_king = as_int(kings & at != 0)
    taken, crowned, order = as_int(0), as_int(0), as_int(0)
    while way > 1:
        over = shift(at, way & 3)
        is_king = as_int(over & foe_kings != 0)
        taken += 1
        crowned += is_king
        order = order << 1 | is_king
        at = shift(over, way & 3)
        way >>= 2
    return ((taken << 1 | by_king) << 4 | crowned) << 16 | order


@compiled
def taken_on_way(action: int) -> int:
    """The cells that a short capture jumps over."""
    at, way = 1 << src_of(action), way_of(action)
    taken = as_int(0)
    while way > 1:
        over = shift(at, way & 3)
        taken |= over
        at = shift(over, way & 3)
        way >>= 2
    return taken
