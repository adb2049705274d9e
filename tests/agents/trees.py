"""Games that are explicit trees, to check searches by hand or by brute force: a state is the number of a node.

`TREES` has two seats, zero sum and no chance; `LUCKY_TREES` has chance, too, and returns that do not add up to zero.
Nodes may share children, a seat may move twice running, and moves may be noisy or have a priority.
"""

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import below, new_rng
from ludoteca.protocol import CHANCE, OVER, GameInfo, Option, Rules, state_dtype
from tiny.face import TinyGame

MOST_KIDS, LONGEST = 4, 8
NODES: list["Node"] = []


class Node(NamedTuple):
    """A node of the table, by number; `kids` are numbers, too."""

    mover: int
    kids: tuple[int, ...] = ()
    payoff: tuple[float, float] = (0.0, 0.0)  # of both seats, where it is over
    estimate: float = 0.0  # for seat 0; the other's is the opposite
    noisy: bool = False  # the move that leads here
    priority: int = 0  # of the move that leads here


def plant(spec: Any, mover: int = 0) -> int:
    """A tree from nested lists of numbers: the seats take turns, numbers are what seat 0 gets in the end."""
    if isinstance(spec, Node):
        NODES.append(spec)
    elif isinstance(spec, int | float):
        NODES.append(Node(OVER, payoff=(spec, -spec)))
    else:
        NODES.append(Node(mover, tuple(plant(kid, 1 - mover) for kid in spec)))
    return len(NODES) - 1


def plant_hopes(kids: list[tuple[float, float]]) -> int:
    """A root above positions that look like one number and are worth another, after the only move that there is."""
    numbers = [plant(Node(1, (plant(worth),), estimate=looks)) for looks, worth in kids]
    return plant(Node(0, tuple(numbers)))


def plant_at_random(seed: int, layers: int, movers: tuple[int, ...], general: bool = False) -> int:
    """A root above layers of at most four nodes; each leads to two or three of the next layer, so lines meet again."""
    rng = new_rng(seed, "tree")
    wide = [plant(_draw_node(rng, (OVER,), (), general)) for _ in range(4)]
    for layer in range(layers):
        kids = [_draw_kids(rng, wide) for _ in range(4 if layer + 1 < layers else 1)]
        wide = [
            plant(_draw_node(rng, movers if layer + 1 == layers or below(rng, 8) else (OVER,), some, general))
            for some in kids
        ]
    return wide[0]


def _draw_kids(rng: Any, nodes: list[int]) -> tuple[int, ...]:
    first, count = below(rng, len(nodes)), 2 + below(rng, 2)
    return tuple(nodes[(first + i) % len(nodes)] for i in range(count))


def _draw_node(rng: Any, movers: tuple[int, ...], kids: tuple[int, ...], general: bool) -> Node:
    mover = movers[below(rng, len(movers))]
    payoff = (below(rng, 9) - 4) / 4
    other = (below(rng, 9) - 4) / 4 if general else -payoff
    estimate = (below(rng, 19) - 9) / 10
    return Node(mover, () if mover == OVER else kids, (payoff, other), estimate, below(rng, 3) == 0, below(rng, 3))


# --- what is planted -------------------------------------------------------------------------------------------------

BOOK = plant([[0.03, 0.12, 0.08], [0.02, 0.04, 0.06], [0.14, 0.05, 0.02]])  # the tree of many textbooks
QUICK_WIN = plant([[1.0, [[1.0]]], [[[1.0]], [[1.0]]], 1.0])  # three ways to win, the last one at once
LATE_LOSS = plant([[-1.0], [[[-1.0]]], [[[[-1.0]]], -1.0]])  # every way loses, the second one later than the others
RANDOM = [plant_at_random(seed, 4, (0, 1)) for seed in range(12)]
DEEP = [plant_at_random(seed, 6, (0, 1)) for seed in range(3)]
LUCKY = [plant_at_random(seed, 4, (0, 1, CHANCE, CHANCE)) for seed in range(12)]
GENERAL = [plant_at_random(seed, 4, (0, 1, CHANCE), general=True) for seed in range(12)]
NOTHING = plant([0.5, -0.5, 0.0, -0.25])  # one move is worth nothing, which is more than what loses
CHANGE = plant_hopes([(0.5, 0.1), (0.4, 0.3), (0.2, 0.2)])  # what looks best is not, one move further

