"""Expectiminimax: minimax that averages over chance, for any number of seats. See `expectation.py` for the search."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from ludoteca.agents import expectation
from ludoteca.agents.expectation import Workspace, deepen
from ludoteca.agents.minimax import UNKNOWN, pick_best
from ludoteca.protocol import Agent, GameInfo, Settings, State, new_states
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, LIMIT, Budget, Watch, run_search


@dataclass(frozen=True)
class ExpectiminimaxSettings(Settings):
    depth: int = 50
    """Actions of seats to look ahead at the most; chance in between is free."""
    exact: bool = True
    """Give every action of the root a true value. Without it, two-seat games prune more."""
    random_ties: bool = False
    """Choose at random among equally good actions; otherwise the first in the game's order."""

    def check(self) -> None:
        self.require("depth", 1, 1000)


class Expectiminimax(Agent):
    name = "expectiminimax"
    summary = "looks ahead through every outcome of chance, for any number of players"
    Settings = ExpectiminimaxSettings
    settings: ExpectiminimaxSettings
    budget: Budget | None = Budget(nodes=200_000)
    budget_unit = "nodes"

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        if info.hidden:
            return "it needs perfect information; use ismcts"
        if info.simultaneous:
            return "it needs turns, and picks here are simultaneous; use mcts"
        return None

    def prepare(self) -> None:
        info = self.game.info
        depth = min(self.settings.depth, info.longest)
        plies = min(info.longest, 16 * depth + 64) + 2
        width = max(info.max_actions, info.max_outcomes)
        plan = new_states(expectation.PLAN, 1)[0]
        plan.low, plan.high = info.min_return, info.max_return
        plan.max_depth, plan.exact = depth, self.settings.exact
        states = new_states(self.game.state_dtype, plies)
        rows = np.zeros((plies, width), np.int32)
        odds = np.zeros((plies, max(1, info.max_outcomes)))
        self.workspace = Workspace(states, rows, odds, np.zeros((plies, info.seats[1])), np.empty(0), np.empty(0), plan)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        legal = self.game.legal_actions(view)
        seats = self.game.seats(view)
        workspace = self.workspace._replace(
            values=self.workspace.values[:, :seats],
            found=np.full(len(legal), UNKNOWN),
            kept=np.full(len(legal), UNKNOWN),
        )
        plan = workspace.plan
        workspace.states[0] = view
        plan.control[:] = 0
        plan.control[LIMIT] = budget.units("nodes")
        plan.depth = plan.complete = 0
        two_player_zero_sum = seats == 2 and self.game.info.zero_sum
        watch.partial_analysis = lambda: self.current_analysis(legal, workspace)
        run_search([partial(deepen, workspace, two_player_zero_sum)], [plan.control], budget.seconds, watch)
        choice = pick_best(workspace.kept, self.settings.random_ties, self.rng)
        return Decision(legal[choice], self.explain(legal, workspace, choice))

    def current_analysis(self, legal: list[int], workspace: Workspace) -> Analysis | None:
        """What a running search has found so far. It goes on writing while this reads: hence the copy."""
        if not workspace.plan.depth:
            return None
        copied = workspace._replace(kept=workspace.kept.copy())
        return self.explain(legal, copied, pick_best(copied.kept, False, self.rng))

    def explain(self, legal: list[int], workspace: Workspace, choice: int) -> Analysis:
        known = [None if np.isnan(value) else float(value) for value in workspace.kept]
        rows = [ActionValue(action, value) for action, value in zip(legal, known, strict=True)]
        rows.sort(key=lambda row: (row.action != legal[choice], row.value is None, -(row.value or 0.0)))
        plan = workspace.plan
        return Analysis(
            tuple(rows), (legal[choice],), known[choice], int(plan.control[DONE]), depth=int(plan.depth),
            proven=bool(plan.complete),
        )  # fmt: skip
