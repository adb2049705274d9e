"""Where a position stands among the endgames, and what is written there.

Positions are grouped by material, `(men, kings, foe men, foe kings)`, and seen by the mover as White, so that one
entry serves both sides. In a group, each kind of piece has a number by the squares it stands on; together they make
the place. Places where two pieces would share a square stay unused.

A value is one byte: 0 is a draw; otherwise it is one more than the plies to the end, so that an even value is a win of
the mover (in 1, 3, 5 ... plies) and an odd one a loss (in 0, 2, 4 ...).
"""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.bits import count_bits, highest_bit, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.board import CELLS, WHITE

DRAW = 0
MOST = 6  # pieces that endgames can be built for
Material = tuple[int, int, int, int]  # men, kings, foe men, foe kings; the mover's first

CHOOSE = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(33)], np.int64)
SQUARE_INDEX = np.array([cell - cell // 9 for cell in range(CELLS)], np.int64)
MEN_SQUARES, KING_SQUARES = 28, 32


def list_materials(pieces: int) -> list[Material]:
    """The groups with so many pieces, in the order in which they can be solved: fewer men first."""
    found = [
        (men, kings, foe_men, pieces - men - kings - foe_men)
        for men in range(pieces + 1)
        for kings in range(pieces + 1 - men)
        for foe_men in range(pieces + 1 - men - kings)
        if men + kings > 0 and men + kings < pieces
    ]
    return sorted(found, key=lambda m: (m[0] + m[2], m))


def size_of(material: Material) -> int:
    men, kings, foe_men, foe_kings = material
    return (
        comb(MEN_SQUARES, men) * comb(MEN_SQUARES, foe_men) * comb(KING_SQUARES, kings) * comb(KING_SQUARES, foe_kings)
    )


def lay_out(pieces: int) -> tuple[Any, int]:
    """Where each group begins in one long array: int64 [men, kings, foe men, foe kings], -1 for none; its length."""
    offsets = np.full((MOST + 1,) * 4, -1, np.int64)
    total = 0
    for n in range(2, pieces + 1):
        for material in list_materials(n):
            offsets[material] = total
            total += size_of(material)
    return offsets, total


@compiled
def rank_pieces(bits: int, turned: bool, first: int) -> int:
    """The number of a set of squares among the sets of its size; `first` is the lowest square that counts."""
    rank = as_int(0)
    k = 0
    while bits != 0:
        k += 1
        if turned:
            cell = highest_bit(bits)
            rank += CHOOSE[SQUARE_INDEX[CELLS - 1 - cell] - first, k]
            bits ^= 1 << cell
        else:
            rank += CHOOSE[SQUARE_INDEX[lowest_bit(bits)] - first, k]
            bits &= bits - 1
    return rank


@compiled
def locate(offsets: IntArray, side: int, men: int, kings: int, foe_men: int, foe_kings: int) -> int:
    """The place of a position with `side` to move in the long array; -1 if there are no endgames for it."""
    a, b, c, d = count_bits(men), count_bits(kings), count_bits(foe_men), count_bits(foe_kings)
    if a + b + c + d > MOST:
        return as_int(-1)
    offset = as_int(offsets[a, b, c, d])
    if offset < 0:
        return offset
    turned = side != WHITE
    place = rank_pieces(men, turned, as_int(4)) * CHOOSE[MEN_SQUARES, c] + rank_pieces(foe_men, turned, as_int(0))
    place = place * CHOOSE[KING_SQUARES, b] + rank_pieces(kings, turned, as_int(0))
    return offset + place * CHOOSE[KING_SQUARES, d] + rank_pieces(foe_kings, turned, as_int(0))


def list_sets(size: int, squares: Any) -> Any:
    """Every set of so many of these squares (0 to 31), as bit boards, by rank."""
    bits = [1 << (square + square // 8) for square in squares]
    sets = [tuple(reversed(chosen)) for chosen in combinations(range(len(bits)), size)]
    order = sorted(sets)  # by the highest square, then the next: the order of ranks
    return np.array([sum(bits[i] for i in chosen) for chosen in order], np.int64)


@compiled
def is_loss(value: int) -> bool:
    return value & 1 != 0
