"""The guided search, compiled per game: down the tree by PUCT, an evaluation at the leaf, values back up.

`find_leaf` goes on until a position needs an evaluation; who evaluates it then calls `receive`. So one search and
hundreds side by side are the same code: the leaves of all trees can be evaluated in one batch (`evaluations.py`).
Which child is followed is in `guided_selection.py`; what differs where seats see different things, in
`guided_views.py`.
"""

from typing import Any

import numpy as np

from ludoteca.agents.guided_root import begin_root, choose_action, choose_candidate
from ludoteca.agents.guided_selection import choose_child, choose_most_visited
from ludoteca.agents.guided_tree import NONE, ROOT, UNSEEN, Forest, arrive, clear, is_full, prove, scale_returns
from ludoteca.agents.guided_views import begin_views, descend_views, is_others, is_veiled
from ludoteca.agents.playouts import NO_CAP, UNIFORM, pass_chance, play_out
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import pick_weighted
from ludoteca.protocol import Game, new_states
from ludoteca.protocol.rules import CHANCE, OVER, apply, bot_action, evaluate, is_stochastic, mover

NETWORK, EVALUATION, ROLLOUTS = 0, 1, 2  # evaluators
AGAIN = -2  # what a simulation returns that needed no evaluation
REDUCTION = 0.1  # an action that was not tried counts so much less than its parent, once all likely ones were
BOT_PRIOR = 0.5  # so much of the prior goes to the action of the bot that advises

PLAN = np.dtype(
    [
        ("weight", np.float64),  # of the exploration bonus
        ("reduction", np.float64),  # of the value of what was not tried
        ("low", np.float64),  # the least return
        ("span", np.float64),  # largest minus least return
        ("gumbel", np.int32),  # whether the root halves; else it is as all nodes
        ("candidates", np.int32),  # of a Gumbel root
        ("noise", np.float64),  # of a Gumbel root: 1 to explore, 0 to play
        ("scale", np.float64),  # how much values weigh beside priors
        ("evaluator", np.int32),
        ("policy", np.int32),  # of rollouts, and of the prior: UNIFORM, or the place of a game's bot
    ]
)
Plan = Any  # one record of PLAN


def write_plan(game: Game, exploration: float) -> Any:
    """A plan of the search for a game: PUCT everywhere."""
    plan = new_states(PLAN, 1)[0]
    plan.weight, plan.reduction = exploration, REDUCTION
    plan.low, plan.span = game.info.min_return, game.info.max_return - game.info.min_return
    return plan


@compiled
def begin_search(forest: Forest, t: int, limit: int) -> None:
    """A new search of `forest.roots[t]`."""
    clear(forest, t, limit)
    if is_veiled(forest.roots[t]):
        begin_views(forest, t)


@compiled
def is_done(forest: Forest, t: int) -> bool:
    root = forest.nodes[t, ROOT]
    if root.mover == UNSEEN:
        return False
    return root.proven != 0 or forest.done[t] >= forest.limit[t] or is_full(forest, t)


@compiled
def find_leaf(forest: Forest, plan: Plan, t: int) -> int:
    """Simulate until a position needs an evaluation, and return its node; NONE when the search is over. Its state is
    `forest.states[t]`."""
    node = simulate(forest, plan, t)
    while node == AGAIN:
        node = simulate(forest, plan, t)
    return node


@compiled
def simulate(forest: Forest, plan: Plan, t: int) -> int:
    """One simulation: the node that needs an evaluation, AGAIN if it needed none, NONE when the search is over. Who
    has no limit looks at the stop flag between two: near the end of a game none may need an evaluation."""
    if is_done(forest, t):
        return as_int(NONE)
    node = descend_views(forest, plan, t) if is_veiled(forest.roots[t]) else descend(forest, plan, t)
    if node == NONE:
        forest.limit[t] = forest.done[t]  # there is no room to go on
        return as_int(NONE)
    if forest.nodes[t, node].proven:
        for seat in range(len(forest.value)):
            forest.value[seat] = forest.sums[t, node, seat]
    elif mover(forest.states[t]) == OVER:
        scale_returns(forest.states[t], plan.low, plan.span, forest.value)
    else:
        return as_int(node)
    back_up(forest, t)
    return as_int(AGAIN)


