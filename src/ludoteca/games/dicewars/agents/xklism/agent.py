"""`xklism` as an agent."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.xklism.estimate import SHAPE, estimate, new_workspace, prepare_map
from ludoteca.games.dicewars.agents.xklism.search import MAX_DEPTH, search
from ludoteca.games.dicewars.agents.xklism.transfers import find_strengthening, find_withdrawal
from ludoteca.games.dicewars.bots.transfers import can_transfer
from ludoteca.games.dicewars.constants import TRANSFERS
from ludoteca.games.dicewars.encoders import SEATS
from ludoteca.games.dicewars.state import END
from ludoteca.networks.weights import Network, load_network
from ludoteca.protocol import Agent, GameInfo, Settings, State, States, new_states
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import Budget, Watch

WEIGHTS = Path(__file__).parents[2] / "data" / "xklism.safetensors"


@compiled
def decide(states: States, kept: int, depth: int, reinforce: bool, workspace: Any, best: Any) -> int:
    """The action for the seat to move in `states[0]`; `kept` transfers are reserved for the end of the turn."""
    s = states[0]
    seat = as_int(s.turn)
    prepare_map(s, workspace)
    action = END
    best[0] = -1.0
    if not s.retreated:
        if can_transfer(s, kept):
            action = find_strengthening(s, seat)
        if action == END:
            action = search(states, as_int(0), seat, depth, workspace, best)
    if action == END and can_transfer(s, 0):
        action = find_strengthening(s, seat) if reinforce else find_withdrawal(states, seat, workspace)
    return action


@lru_cache(maxsize=4)
def read_network(path: str) -> Network:
    return load_network(Path(path) if path else WEIGHTS, SHAPE)


@dataclass(frozen=True)
class XklismSettings(Settings):
    public_limits: ClassVar[Mapping[str, float | str]] = {"weights": ""}

    depth: int = 2
    """Depth of the search in attacks: one's own, the opponents' replies, and replies to those."""
    kept: int = 1
    """Transfers of the six that are reserved for the end of the turn: 0 to 6."""
    closing: str = "evacuate"
    """What the transfers at the end of the turn do: evacuate, or reinforce."""
    estimate: str = "network"
    """How a position is evaluated: network, or areas (their share)."""
    weights: str = ""
    """A file with other weights; empty for those in the package."""

    def check(self) -> None:
        self.require("depth", 1, MAX_DEPTH)
        self.require("kept", 0, TRANSFERS)
        self.require_choice("closing", ("evacuate", "reinforce"))
        self.require_choice("estimate", ("network", "areas"))


class Xklism(Agent):
    name = "xklism"
    summary = "the Dicewars agent of team xklism00: a search over attacks with a learned chance to win"
    Settings = XklismSettings
    settings: XklismSettings
    quick_plain: ClassVar = {"depth": 1}

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "dicewars" else "it plays only dicewars; use mcts or greedy"

    def prepare(self) -> None:
        self.states = new_states(self.game.state_dtype, MAX_DEPTH + 1)
        self.best = np.zeros(MAX_DEPTH + 1)
        network = read_network(self.settings.weights) if self.settings.estimate == "network" else None
        self.workspace = new_workspace(np.zeros(0, np.float32) if network is None else network.flat)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        if self.settings.estimate == "network" and view.players != SEATS:
            raise UnsupportedGame(
                f"the network of xklism knows games of {SEATS} players, not of {int(view.players)}; use estimate=areas"
            )
        settings = self.settings
        self.states[0] = view
        reinforce = settings.closing == "reinforce"
        action = int(decide(self.states, settings.kept, settings.depth, reinforce, self.workspace, self.best))
        chance = float(estimate(view, seat, self.workspace))
        value = chance - (1.0 - chance) / (int(view.players) - 1)
        return Decision(action, Analysis((ActionValue(action, value),), (action,), value, depth=settings.depth))
