"""Rays of squares, along which flying kings slide any distance, and their moves without capture."""

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.bits import highest_bit, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import encode
from ludoteca.games.checkers.board import BOARD, CELLS, DOWN_LEFT, STEPS


def _make_rays() -> np.ndarray:
    """rays[direction, cell]: the squares from a cell to the edge, without the cell."""
    rays = np.zeros((4, CELLS), np.int64)
    for direction, step in enumerate(STEPS):
        for cell in range(CELLS):
            at = cell + int(step)
            while 0 <= at < CELLS and BOARD >> at & 1 and BOARD >> cell & 1:
                rays[direction, cell] |= 1 << at
                at += int(step)
    return rays


RAYS = _make_rays()


@compiled
def first_on(direction: int, bits: int) -> int:
    """The one of `bits`, all on one ray, that is met first; as a bit, 0 for none."""
    if direction >= DOWN_LEFT or bits == 0:
        return bits & -bits
    return 1 << highest_bit(bits)


@compiled
def reach(direction: int, cell: int, occupied: int) -> int:
    """The empty squares that a king at `cell` can slide over in a direction."""
    ray = as_int(RAYS[direction, cell])
    barrier = first_on(direction, ray & occupied)
    if barrier == 0:
        return ray
    return ray & ~barrier & ~as_int(RAYS[direction, lowest_bit(barrier)])


@compiled
def add_slides(kings: int, empty: int, out: Actions, n: int) -> int:
    while kings != 0:
        src = lowest_bit(kings)
        kings &= kings - 1
        for direction in range(4):
            targets = reach(direction, src, BOARD & ~empty)
            while targets != 0:
                out[n] = encode(src, lowest_bit(targets), as_int(0))
                targets &= targets - 1
                n += 1
    return n


@compiled
def count_slides(kings: int, empty: int) -> int:
    n = as_int(0)
    while kings != 0:
        src = lowest_bit(kings)
        kings &= kings - 1
        for direction in range(4):
            targets = reach(direction, src, BOARD & ~empty)
            while targets != 0:
                targets &= targets - 1
                n += 1
    return n
