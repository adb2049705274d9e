"""Checkers (draughts, dama) on 8 by 8 squares, under five rule sets: the compiled rules.

Two seats, White and Black, move their men diagonally forward, jump over the other's pieces to take them, and crown
the men that reach the far row. Who cannot move has lost. README.md tells the rule sets apart; `board.py` shows the
board's bits, `actions.py` the integers that stand for moves, `moves.py` makes the moves,
`draws.py` counts towards draws.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS, dst_of, is_capture, src_of, way_of
from ludoteca.games.checkers.board import BOARD, FIRST, FLYING, START_MEN, UNISA
from ludoteca.games.checkers.draws import (
    NOT_DRAWN,
    REMEMBERED,
    find_draw,
    limit_of,
    pack_boards,
    plies_to_draw,
    quiet_limit,
    remember_position,
)
from ludoteca.games.checkers.moves import count_moves, count_quiet, has_capture, has_move, play_move, write_moves
from ludoteca.protocol import OVER, Rules, State, state_dtype

NOBODY, DRAW = -1, -2  # `winner` is otherwise a seat
EVALUATION_UNIT = 400.0  # the estimate of a won position; the points on a board stay far below it

STATE = state_dtype(
    ("men", np.int64, (2,)),  # bit board of each seat's men
    ("kings", np.int64, (2,)),
    ("past", np.int64, (REMEMBERED,)),  # both sides' kings after each quiet ply since the last man's move or capture
    ("ply", np.int16),  # moves made so far
    ("quiet", np.int16),  # plies since a capture or a man's move
    ("unchanged", np.int16),  # plies since a capture or a crowning
    ("to_move", np.int8),  # a seat, also once over
    ("winner", np.int8),  # NOBODY yet, DRAW, or a seat
    ("rules", np.int8),  # a place in RULE_SETS
    ("repetition", np.int8),  # whether the third time a position occurs is a draw
    ("quiet_moves", np.int8),  # moves of each side without a capture or a man's move that are a draw; 0 for never
    ("federation_draws", np.int8),  # whether the draw rules of the rule set's federation hold; 0 where it has none
)
SETUP = state_dtype(
    ("rules", np.int8),
    ("repetition", np.int8),
    ("quiet_moves", np.int8),
    ("federation_draws", np.int8),
    ("placed", np.int8),  # whether the position below is used; otherwise the usual start
    ("to_move", np.int8),
    ("men", np.int64, (2,)),
    ("kings", np.int64, (2,)),
)


@compiled
def start(s: State, setup: State) -> None:
    s.rules = setup.rules
    s.repetition = setup.repetition
    s.quiet_moves = setup.quiet_moves
    s.federation_draws = setup.federation_draws if FLYING[setup.rules] else 0
    for seat in range(2):
        s.men[seat] = setup.men[seat] if setup.placed else START_MEN[seat]
        s.kings[seat] = setup.kings[seat] if setup.placed else 0
    s.to_move = setup.to_move if setup.placed else FIRST[setup.rules]
    remember_position(s)
    s.winner = NOBODY if can_move(s) else 1 - s.to_move


@compiled
def mover(s: State) -> int:
    return s.to_move if s.winner == NOBODY else OVER


@compiled
def legal_actions(s: State, out: Actions) -> int:
    """Square by square where captures are optional, steps before captures; else in the order of `moves.py`."""
    side = as_int(s.to_move)
    n = write_moves(
        as_int(s.rules), side, as_int(s.men[side]), as_int(s.kings[side]),
        as_int(s.men[1 - side]), as_int(s.kings[1 - side]), out,
    )  # fmt: skip
    if s.rules == UNISA:
        sort_by_square(out, n)
    return n


@compiled
def sort_by_square(out: Actions, n: int) -> None:
    """The order in which a person finds moves, with captures among the others: a search must order them itself,
    and what that saves can be measured."""
    for i in range(1, n):
        action = out[i]
        place = place_in_order(as_int(action))
        j = i
        while j > 0 and place_in_order(as_int(out[j - 1])) > place:
            out[j] = out[j - 1]
            j -= 1
        out[j] = action


@compiled
def place_in_order(action: int) -> int:
    """By the cell that is left; then steps before captures; then by the first direction."""
    if is_capture(action):
        return src_of(action) << 3 | 4 | way_of(action) & 3
    step = dst_of(action) - src_of(action)  # -5, -4, 4 or 5 for the directions 0 to 3
    return src_of(action) << 3 | (step + 5 if step < 0 else step - 2)


@compiled
def apply(s: State, action: int) -> None:
    side, foe = as_int(s.to_move), 1 - as_int(s.to_move)
    by_king = as_int(s.kings[side]) >> src_of(action) & 1 != 0
    men, kings, foe_men, foe_kings = play_move(
        as_int(s.rules), side, as_int(s.men[side]), as_int(s.kings[side]),
        as_int(s.men[foe]), as_int(s.kings[foe]), action,
    )  # fmt: skip
    s.men[side], s.kings[side], s.men[foe], s.kings[foe] = men, kings, foe_men, foe_kings
    s.to_move = foe
    s.ply += 1
    crowned = not by_king and kings >> dst_of(action) & 1 != 0
    s.quiet = s.quiet + 1 if by_king and not is_capture(action) else 0
    s.unchanged = 0 if crowned or is_capture(action) else s.unchanged + 1
    remember_position(s)
    if not has_move(as_int(s.rules), foe, foe_men, foe_kings, men, kings):
        s.winner = side
    elif find_draw(s) != NOT_DRAWN:
        s.winner = DRAW


@compiled
def returns(s: State, out: FloatArray) -> None:
    out[0] = out[1] = 0.0
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


@compiled
def can_move(s: State) -> bool:
    side = as_int(s.to_move)
    return has_move(
        as_int(s.rules), side, as_int(s.men[side]), as_int(s.kings[side]),
        as_int(s.men[1 - side]), as_int(s.kings[1 - side]),
    )  # fmt: skip


# --- what the game knows of itself ---------------------------------------------------------------------------------


@compiled
def evaluate(s: State, seat: int) -> float:
    """Twice the material (a king is worth two men) and the number of moves, less the same of the other side."""
    if s.winner >= 0:
        return 1.0 if s.winner == seat else -1.0
    if s.winner == DRAW:
        return 0.0
    return (count_points(s, seat) - count_points(s, 1 - seat)) / EVALUATION_UNIT


@compiled
def count_points(s: State, seat: int) -> int:
    rules, men, kings = as_int(s.rules), as_int(s.men[seat]), as_int(s.kings[seat])
    foe_men, foe_kings = as_int(s.men[1 - seat]), as_int(s.kings[1 - seat])
    if has_capture(rules, seat, men, kings, foe_men, foe_kings):
        moves = count_moves(rules, seat, men, kings, foe_men, foe_kings, np.empty(MAX_ACTIONS, np.int64))
    else:
        moves = count_quiet(rules, seat, men, kings, BOARD & ~(men | kings | foe_men | foe_kings))
    return 2 * (count_bits(men) + 2 * count_bits(kings)) + moves


@compiled
def priority(s: State, action: int) -> int:
    """Captures first."""
    return as_int(is_capture(action))


@compiled
def is_noisy(s: State, action: int) -> bool:
    return is_capture(action)


@compiled
def key(s: State, words: Any) -> int:
    """A hash of the position. How it came about is left out, but for how near a draw is."""
    x = mix(np.uint64(pack_boards(s.men)) ^ np.uint64(0x9E3779B97F4A7C15))
    x = mix(x ^ np.uint64(pack_boards(s.kings)))
    x = mix(x ^ np.uint64(as_int(s.to_move) + 2 * as_int(s.rules) + 16 * count_down(s)))
    return as_int(x >> np.uint64(1))


@compiled
def count_down(s: State) -> int:
    """How near the draws by counting are, as one number."""
    limit = quiet_limit(as_int(s.rules), as_int(s.quiet_moves), as_int(s.federation_draws))
    left = plies_to_draw(limit, as_int(s.quiet))
    if s.federation_draws != 0:
        left = left << 6 | plies_to_draw(limit_of(s), as_int(s.unchanged))
    return left


@compiled
def mix(x: Any) -> Any:
    """Two rounds of shift and xor: equal compiled and plain, where a product would overflow."""
    for _ in range(2):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
    return x


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, evaluate, priority, is_noisy, key)
