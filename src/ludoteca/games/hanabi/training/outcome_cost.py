"""The network and the cost of Chiappini and Ciruzzi's notes (2018), compiled.

Two hidden layers of sigmoid neurons, softmax outputs, one for each action. After a game with the score s each of its
moves has the cost C = |p - s/S|^(alpha n), where p is the output that was chosen and n the distance from the end; the
weights go down its gradient, move by move. What the notes leave open:

- n is 1 for the last move: with 0 its cost would be constant.
- Illegal choices are not mentioned. Moves are drawn from the outputs of the legal ones; p is the output as it is.
- The notes derive the softmax by its own argument alone, p (1 - p). The other outputs have the derivative -p o, too:
  `full` uses the whole Jacobian, otherwise the gradient is as written.
"""

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, pick_weighted
from ludoteca.games.hanabi.encoders import chiappini
from ludoteca.games.hanabi.state import MOVES, STATE
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import CHANCE, OVER, State, new_states
from ludoteca.protocol.rules import apply, draw_outcome, legal_actions, mover

HIDDEN = 110
DISTANCES = 40  # distances from the end that are measured, the last one for all beyond
NO_EFFECT = 1e-8  # shorter steps are lost in the rounding of single precision


class CostNetwork(NamedTuple):
    """Weights [input, output] and biases of the three layers."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    wo: Any
    bo: Any


class Layers(NamedTuple):
    """What a forward pass computes."""

    h1: Any
    h2: Any
    o: Any


class Cost(NamedTuple):
    """|p - s/S|^(alpha n), and how the weights follow it."""

    eta: float
    alpha: float
    most: float
    """S: the score that counts as 1."""
    full: bool
    """Whether the softmax is derived by its whole Jacobian."""


class CostRoom(NamedTuple):
    """Scratch space, and what is measured."""

    states: Any
    """[2]: the game, and a view."""
    layers: Layers
    x: Any
    """[move, input]"""
    chosen: Any
    """[move]: the output of each move."""
    p: Any
    """[move]: its value."""
    lengths: Any
    """[move]: the length of the derivative of p by the outputs' sums."""
    outputs: Any
    """[action]: its output."""
    out: Any
    odds: Any
    tops: Any
    """[3]: moves, the sums of the highest output, and of the outputs' entropy."""
    factors: Any
    """[distance, 4]: moves, the sums of |p - s/S|, of |dC/dp|, and of the length of dC/db of the outputs."""


def new_network(inputs: int, seed: int, dtype: Any = np.float32) -> CostNetwork:
    """Weights drawn from a normal distribution with the variance 1 / inputs of the layer; the notes do not say how."""
    random = np.random.default_rng(seed)
    sizes = (inputs, HIDDEN, HIDDEN, chiappini.OUTPUTS)
    parts = []
    for n, m in pairwise(sizes):
        parts += [(random.standard_normal((n, m)) / math.sqrt(n)).astype(dtype), np.zeros(m, dtype)]
    return CostNetwork(*parts)


def new_room(start: State, inputs: int, dtype: Any = np.float32) -> CostRoom:
    layers = Layers(np.zeros(HIDDEN, dtype), np.zeros(HIDDEN, dtype), np.zeros(chiappini.OUTPUTS, dtype))
    outputs = np.array([chiappini.output_of(start, action) for action in range(chiappini.OUTPUTS)])
    return CostRoom(
        new_states(STATE, 2),
        layers,
        np.zeros((MOVES, inputs), dtype),
        np.zeros(MOVES, np.int64),
        np.zeros(MOVES),
        np.zeros(MOVES),
        outputs,
        np.zeros(50, np.int32),
        np.zeros(50),
        np.zeros(3),
        np.zeros((DISTANCES, 4)),
    )


@compiled
def forward(net: CostNetwork, x: Any, layers: Layers) -> None:
    """Both hidden layers, and the outputs."""
    _sum_up(net.w1, net.b1, x, layers.h1)
    _squash(layers.h1)
    _sum_up(net.w2, net.b2, layers.h1, layers.h2)
    _squash(layers.h2)
    _sum_up(net.wo, net.bo, layers.h2, layers.o)
    o = layers.o
    o[:] = np.exp(o - o.max())
    o /= o.sum()


@compiled
def _sum_up(weights: Any, bias: Any, x: Any, sums: Any) -> None:
    sums[:] = bias
    for i in range(len(x)):
        if x[i] != 0:
            for j in range(len(sums)):
                sums[j] += x[i] * weights[i, j]


@compiled
def _squash(h: Any) -> None:
    """The sigmoid, in place."""
    for j in range(len(h)):
        h[j] = 1 / (1 + math.exp(-h[j]))


@compiled
def slope_of(p: float, target: float, power: float) -> float:
    """dC/dp of C = |p - target|^power. As in the notes it is 0 where p is the target."""
    distance = abs(p - target)
    if distance == 0.0:
        return 0.0
    return math.copysign(power * distance ** (power - 1.0), p - target)


@compiled
def descend(net: CostNetwork, x: Any, layers: Layers, chosen: int, slope: float, cost: Cost) -> None:
    """One step down the gradient of a move's cost, whose derivative by the chosen output is `slope`."""
    h1, h2, o = layers.h1, layers.h2, layers.o
    go = np.zeros_like(o)
    for j in range(len(o)):
        if j == chosen or cost.full:
            go[j] = slope * o[chosen] * ((j == chosen) - o[j])
    g2 = _step_back(net.wo, go, h2)
    g1 = _step_back(net.w2, g2, h1)
    _change(net.wo, net.bo, h2, go, cost.eta)
    _change(net.w2, net.b2, h1, g2, cost.eta)
    _change(net.w1, net.b1, x, g1, cost.eta)


