"""Connect four: two players drop stones into seven columns of six; four of one's own in a line win.

Bits of a board, with a blank row on top that keeps lines from wrapping round:

     6 13 20 27 34 41 48    (always empty)
     5 12 19 26 33 40 47    top row
     .  .  .  .  .  .  .
     0  7 14 21 28 35 42    bottom row
     a  b  c  d  e  f  g    columns = actions 0..6
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.protocol import OVER, Rules, state_dtype

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
SPAN = ROWS + 1  # bits from one column to the next
STANDARD, MISERE = 0, 1  # four in a line wins; four in a line loses
NOBODY, DRAW = -1, -2  # `winner` is otherwise a seat

STATE = state_dtype(
    ("stones", np.int64, (2,)),  # the bit board of each seat
    ("ply", np.int8),  # stones dropped so far; seat 0 drops the first
    ("winner", np.int8),  # NOBODY yet, DRAW, or a seat
    ("variant", np.int8),  # STANDARD or MISERE
)
SETUP = state_dtype(("variant", np.int8))


def _make_lines() -> np.ndarray:
    """Every line of four, as bit boards: 69 of them."""
    lines = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(column + i * across, row + i * up) for i in range(4)]
                if all(c < COLUMNS and 0 <= r < ROWS for c, r in cells):
                    lines.append(sum(1 << (c * SPAN + r) for c, r in cells))
    return np.array(lines, np.int64)


LINES = _make_lines()


@compiled
def start(s: Any, setup: Any) -> None:
    s.winner = NOBODY
    s.variant = setup.variant


@compiled
def mover(s: Any) -> int:
    return s.ply & 1 if s.winner == NOBODY else OVER


@compiled
def legal_actions(s: Any, out: Any) -> int:
    board = s.stones[0] | s.stones[1]
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += (board >> (column * SPAN + ROWS - 1)) & 1 ^ 1
    return n


@compiled
def apply(s: Any, action: int) -> None:
    seat = s.ply & 1
    board = s.stones[0] | s.stones[1]
    s.stones[seat] |= (board + (1 << (action * SPAN))) & (((1 << ROWS) - 1) << (action * SPAN))
    s.ply += 1
    if has_line(s.stones[seat]):
        s.winner = seat if s.variant == STANDARD else 1 - seat
    elif s.ply == CELLS:
        s.winner = DRAW


@compiled
def returns(s: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


@compiled
def key(s: Any, words: Any) -> int:
    """Unique for a position: the mover's stones and, carried above each column's top stone, how high it is."""
    return s.stones[s.ply & 1] + (s.stones[0] | s.stones[1])


@compiled
def priority(s: Any, action: int) -> int:
    """Columns from the middle outwards: more lines pass there."""
    return -abs(2 * action - (COLUMNS - 1))


@compiled
def evaluate(s: Any, seat: int) -> float:
    """Lines still open to one side only, by the square of the stones in them."""
    if s.winner >= 0:
        return 1.0 if s.winner == seat else -1.0
    own, other = s.stones[seat], s.stones[1 - seat]
    score = 0
    for line in LINES:
        if other & line == 0:
            score += count_bits(own & line) ** 2
        elif own & line == 0:
            score -= count_bits(other & line) ** 2
    if s.variant == MISERE:
        score = -score
    return score / 1000.0


@compiled
def has_line(stones: int) -> bool:
    """Whether four stones stand in a line: up, across, and both diagonals."""
    pairs = stones & (stones >> 1)
    found = pairs & (pairs >> 2)
    pairs = stones & (stones >> SPAN)
    found |= pairs & (pairs >> (2 * SPAN))
    pairs = stones & (stones >> (SPAN - 1))
    found |= pairs & (pairs >> (2 * (SPAN - 1)))
    pairs = stones & (stones >> (SPAN + 1))
    found |= pairs & (pairs >> (2 * (SPAN + 1)))
    return found != 0


@compiled
def count_bits(bits: int) -> int:
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


RULES = Rules(
    state=STATE,
    setup=SETUP,
    start=start,
    mover=mover,
    legal_actions=legal_actions,
    apply=apply,
    returns=returns,
    evaluate=evaluate,
    priority=priority,
    key=key,
)
