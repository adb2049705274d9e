"""The grid of hexes that maps are drawn on.

It has 28 rows of 32 hexes, each odd row half a hex to the right. Hex = 32 * row + column:

     0   1   2  ...  31
      32  33  34 ...  63
    64  65  66 ...  95
"""

from typing import Any

import numpy as np

ROWS, COLUMNS = 28, 32
HEXES = ROWS * COLUMNS
OUTSIDE = -1
DIRECTIONS = 6  # E, SE, SW, W, NW, NE


def place_of(hex_: int) -> tuple[int, int]:
    """The doubled coordinates (x, y) of a hex: neighbours are (x±2, y) and (x±1, y±1)."""
    row, column = divmod(hex_, COLUMNS)
    return 2 * column + row % 2, row


def hex_at(x: int, y: int) -> int:
    """The hex at doubled coordinates, or OUTSIDE."""
    if 0 <= y < ROWS and 0 <= x - y % 2 < 2 * COLUMNS and (x - y) % 2 == 0:
        return y * COLUMNS + (x - y % 2) // 2
    return OUTSIDE


def _make_next() -> Any:
    steps = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
    table = np.full((HEXES, DIRECTIONS), OUTSIDE, np.int16)
    for hex_ in range(HEXES):
        x, y = place_of(hex_)
        for direction, (across, down) in enumerate(steps):
            table[hex_, direction] = hex_at(x + across, y + down)
    return table


NEXT = _make_next()  # [hex, direction]: the neighbour, or OUTSIDE
INNER = np.array(
    [h for h in range(HEXES) if 0 < h // COLUMNS < ROWS - 1 and 0 < h % COLUMNS < COLUMNS - 1], np.int16
)  # the hexes that are not on the rim
