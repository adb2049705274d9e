"""How the tree of UCT grows, compiled per game: shared by `mcts` and `ismcts`. The tree itself is in `search_tree.py`.

Each iteration copies the root state and plays down the tree. Four things bend the plain algorithm:

- chance: closed-loop trees have nodes for chance outcomes; open-loop trees draw the outcome anew at each visit and
  keep one node for the action whatever came of it;
- legal actions that vary between visits of a node (open loop, or hidden information, where each iteration guesses
  another whole state): children are then added as they turn up, and a child's bonus counts how often it could have
  been chosen (its availability) rather than the visits of its parent;
- other seats that are modelled: they act as in playouts, and the tree holds the actions of one seat only;
- simultaneous picks: each picker of a round has a *bandit*, statistics of its own actions that do not depend on the
  others' pending picks. The first picker's bandit is the node where the round began; `next_picker` leads to the others.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.playouts import NO_CAP, RETURNS, follow_policy, play_out
from ludoteca.agents.search_tree import NONE, ROOT, Tree, add_child, add_children, find_child, has_space, new_node
from ludoteca.core.arrays import Actions, FloatArray, IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, pick_weighted
from ludoteca.protocol import State, States
from ludoteca.protocol.budget import DONE, LIMIT, STOP
from ludoteca.protocol.published import has_fixed_actions
from ludoteca.protocol.rules import (
    CHANCE,
    OVER,
    apply,
    chances,
    draw_outcome,
    evaluate,
    guess,
    is_hidden,
    is_simultaneous,
    is_stochastic,
    legal_actions,
    mover,
    pending,
    returns,
    rewards,
)

PLAN = np.dtype(
    [
        ("weight", np.float64),  # of the exploration bonus: 2 Cp
        ("low", np.float64),  # the least return
        ("span", np.float64),  # largest minus least return
        ("seat", np.int32),  # whose decision this is
        ("policy", np.int32),  # of playouts: UNIFORM, or the place of a game's bot
        ("cap", np.int32),  # actions of a playout before the evaluation takes over, or NO_CAP
        ("kind", np.int32),  # of reward: RETURNS or a place
        ("other_kind", np.int32),  # of reward of the other seats
        ("shared", np.int32),  # every chooser maximises the reward of `seat` (else its own)
        ("closed", np.int32),  # chance outcomes have nodes of their own
        ("decoupled", np.int32),  # simultaneous picks have bandits of their own
        ("modelled", np.int32),  # the other seats act as in playouts, in the tree too
    ]
)
Plan = Any  # one record of PLAN


class Workspace(NamedTuple):
    """Memory that a search writes to while it runs."""

    root: States  # [1] the position searched
    state: States  # [1] the position of this iteration
    out: Actions  # int32 actions
    odds: FloatArray  # float64 probabilities
    path: Any  # int32 nodes of this iteration
    reward: FloatArray  # float64 per seat


@compiled
def grow(tree: Tree, plan: Plan, workspace: Workspace, control: IntArray, rng: Rng) -> None:
    """Iterate until the limit or the stop flag, but once at least: there must be an answer."""
    while control[DONE] == 0 or (control[DONE] < control[LIMIT] and control[STOP] == 0):
        # 1. Begin at the root, in a possible world
        workspace.state[0] = workspace.root[0]
        s = workspace.state[0]
        if is_hidden(s):
            guess(s, plan.seat, rng)
        # 2. Select and expand
        steps = descend(tree, plan, s, workspace, rng)
        # 3. Play out
        play_out(s, plan.policy, plan.cap, workspace.out, workspace.odds, rng)
        # 4. Back up
        measure(s, plan, workspace.reward)
        for i in range(steps):
            tree.nodes[workspace.path[i]].visits += 1
            for seat in range(workspace.reward.shape[0]):
                tree.sums[workspace.path[i], seat] += workspace.reward[seat]
        control[DONE] += 1


@compiled
def measure(s: State, plan: Plan, reward: FloatArray) -> None:
    """The reward of each seat, in [0, 1]: that of the seat that decides by one kind, of the others by theirs."""
    measure_kind(s, plan, as_int(plan.kind), reward)
    if plan.other_kind != plan.kind:
        own = reward[plan.seat]
        measure_kind(s, plan, as_int(plan.other_kind), reward)
        reward[plan.seat] = own


@compiled
def measure_kind(s: State, plan: Plan, kind: int, reward: FloatArray) -> None:
    """Of the result, or of the estimate where a playout was capped."""
    if kind != RETURNS:
        rewards(s, kind, reward)
        return
    if plan.cap == NO_CAP or mover(s) == OVER:
        returns(s, reward)
    else:
        for seat in range(reward.shape[0]):
            reward[seat] = evaluate(s, seat)
    for seat in range(reward.shape[0]):
        reward[seat] = (reward[seat] - plan.low) / plan.span


@compiled
def descend(tree: Tree, plan: Plan, s: State, workspace: Workspace, rng: Rng) -> int:
    """Play down the tree to a node not visited before (made if the tree is not full), or to the end of the game.
    Writes the path; returns its length."""
    node = bandit = as_int(ROOT)
    workspace.path[0] = ROOT
    steps = 1
    while True:
        who = as_int(mover(s))
        if who == OVER:
            return steps
        if is_stochastic(s) and who == CHANCE:
            if not plan.closed:
                apply(s, as_int(draw_outcome(s, workspace.out, workspace.odds, rng)))
                continue
            child = draw_child(tree, node, s, workspace, rng)
            if child == NONE:
                return steps
        elif plan.modelled and who != plan.seat:
            apply(s, follow_policy(s, plan.policy, workspace.out, rng))
            continue
        else:
            bandit = find_bandit(tree, plan, s, node, bandit)
            if bandit == NONE:
                return steps
            arm = choose(tree, plan, s, bandit, who, workspace, rng)
            child = arm if bandit == node or arm == NONE else follow(tree, plan, s, node, bandit, arm, workspace)
            if child == NONE:
                return steps
            if bandit != node:
                workspace.path[steps] = bandit
                workspace.path[steps + 1] = arm
                steps += 2
        apply(s, as_int(tree.nodes[child].action))
        node = child
        workspace.path[steps] = node
        steps += 1
        if tree.nodes[node].visits == 0 and not (plan.decoupled and is_simultaneous(s) and pending(s) > 0):
            return steps


@compiled
def varies(s: State, plan: Plan) -> bool:
    """Whether the legal actions behind a node may differ from visit to visit."""
    if has_fixed_actions(s):
        return False
    return is_hidden(s) or plan.modelled != 0 or (is_stochastic(s) and not plan.closed)


@compiled
def find_bandit(tree: Tree, plan: Plan, s: State, node: int, before: int) -> int:
    """The node whose children hold the statistics for this choice; NONE if the tree is full."""
    if not is_simultaneous(s) or not plan.decoupled or pending(s) == 0:
        return node
    if tree.nodes[before].next_picker == NONE:
        if not has_space(tree, 1):
            return NONE
        tree.nodes[before].next_picker = new_node(tree, NONE, NONE)
    return as_int(tree.nodes[before].next_picker)


@compiled
def choose(tree: Tree, plan: Plan, s: State, bandit: int, who: int, workspace: Workspace, rng: Rng) -> int:
    """The child to follow: one never tried, at random, else the best by UCT; NONE if the tree is full."""
    if varies(s, plan):
        return choose_varying(tree, plan, s, bandit, who, workspace, rng)
    block = find_block(tree, s, bandit, who, workspace)
    return NONE if block == NONE else choose_fixed(tree, plan, bandit, block, who, rng)


@compiled
def find_block(tree: Tree, s: State, node: int, who: int, workspace: Workspace) -> int:
    """The first of this chooser's children, which lie side by side; made if missing, NONE if the tree is full.
    A node has one such block, or one a chooser where only the actions are fixed and chance decides whose they are."""
    block = as_int(tree.nodes[node].first)
    if has_fixed_actions(s):
        while block != NONE and tree.nodes[block].chooser != who:
            block = as_int(tree.nodes[block].next_sibling)
    if block != NONE:
        return block
    block = as_int(tree.used[0])
    return block if open_node(tree, node, s, who, workspace) else NONE


@compiled
def open_node(tree: Tree, node: int, s: State, who: int, workspace: Workspace) -> bool:
    """Give a node all children of a chooser, side by side; False if the tree is full."""
    n = legal_actions(s, workspace.out)
    if not has_space(tree, n):
        return False
    add_children(tree, node, who, workspace.out, n)
    return True


@compiled
def choose_fixed(tree: Tree, plan: Plan, bandit: int, first: int, who: int, rng: Rng) -> int:
    """Among children that lie side by side: an untried one at random, else the largest
    mean + 2 Cp sqrt(2 ln N / n), ties at random."""
    count = tree.nodes[bandit].count
    seat = plan.seat if plan.shared else who
    log = 2.0 * math.log(max(1, tree.nodes[bandit].visits))
    best, best_value, ties = NONE, -np.inf, 0
    for child in range(first, first + count):
        n = tree.nodes[child].visits
        value = tree.sums[child, seat] / n + plan.weight * math.sqrt(log / n) if n > 0 else np.inf
        if value > best_value:
            best, best_value, ties = child, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = child
    return best


@compiled
def choose_varying(tree: Tree, plan: Plan, s: State, bandit: int, who: int, workspace: Workspace, rng: Rng) -> int:
    """The same among the actions that are legal this time; a missing child is made."""
    n = legal_actions(s, workspace.out)
    seat = plan.seat if plan.shared else who
    missing, new_action = 0, as_int(NONE)
    best, best_value, ties = NONE, -np.inf, 0
    for i in range(n):
        child = find_child(tree, bandit, as_int(workspace.out[i]), who)
        if child == NONE:
            missing += 1
            if below(rng, missing) == 0:
                new_action = as_int(workspace.out[i])
            continue
        tree.nodes[child].availability += 1
        value = np.inf
        if tree.nodes[child].visits > 0:
            bonus = math.sqrt(2.0 * math.log(tree.nodes[child].availability) / tree.nodes[child].visits)
            value = tree.sums[child, seat] / tree.nodes[child].visits + plan.weight * bonus
        if value > best_value:
            best, best_value, ties = child, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = child
    if missing == 0:
        return best
    return add_child(tree, bandit, new_action, who)


@compiled
def follow(tree: Tree, plan: Plan, s: State, node: int, bandit: int, arm: int, workspace: Workspace) -> int:
    """The child of `node` for the pick that `arm` of a bandit elsewhere stands for; made if missing."""
    who, action = as_int(tree.nodes[arm].chooser), as_int(tree.nodes[arm].action)
    if varies(s, plan):
        child = find_child(tree, node, action, who)
        return child if child != NONE else add_child(tree, node, action, who)
    block = find_block(tree, s, node, who, workspace)
    return NONE if block == NONE else block + arm - find_block(tree, s, bandit, who, workspace)


@compiled
def draw_child(tree: Tree, node: int, s: State, workspace: Workspace, rng: Rng) -> int:
    """Closed loop: the child for a chance outcome drawn at random; NONE if the tree is full."""
    n = chances(s, workspace.out, workspace.odds)
    if tree.nodes[node].first == NONE:
        if not has_space(tree, n):
            return NONE
        add_children(tree, node, CHANCE, workspace.out, n)
    return tree.nodes[node].first + pick_weighted(rng, workspace.odds, n)
