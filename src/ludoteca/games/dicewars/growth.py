"""Growing a map from a seed, compiled: as the 2021 course does it, and as the original game does it.

Both write the area of each hex (1..34, 0 for none) and return the number of areas; `link` finds the neighbours.
"""

from typing import Any

import numpy as np

from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import advance, below, shuffle
from ludoteca.games.dicewars.tables import (
    AREAS,
    COLUMNS,
    DIRECTIONS,
    HEXES,
    INNER,
    MAX_PLAYERS,
    NEXT,
    ORIGINAL,
    ROWS,
)

FREE, NEAR, USED = 0, 1, 2  # tags of hexes: free, free and touching used land, used
LEAST, MOST = 12, 18  # hexes of an area of the course, before its bays are filled
MAX_SIZE = 64  # above any area
CORE = 8  # hexes that an area of the original game grows from
TOO_SMALL = 5  # areas of the original game up to this size are removed
ORIGINAL_AREAS = 31


@compiled
def grow_map(seed: int, variant: int, areas: Any, neighbours: Any) -> int:
    """Grow the map of a seed: the area of each hex, and each area's neighbours as a bit mask.

    Tries again, with the same stream of chance, until all areas hang together and everybody can have one.
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
def link(areas: Any, neighbours: Any) -> None:
    """Areas are neighbours where any of their hexes share an edge."""
    neighbours[:] = 0
    for hex_ in range(HEXES):
        for direction in range(DIRECTIONS):
            other = as_int(NEXT[hex_, direction])
            if other >= 0 and areas[hex_] > 0 and areas[other] > 0 and areas[hex_] != areas[other]:
                neighbours[areas[hex_] - 1] |= 1 << as_int(areas[other] - 1)


@compiled
def is_connected(neighbours: Any, n: int) -> bool:
    reached, edge = 1, 1
    while edge:
        area = lowest_bit(edge)
        edge = (edge | (as_int(neighbours[area]) & ~reached)) & ~(1 << area)
        reached |= as_int(neighbours[area])
    return reached == (1 << n) - 1


# --- the course's maps ---------------------------------------------------------------------------------------------


@compiled
def grow_course(rng: Any, areas: Any) -> int:
    """34 areas of 12 to 18 hexes, each begun two steps from used land. A stuck one is thrown away; its hexes stay
    blocked, and the same area begins elsewhere. Returns 0 where no room is left."""
    tags = np.zeros(HEXES, np.int8)
    order = INNER.copy()
    grown = np.zeros(MAX_SIZE, np.int16)
    for area in range(AREAS):
        size = LEAST + below(rng, MOST - LEAST + 1)
        while True:
            first = below(rng, HEXES) if area == 0 else find_start(rng, tags, order)
            if first < 0:
                return 0
            n = grow_area(rng, tags, grown, first, size)
            if n == size:
                break
        n = fill_bays(tags, grown, n)
        for i in range(n):
            areas[grown[i]] = area + 1
    return AREAS


@compiled
def find_start(rng: Any, tags: Any, order: Any) -> int:
    """A random inner hex that is free, touches no used land, and has a neighbour that does; or -1."""
    shuffle(rng, order, len(order))
    for i in range(len(order)):
        hex_ = as_int(order[i])
        if tags[hex_] == FREE:
            for direction in range(DIRECTIONS):
                other = as_int(NEXT[hex_, direction])
                if other >= 0 and tags[other] == NEAR:
                    return hex_
    return -1


@compiled
def take(tags: Any, hex_: int) -> None:
    tags[hex_] = USED
    for direction in range(DIRECTIONS):
        other = as_int(NEXT[hex_, direction])
        if other >= 0 and tags[other] == FREE:
            tags[other] = NEAR


@compiled
def pick_unused(rng: Any, tags: Any, hex_: int) -> int:
    """A random neighbour that is not used, or -1."""
    n = 0
    for direction in range(DIRECTIONS):
        other = as_int(NEXT[hex_, direction])
        n += 1 if other >= 0 and tags[other] != USED else 0
    if n == 0:
        return -1
    k = below(rng, n)
    for direction in range(DIRECTIONS):
        other = as_int(NEXT[hex_, direction])
        if other >= 0 and tags[other] != USED:
            if k == 0:
                return other
            k -= 1
    return -1


@compiled
def grow_area(rng: Any, tags: Any, grown: Any, first: int, size: int) -> int:
    """Add hexes round the first one, then anywhere: returns how many, fewer than `size` if it got stuck."""
    roomy = np.empty(MAX_SIZE, np.int16)
    grown[0] = roomy[0] = first
    n = left = 1
    take(tags, first)
    while n < size and left > 0:
        added = pick_unused(rng, tags, first)
        if added < 0:
            k = below(rng, left)
            added = pick_unused(rng, tags, as_int(roomy[k]))
            if added < 0:
                left -= 1
                roomy[k] = roomy[left]
                continue
        take(tags, added)
        grown[n] = roomy[left] = added
        n += 1
        left += 1
    return n


@compiled
def fill_bays(tags: Any, grown: Any, n: int) -> int:
    """Absorb free hexes that the area all but encloses: at most two of their neighbours lie outside it."""
    i = 0
    while i < n:
        hex_ = as_int(grown[i])
        for direction in range(DIRECTIONS):
            bay = as_int(NEXT[hex_, direction])
            if bay < 0 or tags[bay] != NEAR:
                break
            if count_outside(grown, n, bay) <= 2:
                take(tags, bay)
                grown[n] = bay
                n += 1
                break
        i += 1
    return n


@compiled
def count_outside(grown: Any, n: int, hex_: int) -> int:
    outside = DIRECTIONS
    for i in range(n):
        for direction in range(DIRECTIONS):
            outside -= 1 if NEXT[hex_, direction] == grown[i] else 0
    return outside


# --- the original game's maps --------------------------------------------------------------------------------------


@compiled
def grow_original(rng: Any, areas: Any) -> int:
    """Up to 31 areas: eight hexes by lowest serial number and all that is free around them."""
    serial = np.arange(HEXES)
    shuffle(rng, serial, HEXES)
    open_ = np.zeros(HEXES, np.int8)  # where an area may begin
    open_[below(rng, HEXES)] = 1
    n = 0
    while n < ORIGINAL_AREAS:
        first = find_lowest(serial, open_, areas)
        if first < 0:
            break
        open_[first] = 0
        if percolate(serial, open_, areas, first, n + 1):
            n += 1
    fill_lakes(areas)
    return drop_small(areas, n)


@compiled
def find_lowest(serial: Any, marked: Any, areas: Any) -> int:
    """The marked hex without an area whose serial number is lowest, or -1."""
    best = -1
    for hex_ in range(HEXES):
        if marked[hex_] and areas[hex_] == 0 and (best < 0 or serial[hex_] < serial[best]):
            best = hex_
    return best


@compiled
def mark_around(hex_: int, areas: Any, marked: Any) -> None:
    for direction in range(DIRECTIONS):
        other = as_int(NEXT[hex_, direction])
        if other >= 0 and areas[other] == 0:
            marked[other] = 1


@compiled
def percolate(serial: Any, open_: Any, areas: Any, first: int, area: int) -> bool:
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
def fill_lakes(areas: Any) -> None:
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
def drop_small(areas: Any, n: int) -> int:
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
