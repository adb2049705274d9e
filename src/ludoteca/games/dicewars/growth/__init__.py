"""Growing a map from a seed, compiled: as the 2021 course does it (`course.py`), and as the original game does it
(`original.py`). Both write the area of each hex (1..34, 0 for none) and return the number of areas.
"""

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import advance
from ludoteca.games.dicewars.constants import MAX_PLAYERS, ORIGINAL
from ludoteca.games.dicewars.grid import DIRECTIONS, HEXES, NEXT
from ludoteca.games.dicewars.growth.course import grow_course
from ludoteca.games.dicewars.growth.original import grow_original


@compiled
def grow_map(seed: int, variant: int, areas: IntArray, neighbours: IntArray) -> int:
    """Grow the map of a seed: the area of each hex, and each area's neighbours as a bit mask.

    Tries again, with the same generator, until all areas are connected and everybody can have one.
    """
    rng = np.empty(1, np.uint64)
    rng[0] = np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(seed)
    for _ in range(40):  # until the bits of neighbouring seeds have nothing in common
        advance(rng)
    while True:
        areas[:] = 0
        n = grow_original(rng, areas) if variant == ORIGINAL else grow_course(rng, areas)
        link(areas, neighbours)
        if n >= MAX_PLAYERS and is_connected(neighbours, n):
            return n


@compiled
def link(areas: IntArray, neighbours: IntArray) -> None:
    """Areas are neighbours where any of their hexes share an edge."""
    neighbours[:] = 0
    for hex_ in range(HEXES):
        for direction in range(DIRECTIONS):
            other = as_int(NEXT[hex_, direction])
            if other >= 0 and areas[hex_] > 0 and areas[other] > 0 and areas[hex_] != areas[other]:
                neighbours[areas[hex_] - 1] |= 1 << as_int(areas[other] - 1)


@compiled
def is_connected(neighbours: IntArray, n: int) -> bool:
    reached, edge = 1, 1
    while edge:
        area = lowest_bit(edge)
        edge = (edge | (as_int(neighbours[area]) & ~reached)) & ~(1 << area)
        reached |= as_int(neighbours[area])
    return reached == (1 << n) - 1


__all__ = ["grow_map", "is_connected"]
