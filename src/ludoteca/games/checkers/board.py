"""The board as bits, and what each rule set allows.

A square is a *cell*, a bit from 0 to 34. Cells 8, 17 and 26 are no squares: they lie beyond the edges, so that a step
in any direction is one shift, the same for every square, and never wraps round:

          b     d     f     h              a     c     e     g
    8     0     1     2     3        7     4     5     6     7       Black's side
    6     9    10    11    12        5    13    14    15    16
    4    18    19    20    21        3    22    23    24    25
    2    27    28    29    30        1    31    32    33    34       White's side

Squares are numbered 1 to 32 in the order of their cells.
"""

import numpy as np

from ludoteca.core.jit import compiled

WHITE, BLACK = 0, 1  # seats; White starts on squares 21-32 and moves up the board, to lower cells
CELLS = 35
SQUARES = tuple(cell for cell in range(CELLS) if cell % 9 != 8)  # the cells of squares 1, 2, ... 32
BOARD = sum(1 << cell for cell in SQUARES)

UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = 0, 1, 2, 3  # directions; the opposite of d is 3 - d
STEPS = np.array([-5, -4, 4, 5], np.int64)

ROWS = tuple(sum(1 << cell for cell in SQUARES[4 * row : 4 * row + 4]) for row in range(8))  # from the top
KING_ROWS = np.array([ROWS[0], ROWS[7]], np.int64)  # where a seat's men become kings
START_MEN = np.array([sum(ROWS[5:]), sum(ROWS[:3])], np.int64)

UNISA, ENGLISH, ITALIAN, RUSSIAN, BRAZILIAN = 0, 1, 2, 3, 4
RULE_SETS = ("unisa", "english", "italian", "russian", "brazilian")
FIRST = np.array([WHITE, BLACK, WHITE, WHITE, WHITE], np.int64)  # who moves first, by rule set
FLYING = np.array([0, 0, 0, 1, 1], np.int64)  # whether kings fly and men capture backwards
MIRRORED = (False, False, True, False, False)  # whether the board is numbered from the other side


def square_of(cell: int) -> int:
    """The number of a square, from 1, on a board that is not mirrored."""
    return cell - cell // 9 + 1


def cell_of(square: int) -> int:
    return square - 1 + (square - 1) // 8


def mirror_square(square: int) -> int:
    """The square in the same row as far from the other edge."""
    return (square - 1 ^ 3) + 1


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
