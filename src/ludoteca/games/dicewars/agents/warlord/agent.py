"""`warlord` as an agent."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ludoteca.games.dicewars.agents.warlord.lookahead import CANDIDATES, SHAPE, make_desk, think, write_candidates
from ludoteca.games.dicewars.agents.warlord.weights import FILE, load_weights
from ludoteca.games.dicewars.bots import BOTS
from ludoteca.networks.weights import Network, load_network
from ludoteca.protocol import (
    ActionValue,
    Agent,
    Analysis,
    Budget,
    Decision,
    GameInfo,
    Settings,
    State,
    Watch,
    new_control,
    new_states,
    run_search,
)
from ludoteca.protocol.budget import DONE, UNLIMITED

NETWORK = Path(__file__).parents[2] / "data" / "warlord.safetensors"
GAMES_A_SECOND = 60_000  # in its head, about what one core plays: to plan for a budget in seconds


@lru_cache(maxsize=4)
def read_network(path: str) -> Network:
    return load_network(Path(path) if path else NETWORK, SHAPE)


@dataclass(frozen=True)
class WarlordSettings(Settings):
    public_limits: ClassVar[Mapping[str, float | str]] = {"weights": "", "network": ""}

    turns: int = 2
    """It looks ahead to the end of this turn of its own: 1 is the present one."""
    bot: str = "kb.stei_adt"
    """Who plays at the other seats in its head."""
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
        told = self.settings
        self.place = BOTS.index(told.bot)
        self.weights = load_weights(Path(told.weights) if told.weights else FILE)
        self.workspace = make_desk(read_network(told.network).flat)
        self.states = new_states(self.game.state_dtype, 2)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        actions, visits = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64)
        sums = np.zeros(CANDIDATES)
        n = int(write_candidates(view, self.weights, actions))
        limit = budget.units("iterations")
        if limit == UNLIMITED:
            limit = int((budget.seconds or 1.0) * GAMES_A_SECOND) + 1
        control = new_control(limit)
        self.states[0] = view
        work = partial(
            think, self.states, actions, n, self.weights, self.place, self.settings.turns, self.workspace, sums, visits,
            control, self.rng,
        )  # fmt: skip
        run_search([work], [control], budget.seconds, watch)
        return self._conclude(view, actions[:n], sums[:n], visits[:n], int(control[DONE]))

    def _conclude(self, view: State, actions: Any, sums: Any, visits: Any, games: int) -> Decision:
        others = int(view.players) - 1
        rows = []
        for action, total, count in zip(actions.tolist(), sums.tolist(), visits.tolist(), strict=True):
            chance = total / count if count else None
            value = None if chance is None else chance - (1.0 - chance) / others
            rows.append(ActionValue(action, value, count))
        return Decision(rows[0].action, Analysis(tuple(rows), (rows[0].action,), rows[0].value, iterations=games))
