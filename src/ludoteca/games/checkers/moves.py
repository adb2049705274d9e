"""Moves on bare bit boards, for every rule set: the fast core under `rules.py`, perft, the engine and the endgames.

A position is five integers from the mover's side: `side` (WHITE or BLACK), `men`, `kings`, `foe_men`, `foe_kings`.
"""

from ludoteca.core.arrays import Actions
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import PROMOTED, dst_of, encode, is_capture, src_of
from ludoteca.games.checkers.board import BOARD, FLYING, KING_ROWS, STEPS, UNISA, movers_towards, shift
from ludoteca.games.checkers.flying import capture_flying, find_taken, has_flying_jump
from ludoteca.games.checkers.jumps import capture_short, has_short_jump, taken_on_way
from ludoteca.games.checkers.slides import add_slides, count_slides

# --- moves without capture -----------------------------------------------------------------------------------------


@compiled
def add_steps(direction: int, pieces: int, empty: int, out: Actions, n: int) -> int:
    targets = shift(pieces, direction) & empty
    step = as_int(STEPS[direction])
    while targets != 0:
        dst = lowest_bit(targets)
        targets &= targets - 1
        out[n] = encode(dst - step, dst, as_int(0))
        n += 1
    return n


@compiled
def add_quiet(rules: int, side: int, men: int, kings: int, empty: int, out: Actions, n: int) -> int:
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
def write_captures(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: Actions) -> int:
    """Write the legal captures of a position that has some; return how many."""
    if FLYING[rules]:
        return capture_flying(rules, side, men, kings, foe_men | foe_kings, out)
    return capture_short(rules, side, men, kings, foe_men, foe_kings, out)


@compiled
def write_moves(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: Actions) -> int:
    """Write every legal move, captures first; return how many."""
    n = as_int(0)
    if has_capture(rules, side, men, kings, foe_men, foe_kings):
        n = write_captures(rules, side, men, kings, foe_men, foe_kings, out)
        if rules != UNISA:
            return n
    return add_quiet(rules, side, men, kings, BOARD & ~(men | kings | foe_men | foe_kings), out, n)


@compiled
def count_moves(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, scratch: Actions) -> int:
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
