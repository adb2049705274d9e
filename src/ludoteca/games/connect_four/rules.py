"""Connect four: two players drop discs into seven columns of six; four of one's own in a line win.

A board is one integer, a bit a cell. Each column has a seventh bit on top that is always empty: it keeps lines from
running on into the next column, and it catches the carries of the sums below.

     6 13 20 27 34 41 48    (always empty)
     5 12 19 26 33 40 47    top row
     .  .  .  .  .  .  .
     0  7 14 21 28 35 42    bottom row
     a  b  c  d  e  f  g    columns = actions 0..6
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import compiled
from ludoteca.protocol import OVER, Rules, State, state_dtype

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
SPAN = ROWS + 1  # bits from one column to the next
FULL_COLUMN = (1 << ROWS) - 1  # the cells of column a
ESTIMATE_UNIT = 1000.0  # keeps estimates inside (-1, 1): 69 lines of at most 3 discs, squared, make 621

STANDARD, MISERE = 0, 1  # four in a line wins; four in a line loses
VARIANTS = ("standard", "misere")  # their names
NOBODY, DRAW = -1, -2  # `winner` is otherwise a seat

STATE = state_dtype(
    ("discs", np.int64, (2,)),  # the board of each seat
    ("ply", np.int8),  # discs dropped so far; seat 0 drops the first
    ("winner", np.int8),  # NOBODY yet, DRAW, or a seat
    ("variant", np.int8),  # STANDARD or MISERE
)
SETUP = state_dtype(("variant", np.int8))


def _make_lines() -> np.ndarray:
    """Every line of four cells as a board: 69 of them."""
    lines = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(column + i * across, row + i * up) for i in range(4)]
                if all(c < COLUMNS and 0 <= r < ROWS for c, r in cells):
                    lines.append(sum(1 << (c * SPAN + r) for c, r in cells))
    return np.array(lines, np.int64)


LINES = _make_lines()


# --- what every game has -------------------------------------------------------------------------------------------


@compiled
def start(s: State, setup: State) -> None:
    s.winner = NOBODY
    s.variant = setup.variant


@compiled
def mover(s: State) -> int:
    return s.ply & 1 if s.winner == NOBODY else OVER


@compiled
def legal_actions(s: State, out: Actions) -> int:
    """The columns whose top cell is empty."""
    board = s.discs[0] | s.discs[1]
    n = 0
    for column in range(COLUMNS):
        # Write every column, but move on only past the open ones: the next column overwrites a full one. There is no
        # branch to mispredict. `out` has room for all seven, and n <= column, so this never writes too far.
        out[n] = column
        top_cell = board >> (column * SPAN + ROWS - 1) & 1
        n += top_cell ^ 1
    return n


@compiled
def apply(s: State, action: int) -> None:
    seat = s.ply & 1
    board = s.discs[0] | s.discs[1]
    # The discs of a column are a run of ones from its bottom bit up. Adding the bottom bit carries through the run and
    # leaves a single one in the first empty cell, where the disc lands: 000111 + 1 = 001000. Other columns keep their
    # bits in the sum, so it is cut down to this column.
    landing = (board + (1 << (action * SPAN))) & (FULL_COLUMN << (action * SPAN))
    s.discs[seat] |= landing
    s.ply += 1
    if has_line(s.discs[seat]):
        s.winner = seat if s.variant == STANDARD else 1 - seat
    elif s.ply == CELLS:
        s.winner = DRAW


@compiled
def returns(s: State, out: FloatArray) -> None:
    out[0] = out[1] = 0.0
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


# --- what searches can use -----------------------------------------------------------------------------------------


@compiled
def evaluate(s: State, seat: int) -> float:
    """Lines that only one side can still fill, by the square of the discs in them."""
    if s.winner >= 0:
        return 1.0 if s.winner == seat else -1.0
    own, other = s.discs[seat], s.discs[1 - seat]
    score = 0
    for line in LINES:
        if other & line == 0:
            score += count_bits(own & line) ** 2
        elif own & line == 0:
            score -= count_bits(other & line) ** 2
    if s.variant == MISERE:
        score = -score
    return score / ESTIMATE_UNIT


@compiled
def priority(s: State, action: int) -> int:
    """Columns from the middle outwards: more lines pass there."""
    return -abs(2 * action - (COLUMNS - 1))


@compiled
def key(s: State, words: Any) -> int:
    """A number of its own for every position: the mover's discs plus all discs.

    In a column of height h all discs are 2**h - 1, and the mover's are some m below 2**h. Their sum needs seven bits at
    the most, so no column spills into the next. It gives h and m away: it lies between 2**h - 1 and 2 * (2**h - 1),
    and these ranges do not overlap. Whose turn it is follows from the number of discs.
    """
    return s.discs[s.ply & 1] + (s.discs[0] | s.discs[1])


# --- helpers -------------------------------------------------------------------------------------------------------


@compiled
def has_line(discs: int) -> bool:
    """Whether four of these discs stand in a line: up, across, or along a diagonal."""
    # A step in a direction is a fixed distance between bits: 1 up, SPAN across, SPAN - 1 and SPAN + 1 diagonally. A
    # board and its copy shifted by one step share a bit wherever two discs are neighbours; these pairs and their copy
    # shifted by two steps share a bit wherever two pairs make four. The empty bit on top of a column ends lines.
    pairs = discs & discs >> 1
    found = pairs & pairs >> 2
    pairs = discs & discs >> SPAN
    found |= pairs & pairs >> 2 * SPAN
    pairs = discs & discs >> SPAN - 1
    found |= pairs & pairs >> 2 * (SPAN - 1)
    pairs = discs & discs >> SPAN + 1
    found |= pairs & pairs >> 2 * (SPAN + 1)
    return found != 0


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, evaluate, priority, key)
