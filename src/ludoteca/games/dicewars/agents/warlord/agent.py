"""`warlord` as an agent."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar

from ludoteca.games.dicewars.agents.warlord.lookahead import (
    SHAPE,
    Candidates,
    Policies,
    add_candidate,
    compare,
    new_candidates,
    new_workspace,
    write_candidates,
)
from ludoteca.games.dicewars.agents.warlord.weights import FILE, load_weights
from ludoteca.games.dicewars.bots import BOTS
from ludoteca.networks.weights import Network, load_network
from ludoteca.protocol import Agent, GameInfo, Settings, State
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, UNLIMITED, Budget, Watch, new_control, run_search

NETWORK = Path(__file__).parents[2] / "data" / "warlord.safetensors"
PLAYOUTS_PER_SECOND = 60_000  # about what one core plays: to plan for a budget in seconds


@lru_cache(maxsize=4)
def read_network(path: str) -> Network:
    return load_network(Path(path) if path else NETWORK, SHAPE)


@dataclass(frozen=True)
class WarlordSettings(Settings):
    public_limits: ClassVar[Mapping[str, float | str]] = {"weights": "", "network": ""}

    turns: int = 2
    """Playouts end with this turn of its own: 1 is the present one."""
    bot: str = "kb.stei_adt"
    """The bot at the other seats in playouts."""
    weights: str = ""
    """A file with other weights of the strategy; empty for those in the package."""
    network: str = ""
    """A file with another value network; empty for the one in the package."""

    def check(self) -> None:
        self.require("turns", 1, 10)
        self.require_choice("bot", BOTS)


class Warlord(Agent):
    name = "warlord"
    summary = "the strongest player of Dicewars: a tuned strategy that looks a round ahead, with a learned value"
    Settings = WarlordSettings
    settings: WarlordSettings
    budget: Budget | None = Budget(iterations=300)
    quick_plain: ClassVar = {"turns": 1, "iterations": 4}

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "dicewars" else "it plays only dicewars; use mcts or greedy"

    def prepare(self) -> None:
        settings = self.settings
        weights = load_weights(Path(settings.weights) if settings.weights else FILE)
        self.policies = Policies(weights, BOTS.index(settings.bot))
        self.workspace = new_workspace(read_network(settings.network).flat)
        self.asked_about: int | None = None
        """An action to be played out, though the strategy would not consider it."""

    def weigh(self, view: State, action: int, budget: Budget | None = None, watch: Watch | None = None) -> Decision:
        """Like `decide`, with this action among those that are played out."""
        self.asked_about = action
        try:
            return self.decide(view, budget, watch)
        finally:
            self.asked_about = None

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        candidates = new_candidates()
        n = int(write_candidates(view, self.policies.weights, candidates.actions))
        if self.asked_about is not None:
            n = int(add_candidate(candidates.actions, n, self.asked_about))
        limit = budget.units("iterations")
        if limit == UNLIMITED:
            limit = int((budget.seconds or 1.0) * PLAYOUTS_PER_SECOND) + 1
        control = new_control(limit)
        self.workspace.states[0] = view
        work = partial(compare, candidates, n, self.settings.turns, self.policies, self.workspace, control, self.rng)
        run_search([work], [control], budget.seconds, watch)
        return self._conclude(view, candidates, n, int(control[DONE]))

    def _conclude(self, view: State, candidates: Candidates, n: int, playouts: int) -> Decision:
        others = int(view.players) - 1
        rows = []
        for action, total, count in zip(*(array[:n].tolist() for array in candidates), strict=True):
            chance = total / count if count else None
            value = None if chance is None else chance - (1.0 - chance) / others
            rows.append(ActionValue(action, value, count))
        return Decision(rows[0].action, Analysis(tuple(rows), (rows[0].action,), rows[0].value, iterations=playouts))
