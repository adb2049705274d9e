"""A network as the evaluator of a guided search: compiled for one encoder.

The head `policy` gives the priors of the legal actions; the head `value` gives what the seats will earn, on [-1, 1],
beginning with the seat to act. Where one number says it all (two seats that share a constant sum, or a team), it has
one unit; otherwise one for each seat. The encoder is shown what the seat to act sees, and nothing else.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.guided_search import AGAIN, Plan, receive, simulate
from ludoteca.agents.guided_tree import NONE, Forest
from ludoteca.agents.guided_views import is_veiled
from ludoteca.core.jit import as_int, compiled
from ludoteca.networks.forward import forward
from ludoteca.networks.program import Program
from ludoteca.protocol import Encoder, GameInfo, State
from ludoteca.protocol.budget import DONE, STOP
from ludoteca.protocol.rules import mover, observe


def count_values(info: GameInfo, seats: int) -> int:
    """Units of the value."""
    one = info.co_operative or (seats == 2 and info.utility in ("zero-sum", "constant-sum"))
    return 1 if one else seats


class Evaluations(NamedTuple):
    """The compiled functions of one encoder."""

    collect: Callable[..., None]
    """(forest, trees, x): the inputs of the leaves of these trees."""
    scatter: Callable[..., None]
    """(forest, plan, trees, nodes, policy, values, team): what the network answered, back into the trees."""
    grow: Callable[..., None]
    """(forest, plan, heads, program, row, control): one search, the network inside of the compiled code."""


class Heads(NamedTuple):
    """Where a network's answers are in its row, and how they are read."""

    policy: int
    value: int
    values: int
    """Units of the value."""
    team: bool


@compiled
def spread_values(values: Any, who: int, team: bool, out: Any) -> None:
    """From the head's numbers, the mover's first, to a value for each seat on [0, 1]."""
    seats = len(out)
    for i in range(seats):
        seat = (who + i) % seats
        if len(values) > 1 or i == 0 or team:
            number = np.float64(values[i if len(values) > 1 else 0])
        else:
            number = -np.float64(values[0])
        out[seat] = min(1.0, max(0.0, 0.5 + 0.5 * number))


@compiled
def view_of(forest: Forest, t: int) -> State:
    """What the seat to act at a leaf sees."""
    if not is_veiled(forest.states[t]):
        return forest.states[t]
    forest.look[0] = forest.states[t]
    observe(forest.look[0], as_int(mover(forest.look[0])))
    return forest.look[0]


@lru_cache(maxsize=64)
def evaluations_of(encoder: Encoder) -> Evaluations:
    fill, output_of = encoder.fill, encoder.output_of

    @compiled
    def collect(forest: Forest, trees: Any, x: Any) -> None:
        for k in range(len(trees)):
            fill(view_of(forest, as_int(trees[k])), x[k])

    @compiled
    def take(forest: Forest, plan: Plan, t: int, place: int, policy: Any) -> None:
        """Priors from the outputs: softmax over the legal ones; then go on. The value is in the forest."""
        node, view = forest.nodes[t, place], view_of(forest, t)
        most = -np.inf
        for child in range(node.first, node.first + node.count):
            output = as_int(output_of(view, as_int(forest.nodes[t, child].action)))
            forest.nodes[t, child].prior = policy[output]
            most = max(most, np.float64(policy[output]))
        total = 0.0
        for child in range(node.first, node.first + node.count):
            share = math.exp(np.float64(forest.nodes[t, child].prior) - most)
            forest.nodes[t, child].prior = share
            total += share
        for child in range(node.first, node.first + node.count):
            forest.nodes[t, child].prior /= total
        receive(forest, plan, t)

    @compiled
    def scatter(forest: Forest, plan: Plan, trees: Any, nodes: Any, policy: Any, values: Any, team: bool) -> None:
        for k in range(len(trees)):
            t = as_int(trees[k])
            spread_values(values[k], as_int(mover(forest.states[t])), team, forest.value)
            take(forest, plan, t, as_int(nodes[k]), policy[k])

    @compiled
    def grow(forest: Forest, plan: Plan, heads: Heads, program: Program, room: Any, control: Any) -> None:
        x, row = room
        while control[STOP] == 0 or forest.nodes[0, 0].visits == 0:
            node = simulate(forest, plan, 0)
            if node == NONE:
                break
            if node == AGAIN:
                control[DONE] = forest.done[0]
                continue
            fill(view_of(forest, 0), x)
            forward(program, x, row)
            answers = row[heads.value : heads.value + heads.values]
            spread_values(answers, as_int(mover(forest.states[0])), heads.team, forest.value)
            take(forest, plan, 0, node, row[heads.policy :])
            control[DONE] = forest.done[0]
        control[DONE] = forest.done[0]

    return Evaluations(collect, scatter, grow)
