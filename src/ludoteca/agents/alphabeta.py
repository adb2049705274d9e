"""Alpha-beta with what makes it strong, each part a setting that can be switched off and measured.

Iterative deepening with aspiration windows; a transposition table; ordering by the table, the game's own priorities,
killers and history; quiescence along the actions that the game calls noisy. With all of them off and a fixed depth it
is the textbook's alpha-beta. The compiled search is in `negamax.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from ludoteca.agents import negamax
from ludoteca.agents.minimax import refuse_all_but_two_player_zero_sum
from ludoteca.agents.negamax import Workspace, deepen
from ludoteca.agents.scoring import clean_score, is_proven
from ludoteca.agents.transpositions import ENTRY
from ludoteca.core.rng import below
from ludoteca.protocol import Agent, GameInfo, Settings, State, new_states, words_of
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, LIMIT, Budget, Watch, run_search


@dataclass(frozen=True)
class AlphaBetaSettings(Settings):
    public_limits: ClassVar[Mapping[str, float | str]] = {"table": 18}

    depth: int = 100
    """Actions to look ahead at the most."""
    iterative: bool = True
    """Search depth 1, 2, 3 ... up to `depth`; otherwise `depth` at once."""
    window: float = 0.05
    """Aspiration: half the first window around the last value, as a part of the range of returns; 0 for none."""
    table: int = 18
    """The transposition table holds 2 to the power of this many positions; 0 for none."""
    priorities: bool = True
    """Try first what the game says to try first (captures, the centre)."""
    killers: bool = True
    """Then what refuted sister positions, and what refuted often (history)."""
    quiescence: int = 16
    """Noisy actions (captures) to follow beyond the depth, at the most; 0 evaluates at once."""
    evaluation: bool = True
    """Estimate positions at the horizon; otherwise count only what has been earned."""
    exact: bool = False
    """Search every action of the root with the full window, so that each has a true value. Slower."""
    random_ties: bool = False
    """Choose at random among equally good actions; otherwise the first found."""

    def check(self) -> None:
        self.require("depth", 1, 1000)
        self.require("window", 0.0, 1.0)
        self.require("table", 0, 28)
        self.require("quiescence", 0, 200)


class AlphaBeta(Agent):
    name = "alphabeta"
    summary = "alpha-beta with iterative deepening, a transposition table and good move ordering"
    Settings = AlphaBetaSettings
    settings: AlphaBetaSettings
    budget: Budget | None = Budget(nodes=1_000_000)
    budget_unit = "nodes"

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return refuse_all_but_two_player_zero_sum(info)

    def prepare(self) -> None:
        info, settings = self.game.info, self.settings
        depth = min(settings.depth, info.longest)
        plies = depth + settings.quiescence + 2
        plan = new_states(negamax.PLAN, 1)[0]
        plan.low, plan.high = info.min_return, info.max_return
        plan.max_depth = depth
        plan.window = settings.window * (info.max_return - info.min_return)
        plan.quiescence = settings.quiescence if self.game.has_noise else 0
        for flag in ("iterative", "priorities", "killers", "evaluation", "exact", "random_ties"):
            plan[flag] = getattr(settings, flag)
        plan.table_mask = 2**settings.table - 1 if settings.table else -1
        states = new_states(self.game.state_dtype, plies)
        frames = new_states(negamax.frame_dtype(info.max_actions), plies)
        table = new_states(ENTRY, 2**settings.table if settings.table else 1)
        self.workspace = Workspace(states, words_of(states), frames, table, plan)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        workspace, plan = self.workspace, self.workspace.plan
        workspace.states[0] = view
        plan.control[:] = 0
        plan.control[LIMIT] = budget.units("nodes")
        plan.age = (int(plan.age) + 1) % 2**30 or 1
        plan.depth = 0
        watch.partial_analysis = lambda: self.explain(workspace, 0) if plan.depth > 0 else None
        run_search([partial(deepen, workspace)], [plan.control], budget.seconds, watch)
        return self.conclude(workspace)

    def conclude(self, workspace: Workspace) -> Decision:
        frame, choice = workspace.frames[0], 0
        if self.settings.random_ties and workspace.plan.depth > 0:
            scores = frame.values[: int(frame.count)]
            equal = np.flatnonzero(scores == scores[0])
            choice = int(equal[below(self.rng, len(equal))])
        return Decision(int(frame.moves[choice]), self.explain(workspace, choice))

    def explain(self, workspace: Workspace, choice: int) -> Analysis:
        """The root as it stands, with one of its moves in front. Safe while another thread searches."""
        plan, frame = workspace.plan, workspace.frames[0].copy()
        low, high = float(plan.low), float(plan.high)
        n = int(frame.count)
        moves, scores = frame.moves[:n].tolist(), frame.values[:n]
        rows = [
            ActionValue(move, None if np.isnan(score) else clean_score(float(score), low, high))
            for move, score in zip(moves, scores, strict=True)
        ]
        rows.insert(0, rows.pop(choice))
        line = tuple(frame.line[: int(frame.length)].tolist()) if choice == 0 else (moves[choice],)
        proven = bool(plan.depth > 0 and (is_proven(scores[choice], low, high) or plan.complete))
        return Analysis(
            tuple(rows), line or (moves[choice],), rows[0].value, int(plan.control[DONE]), depth=int(plan.depth),
            proven=proven,
        )  # fmt: skip
