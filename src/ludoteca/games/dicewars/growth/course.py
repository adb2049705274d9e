"""The maps of the 2021 course."""

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, shuffle
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.grid import DIRECTIONS, HEXES, INNER, NEXT

FREE, NEAR, USED = 0, 1, 2  # tags of hexes: free, free and next to used land, used
LEAST, MOST = 12, 18  # hexes of an area, before its bays are filled
MAX_SIZE = 64  # more than any area has


@compiled
def grow_course(rng: Rng, areas: IntArray) -> int:
    """34 areas of 12 to 18 hexes, each begun two steps from used land. An area that cannot grow to its size is dropped:
    its hexes stay blocked, and it begins elsewhere. Returns 0 if no room is left."""
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
def find_start(rng: Rng, tags: IntArray, order: IntArray) -> int:
    """A random inner hex that is free, not next to used land, and has a neighbour that is; or -1."""
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
def take(tags: IntArray, hex_: int) -> None:
    tags[hex_] = USED
    for direction in range(DIRECTIONS):
        other = as_int(NEXT[hex_, direction])
        if other >= 0 and tags[other] == FREE:
            tags[other] = NEAR


@compiled
def pick_unused(rng: Rng, tags: IntArray, hex_: int) -> int:
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
def grow_area(rng: Rng, tags: IntArray, grown: IntArray, first: int, size: int) -> int:
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
def fill_bays(tags: IntArray, grown: IntArray, n: int) -> int:
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
def count_outside(grown: IntArray, n: int, hex_: int) -> int:
    outside = DIRECTIONS
    for i in range(n):
        for direction in range(DIRECTIONS):
            outside -= 1 if NEXT[hex_, direction] == grown[i] else 0
    return outside
