"""The tree of UCT and how it grows, compiled per game: shared by `mcts` and `ismcts`.

A *slot* is a node of the tree together with the edge that leads to it. No states are kept: each iteration copies the
root state and plays down the tree. Four things bend the plain algorithm:

- chance: closed-loop trees have slots for chance outcomes; open-loop trees draw the outcome anew at each visit and
  keep one slot for the action whatever came of it;
- legal actions that vary between visits of a slot (open loop, or hidden information, where each iteration guesses
  another whole state): children are then added as they turn up, and a child's bonus counts how often it could have
  been chosen (`seen`) rather than the visits of its parent;
- other seats that are modelled: they act as in playouts, and the tree holds the actions of one seat only;
- simultaneous picks: each picker of a round has a *bandit*, statistics of its own actions that do not depend on the
  others' pending picks. The first picker's bandit is the slot where the round began, the others are its `partner`s.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.playouts import NO_CAP, RETURNS, follow_policy, play_out
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below, pick_weighted
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

ROOT = 0
NONE = -1


SLOT = np.dtype(
    [
        ("visits", np.int32),  # iterations that passed through
        ("first", np.int32),  # the first child, or NONE
        ("count", np.int32),  # how many children
        ("action", np.int32),  # what leads here from the parent
        ("after", np.int32),  # the next child of the same parent, or NONE
        ("seen", np.int32),  # how often it could be chosen (where legal actions vary)
        ("partner", np.int32),  # the bandit of the next picker (simultaneous picks), or NONE
        ("chooser", np.int32),  # the seat that chose the action, or CHANCE
    ]
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
        ("closed", np.int32),  # chance outcomes have slots of their own
        ("decoupled", np.int32),  # simultaneous picks have bandits of their own
        ("modelled", np.int32),  # the other seats act as in playouts, in the tree too
    ]
)


class Tree(NamedTuple):
    """Memory of the tree; a slot is written when it is made, so nothing need be cleared."""

    slots: Any  # [capacity] of SLOT
    sums: Any  # float64 [capacity, seats]: the rewards of each slot
    used: Any  # int64 [1]: slots in use


class Workspace(NamedTuple):
    """Memory that a search writes to while it runs."""

    root: Any  # [1] the position searched
    state: Any  # [1] the position of this iteration
    out: Any  # int32 actions
    odds: Any  # float64 probabilities
    path: Any  # int32 slots of this iteration
    reward: Any  # float64 per seat


def new_tree(capacity: int, seats: int) -> Tree:
    """A tree that holds only its root."""

    tree = Tree(np.empty(capacity, SLOT).view(np.recarray), np.empty((capacity, seats)), np.zeros(1, np.int64))
    clear(tree)
    return tree


@compiled
def clear(tree: Tree) -> None:
    """Forget everything but a fresh root."""
    tree.used[0] = 0
    new_slot(tree, NONE, NONE)


@compiled
def new_slot(tree: Tree, action: int, chooser: int) -> int:
    slot = tree.used[0]
    tree.used[0] += 1
    tree.slots[slot].visits = 0
    for seat in range(tree.sums.shape[1]):
        tree.sums[slot, seat] = 0.0
    tree.slots[slot].action = action
    tree.slots[slot].chooser = chooser
    tree.slots[slot].first = NONE
    tree.slots[slot].after = NONE
    tree.slots[slot].count = 0
    tree.slots[slot].seen = 0
    tree.slots[slot].partner = NONE
    return slot


@compiled
def grow(tree: Tree, plan: Any, workspace: Workspace, control: Any, rng: Any) -> None:
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
            tree.slots[workspace.path[i]].visits += 1
            for seat in range(workspace.reward.shape[0]):
                tree.sums[workspace.path[i], seat] += workspace.reward[seat]
        control[DONE] += 1


@compiled
def measure(s: Any, plan: Any, reward: Any) -> None:
    """The reward of each seat, in [0, 1]: that of the seat that decides by one kind, of the others by theirs."""
    measure_kind(s, plan, as_int(plan.kind), reward)
    if plan.other_kind != plan.kind:
        own = reward[plan.seat]
        measure_kind(s, plan, as_int(plan.other_kind), reward)
        reward[plan.seat] = own


@compiled
def measure_kind(s: Any, plan: Any, kind: int, reward: Any) -> None:
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
def descend(tree: Tree, plan: Any, s: Any, workspace: Workspace, rng: Any) -> int:
    """Play down the tree to a slot not visited before (made if there is workspace), or to the end of the game.
    Writes the path; returns its length."""
    slot = bandit = as_int(ROOT)
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
            child = draw_child(tree, slot, s, workspace, rng)
            if child == NONE:
                return steps
        elif plan.modelled and who != plan.seat:
            apply(s, follow_policy(s, plan.policy, workspace.out, rng))
            continue
        else:
            bandit = find_bandit(tree, plan, s, slot, bandit)
            if bandit == NONE:
                return steps
            arm = choose(tree, plan, s, bandit, who, workspace, rng)
            child = arm if bandit == slot or arm == NONE else follow(tree, plan, s, slot, bandit, arm, workspace)
            if child == NONE:
                return steps
            if bandit != slot:
                workspace.path[steps] = bandit
                workspace.path[steps + 1] = arm
                steps += 2
        apply(s, as_int(tree.slots[child].action))
        slot = child
        workspace.path[steps] = slot
        steps += 1
        if tree.slots[slot].visits == 0 and not (plan.decoupled and is_simultaneous(s) and pending(s) > 0):
            return steps


@compiled
def varies(s: Any, plan: Any) -> bool:
    """Whether the legal actions behind a slot may differ from visit to visit."""
    if has_fixed_actions(s):
        return False
    return is_hidden(s) or plan.modelled != 0 or (is_stochastic(s) and not plan.closed)


@compiled
def find_bandit(tree: Tree, plan: Any, s: Any, slot: int, before: int) -> int:
    """The slot whose children hold the statistics for this choice; NONE if there is no workspace for it."""
    if not is_simultaneous(s) or not plan.decoupled or pending(s) == 0:
        return slot
    if tree.slots[before].partner == NONE:
        if tree.used[0] == tree.slots.shape[0]:
            return NONE
        tree.slots[before].partner = new_slot(tree, NONE, NONE)
    return as_int(tree.slots[before].partner)


@compiled
def choose(tree: Tree, plan: Any, s: Any, bandit: int, who: int, workspace: Workspace, rng: Any) -> int:
    """The child to follow: one never tried, at random, else the best by UCT; NONE if there is no workspace."""
    if varies(s, plan):
        return choose_varying(tree, plan, s, bandit, who, workspace, rng)
    block = find_block(tree, s, bandit, who, workspace)
    return NONE if block == NONE else choose_fixed(tree, plan, bandit, block, who, rng)


@compiled
def find_block(tree: Tree, s: Any, slot: int, who: int, workspace: Workspace) -> int:
    """The first of this chooser's children, which lie side by side; made if missing, NONE if there is no workspace.
    A slot has one such block, or one a chooser where only the actions are fixed and chance decides whose they are."""
    block = as_int(tree.slots[slot].first)
    if has_fixed_actions(s):
        while block != NONE and tree.slots[block].chooser != who:
            block = as_int(tree.slots[block].after)
    if block != NONE:
        return block
    block = as_int(tree.used[0])
    return block if open_slot(tree, slot, s, who, workspace) else NONE


@compiled
def open_slot(tree: Tree, slot: int, s: Any, who: int, workspace: Workspace) -> bool:
    """Give a slot all children of a chooser, side by side; False if there is no workspace."""
    n = legal_actions(s, workspace.out)
    if tree.used[0] + n > tree.slots.shape[0]:
        return False
    add_children(tree, slot, who, workspace.out, n)
    return True


@compiled
def add_children(tree: Tree, slot: int, who: int, actions: Any, n: int) -> None:
    """Children side by side; linked to their parent last, since another thread may be drawing the tree."""
    first = tree.used[0]
    for i in range(n):
        child = new_slot(tree, as_int(actions[i]), who)
        tree.slots[child].after = child + 1 if i + 1 < n else tree.slots[slot].first
    tree.slots[slot].first = first
    tree.slots[slot].count = n


@compiled
def choose_fixed(tree: Tree, plan: Any, bandit: int, first: int, who: int, rng: Any) -> int:
    """Among children that lie side by side: an untried one at random, else the largest
    mean + 2 Cp sqrt(2 ln N / n), ties at random."""
    count = tree.slots[bandit].count
    seat = plan.seat if plan.shared else who
    log = 2.0 * math.log(max(1, tree.slots[bandit].visits))
    best, best_value, ties = NONE, -np.inf, 0
    for child in range(first, first + count):
        n = tree.slots[child].visits
        value = tree.sums[child, seat] / n + plan.weight * math.sqrt(log / n) if n > 0 else np.inf
        if value > best_value:
            best, best_value, ties = child, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = child
    return best


@compiled
def choose_varying(tree: Tree, plan: Any, s: Any, bandit: int, who: int, workspace: Workspace, rng: Any) -> int:
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
        tree.slots[child].seen += 1
        value = np.inf
        if tree.slots[child].visits > 0:
            bonus = math.sqrt(2.0 * math.log(tree.slots[child].seen) / tree.slots[child].visits)
            value = tree.sums[child, seat] / tree.slots[child].visits + plan.weight * bonus
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
def find_child(tree: Tree, slot: int, action: int, who: int) -> int:
    child = as_int(tree.slots[slot].first)
    while child != NONE and (tree.slots[child].action != action or tree.slots[child].chooser != who):
        child = as_int(tree.slots[child].after)
    return child


@compiled
def add_child(tree: Tree, slot: int, action: int, who: int) -> int:
    """One more child, in front of the others; NONE if there is no workspace."""
    if tree.used[0] == tree.slots.shape[0]:
        return NONE
    child = new_slot(tree, action, who)
    tree.slots[child].seen = 1
    tree.slots[child].after = tree.slots[slot].first
    tree.slots[slot].first = child
    tree.slots[slot].count += 1
    return child


@compiled
def follow(tree: Tree, plan: Any, s: Any, slot: int, bandit: int, arm: int, workspace: Workspace) -> int:
    """The child of `slot` for the pick that `arm` of a bandit elsewhere stands for; made if missing."""
    who, action = as_int(tree.slots[arm].chooser), as_int(tree.slots[arm].action)
    if varies(s, plan):
        child = find_child(tree, slot, action, who)
        return child if child != NONE else add_child(tree, slot, action, who)
    block = find_block(tree, s, slot, who, workspace)
    return NONE if block == NONE else block + arm - find_block(tree, s, bandit, who, workspace)


@compiled
def draw_child(tree: Tree, slot: int, s: Any, workspace: Workspace, rng: Any) -> int:
    """Closed loop: the child for a chance outcome drawn at random; NONE if there is no workspace."""
    n = chances(s, workspace.out, workspace.odds)
    if tree.slots[slot].first == NONE:
        if tree.used[0] + n > tree.slots.shape[0]:
            return NONE
        add_children(tree, slot, CHANCE, workspace.out, n)
    return tree.slots[slot].first + pick_weighted(rng, workspace.odds, n)
