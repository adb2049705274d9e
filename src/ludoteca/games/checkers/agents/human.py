"""An opponent that errs as people do: it looks a few moves ahead, and may miss what is far."""

from dataclasses import dataclass
from typing import ClassVar

from ludoteca.agents.alphabeta import AlphaBeta, AlphaBetaSettings
from ludoteca.core.rng import split_seed, uniform
from ludoteca.protocol import Agent, GameInfo, Settings, State
from ludoteca.protocol.analysis import Decision
from ludoteca.protocol.budget import Budget, Watch


@dataclass(frozen=True)
class HumanSettings(Settings):
    depth: int = 4
    """Plies that it looks ahead when it misses nothing."""
    sight: float = 0.8
    """How likely it is to see one ply further, at each ply after the first: what is far is missed more often."""
    captures: int = 4
    """Captures that it follows beyond these plies, at the most: people count exchanges out."""

    def check(self) -> None:
        self.require("depth", 1, 8)
        self.require("sight", 0.0, 1.0)
        self.require("captures", 0, 16)


class Human(Agent):
    """For each decision it draws how far it sees, looks at every move so far, and plays one of the best at random. So
    it never overlooks what is in front of it, and the further off a stroke lies, the more often it walks into it."""

    name = "checkers_human"
    summary = "errs as people do: looks a few plies ahead, and may miss what is far"
    Settings = HumanSettings
    settings: HumanSettings
    budget: Budget | None = Budget(nodes=50_000_000)
    budget_unit = "nodes"
    quick: ClassVar = {"depth": 2}

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "checkers" else "it plays only checkers; use alphabeta or mcts"

    def prepare(self) -> None:
        self.searches = [self._make_search(depth) for depth in range(1, self.settings.depth + 1)]

    def _make_search(self, depth: int) -> AlphaBeta:
        settings = AlphaBetaSettings(
            depth=depth, iterative=False, window=0.0, table=0, killers=False, quiescence=self.settings.captures,
            exact=True, random_ties=True,
        )  # fmt: skip
        return AlphaBeta(self.game, settings, split_seed(self.seed, "human", depth))

    def reseed(self, seed: int) -> None:
        super().reseed(seed)
        for depth, search in enumerate(getattr(self, "searches", ()), 1):
            search.reseed(split_seed(seed, "human", depth))

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        return self.searches[self.draw_depth() - 1].choose(view, seat, budget, watch)

    def draw_depth(self) -> int:
        """How far it sees this time."""
        depth = 1
        while depth < self.settings.depth and uniform(self.rng) < self.settings.sight:
            depth += 1
        return depth


__all__ = ["Human", "HumanSettings"]
