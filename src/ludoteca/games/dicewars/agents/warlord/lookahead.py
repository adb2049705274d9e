"""Looking ahead: play on after each promising action, again and again, and see what the position is worth then.

In its head the seat itself plays its quick strategy and everybody else like a bot, up to the end of one of its next
turns; there the value network tells the chance to win. Candidates share their luck (the same stream of chance for
each), and the worse half is dropped again and again, so that most games are spent on those that are close (sequential
halving; Karnin, Koren and Somekh 2013).
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import fork, pick_weighted
from ludoteca.games.dicewars.agents.warlord.attacks import find_attacks
from ludoteca.games.dicewars.agents.warlord.features import FEATURES, describe
from ludoteca.games.dicewars.agents.warlord.strategy import decide
from ludoteca.games.dicewars.agents.warlord.transfers import find_advance, find_settlement
from ludoteca.games.dicewars.bots import bot_action
from ludoteca.games.dicewars.bots.transfers import can_transfer
from ludoteca.games.dicewars.rules import apply, chances, mover
from ludoteca.games.dicewars.state import END, ENDED
from ludoteca.games.dicewars.tables import AREAS
from ludoteca.networks.inference import infer, softmax
from ludoteca.networks.weights import Shape
from ludoteca.protocol import CHANCE, OVER
from ludoteca.protocol.budget import DONE, LIMIT, STOP

ATTACKS = 4  # looked at, at the most
CANDIDATES = ATTACKS + 4
MOST_STEPS = 3_000  # of a game in its head, chance included
LOSE, WIN = 0, 1  # the network's classes
SHAPE = Shape((FEATURES, 32, 16, 2))


class Workspace(NamedTuple):
    """What the games in its head need: the network, and room to work."""

    flat: Any
    sizes: Any
    x: Any
    told: Any
    outcomes: Any
    odds: Any


def make_desk(flat: Any) -> Workspace:
    return Workspace(
        flat, np.array(SHAPE.sizes, np.int64), np.zeros(FEATURES, np.float32), np.zeros(2, np.float32),
        np.zeros(AREAS, np.int32), np.zeros(AREAS),
    )  # fmt: skip


@compiled
def estimate(s: Any, seat: int, workspace: Any) -> float:
    """The chance that a seat wins, by the network; certain where it is."""
    if s.phase == ENDED or s.land[seat] == 0:
        return 1.0 if s.winner == seat else 0.0
    describe(s, seat, workspace.x)
    infer(workspace.flat, workspace.sizes, workspace.x, workspace.told)
    softmax(workspace.told, 2)
    return np.float64(workspace.told[WIN])


@compiled
def play_on(s: Any, seat: int, w: Any, bot: int, turns: int, workspace: Any, rng: Any) -> float:
    """Play on until the seat ends its turn for the last of so many times; what the position is worth then."""
    for _ in range(MOST_STEPS):
        who = mover(s)
        if who == OVER or s.land[seat] == 0:
            break
        if who == CHANCE:
            n = chances(s, workspace.outcomes, workspace.odds)
            apply(s, as_int(workspace.outcomes[pick_weighted(rng, workspace.odds, n)]))
        elif who == seat:
            action = decide(s, w)
            if action == END:
                turns -= 1
                if turns == 0:
                    break
            apply(s, action)
        else:
            apply(s, bot_action(s, bot, rng))
    return estimate(s, seat, workspace)


@compiled
def try_action(states: Any, action: int, w: Any, bot: int, turns: int, workspace: Any, rng: Any) -> float:
    """One game in its head after an action of `states[0]`."""
    seat = as_int(states[0].turn)
    states[1] = states[0]
    if action == END:
        turns -= 1
        if turns == 0:
            return estimate(states[1], seat, workspace)
    apply(states[1], action)
    return play_on(states[1], seat, w, bot, turns, workspace, rng)


@compiled
def add_candidate(out: Any, n: int, action: int) -> int:
    for i in range(n):
        if out[i] == action:
            return n
    out[n] = action
    return n + 1


@compiled
def write_candidates(s: Any, w: Any, out: Any) -> int:
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
def think(
    states: Any, actions: Any, n: int, w: Any, bot: int, turns: int, workspace: Any, sums: Any, visits: Any,
    control: Any, rng: Any,
) -> None:  # fmt: skip
    """Play games after each of n actions of `states[0]`; the best ones are first in `actions` when it ends."""
    word = np.empty(1, np.uint64)
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    left = n
    while left > 1 and control[STOP] == 0:
        for _ in range(max(1, control[LIMIT] // (rounds * left))):
            luck = fork(rng)
            for i in range(left):
                word[0] = luck
                sums[i] += try_action(states, as_int(actions[i]), w, bot, turns, workspace, word)
                visits[i] += 1
                control[DONE] += 1
            if control[STOP] != 0:
                break
        sort_by_mean(actions, sums, visits, left)
        left = (left + 1) // 2


@compiled
def sort_by_mean(actions: Any, sums: Any, visits: Any, n: int) -> None:
    """The best mean first; equals keep their order."""
    for i in range(1, n):
        j = i
        while j > 0 and sums[j] * visits[j - 1] > sums[j - 1] * visits[j]:
            actions[j], actions[j - 1] = actions[j - 1], actions[j]
            sums[j], sums[j - 1] = sums[j - 1], sums[j]
            visits[j], visits[j - 1] = visits[j - 1], visits[j]
            j -= 1
