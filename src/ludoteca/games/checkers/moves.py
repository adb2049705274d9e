"""Moves on bare bit boards, for every rule set: the fast core under `rules.py`, perft, the engine and the tables.

A position is five integers from the mover's side: `side` (WHITE or BLACK), `men`, `kings`, `foe_men`, `foe_kings`.
"""

from typing import Any

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS, PROMOTED, dst_of, encode, is_capture, src_of, way_of
from ludoteca.games.checkers.flying import add_slides, capture_flying, count_slides, find_taken, has_flying_jump
from ludoteca.games.checkers.tables import (
    BOARD,
    DOWN_LEFT,
    DOWN_RIGHT,
    FLYING,
    ITALIAN,
    KING_ROWS,
    STEPS,
    UNISA,
    UP_LEFT,
    UP_RIGHT,
    WHITE,
)

# --- one step ------------------------------------------------------------------------------------------------------


@compiled
def shift(bits: int, direction: int) -> int:
    """Every bit one step in a direction. The result may hold cells that are no squares."""
    if direction == UP_LEFT:
        return bits >> 5
    if direction == UP_RIGHT:
        return bits >> 4
    if direction == DOWN_LEFT:
        return bits << 4
    return bits << 5


@compiled
def movers_towards(direction: int, side: int, men: int, kings: int) -> int:
    """The pieces that may step in a direction: kings, and men if it is forward."""
    return kings | men if (direction < DOWN_LEFT) == (side == WHITE) else kings


# --- captures with short kings -------------------------------------------------------------------------------------


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
def add_chains(
    src: int, at: int, way: int, jumps: int, first: int, last: int, victims: int, empty: int, stop: int, prefixes: int,
    out: Any, n: int,
) -> int:  # fmt: skip
    """Add every chain of jumps that goes on from the cell `at`, in the directions from `first` to `last`; or, where
    none does and `way` is not empty, the chain as it stands. `stop` are the cells where a man ends its move."""
    here = 1 << at
    ended = True
    if here & stop == 0:
        for direction in range(first, last + 1):
            over = shift(here, direction) & victims
            if over != 0 and shift(over, direction) & empty != 0:
                ended = False
                further = way & ~(1 << 2 * jumps) | direction << 2 * jumps | 1 << 2 * jumps + 2
                land = at + 2 * as_int(STEPS[direction])
                if prefixes and n < MAX_ACTIONS:
                    out[n] = encode(src, land, further)
                    n += 1
                n = add_chains(
                    src, land, further, jumps + 1, first, last, victims & ~over, empty, stop, prefixes, out, n
                )
    if ended and jumps > 0 and not prefixes and n < MAX_ACTIONS:
        out[n] = encode(src, at, way)
        n += 1
    return n


@compiled
def add_captures_of(
    pieces: int, first: int, last: int, victims: int, empty: int, stop: int, prefixes: int, out: Any, n: int
) -> int:
    """Add the captures of those of `pieces` that have one."""
    ready = as_int(0)
    for direction in range(first, last + 1):
        ready |= short_jumpers(direction, pieces, victims, empty)
    while ready != 0:
        src = lowest_bit(ready)
        ready &= ready - 1
        n = add_chains(src, src, as_int(1), as_int(0), first, last, victims, empty | 1 << src, stop, prefixes, out, n)
    return n


@compiled
def capture_short(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: Any) -> int:
    """Write every legal capture; return how many."""
    empty = BOARD & ~(men | kings | foe_men | foe_kings)
    prefixes = as_int(rules == UNISA)
    victims = foe_men if rules == ITALIAN else foe_men | foe_kings
    first = as_int(UP_LEFT if side == WHITE else DOWN_LEFT)
    n = add_captures_of(men, first, first + 1, victims, empty, as_int(KING_ROWS[side]), prefixes, out, as_int(0))
    n = add_captures_of(
        kings, as_int(UP_LEFT), as_int(DOWN_RIGHT), foe_men | foe_kings, empty, as_int(0), prefixes, out, n
    )
    if rules == ITALIAN and n > 1:
        n = keep_weightiest(kings, foe_kings, out, n)
    return n


@compiled
def keep_weightiest(kings: int, foe_kings: int, out: Any, n: int) -> int:
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


# --- moves without capture -----------------------------------------------------------------------------------------


