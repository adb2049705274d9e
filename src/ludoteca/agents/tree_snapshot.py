"""A picture of a UCT tree for people: the most visited part of it, as nested `TreeNode`s."""

import heapq

from ludoteca.agents.search_tree import NONE, ROOT, Tree
from ludoteca.protocol import TreeNode


def draw_tree(tree: Tree, seat: int, low: float, span: float, limit: int) -> TreeNode:
    """The `limit` most visited nodes; up to half of them are kept for the root's children, so that a move that was
    hardly tried is shown too. Safe while another thread grows the tree."""
    waiting = sorted(_visited_children(tree, ROOT))
    kept: dict[int, list[int]] = {ROOT: []}
    for _, node, _ in waiting[: limit // 2]:
        kept[ROOT].append(node)
        kept[node] = []
    waiting = waiting[limit // 2 :] + [item for node in kept[ROOT] for item in _visited_children(tree, node)]
    heapq.heapify(waiting)
    while waiting and len(kept) < limit:
        _, node, parent = heapq.heappop(waiting)
        kept[parent].append(node)
        kept[node] = []
        for item in _visited_children(tree, node):
            heapq.heappush(waiting, item)
    return _draw(tree, ROOT, kept, seat, low, span)


def _visited_children(tree: Tree, node: int) -> list[tuple[int, int, int]]:
    """(minus visits, child, parent) of each child that was visited."""
    return [
        (-visits, child, node) for child in children_of(tree, node) if (visits := int(tree.nodes[child].visits)) > 0
    ]


def children_of(tree: Tree, node: int) -> list[int]:
    children = []
    child = int(tree.nodes[node].first)
    while child != NONE:
        children.append(child)
        child = int(tree.nodes[child].next_sibling)
    return children


def _draw(tree: Tree, node: int, kept: dict[int, list[int]], seat: int, low: float, span: float) -> TreeNode:
    row = tree.nodes[node]
    chooser = int(row.chooser)
    visits = int(row.visits)
    mean = float(tree.sums[node, chooser if chooser >= 0 else seat]) / max(1, visits)
    return TreeNode(
        action=None if node == ROOT else int(row.action),
        chooser=None if node == ROOT else chooser,
        visits=visits,
        value=low + span * mean,
        children=tuple(_draw(tree, child, kept, seat, low, span) for child in kept[node]),
    )
