"""The root of a guided search with Gumbel noise and sequential halving (Danihelka, Guez, Schrittwieser and Silver
2022): with few simulations it still improves on the prior. Compiled.

Of the actions with the largest `noise + log prior` a few are tried equally often; then the better half, and so on. The
action in the end, and the policy that a network learns, weigh the prior by what the search has found:
`log prior + scale (50 + most visits) value`. An action that was not tried gets the mean value of those that were.
"""

import math
from typing import Any

import numpy as np

from ludoteca.agents.guided_tree import BOTTOM, NONE, ROOT, Forest, value_of
from ludoteca.core.halving import count_rounds
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import uniform

VISITS = 50.0  # are added to the most visits: with few, values are trusted all the same
LEAST_PRIOR = 1e-9
NEVER = -1e30  # the score of what must not be chosen


@compiled
def plan_halving(candidates: int, simulations: int, visits: Any) -> None:
    """For each simulation: how often the action to try was tried before."""
    if candidates <= 1:
        for i in range(simulations):
            visits[i] = i
        return
    rounds = count_rounds(candidates)
    at, before, left = 0, 0, candidates
    while at < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            for _ in range(left):
                if at < simulations:
                    visits[at] = before
                    at += 1
            before += 1
        left = max(2, left // 2)


@compiled
def begin_root(forest: Forest, t: int, candidates: int, noise: float) -> None:
    """Once the root is evaluated: draw its noise, and plan the halvings."""
    root = forest.nodes[t, ROOT]
    for i in range(root.count):
        forest.noise[t, i] = -noise * math.log(-math.log(uniform(forest.rngs[t]) + 1e-18) + 1e-18) if noise > 0 else 0.0
    plan_halving(min(candidates, as_int(root.count)), as_int(forest.limit[t]), forest.halving[t])


@compiled
def mixed_value(forest: Forest, t: int) -> float:
    """The value of an action that was not tried: the evaluation of the root and the values of those that were."""
    root = forest.nodes[t, ROOT]
    total, weights, visits = 0.0, 0.0, 0
    for child in range(root.first, root.first + root.count):
        node = forest.nodes[t, child]
        if node.visits > 0 or node.proven:
            weight = max(np.float64(node.prior), LEAST_PRIOR)
            total += weight * value_of(forest, t, child, as_int(root.mover))
            weights += weight
            visits += node.visits
    if weights == 0.0:
        return forest.first_value[t]
    return (forest.first_value[t] + visits * total / weights) / (1.0 + visits)


@compiled
def score(forest: Forest, t: int, child: int, scale: float, unseen: float) -> float:
    """The improved logit of an action, without noise."""
    node = forest.nodes[t, child]
    seen = node.visits > 0 or node.proven
    value = value_of(forest, t, child, as_int(forest.nodes[t, ROOT].mover)) if seen else unseen
    return math.log(max(np.float64(node.prior), LEAST_PRIOR)) + scale * value


@compiled
def find_scale(forest: Forest, t: int, scale: float) -> float:
    """The weight of values beside priors."""
    root = forest.nodes[t, ROOT]
    most = 0
    for child in range(root.first, root.first + root.count):
        most = max(most, forest.nodes[t, child].visits)
    return scale * (VISITS + most)


@compiled
def choose_candidate(forest: Forest, t: int, scale: float) -> int:
    """The root's child for this simulation: the best of those that were tried as often as the plan says."""
    root = forest.nodes[t, ROOT]
    wanted = forest.halving[t, forest.done[t]]
    weight, unseen = find_scale(forest, t, scale), mixed_value(forest, t)
    best, most, other, other_most = as_int(NONE), -np.inf, as_int(root.first), -np.inf
    for i in range(root.count):
        child = as_int(root.first + i)
        found = forest.noise[t, i] + score(forest, t, child, weight, unseen)
        if forest.nodes[t, child].visits == wanted and found > most:
            best, most = child, found
        if found > other_most:
            other, other_most = child, found
    return best if best != NONE else other


@compiled
def is_lost(forest: Forest, t: int, child: int, seat: int) -> bool:
    """Whether an action surely earns the least there is."""
    return forest.nodes[t, child].proven != 0 and forest.sums[t, child, seat] <= BOTTOM


@compiled
def is_settled(forest: Forest, t: int, child: int, seat: int) -> bool:
    """Whether the root is proven, and this action earns its value."""
    if not forest.nodes[t, ROOT].proven or not forest.nodes[t, child].proven:
        return False
    return forest.sums[t, child, seat] >= forest.sums[t, ROOT, seat] - BOTTOM


@compiled
def may_choose(forest: Forest, t: int, child: int) -> bool:
    """At a proven root only what earns its value; elsewhere whatever is not surely lost."""
    root = forest.nodes[t, ROOT]
    if root.proven:
        return is_settled(forest, t, child, as_int(root.mover))
    return not is_lost(forest, t, child, as_int(root.mover))


@compiled
def choose_action(forest: Forest, t: int, scale: float) -> int:
    """The root's child to play: of those tried most often the best; at a proven root one that earns its value."""
    root = forest.nodes[t, ROOT]
    most = 0
    for child in range(root.first, root.first + root.count):
        if may_choose(forest, t, child):
            most = max(most, forest.nodes[t, child].visits)
    weight, unseen = find_scale(forest, t, scale), mixed_value(forest, t)
    best, best_score = as_int(root.first), -np.inf
    for i in range(root.count):
        child = as_int(root.first + i)
        if may_choose(forest, t, child) and (root.proven or forest.nodes[t, child].visits == most):
            found = forest.noise[t, i] + score(forest, t, child, weight, unseen)
            if found > best_score:
                best, best_score = child, found
    return best


@compiled
def improve_policy(forest: Forest, t: int, scale: float, policy: Any) -> None:
    """The probabilities of the root's actions after the search: what a network learns."""
    root = forest.nodes[t, ROOT]
    weight, unseen = find_scale(forest, t, scale), mixed_value(forest, t)
    most = -np.inf
    for i in range(root.count):
        child = as_int(root.first + i)
        policy[i] = score(forest, t, child, weight, unseen) if may_choose(forest, t, child) else NEVER
        most = max(most, policy[i])
    total = 0.0
    for i in range(root.count):
        policy[i] = math.exp(policy[i] - most)
        total += policy[i]
    for i in range(root.count):
        policy[i] /= total


@compiled
def expect_values(forest: Forest, t: int, policy: Any, values: Any) -> None:
    """What each seat may expect at the root if it goes on by this policy, on [0, 1]; what is proven, where it is. The
    mean of the root's own visits would be too low for its mover: halving tries bad actions as often as good ones."""
    root = forest.nodes[t, ROOT]
    total = 0.0
    values[:] = 0.0
    for i in range(root.count):
        child = as_int(root.first + i)
        if not root.proven and (forest.nodes[t, child].visits > 0 or forest.nodes[t, child].proven):
            total += np.float64(policy[i])
            for seat in range(len(values)):
                values[seat] += policy[i] * value_of(forest, t, child, seat)
    for seat in range(len(values)):
        values[seat] = values[seat] / total if total > 0.0 else value_of(forest, t, ROOT, seat)