@compiled
def add_steps(direction: int, pieces: int, empty: int, out: Any, n: int) -> int:
    targets = shift(pieces, direction) & empty
    step = as_int(STEPS[direction])
    while targets != 0:
        dst = lowest_bit(targets)
        targets &= targets - 1
        out[n] = encode(dst - step, dst, as_int(0))
        n += 1
    return n


@compiled
def add_quiet(rules: int, side: int, men: int, kings: int, empty: int, out: Any, n: int) -> int:
    """Add the moves without capture."""
    flies = FLYING[rules]
    walkers = as_int(0) if flies else kings
    for direction in range(4):
        n = add_steps(direction, movers_towards(direction, side, men, walkers), empty, out, n)
    if flies:
        n = add_slides(kings, empty, out, n)
    return n


@compiled
def count_quiet(rules: int, side: int, men: int, kings: int, empty: int) -> int:
    flies = FLYING[rules]
    walkers = as_int(0) if flies else kings
    n = as_int(0)
    for direction in range(4):
        n += count_bits(shift(movers_towards(direction, side, men, walkers), direction) & empty)
    if flies:
        n += count_slides(kings, empty)
    return n


# --- all moves -----------------------------------------------------------------------------------------------------


@compiled
def has_capture(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int) -> bool:
    if FLYING[rules]:
        return has_flying_jump(men, kings, foe_men | foe_kings)
    return has_short_jump(rules, side, men, kings, foe_men, foe_kings)


@compiled
def write_captures(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: Any) -> int:
    """Write the legal captures of a position that has some; return how many."""
    if FLYING[rules]:
        return capture_flying(rules, side, men, kings, foe_men | foe_kings, out)
    return capture_short(rules, side, men, kings, foe_men, foe_kings, out)


@compiled
def write_moves(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: Any) -> int:
    """Write every legal move, captures first; return how many."""
    n = as_int(0)
    if has_capture(rules, side, men, kings, foe_men, foe_kings):
        n = write_captures(rules, side, men, kings, foe_men, foe_kings, out)
        if rules != UNISA:
            return n
    return add_quiet(rules, side, men, kings, BOARD & ~(men | kings | foe_men | foe_kings), out, n)


@compiled
def count_moves(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, scratch: Any) -> int:
    """How many legal moves there are. `scratch` holds MAX_ACTIONS integers."""
    n = as_int(0)
    if has_capture(rules, side, men, kings, foe_men, foe_kings):
        n = write_captures(rules, side, men, kings, foe_men, foe_kings, scratch)
        if rules != UNISA:
            return n
    return n + count_quiet(rules, side, men, kings, BOARD & ~(men | kings | foe_men | foe_kings))


@compiled
def has_move(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int) -> bool:
    empty = BOARD & ~(men | kings | foe_men | foe_kings)
    for direction in range(4):
        if shift(movers_towards(direction, side, men, kings), direction) & empty != 0:
            return True
    return has_capture(rules, side, men, kings, foe_men, foe_kings)


# --- playing -------------------------------------------------------------------------------------------------------


@compiled
def find_victims(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, action: int) -> int:
    """The pieces that a capture takes, with PROMOTED if the man became a king on its way."""
    if FLYING[rules]:
        return find_taken(rules, side, men, kings, foe_men | foe_kings, action)
    return taken_on_way(action)


@compiled
def play_move(
    rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, action: int
) -> tuple[int, int, int, int]:
    """The four boards after a legal move, still from the side that made it."""
    src, dst = 1 << src_of(action), 1 << dst_of(action)
    becomes_king = (kings & src) | (dst & KING_ROWS[side])
    if is_capture(action):
        victims = find_victims(rules, side, men, kings, foe_men, foe_kings, action)
        foe_men &= ~victims
        foe_kings &= ~victims
        becomes_king |= victims & PROMOTED
    men &= ~src
    kings &= ~src
    if becomes_king != 0:
        kings |= dst
    else:
        men |= dst
    return men, kings, foe_men, foe_kings


__all__ = [
    "MAX_ACTIONS",
    "PROMOTED",
    "add_quiet",
    "count_moves",
    "count_quiet",
    "find_victims",
    "has_capture",
    "has_move",
    "movers_towards",
    "play_move",
    "shift",
    "write_captures",
    "write_moves",
]
