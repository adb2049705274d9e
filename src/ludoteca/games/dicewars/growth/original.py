"""The maps of the original game."""

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, shuffle
from ludoteca.games.dicewars.grid import COLUMNS, DIRECTIONS, HEXES, NEXT, ROWS

CORE = 8  # hexes that an area grows from
TOO_SMALL = 5  # areas up to this size are removed
MOST_AREAS = 31


@compiled
def grow_original(rng: Rng, areas: IntArray) -> int:
    """Up to 31 areas: eight hexes by lowest serial number and all that is free around them."""
    serial = np.arange(HEXES)
    shuffle(rng, serial, HEXES)
    open_ = np.zeros(HEXES, np.int8)  # where an area may begin
    open_[below(rng, HEXES)] = 1
    n = 0
    while n < MOST_AREAS:
        first = find_lowest(serial, open_, areas)
        if first < 0:
            break
        open_[first] = 0
        if percolate(serial, open_, areas, first, n + 1):
            n += 1
    fill_lakes(areas)
    return drop_small(areas, n)


@compiled
def find_lowest(serial: IntArray, marked: IntArray, areas: IntArray) -> int:
    """The marked hex without an area whose serial number is lowest, or -1."""
    best = -1
    for hex_ in range(HEXES):
        if marked[hex_] and areas[hex_] == 0 and (best < 0 or serial[hex_] < serial[best]):
            best = hex_
    return best


@compiled
def mark_around(hex_: int, areas: IntArray, marked: IntArray) -> None:
    for direction in range(DIRECTIONS):
        other = as_int(NEXT[hex_, direction])
        if other >= 0 and areas[other] == 0:
            marked[other] = 1


@compiled
def percolate(serial: IntArray, open_: IntArray, areas: IntArray, first: int, area: int) -> bool:
    """Grow one area; False, and nothing taken, if there is no room for its core."""
    edge = np.zeros(HEXES, np.int8)
    core = np.empty(CORE, np.int64)
    n, hex_ = 0, first
    while hex_ >= 0 and n < CORE:
        areas[hex_] = area
        core[n] = hex_
        n += 1
        mark_around(hex_, areas, edge)
        hex_ = find_lowest(serial, edge, areas)
    if n < CORE:
        for i in range(n):
            areas[core[i]] = 0
        return False
    for hex_ in range(HEXES):
        if edge[hex_] and areas[hex_] == 0:
            areas[hex_] = area
            mark_around(hex_, areas, open_)
    return True


@compiled
def fill_lakes(areas: IntArray) -> None:
    """A hex without an area that has an area on every side joins one of them."""
    for hex_ in range(HEXES):
        row, column = hex_ // COLUMNS, hex_ % COLUMNS
        if areas[hex_] == 0 and 0 < row < ROWS - 1 and 0 < column < COLUMNS - 1:
            free = 0
            for direction in range(DIRECTIONS):
                free += 1 if areas[NEXT[hex_, direction]] == 0 else 0
            if free == 0:
                areas[hex_] = areas[NEXT[hex_, 0]]


@compiled
def drop_small(areas: IntArray, n: int) -> int:
    """Remove areas that are too small, and number the rest from 1."""
    sizes = np.zeros(n + 1, np.int64)
    for hex_ in range(HEXES):
        sizes[areas[hex_]] += 1
    number = np.zeros(n + 1, np.int64)
    kept = 0
    for area in range(1, n + 1):
        if sizes[area] > TOO_SMALL:
            kept += 1
            number[area] = kept
    for hex_ in range(HEXES):
        areas[hex_] = number[areas[hex_]]
    return kept