MOVER = np.array([node.mover for node in NODES], np.int64)
COUNT = np.array([len(node.kids) for node in NODES], np.int64)
KIDS = np.array([[*node.kids, *[0] * (MOST_KIDS - len(node.kids))] for node in NODES], np.int64)
PAYOFF = np.array([node.payoff for node in NODES])
ESTIMATE = np.array([node.estimate for node in NODES])
NOISY = np.array([node.noisy for node in NODES])
PRIORITY = np.array([node.priority for node in NODES], np.int64)
ODDS = ((1.0,), (0.25, 0.75), (0.5, 0.2, 0.3), (0.25, 0.25, 0.25, 0.25))
WEIGHT = np.array([[*row, *[0.0] * (MOST_KIDS - len(row))] for row in ODDS])

STATE = state_dtype(("tree_node", np.int64))
LUCKY_STATE = state_dtype(("lucky_node", np.int64))
SETUP = state_dtype(("root", np.int64))


@compiled
def start(s, setup):
    s.tree_node = setup.root


@compiled
def mover(s):
    return MOVER[s.tree_node]


@compiled
def legal_actions(s, out):
    for i in range(COUNT[s.tree_node]):
        out[i] = i
    return COUNT[s.tree_node]


@compiled
def apply(s, action):
    s.tree_node = KIDS[s.tree_node, action]


@compiled
def returns(s, out):
    for seat in range(2):
        out[seat] = PAYOFF[s.tree_node, seat] if MOVER[s.tree_node] == OVER else 0.0


@compiled
def evaluate(s, seat):
    return ESTIMATE[s.tree_node] if seat == 0 else -ESTIMATE[s.tree_node]


@compiled
def is_noisy(s, action):
    return NOISY[KIDS[s.tree_node, action]]


@compiled
def priority(s, action):
    return PRIORITY[KIDS[s.tree_node, action]]


@compiled
def lucky_start(s, setup):
    s.lucky_node = setup.root


@compiled
def lucky_mover(s):
    return MOVER[s.lucky_node]


@compiled
def lucky_actions(s, out):
    for i in range(COUNT[s.lucky_node]):
        out[i] = i
    return COUNT[s.lucky_node]


@compiled
def chances(s, out, p):
    n = COUNT[s.lucky_node]
    for i in range(n):
        out[i] = i
        p[i] = WEIGHT[n - 1, i]
    return n


@compiled
def lucky_apply(s, action):
    s.lucky_node = KIDS[s.lucky_node, action]


@compiled
def lucky_returns(s, out):
    for seat in range(2):
        out[seat] = PAYOFF[s.lucky_node, seat] if MOVER[s.lucky_node] == OVER else 0.0


@compiled
def lucky_evaluate(s, seat):
    return ESTIMATE[s.lucky_node] if seat == 0 else -ESTIMATE[s.lucky_node]


WORDS = tuple(f"kid {i}" for i in range(MOST_KIDS))
ROOT_OPTION = Option("root", "the node to begin at", 0, low=0, high=len(NODES) - 1)


class Trees(TinyGame):
    words = WORDS
    rules = Rules(
        state=STATE, setup=SETUP, start=start, mover=mover, legal_actions=legal_actions, apply=apply, returns=returns,
        evaluate=evaluate, is_noisy=is_noisy, priority=priority,
    )  # fmt: skip
    info = GameInfo(
        name="trees", title="Trees", version="1.0", summary=__doc__, max_actions=MOST_KIDS, longest=LONGEST,
        options=(ROOT_OPTION,),
    )  # fmt: skip


