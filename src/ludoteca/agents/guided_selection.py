"""Which child of a node a guided search follows, and which action it plays in the end: compiled.

PUCT follows the child with the largest `value + weight * prior * sqrt(N) / (1 + n)`; one that was never tried counts as
its parent does, less a little for each likely action that was tried before it.
"""

import math
from typing import Any

import numpy as np

from ludoteca.agents.guided_root import is_lost
from ludoteca.agents.guided_tree import ROOT, Forest, value_of
from ludoteca.core.jit import as_int, compiled

Plan = Any  # one record of `guided_search.PLAN`


@compiled
def choose_child(forest: Forest, plan: Plan, t: int, place: int) -> int:
    """PUCT. What surely loses is left alone while there is anything else."""
    node = forest.nodes[t, place]
    who = as_int(node.mover)
    tried = 0.0
    for child in range(node.first, node.first + node.count):
        if forest.nodes[t, child].visits > 0:
            tried += np.float64(forest.nodes[t, child].prior)
    unseen = value_of(forest, t, place, who) - plan.reduction * math.sqrt(tried)
    bonus = plan.weight * math.sqrt(np.float64(node.visits))
    best, most = as_int(node.first), -np.inf
    for child in range(node.first, node.first + node.count):
        kid = forest.nodes[t, child]
        value = value_of(forest, t, child, who) if kid.visits > 0 or kid.proven else unseen
        if is_lost(forest, t, child, who):
            value = -1e9
        value += bonus * np.float64(kid.prior) / (1.0 + kid.visits)
        if value > most:
            best, most = as_int(child), value
    return best


@compiled
def choose_most_visited(forest: Forest, t: int) -> int:
    """The root's child with the most visits, and of equals the best value; what surely loses only if there is nothing
    else."""
    root = forest.nodes[t, ROOT]
    who = as_int(root.mover)
    best, most, best_value = as_int(root.first), -1.0, -1.0
    for child in range(root.first, root.first + root.count):
        kid = forest.nodes[t, child]
        visits = -0.5 if is_lost(forest, t, child, who) else np.float64(kid.visits)
        value = value_of(forest, t, child, who) if kid.visits > 0 or kid.proven else 0.0
        if visits > most or (visits == most and value > best_value):
            best, most, best_value = as_int(child), visits, value
    return best
