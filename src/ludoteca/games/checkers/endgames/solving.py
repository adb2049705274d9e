"""Solving one pair of groups from beginning to end: the part of the solver that is not compiled."""

from collections.abc import Callable

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int
from ludoteca.games.checkers.endgames.generation import (
    BLOCK,
    SLOWEST,
    Work,
    list_crowned,
    make_sets,
    new_work,
    open_places,
    swap,
    sweep,
    take_values,
    turn_sets,
)
from ludoteca.games.checkers.endgames.index import MOST, Material, size_of
from ludoteca.games.checkers.endgames.slices import Pair

STEP = 1 << 20  # places that are opened between two looks at whether to stop
Halt = Callable[[], None]
"""Called every second or so; raises to stop."""


def count_bytes(pair: Pair) -> int:
    """The memory that solving and packing a pair takes at the most, without what is known of fewer pieces."""
    places = sum(map(size_of, pair))
    crowned = sum(map(size_of, list_crowned(pair)))
    return 2 * places + (places >> BLOCK) * (SLOWEST + 1) + max(crowned, 2 * places)


def solve_pair(
    rules: int, pair: Pair, fewer: tuple[IntArray, IntArray], read_values: Callable[[Material], IntArray], halt: Halt
) -> list[IntArray]:
    """The values of one or two groups. `fewer`: the values of all with fewer pieces, and where each group begins."""
    work = new_work({material: size_of(material) for material in pair}, fewer, _join(list_crowned(pair), read_values))
    sets = {material: make_sets(material) for material in pair}
    turned = {material: turn_sets(each) for material, each in sets.items()}
    slowest = 0
    for material in pair:
        rows = len(sets[material].men)
        step = max(1, STEP * rows // size_of(material))
        for first in range(0, rows, step):
            halt()
            last = min(rows, first + step)
            found = open_places(
                work, as_int(rules), sets[material], _begin(work, material), as_int(first), as_int(last)
            )
            slowest = max(slowest, int(found))
    value = 1
    while value <= slowest:
        for material in pair:
            halt()
            begins = _begin(work, material), _begin(work, swap(material))
            found = sweep(work, sets[material], turned[material], *begins, as_int(value))
            slowest = max(slowest, int(found))
        if slowest > SLOWEST:
            raise OverflowError("an ending takes more plies than a byte can count")
        value += 1
    return [_take(work, material) for material in pair]


def _begin(work: Work, material: Material) -> int:
    return as_int(work.offsets[material])


def _take(work: Work, material: Material) -> IntArray:
    values = np.zeros(size_of(material), np.uint8)
    take_values(work, values, _begin(work, material))
    return values


def _join(materials: list[Material], read_values: Callable[[Material], IntArray]) -> tuple[IntArray, IntArray]:
    """The values of some groups in one array, and where each begins."""
    offsets = np.full((MOST + 1,) * 4, -1, np.int64)
    values = np.zeros(max(1, sum(map(size_of, materials))), np.uint8)
    begin = 0
    for material in materials:
        offsets[material] = begin
        values[begin : begin + size_of(material)] = read_values(material)
        begin += size_of(material)
    return values, offsets
