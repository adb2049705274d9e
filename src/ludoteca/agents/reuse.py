"""Keeping the part of a UCT tree that is still true after a few moves were played."""

from typing import Any

import numpy as np

from ludoteca.agents.search_tree import NONE, ROOT, Tree, clear, new_node
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import States
from ludoteca.protocol.rules import apply

LOOK_AHEAD = 6  # how many actions may have been played since the tree was grown


@compiled
def find_position(tree: Tree, node: int, states: States, words: Any, target: Any, depth: int) -> int:
    """The node whose position has the memory `target`, searched from `node`, whose position is `states[depth]`.
    `words` is the memory of `states`. NONE if it is not in the tree."""
    if np.array_equal(words[depth], target):
        return node
    if depth + 1 == states.shape[0]:
        return NONE
    child = as_int(tree.nodes[node].first)
    while child != NONE:
        if tree.nodes[child].visits > 0:
            states[depth + 1] = states[depth]
            apply(states[depth + 1], as_int(tree.nodes[child].action))
            found = find_position(tree, child, states, words, target, depth + 1)
            if found != NONE:
                return found
        child = as_int(tree.nodes[child].next_sibling)
    return NONE


@compiled
def extract(tree: Tree, node: int, fresh: Tree, sources: Any) -> None:
    """Copy the tree below `node` into `fresh`, where `node` becomes the root. `sources` is scratch memory."""
    clear(fresh)
    copy_statistics(tree, node, fresh, ROOT)
    sources[ROOT] = node
    parent = 0
    while parent < fresh.used[0]:
        child = as_int(tree.nodes[sources[parent]].first)
        before = NONE
        while child != NONE:
            twin = new_node(fresh, as_int(tree.nodes[child].action), as_int(tree.nodes[child].chooser))
            copy_statistics(tree, child, fresh, twin)
            sources[twin] = child
            if before == NONE:
                fresh.nodes[parent].first = twin
            else:
                fresh.nodes[before].next_sibling = twin
            fresh.nodes[parent].count += 1
            before = twin
            child = as_int(tree.nodes[child].next_sibling)
        parent += 1


@compiled
def copy_statistics(tree: Tree, node: int, fresh: Tree, twin: int) -> None:
    fresh.nodes[twin].visits = tree.nodes[node].visits
    fresh.nodes[twin].availability = tree.nodes[node].availability
    for seat in range(tree.sums.shape[1]):
        fresh.sums[twin, seat] = tree.sums[node, seat]