@compiled
def _step_back(weights: Any, gradient: Any, h: Any) -> Any:
    """The gradient by the sums of a hidden layer, from that by the sums of the next. Four sums go on at once: one alone
    would wait for each of its additions."""
    found = np.zeros_like(h)
    whole = len(h) // 4 * 4
    for i in range(0, whole, 4):
        a = b = c = d = gradient[0] * 0
        for j in range(len(gradient)):
            a += weights[i, j] * gradient[j]
            b += weights[i + 1, j] * gradient[j]
            c += weights[i + 2, j] * gradient[j]
            d += weights[i + 3, j] * gradient[j]
        found[i], found[i + 1], found[i + 2], found[i + 3] = a, b, c, d
    for i in range(whole, len(h)):
        for j in range(len(gradient)):
            found[i] += weights[i, j] * gradient[j]
    for i in range(len(h)):
        found[i] *= h[i] * (1 - h[i])
    return found


@compiled
def _change(weights: Any, bias: Any, x: Any, gradient: Any, eta: float) -> None:
    for j in range(len(gradient)):
        gradient[j] *= eta
        bias[j] -= gradient[j]
    for i in range(len(x)):
        if x[i] != 0:
            for j in range(len(gradient)):
                weights[i, j] -= x[i] * gradient[j]


@compiled
def play_game(net: CostNetwork, start: Any, room: CostRoom, greedy: bool, chance: Rng, rng: Rng) -> int:
    """Play a game in room.states[0], and keep what each move was chosen from; returns the number of moves."""
    room.states[0] = start[0]
    s = room.states[0]
    moves = 0
    while mover(s) != OVER:
        if mover(s) == CHANCE:
            apply(s, as_int(draw_outcome(s, room.out, room.odds, chance)))
            continue
        room.states[1] = s
        observe(room.states[1], as_int(s.turn))
        chiappini.fill(room.states[1], room.x[moves])
        forward(net, room.x[moves], room.layers)
        action = _choose(room, legal_actions(s, room.out), greedy, rng)
        _note(room, moves, as_int(room.outputs[action]))
        apply(s, action)
        moves += 1
    return moves


@compiled
def _choose(room: CostRoom, n: int, greedy: bool, rng: Rng) -> int:
    """One of the n legal actions in `room.out`: by its output's share of all of theirs, or the highest output."""
    total, best = 0.0, 0
    for i in range(n):
        room.odds[i] = room.layers.o[room.outputs[room.out[i]]]
        total += room.odds[i]
        if room.odds[i] > room.odds[best]:
            best = i
    if greedy or total == 0.0:
        return as_int(room.out[best])
    room.odds[:n] /= total
    return as_int(room.out[pick_weighted(rng, room.odds, n)])


@compiled
def _note(room: CostRoom, move: int, chosen: int) -> None:
    o = room.layers.o
    p = np.float64(o[chosen])
    others, entropy = 0.0, 0.0
    for j in range(len(o)):
        if j != chosen:
            others += np.float64(o[j]) ** 2
        if o[j] > 0:
            entropy -= np.float64(o[j]) * math.log(o[j])
    room.tops[0] += 1
    room.tops[1] += o.max()
    room.tops[2] += entropy
    room.chosen[move] = chosen
    room.p[move] = p
    room.lengths[move] = p * math.sqrt((1 - p) ** 2 + others)


@compiled
def learn_game(net: CostNetwork, room: CostRoom, moves: int, target: float, cost: Cost) -> None:
    """Go down the gradient of each move's cost in turn, each time from the weights as they are then."""
    for move in range(moves):
        n = moves - move
        power = cost.alpha * n
        slope = abs(slope_of(room.p[move], target, power))
        row = room.factors[min(n, DISTANCES) - 1]
        row[0] += 1
        row[1] += abs(room.p[move] - target)
        row[2] += slope
        row[3] += slope * room.lengths[move]
        if cost.eta * slope < NO_EFFECT:
            continue
        forward(net, room.x[move], room.layers)
        chosen = as_int(room.chosen[move])
        slope = slope_of(np.float64(room.layers.o[chosen]), target, power)
        descend(net, room.x[move], room.layers, chosen, slope, cost)


@compiled
def play_and_learn(net: CostNetwork, start: Any, room: CostRoom, cost: Cost, rngs: Any, results: Any) -> None:
    """Games of self-play, after each of which the network learns. results[game]: cards built, lives left, moves."""
    for game in range(len(results)):
        moves = play_game(net, start, room, False, rngs[:1], rngs[1:])
        s = room.states[0]
        results[game, 0], results[game, 1], results[game, 2] = s.score, s.lives, moves
        score = 0 if s.lives == 0 and s.scoring == 0 else as_int(s.score)
        learn_game(net, room, moves, score / cost.most, cost)


@compiled
def play_only(net: CostNetwork, start: Any, room: CostRoom, greedy: bool, rngs: Any, results: Any) -> None:
    """Games without learning, each with a row of generators: chance, and the players."""
    for game in range(len(results)):
        moves = play_game(net, start, room, greedy, rngs[game, :1], rngs[game, 1:])
        s = room.states[0]
        results[game, 0], results[game, 1], results[game, 2] = s.score, s.lives, moves
