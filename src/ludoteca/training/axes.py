"""Blocks written with axes: which inputs each slot sees, in the words of the encoder's slices.

axes = { colour = 5, card = 5 }             # a slot for each pair, the first axis slowest
groups = "colour"                           # pooled for each colour: the first axis, or a list of the first axes
inputs = [
    "clues",                                # the whole slice
    "other_colour_shares[card,colour]",     # of a slice that has cards and in each card colours: one number
    "other_value_shares[card,5]",           # all five of the slot's card
    "discards[5,-rank]",                    # an axis that runs backwards
    "number[colour]",                       # which one it is: 1 in its place, else 0
]

Where sizes depend on the game, an axis can be as long as a slice: { card = "own_entropy" }.
"""

import math
import re
from collections.abc import Mapping
from itertools import product
from typing import Any

from ludoteca.core.errors import PlanError, near_misses
from ludoteca.networks.declaration import ONE, ZERO

ITEM = re.compile(r"(\w+)(?:\[([^\[\]]*)\])?")
MOST_SLOTS = 1024
Slices = Mapping[str, list[int]]


def expand(block: dict[str, Any], slices: Slices, where: str) -> dict[str, Any]:
    """The block with `count`, `groups` and `seen` in the place of axes and inputs."""
    found = dict(block)
    axes, inputs = _size_axes(found.pop("axes"), slices, where), found.pop("inputs", None)
    if not isinstance(inputs, list) or not inputs:
        raise PlanError(f"{where}.inputs must be a list of slices")
    found["count"] = math.prod(axes.values())
    if found["count"] > MOST_SLOTS:
        raise PlanError(f"{where}.axes make {found['count']:,} slots; at most {MOST_SLOTS} are allowed")
    if "groups" in found:
        found["groups"] = _count_groups(found["groups"], axes, where)
    slots = [dict(zip(axes, places, strict=True)) for places in product(*(range(n) for n in axes.values()))]
    found["seen"] = [[i for item in inputs for i in find_places(item, axes, slot, slices, where)] for slot in slots]
    return found


def _size_axes(axes: Any, slices: Slices, where: str) -> dict[str, int]:
    """Axes with numbers in the place of the names of slices."""
    if not isinstance(axes, dict) or not axes:
        raise PlanError(f"{where}.axes must be names with sizes, as in {{ colour = 5, card = 5 }}")
    found = {}
    for name, size in axes.items():
        if isinstance(size, str) and size not in slices:
            raise PlanError(f"{where}.axes: the encoder has no slice {size!r}; {near_misses(size, slices)}")
        found[name] = slices[size][1] - slices[size][0] if isinstance(size, str) else size
        if type(found[name]) is not int or found[name] < 1:
            raise PlanError(f"{where}.axes must be names with sizes, as in {{ colour = 5, card = 5 }}")
    return found


def _count_groups(groups: Any, axes: dict[str, int], where: str) -> int:
    """One for each value of the named axes, which must be the first."""
    names = [groups] if isinstance(groups, str) else groups
    if not isinstance(names, list) or not names or names != list(axes)[: len(names)]:
        first = next(iter(axes))
        raise PlanError(f"{where}.groups must be the first axis, {first!r}, or a list of the first, not {groups!r}")
    return math.prod(axes[name] for name in names)


def find_places(item: Any, axes: dict[str, int], slot: dict[str, int], slices: Slices, where: str) -> list[int]:
    """The inputs that one item means to a slot."""
    match = ITEM.fullmatch(item) if isinstance(item, str) else None
    if match is None:
        raise PlanError(f"{where}.inputs has {item!r}; write a slice, as in fireworks or discards[colour,5]")
    name, inside = match[1], match[2]
    if name == "number" and inside in axes:
        return [ONE if i == slot[inside] else ZERO for i in range(axes[inside])]
    if name not in slices:
        raise PlanError(f"{where}.inputs: the encoder has no slice {name!r}; {near_misses(name, slices)}")
    start, stop = slices[name]
    if inside is None:
        return list(range(start, stop))
    parts = [_read_part(part.strip(), axes, slot, f"{where}.inputs: {item}") for part in inside.split(",")]
    if math.prod(size for size, _ in parts) != stop - start:
        raise PlanError(f"{where}.inputs: {item} does not have the {stop - start} numbers of {name}")
    return [start + _flatten(parts, places) for places in product(*(chosen for _, chosen in parts))]


def _read_part(text: str, axes: dict[str, int], slot: dict[str, int], where: str) -> tuple[int, list[int]]:
    """The size of one part of a slice, and the places in it that a slot sees."""
    axis = text.removeprefix("-")
    if axis in axes:
        return axes[axis], [axes[axis] - 1 - slot[axis] if text.startswith("-") else slot[axis]]
    if not text.isdecimal() or not 0 < int(text) <= MOST_SLOTS:
        raise PlanError(f"{where}: {text!r} is neither an axis nor a size; the axes are {', '.join(axes)}")
    return int(text), list(range(int(text)))


def _flatten(parts: list[tuple[int, list[int]]], places: tuple[int, ...]) -> int:
    at = 0
    for (size, _), place in zip(parts, places, strict=True):
        at = at * size + place
    return at
