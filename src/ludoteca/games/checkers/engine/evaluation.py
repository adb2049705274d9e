"""What a position is worth to its mover: a weighted sum of features, blended from opening to ending.

Features come from the mover's side less the other's, but for the last three. Weights are fitted on self-play games by
`tuning.py` and kept in weights.json; a man is worth about MAN points. `evaluate` computes the sum directly on the bit
boards; `write_features` lists the features one by one, for fitting. The tests hold the two to be equal.
"""

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.board import (
    BLACK,
    BOARD,
    CELLS,
    DOWN_LEFT,
    DOWN_RIGHT,
    FLYING,
    STEPS,
    UP_LEFT,
    UP_RIGHT,
    WHITE,
    cell_of,
    movers_towards,
    shift,
)
from ludoteca.games.checkers.slides import count_slides

MAN = 100
FULL = 24  # pieces on the board at the start: there the opening's weights count, and the ending's without any

# Places in a row of weights
MEN_AT, KINGS_AT = 0, CELLS  # one weight a cell, seen from White's side
MAN_MOVES, KING_MOVES, TRAPPED, BRIDGE, RUNAWAYS, RUNAWAY_ROWS = range(2 * CELLS, 2 * CELLS + 6)
OWN_ATTACKED, FOE_ATTACKED, TEMPO = range(2 * CELLS + 6, 2 * CELLS + 9)  # of the mover; of the other; the move itself
FEATURES = 2 * CELLS + 9
PHASES = 2  # opening, ending

BRIDGES = np.array(  # the two men on the back row that guard it best
    [(1 << cell_of(30)) | (1 << cell_of(32)), (1 << cell_of(1)) | (1 << cell_of(3))], np.int64
)


def _make_cones() -> np.ndarray:
    """cones[side, cell]: every square that a man there may still cross, its own left out."""
    cones = np.zeros((2, CELLS), np.int64)
    for side, steps in ((WHITE, STEPS[:2]), (BLACK, STEPS[2:])):
        order = range(CELLS) if side == WHITE else range(CELLS - 1, -1, -1)
        for cell in order:
            for step in steps:
                ahead = cell + int(step)
                if 0 <= ahead < CELLS and BOARD >> ahead & 1 and BOARD >> cell & 1:
                    cones[side, cell] |= (1 << ahead) | cones[side, ahead]
    return cones


