"""What a grown UCT tree says: the counts at its root, and its most visited line. Compiled for all games at once."""

from typing import Any

import numpy as np

from ludoteca.agents.search_tree import NONE, ROOT, Tree
from ludoteca.core.jit import as_int, compiled


def count_root(tree: Tree, seat: int) -> list[tuple[int, int, float]]:
    """(action, visits, summed reward of `seat`) of each child of the root. Safe while another thread grows the tree."""
    size = as_int(tree.nodes[ROOT].count)
    actions, visits, sums = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size)
    n = _count_children(tree, seat, actions, visits, sums)
    return list(zip(actions[:n].tolist(), visits[:n].tolist(), sums[:n].tolist(), strict=True))


@compiled
def _count_children(tree: Tree, seat: int, actions: Any, visits: Any, sums: Any) -> int:
    n = 0
    child = as_int(tree.nodes[ROOT].first)
    while child != NONE and n < len(actions):  # another thread may add children
        actions[n], visits[n] = tree.nodes[child].action, tree.nodes[child].visits
        sums[n] = tree.sums[child, seat]
        child = as_int(tree.nodes[child].next_sibling)
        n += 1
    return n


def follow_most_visited(tree: Tree, action: int, longest: int) -> tuple[int, ...]:
    """The principal variation: from the chosen action on, the child visited most (the first of equals)."""
    line = np.empty(longest + 1, np.int64)
    return tuple(line[: _follow(tree, action, line)].tolist())


@compiled
def _follow(tree: Tree, action: int, line: Any) -> int:
    child = as_int(tree.nodes[ROOT].first)
    while child != NONE and tree.nodes[child].action != action:
        child = as_int(tree.nodes[child].next_sibling)
    n = 0
    while child != NONE and n < len(line) and (n == 0 or tree.nodes[child].visits > 0):
        line[n] = tree.nodes[child].action
        n += 1
        child = _most_visited(tree, child)
    return n


@compiled
def _most_visited(tree: Tree, node: int) -> int:
    """The first of the most visited children, or NONE."""
    best = as_int(tree.nodes[node].first)
    child = best
    while child != NONE:
        if tree.nodes[child].visits > tree.nodes[best].visits:
            best = child
        child = as_int(tree.nodes[child].next_sibling)
    return best
