"""Sizes, variants, the grid of hexes and the exact odds of an attack.

The grid has 28 rows of 32 hexes, each odd row half a hex to the right. Hex = 32 * row + column:

     0   1   2  ...  31
      32  33  34 ...  63
    64  65  66 ...  95
"""

from functools import reduce
from typing import Any

import numpy as np

AREAS = 34  # of a map, at the most; areas are 0..33 here and 1..34 for people
MAX_DICE = 8
MAX_PLAYERS = 8
MAX_BORDERS = 3 * AREAS - 6  # pairs of neighbours: no map in the plane has more
POOL = 64  # dice that reserve and income make together, at the most
RESERVE = 24  # less the number of one's areas: what may be kept in reserve
TRANSFERS = 6  # in a turn
WEAR = 4  # so many dice in a lost attack cost the defender one
QUIET_ROUNDS = 8  # without a battle: nobody wins
MAX_BATTLES = 10_000  # after these nobody wins
MAX_TURNS = 12_000  # nor after these, so that no game is endless

STANDARD, COURSE, ORIGINAL = 0, 1, 2
VARIANTS = ("standard", "course", "original")

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


def count_sums(dice: int) -> Any:
    """How many of the 6**dice rolls have each sum."""
    return reduce(np.convolve, [np.array([0, 1, 1, 1, 1, 1, 1], np.int64)] * dice, np.array([1], np.int64))


def _make_odds() -> Any:
    odds = np.zeros((MAX_DICE + 1, MAX_DICE + 1))
    for attacker in range(1, MAX_DICE + 1):
        for defender in range(1, MAX_DICE + 1):
            below = np.concatenate(([0], np.cumsum(count_sums(defender))))  # rolls of the defender below each sum
            wins = sum(
                int(ways) * int(below[min(total, len(below) - 1)]) for total, ways in enumerate(count_sums(attacker))
            )
            odds[attacker, defender] = wins / 6 ** (attacker + defender)
    return odds


ODDS = _make_odds()  # [attacker's dice, defender's dice]: the chance that the attacker's sum is greater
