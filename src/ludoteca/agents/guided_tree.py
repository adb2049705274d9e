"""Trees of a guided search in memory, compiled: many side by side, one for each game that is played at once.

A *node* is a position. Its children are made together, with a prior each: the probability that the evaluator gives
the action, or the odds of a chance outcome. Values are on [0, 1], one for each seat. A node is *proven* once its value
is certain: the game is over there, one of its actions surely earns the most there is, or all of them are proven.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Rows as RowArray
from ludoteca.core.arrays import State, of_rows
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import Game, new_actions, new_states
from ludoteca.protocol.rules import CHANCE, OVER, apply, chances, is_stochastic, legal_actions, mover, returns

ROOT, NONE = 0, -1
UNSEEN = -9  # the mover of a node whose position was never looked at
TOP = 1.0 - 1e-9  # a proven value from here on is the most that there is to earn
BOTTOM = 1e-9
SLOTS, KEPT = 512, 64  # situations of which worlds are kept, and how many of each
SPARE = 8  # times the most children of a node: so much room is left when a tree stops growing

NODE = np.dtype(
    [
        ("visits", np.int32),  # simulations that passed through
        ("first", np.int32),  # the first child, or NONE; the others follow it
        ("count", np.int32),  # how many children
        ("action", np.int32),  # what leads here from the parent
        ("mover", np.int32),  # the seat to act here, CHANCE, OVER or UNSEEN
        ("proven", np.int32),
        ("prior", np.float32),
    ]
)


class Veil(NamedTuple):
    """What a search keeps where seats see different things (`guided_views.py`); empty elsewhere."""

    keys: Any  # uint64 [tree, node]: what its mover sees there, hashed
    next: Any  # int32 [tree, node]: the next situation after the same action, or NONE
    seat: Any  # int64 [tree]: the seat that searches
    waiting: Any  # int64 [tree]: where a simulation goes on that has waited for another seat's policy, or NONE
    known: Any  # uint64 [slot]: what a seat saw, hashed
    counts: Any  # int64 [slot]: how often
    worlds: Any  # [slot * KEPT] states: the last of those that it saw then


class Forest(NamedTuple):
    """The memory of many searches."""

    nodes: Any  # [tree, node] of NODE
    sums: Any  # float64 [tree, node, seat]: added up over visits; of a proven node its value
    used: Any  # int64 [tree]: nodes in use
    path: Any  # int32 [tree, step]: the nodes of the simulation under way
    steps: Any  # int64 [tree]: how many
    roots: Any  # [tree] states
    states: Any  # [tree] states: the leaf of the simulation under way
    look: Any  # [1] state: scratch space
    rngs: Any  # uint64 [tree, 1]
    done: Any  # int64 [tree]: simulations
    limit: Any  # int64 [tree]
    noise: Any  # float64 [tree, action]: of the Gumbel root
    halving: Any  # int32 [tree, simulation]: how often the action to follow was visited before
    first_value: Any  # float64 [tree]: the evaluation of the root, for its mover
    value: Any  # float64 [seat]: scratch space
    out: Any
    odds: Any
    veil: Veil


def new_forest(game: Game, seats: int, trees: int, simulations: int, capacity: int) -> Forest:
    """So many empty trees of so many nodes each. `simulations` is the most that a Gumbel root plans for."""
    info, dtype = game.info, game.state_dtype
    children = max(info.max_actions, info.max_outcomes)
    capacity = max(capacity, (SPARE + 2) * children + 2)
    veiled = info.hidden or info.simultaneous
    deepest = min(2 * info.longest if veiled else info.longest, capacity) + 2
    return Forest(
        np.zeros((trees, capacity), of_rows(NODE)).view(RowArray), np.zeros((trees, capacity, seats)),
        np.zeros(trees, np.int64), np.zeros((trees, deepest), np.int32), np.zeros(trees, np.int64),
        new_states(dtype, trees), new_states(dtype, trees), new_states(dtype, 1), np.ones((trees, 1), np.uint64),
        np.zeros(trees, np.int64), np.zeros(trees, np.int64), np.zeros((trees, info.max_actions)),
        np.zeros((trees, max(1, simulations)), np.int32), np.zeros(trees), np.zeros(seats), new_actions(game),
        np.zeros(children), new_veil(dtype, trees, capacity if veiled else 0),
    )  # fmt: skip


def new_veil(dtype: np.dtype[Any], trees: int, capacity: int) -> Veil:
    slots = SLOTS if capacity and trees > 1 else 1  # one tree sees one game: no other would tell it anything
    return Veil(
        np.zeros((trees, capacity), np.uint64), np.zeros((trees, capacity), np.int32), np.zeros(trees, np.int64),
        np.full(trees, NONE), np.zeros(slots, np.uint64), np.zeros(slots, np.int64), new_states(dtype, slots * KEPT),
    )  # fmt: skip


def count_nodes(game: Game, simulations: int) -> int:
    """Nodes that so many simulations fill at the most, as a rule: several chance steps in a row may need more."""
    info = game.info
    children = max(info.max_actions, info.max_outcomes)
    if info.hidden or info.simultaneous:  # in a simulation every seat may meet something new
        return (simulations + 2) * (info.max_actions + 1) * info.seats[1] + (SPARE + 2) * children
    return (simulations + 2) * (info.max_actions + info.max_outcomes) + (SPARE + 2) * children


@compiled
def clear(forest: Forest, t: int, limit: int) -> None:
    """Forget all but a fresh root."""
    forest.used[t] = 0
    forest.done[t] = 0
    forest.limit[t] = limit
    add_node(forest, t, NONE, 1.0)


@compiled
def add_node(forest: Forest, t: int, action: int, prior: float) -> int:
    place = as_int(forest.used[t])
    forest.used[t] += 1
    node = forest.nodes[t, place]
    node.visits = node.count = node.proven = 0
    node.first = NONE
    node.action = action
    node.mover = UNSEEN
    node.prior = prior
    for seat in range(forest.sums.shape[2]):
        forest.sums[t, place, seat] = 0.0
    return place


@compiled
def has_space(forest: Forest, t: int, n: int) -> bool:
    return forest.used[t] + n <= forest.nodes.shape[1]


@compiled
def is_full(forest: Forest, t: int) -> bool:
    """Whether a tree has grown as large as it may."""
    most = len(forest.out)
    return not has_space(forest, t, SPARE * most)


@compiled
def value_of(forest: Forest, t: int, node: int, seat: int) -> float:
    """The mean of a node that was visited, or its value if it is proven."""
    if forest.nodes[t, node].proven:
        return forest.sums[t, node, seat]
    return forest.sums[t, node, seat] / forest.nodes[t, node].visits


@compiled
def set_proven(forest: Forest, t: int, node: int, value: Any) -> None:
    forest.nodes[t, node].proven = 1
    for seat in range(forest.sums.shape[2]):
        forest.sums[t, node, seat] = value[seat]


@compiled
def prove(forest: Forest, t: int, place: int) -> None:
    """See whether what is known of the children proves a node."""
    node = forest.nodes[t, place]
    if node.mover == CHANCE:
        _prove_chance(forest, t, place)
        return
    best, every = NONE, True
    for child in range(node.first, node.first + node.count):
        if not forest.nodes[t, child].proven:
            every = False
        elif best == NONE or forest.sums[t, child, node.mover] > forest.sums[t, best, node.mover]:
            best = child
    if best != NONE and (every or forest.sums[t, best, node.mover] >= TOP):
        set_proven(forest, t, place, forest.sums[t, best])


@compiled
def _prove_chance(forest: Forest, t: int, place: int) -> None:
    """The value of a chance step is certain once that of every outcome is."""
    node = forest.nodes[t, place]
    for child in range(node.first, node.first + node.count):
        if not forest.nodes[t, child].proven:
            return
    node.proven = 1
    for seat in range(forest.sums.shape[2]):
        total = 0.0
        for child in range(node.first, node.first + node.count):
            total += np.float64(forest.nodes[t, child].prior) * forest.sums[t, child, seat]
        forest.sums[t, place, seat] = total


@compiled
def scale_returns(s: State, low: float, span: float, value: Any) -> None:
    """The result of a game that is over, on [0, 1]."""
    returns(s, value)
    for seat in range(len(value)):
        value[seat] = (value[seat] - low) / span


@compiled
def arrive(forest: Forest, t: int, place: int, low: float, span: float) -> None:
    """Look at a position for the first time: who is to act, and the children. What ends the game there and then is
    seen at once, one ply ahead: it needs no evaluation."""
    s = forest.states[t]
    node = forest.nodes[t, place]
    who = as_int(mover(s))
    node.mover = who
    if who == OVER:
        scale_returns(s, low, span, forest.value)
        set_proven(forest, t, place, forest.value)
    elif is_stochastic(s) and who == CHANCE:
        n = as_int(chances(s, forest.out, forest.odds))
        if has_space(forest, t, n):
            node.first, node.count = forest.used[t], n
            for i in range(n):
                add_node(forest, t, as_int(forest.out[i]), forest.odds[i])
    else:
        n = as_int(legal_actions(s, forest.out))
        if has_space(forest, t, n):
            node.first, node.count = forest.used[t], n
            for i in range(n):
                add_node(forest, t, as_int(forest.out[i]), 1.0 / n)
            _look_ahead(forest, t, place, low, span)


@compiled
def _look_ahead(forest: Forest, t: int, place: int, low: float, span: float) -> None:
    node = forest.nodes[t, place]
    found = False
    for child in range(node.first, node.first + node.count):
        forest.look[0] = forest.states[t]
        apply(forest.look[0], as_int(forest.nodes[t, child].action))
        if mover(forest.look[0]) == OVER:
            scale_returns(forest.look[0], low, span, forest.value)
            forest.nodes[t, child].mover = OVER
            set_proven(forest, t, child, forest.value)
            found = True
    if found:
        prove(forest, t, place)
