"""Keeping the part of a UCT tree that is still true after a few moves were played."""

from typing import Any

import numpy as np

from ludoteca.agents.uct import NONE, ROOT, Tree, clear, new_slot
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol.rules import apply

LOOK_AHEAD = 6  # how many actions may have been played since the tree was grown


@compiled
def find_position(tree: Tree, slot: int, states: Any, words: Any, target: Any, depth: int) -> int:
    """The slot whose position has the memory `target`, searched from `slot`, whose position is `states[depth]`.
    `words` is the memory of `states`. NONE if it is not in the tree."""
    if np.array_equal(words[depth], target):
        return slot
    if depth + 1 == states.shape[0]:
        return NONE
    child = as_int(tree.slots[slot].first)
    while child != NONE:
        if tree.slots[child].visits > 0:
            states[depth + 1] = states[depth]
            apply(states[depth + 1], as_int(tree.slots[child].action))
            found = find_position(tree, child, states, words, target, depth + 1)
            if found != NONE:
                return found
        child = as_int(tree.slots[child].after)
    return NONE


@compiled
def extract(tree: Tree, slot: int, fresh: Tree, sources: Any) -> None:
    """Copy the tree below `slot` into `fresh`, where `slot` becomes the root. `sources` is scratch memory."""
    clear(fresh)
    copy_statistics(tree, slot, fresh, ROOT)
    sources[ROOT] = slot
    parent = 0
    while parent < fresh.used[0]:
        child = as_int(tree.slots[sources[parent]].first)
        before = NONE
        while child != NONE:
            twin = new_slot(fresh, as_int(tree.slots[child].action), as_int(tree.slots[child].chooser))
            copy_statistics(tree, child, fresh, twin)
            sources[twin] = child
            if before == NONE:
                fresh.slots[parent].first = twin
            else:
                fresh.slots[before].after = twin
            fresh.slots[parent].count += 1
            before = twin
            child = as_int(tree.slots[child].after)
        parent += 1


@compiled
def copy_statistics(tree: Tree, slot: int, fresh: Tree, twin: int) -> None:
    fresh.slots[twin].visits = tree.slots[slot].visits
    fresh.slots[twin].seen = tree.slots[slot].seen
    for seat in range(tree.sums.shape[1]):
        fresh.sums[twin, seat] = tree.sums[slot, seat]
