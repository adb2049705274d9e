"""The tree of UCT in memory, compiled. A *node* stands for the action that leads to it; no states are kept."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled

ROOT = 0
NONE = -1

NODE = np.dtype(
    [
        ("visits", np.int32),  # iterations that passed through
        ("first", np.int32),  # the first child, or NONE
        ("count", np.int32),  # how many children
        ("action", np.int32),  # what leads here from the parent
        ("next_sibling", np.int32),  # the next child of the same parent, or NONE
        ("availability", np.int32),  # how often it could be chosen (where legal actions vary)
        ("next_picker", np.int32),  # the bandit of the next picker (simultaneous picks), or NONE
        ("chooser", np.int32),  # the seat that chose the action, or CHANCE
    ]
)

Actions = Any  # int32 [actions]


class Tree(NamedTuple):
    """Memory of the tree; a node is written when it is made, so nothing need be cleared."""

    nodes: Any  # [capacity] of NODE
    sums: Any  # float64 [capacity, seats]: the rewards of each node
    used: Any  # int64 [1]: nodes in use


def new_tree(capacity: int, seats: int) -> Tree:
    """A tree that holds only its root."""
    tree = Tree(np.empty(capacity, NODE).view(np.recarray), np.empty((capacity, seats)), np.zeros(1, np.int64))
    clear(tree)
    return tree


@compiled
def clear(tree: Tree) -> None:
    """Forget everything but a fresh root."""
    tree.used[0] = 0
    new_node(tree, NONE, NONE)


@compiled
def new_node(tree: Tree, action: int, chooser: int) -> int:
    node = tree.used[0]
    tree.used[0] += 1
    tree.nodes[node].visits = 0
    for seat in range(tree.sums.shape[1]):
        tree.sums[node, seat] = 0.0
    tree.nodes[node].action = action
    tree.nodes[node].chooser = chooser
    tree.nodes[node].first = NONE
    tree.nodes[node].next_sibling = NONE
    tree.nodes[node].count = 0
    tree.nodes[node].availability = 0
    tree.nodes[node].next_picker = NONE
    return node


@compiled
def has_space(tree: Tree, n: int) -> bool:
    """Whether n more nodes fit."""
    return tree.used[0] + n <= tree.nodes.shape[0]


@compiled
def add_children(tree: Tree, node: int, chooser: int, actions: Actions, n: int) -> None:
    """Children side by side; linked to their parent last, since another thread may be drawing the tree."""
    first = tree.used[0]
    for i in range(n):
        child = new_node(tree, as_int(actions[i]), chooser)
        tree.nodes[child].next_sibling = child + 1 if i + 1 < n else tree.nodes[node].first
    tree.nodes[node].first = first
    tree.nodes[node].count = n


@compiled
def add_child(tree: Tree, node: int, action: int, chooser: int) -> int:
    """One more child, in front of the others; NONE if the tree is full."""
    if not has_space(tree, 1):
        return NONE
    child = new_node(tree, action, chooser)
    tree.nodes[child].availability = 1
    tree.nodes[child].next_sibling = tree.nodes[node].first
    tree.nodes[node].first = child
    tree.nodes[node].count += 1
    return child


@compiled
def find_child(tree: Tree, node: int, action: int, chooser: int) -> int:
    """The child for an action of a chooser, or NONE."""
    child = as_int(tree.nodes[node].first)
    while child != NONE and (tree.nodes[child].action != action or tree.nodes[child].chooser != chooser):
        child = as_int(tree.nodes[child].next_sibling)
    return child
