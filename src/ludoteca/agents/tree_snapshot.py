"""A picture of a UCT tree for people: the most visited part of it, as nested `TreeNode`s."""

import heapq

from ludoteca.agents.uct import NONE, ROOT, Tree
from ludoteca.protocol import TreeNode


def draw_tree(tree: Tree, seat: int, low: float, span: float, limit: int) -> TreeNode:
    """The `limit` most visited nodes. Safe while another thread grows the tree."""
    kept: dict[int, list[int]] = {ROOT: []}
    waiting = _visited_children(tree, ROOT)
    heapq.heapify(waiting)
    while waiting and len(kept) < limit:
        _, slot, parent = heapq.heappop(waiting)
        kept[parent].append(slot)
        kept[slot] = []
        for item in _visited_children(tree, slot):
            heapq.heappush(waiting, item)
    return _draw(tree, ROOT, kept, seat, low, span)


def _visited_children(tree: Tree, slot: int) -> list[tuple[int, int, int]]:
    """(minus visits, child, parent) of each child that was visited."""
    return [
        (-visits, child, slot) for child in children_of(tree, slot) if (visits := int(tree.slots[child].visits)) > 0
    ]


def children_of(tree: Tree, slot: int) -> list[int]:
    children = []
    child = int(tree.slots[slot].first)
    while child != NONE:
        children.append(child)
        child = int(tree.slots[child].after)
    return children


def _draw(tree: Tree, slot: int, kept: dict[int, list[int]], seat: int, low: float, span: float) -> TreeNode:
    row = tree.slots[slot]
    chooser = int(row.chooser)
    visits = int(row.visits)
    mean = float(tree.sums[slot, chooser if chooser >= 0 else seat]) / max(1, visits)
    return TreeNode(
        action=None if slot == ROOT else int(row.action),
        chooser=None if slot == ROOT else chooser,
        visits=visits,
        value=low + span * mean,
        children=tuple(_draw(tree, child, kept, seat, low, span) for child in kept[slot]),
    )
