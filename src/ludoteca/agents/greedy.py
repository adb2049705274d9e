"""Looks one action ahead and takes the best by the game's evaluation; ties at random.

Where chance follows the action, its outcomes are averaged. Where something is hidden, the action is tried in several
guessed worlds and the estimates are averaged.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.protocol import Agent, GameInfo, Settings, State, States, new_actions, new_states
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import Budget, Watch
from ludoteca.protocol.rules import (
    CHANCE,
    MAX_SEATS,
    OVER,
    apply,
    chances,
    evaluate,
    guess,
    legal_actions,
    mover,
    returns,
)


@dataclass(frozen=True)
class GreedySettings(Settings):
    worlds: int = 16
    """Guessed worlds to average over where information is hidden."""

    def check(self) -> None:
        self.require("worlds", 1, 10_000)


class Greedy(Agent):
    name = "greedy"
    summary = "looks one action ahead and takes the best by the game's evaluation"
    Settings = GreedySettings
    quick_plain: ClassVar = {"worlds": 3}
    settings: GreedySettings

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        if info.simultaneous:
            return "picks are simultaneous, so one action ahead shows nothing; use mcts"
        return None

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        legal = self.game.legal_actions(view)
        worlds = self.settings.worlds if self.game.info.hidden else 1
        totals = np.zeros(len(legal))
        states = new_states(self.game.state_dtype, 2 + CHANCE_PLIES)
        for _ in range(worlds):
            states[0] = view
            look_ahead(states, seat, new_actions(self.game), totals, self.rng)
        means = totals / worlds
        best = np.flatnonzero(means == means.max())
        choice = int(best[below(self.rng, len(best))])
        values = [ActionValue(action, float(mean)) for action, mean in zip(legal, means, strict=True)]
        values.sort(key=lambda item: (item.action != legal[choice], -(item.value or 0.0)))
        return Decision(legal[choice], Analysis(tuple(values), (legal[choice],), float(means[choice]), len(legal)))


CHANCE_PLIES = 8  # chance steps in a row that are averaged out; beyond them the position is estimated as it stands
MOST_OUTCOMES = 512  # and so is one that would have more outcomes than these


@compiled
def look_ahead(states: States, seat: int, out: Actions, totals: Any, rng: Rng) -> None:
    """Add to `totals` the estimate after each action of `states[0]`, in one guessed world."""
    guess(states[0], seat, rng)
    n = legal_actions(states[0], out)
    for i in range(n):
        states[1] = states[0]
        apply(states[1], as_int(out[i]))
        totals[i] += estimate(states, as_int(1), seat, out.shape[0], as_int(MOST_OUTCOMES))


@compiled
def estimate(states: States, ply: int, seat: int, widest: int, most: int) -> float:
    """What `seat` can expect of `states[ply]`: its evaluation, averaged over chance that acts first."""
    s = states[ply]
    who = mover(s)
    if who == OVER:
        earned = np.zeros(MAX_SEATS)
        returns(s, earned)
        return earned[seat]
    if who != CHANCE or ply + 1 == states.shape[0]:
        return evaluate(s, seat)
    outcomes = np.empty(widest, np.int32)
    odds = np.empty(widest)
    n = chances(s, outcomes, odds)
    if n > most:
        return evaluate(s, seat)
    mean = 0.0
    for i in range(n):
        states[ply + 1] = s
        apply(states[ply + 1], as_int(outcomes[i]))
        mean += odds[i] * estimate(states, ply + 1, seat, widest, most // n)
    return mean