class LuckyTrees(TinyGame):
    words = outcome_words = WORDS
    rules = Rules(
        state=LUCKY_STATE, setup=SETUP, start=lucky_start, mover=lucky_mover, legal_actions=lucky_actions,
        apply=lucky_apply, returns=lucky_returns, evaluate=lucky_evaluate, chances=chances,
    )  # fmt: skip
    info = GameInfo(
        name="lucky_trees", title="Lucky trees", version="1.0", summary=__doc__, max_actions=MOST_KIDS,
        longest=LONGEST, utility="general", chance=True, max_outcomes=MOST_KIDS, options=(ROOT_OPTION,),
    )  # fmt: skip


TREES, LUCKY_TREES = Trees(), LuckyTrees()


# --- brute force -----------------------------------------------------------------------------------------------------

STEP = 2e-7  # what a ply costs on the way to a win: a ten-millionth of the range of returns
NEAREST = 0.98  # estimates stay a hundredth of the range away from both ends


def sign(seat: int) -> int:
    return 1 if seat == 0 else -1


def score_end(number: int, ply: int) -> float:
    """For seat 0: wins and losses are worth a little less the later they come."""
    value = NODES[number].payoff[0]
    return value - STEP * ply if value == 1.0 else value + STEP * ply if value == -1.0 else value


def score(number: int, depth: int, ply: int = 0, quiescence: int = 0) -> float:
    """The minimax value for seat 0, so many moves ahead, then along noisy moves: no pruning, nothing remembered."""
    node = NODES[number]
    if node.mover == OVER:
        return score_end(number, ply)
    estimate = min(max(node.estimate, -NEAREST), NEAREST)
    if depth <= 0 and quiescence + depth <= 0:
        return estimate
    kids, options = node.kids, []
    if depth <= 0 and not all(NODES[kid].noisy for kid in kids):
        kids, options = tuple(kid for kid in kids if NODES[kid].noisy), [estimate]
    options += [score(kid, depth - 1, ply + 1, quiescence) for kid in kids]
    return max(options) if node.mover == 0 else min(options)


def count_nodes(number: int, depth: int) -> int:
    """How many positions lie at most so many moves below, the node itself included."""
    node = NODES[number]
    return 1 + (sum(count_nodes(kid, depth - 1) for kid in node.kids) if depth > 0 else 0)


def count_pruned(number: int, depth: int, ply: int = 0, alpha: float = -9.0, beta: float = 9.0) -> tuple[float, int]:
    """The textbook's alpha-beta, in seat 0's numbers: the value, and how many positions it visits."""
    node = NODES[number]
    if node.mover == OVER:
        return score_end(number, ply), 1
    if depth == 0:
        return min(max(node.estimate, -NEAREST), NEAREST), 1
    visited = 1
    for kid in node.kids:
        value, below_it = count_pruned(kid, depth - 1, ply + 1, alpha, beta)
        visited += below_it
        if node.mover == 0:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return (alpha if node.mover == 0 else beta), visited


def expect(number: int, depth: int) -> tuple[float, float]:
    """Expected returns of both seats, so many moves of seats ahead: each maximises its own, the first of equals."""
    node = NODES[number]
    if node.mover == OVER:
        return node.payoff
    if depth == 0 and node.mover != CHANCE:
        return node.estimate, -node.estimate
    values = [expect(kid, depth - (node.mover != CHANCE)) for kid in node.kids]
    if node.mover != CHANCE:
        return max(values, key=lambda value: value[node.mover])
    odds = ODDS[len(values) - 1]
    first, second = (sum(p * value[seat] for p, value in zip(odds, values, strict=True)) for seat in range(2))
    return first, second


def all_lines(number: int) -> list[tuple[int, ...]]:
    """Every way from a node to an end, as moves."""
    node = NODES[number]
    if node.mover == OVER:
        return [()]
    return [(i, *rest) for i, kid in enumerate(node.kids) for rest in all_lines(kid)]


def follow(number: int, line: tuple[int, ...]) -> int:
    for move in line:
        number = NODES[number].kids[move]
    return number


SWITCHES = [
    dict(zip(("table", "killers", "priorities", "iterative", "window"), values, strict=True))
    for values in product((0, 5), (False, True), (False, True), (False, True), (0.0, 0.1))
]
"""Every way to switch parts of alpha-beta on and off that must not change a value."""
