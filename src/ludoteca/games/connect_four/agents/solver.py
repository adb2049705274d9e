"""The solver as an agent: `connect_four_solver`. Perfect play, as far as its budget goes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

from ludoteca.core.jit import as_int
from ludoteca.games.connect_four.agents.solving import Work, new_work, solve_root
from ludoteca.games.connect_four.rules import CELLS, MISERE
from ludoteca.protocol import Agent, GameInfo, Settings, State
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, LIMIT, Budget, Watch, run_search
from ludoteca.protocol.rules import priority


@dataclass(frozen=True)
class SolverSettings(Settings):
    public_limits: ClassVar[Mapping[str, float | str]] = {"table": 22}

    table: int = 22
    """The table holds 2 to the power of this many positions, 8 bytes each."""
    exact: bool = False
    """Find the score of every action, not only the best one. Slower."""

    def check(self) -> None:
        self.require("table", 4, 28)


class Proof(NamedTuple):
    """What is proved of an action: bounds of its score. Tuples compare as the solver prefers."""

    low: int
    high: int
    priority: int

    def as_return(self) -> float | None:
        """Won, drawn or lost, if the bounds say which."""
        signs = {(bound > 0) - (bound < 0) for bound in (self.low, self.high)}
        return float(signs.pop()) if len(signs) == 1 else None


class Solver(Agent):
    """Solves the position and plays the quickest win, a draw, or the slowest loss.

    A search that reaches its budget before that plays the action with the largest proved lower bound; among equals the
    one with the largest upper bound, then the one nearest to the middle. Quick ends are asked for first, so even a
    short search sees what is near. `proven` in its analysis says whether the answer is certain.
    """

    name = "connect_four_solver"
    summary = "solves connect four: perfect play where its budget is enough"
    Settings = SolverSettings
    settings: SolverSettings
    budget: Budget | None = Budget(nodes=20_000_000)
    budget_unit = "nodes"
    quick: ClassVar = {"table": 10}

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "connect_four" else "it solves only connect four; use alphabeta or mcts"

    def prepare(self) -> None:
        self.work: Work = new_work(self.settings.table)
        self.variant = -1

    def forget(self) -> None:
        self.work.table[:] = 0

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        watch.partial_analysis = lambda: self._explain(view)
        self.search(view, budget, watch)
        analysis = self._explain(view)
        return Decision(analysis.line[0], analysis)

    def search(self, view: State, budget: Budget, watch: Watch) -> dict[int, Proof]:
        """Prove what can be proved about the legal actions."""
        work = self.work
        if self.variant != int(view.variant):
            self.forget()  # the table holds scores of another game
            self.variant = int(view.variant)
        work.control[:] = 0
        work.control[LIMIT] = budget.units("nodes")
        own, board = as_int(view.discs[int(view.ply) & 1]), as_int(view.discs[0] | view.discs[1])
        misere, every = as_int(view.variant == MISERE), as_int(self.settings.exact)
        run_search([partial(solve_root, work, own, board, misere, every)], [work.control], budget.seconds, watch)
        return self._read_proofs(view)

    def _read_proofs(self, view: State) -> dict[int, Proof]:
        low, high = self.work.low.tolist(), self.work.high.tolist()
        actions = self.game.legal_actions(view)
        return {action: Proof(low[action], high[action], int(priority(view, action))) for action in actions}

    def _explain(self, view: State) -> Analysis:
        """The root as it stands. Safe while another thread searches."""
        proofs = self._read_proofs(view)
        ranked = sorted(proofs, key=proofs.__getitem__, reverse=True)
        rows = tuple(ActionValue(action, proofs[action].as_return()) for action in ranked)
        proven = proofs[ranked[0]].low >= max(proof.high for proof in proofs.values())
        depth = CELLS - int(view.ply) if proven else 0
        nodes = int(self.work.control[DONE])
        return Analysis(rows, (ranked[0],), rows[0].value, nodes, depth=depth, proven=proven)


__all__ = ["Proof", "Solver", "SolverSettings"]
