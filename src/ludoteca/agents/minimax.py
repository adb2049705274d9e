"""Plain minimax to a fixed depth: every line, no pruning. A baseline to learn from and to measure by."""

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ludoteca.agents.scoring import clean_score, is_proven, score_end, score_leaf
from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.protocol import MAX_SEATS, Agent, GameInfo, Settings, State, States, new_states
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, LIMIT, STOP, Budget, Watch, new_control, run_search
from ludoteca.protocol.rules import OVER, apply, legal_actions, mover

UNKNOWN = np.nan  # the value of a root action that was not searched to the end


@dataclass(frozen=True)
class MinimaxSettings(Settings):
    depth: int = 4
    """Actions to look ahead."""
    random_ties: bool = False
    """Choose at random among equally good actions; otherwise the first in the game's order."""

    def check(self) -> None:
        self.require("depth", 1, 1000)


class Workspace(NamedTuple):
    """Memory that the search writes to, one row a ply."""

    states: States  # [depth + 1]
    moves: Actions  # int32 [depth + 1, actions]
    values: FloatArray  # float64 [actions of the root], UNKNOWN until searched
    out: FloatArray  # float64: scratch, one number per seat
    control: Any


class Minimax(Agent):
    name = "minimax"
    summary = "looks a fixed number of actions ahead, along every line"
    Settings = MinimaxSettings
    settings: MinimaxSettings
    budget: Budget | None = Budget(nodes=10_000_000)
    budget_unit = "nodes"
    quick: ClassVar = {"depth": 2, "nodes": 10_000_000}
    quick_plain: ClassVar = {"depth": 1}

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return refuse_all_but_two_player_zero_sum(info)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        info = self.game.info
        depth = min(self.settings.depth, info.longest)
        legal = self.game.legal_actions(view)
        workspace = Workspace(
            new_states(self.game.state_dtype, depth + 1),
            np.zeros((depth + 1, info.max_actions), np.int32),
            np.full(len(legal), UNKNOWN),
            np.zeros(MAX_SEATS),
            new_control(budget.units("nodes")),
        )
        workspace.states[0] = view
        job = partial(search, workspace, 0, depth, info.min_return, info.max_return)
        run_search([job], [workspace.control], budget.seconds, watch)
        choice = pick_best(workspace.values, self.settings.random_ties, self.rng)
        return Decision(
            legal[choice], self.explain(legal, workspace.values, choice, int(workspace.control[DONE]), depth)
        )

    def explain(self, legal: list[int], values: FloatArray, choice: int, nodes: int, depth: int) -> Analysis:
        low, high = self.game.info.min_return, self.game.info.max_return
        known = [None if np.isnan(value) else clean_score(float(value), low, high) for value in values]
        rows = [ActionValue(action, value) for action, value in zip(legal, known, strict=True)]
        rows.sort(key=lambda row: (row.action != legal[choice], row.value is None, -(row.value or 0.0)))
        proven = not np.isnan(values).any() and bool(is_proven(values[choice], low, high))
        return Analysis(tuple(rows), (legal[choice],), known[choice], nodes, depth=depth, proven=proven)


def refuse_all_but_two_player_zero_sum(info: GameInfo) -> str | None:
    """Why a minimax of one number cannot play such a game; None for two seats, zero sum, perfect information."""
    if info.hidden:
        return "it needs perfect information; use ismcts"
    if info.simultaneous:
        return "it needs turns, and picks here are simultaneous; use mcts"
    if info.chance:
        return "it knows no chance; use expectiminimax"
    if info.seats != (2, 2) or not info.zero_sum:
        return "it needs two seats and a zero sum; use expectiminimax"
    return None


def pick_best(values: FloatArray, random_ties: bool, rng: Rng) -> int:
    """The place of the best known value: the first, or any of the equals. With none known: the first."""
    if np.isnan(values).all():
        return 0
    best = np.flatnonzero(values == np.nanmax(values))
    return int(best[below(rng, len(best))]) if random_ties else int(best[0])


@compiled
def search(workspace: Workspace, ply: int, depth: int, low: float, high: float) -> float:
    """The value of a position for its mover (once over: for the seat that did not just move).
    At the root also the value of each action; those not finished when time is up stay unknown."""
    s = workspace.states[ply]
    workspace.control[DONE] += 1
    if workspace.control[DONE] >= workspace.control[LIMIT]:
        workspace.control[STOP] = 1
    who = mover(s)
    if who == OVER:
        return score_end(s, 1 - mover(workspace.states[ply - 1]), ply, low, high, workspace.out)
    if depth == 0 or (workspace.control[STOP] != 0 and ply > 0):
        return score_leaf(s, who, low, high)
    best = -np.inf
    n = legal_actions(s, workspace.moves[ply])
    for i in range(n):
        workspace.states[ply + 1] = s
        apply(workspace.states[ply + 1], as_int(workspace.moves[ply, i]))
        value = search(workspace, ply + 1, depth - 1, low, high)
        if mover(workspace.states[ply + 1]) != who:
            value = -value
        best = max(best, value)
        if ply == 0 and workspace.control[STOP] == 0:
            workspace.values[i] = value
    return best
