"""Looking ahead: play each promising action out many times, and see what the position is worth at the end.

In a playout the seat itself plays its quick strategy and everybody else plays like a bot, up to the end of one of the
seat's next turns; there the value network gives the chance to win. Candidates share their luck (the same random numbers
for each), and the worse half is dropped again and again, so that most playouts are spent on those that are close
(sequential halving; Karnin, Koren and Somekh 2013).
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.halving import count_rounds
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, fork, pick_weighted
from ludoteca.games.dicewars.agents.warlord.attacks import find_attacks
from ludoteca.games.dicewars.agents.warlord.features import FEATURES, describe
from ludoteca.games.dicewars.agents.warlord.strategy import decide
from ludoteca.games.dicewars.agents.warlord.transfers import find_advance, find_settlement
from ludoteca.games.dicewars.agents.warlord.weights import Weights
from ludoteca.games.dicewars.bots import bot_action
from ludoteca.games.dicewars.bots.transfers import can_transfer
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.rules import apply, chances, mover
from ludoteca.games.dicewars.state import END, ENDED, STATE
from ludoteca.networks.inference import infer, softmax
from ludoteca.networks.weights import Shape
from ludoteca.protocol import CHANCE, OVER, State, States, new_states
from ludoteca.protocol.budget import DONE, LIMIT, STOP

ATTACKS = 4  # at most, among the candidates
CANDIDATES = ATTACKS + 5  # the strategy's own, two transfers, the end of the turn, and one that was asked about
MOST_STEPS = 3_000  # of a playout, chance included
LOSE, WIN = 0, 1  # the network's classes
SHAPE = Shape((FEATURES, 32, 16, 2))


class Policies(NamedTuple):
    """Who plays in a playout."""

    weights: Weights
    """Of the seat's own strategy."""
    bot: int
    """Everybody else, by the place in BOTS."""


class Workspace(NamedTuple):
    """The position, the network, and arrays to work with."""

    states: States
    """The position to decide in, and the one of the playout."""
    flat: Any
    sizes: Any
    x: FloatArray
    output: Any
    outcomes: Any
    odds: FloatArray


def new_workspace(flat: Any) -> Workspace:
    return Workspace(
        new_states(STATE, 2), flat, np.array(SHAPE.sizes, np.int64), np.zeros(FEATURES, np.float32),
        np.zeros(2, np.float32), np.zeros(AREAS, np.int32), np.zeros(AREAS),
    )  # fmt: skip


class Candidates(NamedTuple):
    """Actions, the best ones first, with their playouts."""

    actions: Any
    sums: Any
    """Of the chances to win at the ends of the playouts."""
    visits: Any


def new_candidates() -> Candidates:
    return Candidates(np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES), np.zeros(CANDIDATES, np.int64))


@compiled
def estimate(s: State, seat: int, workspace: Any) -> float:
    """The chance that a seat wins: by the network, or certain once the game is decided for it."""
    if s.phase == ENDED or s.land[seat] == 0:
        return 1.0 if s.winner == seat else 0.0
    describe(s, seat, workspace.x)
    infer(workspace.flat, workspace.sizes, workspace.x, workspace.output)
    softmax(workspace.output, 2)
    return np.float64(workspace.output[WIN])


@compiled
def play_out(s: State, seat: int, turns: int, policies: Any, workspace: Any, rng: Rng) -> float:
    """Play until the seat has ended `turns` of its turns; return what the position is worth then."""
    for _ in range(MOST_STEPS):
        who = mover(s)
        if who == OVER or s.land[seat] == 0:
            break
        if who == CHANCE:
            n = chances(s, workspace.outcomes, workspace.odds)
            apply(s, as_int(workspace.outcomes[pick_weighted(rng, workspace.odds, n)]))
        elif who == seat:
            action = decide(s, policies.weights)
            if action == END:
                turns -= 1
                if turns == 0:
                    break
            apply(s, action)
        else:
            apply(s, bot_action(s, policies.bot, rng))
    return estimate(s, seat, workspace)


@compiled
def try_action(action: int, turns: int, policies: Any, workspace: Any, rng: Rng) -> float:
    """One playout after an action in the position to decide in."""
    states = workspace.states
    seat = as_int(states[0].turn)
    states[1] = states[0]
    if action == END:
        turns -= 1
        if turns == 0:
            return estimate(states[1], seat, workspace)
    apply(states[1], action)
    return play_out(states[1], seat, turns, policies, workspace, rng)


@compiled
def add_candidate(out: Actions, n: int, action: int) -> int:
    for i in range(n):
        if out[i] == action:
            return n
    out[n] = action
    return n + 1


@compiled
def write_candidates(s: State, w: Weights, out: Actions) -> int:
    """The strategy's own action first; then the best attacks, the best transfers and the end of the turn."""
    n = add_candidate(out, 0, decide(s, w))
    attacks = np.empty(ATTACKS, np.int64)
    for i in range(find_attacks(s, w, attacks, ATTACKS)):
        n = add_candidate(out, n, as_int(attacks[i]))
    if can_transfer(s, 0):
        forward, last = find_advance(s, w), find_settlement(s, w)
        if forward != END:
            n = add_candidate(out, n, forward)
        if last != END:
            n = add_candidate(out, n, last)
    return add_candidate(out, n, END)


@compiled
def compare(candidates: Any, n: int, turns: int, policies: Any, workspace: Any, control: Any, rng: Rng) -> None:
    """Sequential halving over the first n candidates: `turns` of the seat's own are played in each playout."""
    word = np.empty(1, np.uint64)
    rounds, left = count_rounds(n), n
    while left > 1 and control[STOP] == 0:
        for _ in range(max(1, control[LIMIT] // (rounds * left))):
            luck = fork(rng)
            for i in range(left):
                word[0] = luck
                candidates.sums[i] += try_action(as_int(candidates.actions[i]), turns, policies, workspace, word)
                candidates.visits[i] += 1
                control[DONE] += 1
            if control[STOP] != 0:
                break
        sort_by_mean(candidates, left)
        left = (left + 1) // 2


@compiled
def sort_by_mean(candidates: Any, n: int) -> None:
    """The best mean first; equals keep their order."""
    actions, sums, visits = candidates
    for i in range(1, n):
        j = i
        while j > 0 and sums[j] * visits[j - 1] > sums[j - 1] * visits[j]:
            actions[j], actions[j - 1] = actions[j - 1], actions[j]
            sums[j], sums[j - 1] = sums[j - 1], sums[j]
            visits[j], visits[j - 1] = visits[j - 1], visits[j]
            j -= 1