CONES = _make_cones()
ROWS_LEFT = np.array([[(c - c // 9) // 4 for c in range(CELLS)], [7 - (c - c // 9) // 4 for c in range(CELLS)]])


@compiled
def seen_from(side: int, cell: int) -> int:
    """The cell as White would see it: the board turned round for Black."""
    return cell if side == WHITE else CELLS - 1 - cell


@compiled
def count_steps(side: int, men: int, empty: int) -> int:
    if side == WHITE:
        return count_bits(shift(men, UP_LEFT) & empty) + count_bits(shift(men, UP_RIGHT) & empty)
    return count_bits(shift(men, DOWN_LEFT) & empty) + count_bits(shift(men, DOWN_RIGHT) & empty)


@compiled
def count_king_moves(rules: int, kings: int, empty: int) -> int:
    if FLYING[rules]:
        return count_slides(kings, empty)
    n = count_bits(shift(kings, UP_LEFT) & empty) + count_bits(shift(kings, UP_RIGHT) & empty)
    return n + count_bits(shift(kings, DOWN_LEFT) & empty) + count_bits(shift(kings, DOWN_RIGHT) & empty)


@compiled
def beside(bits: int) -> int:
    """Every cell next to one of these, in any direction."""
    return shift(bits, UP_LEFT) | shift(bits, UP_RIGHT) | shift(bits, DOWN_LEFT) | shift(bits, DOWN_RIGHT)


@compiled
def count_attacked(side: int, pieces: int, men: int, kings: int, empty: int) -> int:
    """How many of `pieces` the men and kings of `side` can jump, short jumps only."""
    found = as_int(0)
    for direction in range(4):
        movers = movers_towards(direction, side, men, kings)
        found |= shift(movers, direction) & pieces & shift(empty, 3 - direction)
    return count_bits(found)


@compiled
def weigh_side(weights: IntArray, side: int, men: int, kings: int, foes: int, phase: int) -> int:
    """The part of the sum that looks at pieces one by one, in one phase."""
    total = as_int(0)
    rest = men
    while rest != 0:
        cell = lowest_bit(rest)
        rest &= rest - 1
        total += weights[phase, MEN_AT + seen_from(side, cell)]
        if CONES[side, cell] & foes == 0:
            total += weights[phase, RUNAWAYS] + weights[phase, RUNAWAY_ROWS] * ROWS_LEFT[side, cell]
    rest = kings
    while rest != 0:
        cell = lowest_bit(rest)
        rest &= rest - 1
        total += weights[phase, KINGS_AT + seen_from(side, cell)]
    return total


@compiled
def evaluate(weights: IntArray, rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int) -> int:
    """Points for the side to move."""
    own, foes = men | kings, foe_men | foe_kings
    empty = BOARD & ~(own | foes)
    other = 1 - side
    pieces = count_bits(own | foes)
    man_moves = count_steps(side, men, empty) - count_steps(other, foe_men, empty)
    king_moves = count_king_moves(rules, kings, empty) - count_king_moves(rules, foe_kings, empty)
    free = beside(empty)
    trapped = count_bits(kings & ~free) - count_bits(foe_kings & ~free)
    bridge = as_int(men & BRIDGES[side] == BRIDGES[side]) - as_int(foe_men & BRIDGES[other] == BRIDGES[other])
    own_attacked = count_attacked(other, own, foe_men, foe_kings, empty)
    foe_attacked = count_attacked(side, foes, men, kings, empty)
    score = as_int(0)
    for phase in range(PHASES):
        part = weigh_side(weights, side, men, kings, foes, phase) - weigh_side(
            weights, other, foe_men, foe_kings, own, phase
        )
        part += weights[phase, MAN_MOVES] * man_moves + weights[phase, KING_MOVES] * king_moves
        part += weights[phase, TRAPPED] * trapped + weights[phase, BRIDGE] * bridge
        part += weights[phase, OWN_ATTACKED] * own_attacked + weights[phase, FOE_ATTACKED] * foe_attacked
        part += weights[phase, TEMPO]
        score += part * (pieces if phase == 0 else FULL - pieces)
    return score // FULL


@compiled
def write_features(rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, out: IntArray) -> int:
    """The features of a position, into a blank `out`; returns the number of pieces, which blends the phases."""
    own, foes = men | kings, foe_men | foe_kings
    empty = BOARD & ~(own | foes)
    other = 1 - side
    for cell in range(CELLS):
        for who, sign, his_men, his_kings, against in (
            (side, 1, men, kings, foes),
            (other, -1, foe_men, foe_kings, own),
        ):
            if his_men >> cell & 1:
                out[MEN_AT + seen_from(who, cell)] += sign
                if CONES[who, cell] & against == 0:
                    out[RUNAWAYS] += sign
                    out[RUNAWAY_ROWS] += sign * ROWS_LEFT[who, cell]
            elif his_kings >> cell & 1:
                out[KINGS_AT + seen_from(who, cell)] += sign
    out[MAN_MOVES] = count_steps(side, men, empty) - count_steps(other, foe_men, empty)
    out[KING_MOVES] = count_king_moves(rules, kings, empty) - count_king_moves(rules, foe_kings, empty)
    free = beside(empty)
    out[TRAPPED] = count_bits(kings & ~free) - count_bits(foe_kings & ~free)
    out[BRIDGE] = as_int(men & BRIDGES[side] == BRIDGES[side]) - as_int(foe_men & BRIDGES[other] == BRIDGES[other])
    out[OWN_ATTACKED] = count_attacked(other, own, foe_men, foe_kings, empty)
    out[FOE_ATTACKED] = count_attacked(side, foes, men, kings, empty)
    out[TEMPO] = 1
    return count_bits(own | foes)