@compiled
def descend(forest: Forest, plan: Plan, t: int) -> int:
    """Play down the tree to a node that is proven or was never seen."""
    forest.states[t] = forest.roots[t]
    s = forest.states[t]
    node, steps = as_int(ROOT), 0
    while True:
        forest.path[t, steps] = node
        steps += 1
        forest.steps[t] = steps
        seen = forest.nodes[t, node].mover != UNSEEN
        if not seen:
            arrive(forest, t, node, plan.low, plan.span)
        place = forest.nodes[t, node]
        if is_stochastic(s) and place.mover == CHANCE and not place.proven:
            if place.count == 0:
                pass_chance(s, forest.out, forest.odds, forest.rngs[t])  # there is no room for nodes
                return node
            for i in range(place.count):
                forest.odds[i] = forest.nodes[t, place.first + i].prior
            node = as_int(place.first + pick_weighted(forest.rngs[t], forest.odds, as_int(place.count)))
        elif place.proven or not seen or place.count == 0:
            return node
        elif node == ROOT and plan.gumbel:
            node = choose_candidate(forest, t, plan.scale)
        else:
            node = choose_child(forest, plan, t, node)
        apply(s, as_int(forest.nodes[t, node].action))


@compiled
def back_up(forest: Forest, t: int) -> None:
    """Add `forest.value` to the path. Above a node that turns out to be proven, its value goes up instead."""
    last = forest.steps[t] - 1
    for i in range(last, -1, -1):
        place = as_int(forest.path[t, i])
        if i < last and forest.nodes[t, forest.path[t, i + 1]].proven and not forest.nodes[t, place].proven:
            prove(forest, t, place)
        forest.nodes[t, place].visits += 1
        for seat in range(len(forest.value)):
            if forest.nodes[t, place].proven:
                forest.value[seat] = forest.sums[t, place, seat]
            else:
                forest.sums[t, place, seat] += forest.value[seat]
    forest.done[t] += 1


@compiled
def receive(forest: Forest, plan: Plan, t: int) -> None:
    """The evaluation of the leaf is in `forest.value`, and its children have their priors: go on."""
    if is_veiled(forest.states[t]) and is_others(forest, t):
        forest.veil.waiting[t] = forest.path[t, forest.steps[t] - 1]
        return
    first = forest.steps[t] == 1 and forest.nodes[t, ROOT].visits == 0
    if first:
        forest.first_value[t] = forest.value[forest.nodes[t, ROOT].mover]
    back_up(forest, t)
    if first:
        forest.done[t] = 0  # the root's own evaluation is no simulation
        if plan.gumbel:
            begin_root(forest, t, as_int(plan.candidates), plan.noise)


@compiled
def choose_final(forest: Forest, plan: Plan, t: int) -> int:
    """The root's child to play."""
    if plan.gumbel or forest.nodes[t, ROOT].proven:
        return choose_action(forest, t, plan.scale)
    return choose_most_visited(forest, t)


# --- evaluators that need no network -------------------------------------------------------------------------------


@compiled
def estimate(forest: Forest, plan: Plan, t: int, node: int) -> None:
    """Evaluate a leaf by the game's own evaluation or by a rollout; a bot may advise, and play the rollout."""
    s = forest.states[t]
    if plan.policy != UNIFORM and forest.nodes[t, node].count > 0:
        prefer(forest, t, node, as_int(bot_action(s, as_int(plan.policy), forest.rngs[t])))
    if is_veiled(s) and is_others(forest, t):
        return
    forest.look[0] = s
    if plan.evaluator == ROLLOUTS:
        play_out(forest.look[0], as_int(plan.policy), NO_CAP, forest.out, forest.odds, forest.rngs[t])
        scale_returns(forest.look[0], plan.low, plan.span, forest.value)
    else:
        for seat in range(len(forest.value)):
            forest.value[seat] = (evaluate(forest.look[0], seat) - plan.low) / plan.span


@compiled
def prefer(forest: Forest, t: int, place: int, action: int) -> None:
    """Half of the prior for one action."""
    node = forest.nodes[t, place]
    for child in range(node.first, node.first + node.count):
        share = (1.0 - BOT_PRIOR) / node.count
        forest.nodes[t, child].prior = share + BOT_PRIOR if forest.nodes[t, child].action == action else share
