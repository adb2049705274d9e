"""`xklism`: the agent of team xklism00 (2021), by its report and its behaviour.

Mode one: dice to the weakest border of the largest region, up to so many transfers; then the attack that a search
prefers. The search plays each promising attack as won, then every opponent's best reply by the same rule, and takes
the network's chance to win times the odds of the attack times the odds to hold what it takes. Mode two, once no
attack is promising: dice away from the border, by the difference in expected loss; no more attacks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.bots.attacks import hold
from ludoteca.games.dicewars.bots.transfers import can_transfer
from ludoteca.games.dicewars.encoders import FEATURES, PAIRS, REGIONS, SEATS, encode_holdings, encode_map
from ludoteca.games.dicewars.land import find_region, give, is_border, touch
from ludoteca.games.dicewars.state import END, encode, source_of, target_of
from ludoteca.games.dicewars.tables import AREAS, MAX_DICE, ODDS, TRANSFERS
from ludoteca.games.dicewars.turns import count_moved
from ludoteca.networks.inference import add_inputs, begin, finish, softmax
from ludoteca.networks.weights import Network, Shape, load_network
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
    new_states,
)

SHAPE = Shape((FEATURES, 128, 64, 32, SEATS), (0.5, 0.5, 0.25))
WEIGHTS = Path(__file__).parents[1] / "data" / "xklism.safetensors"
LEAST = 0.55  # odds of an attack, and of holding what it takes
MAX_DEPTH = 3


class Workspace(NamedTuple):
    """What an estimate needs: the network (empty: the share of areas is the estimate) and room to work."""

    flat: Any
    sizes: Any
    base: Any
    """The sums of the first layer for the map alone."""
    x: Any
    hidden: Any
    out: Any


@compiled
def estimate(s: Any, seat: int, workspace: Any) -> float:
    """The chance that a seat wins, by the network; without one, its share of the areas."""
    if len(workspace.flat) == 0:
        return count_bits(as_int(s.land[seat])) / AREAS
    encode_holdings(s, workspace.x)
    workspace.hidden[:] = workspace.base
    add_inputs(workspace.flat, workspace.sizes, workspace.x, 0, PAIRS, workspace.hidden)
    add_inputs(workspace.flat, workspace.sizes, workspace.x, REGIONS, FEATURES, workspace.hidden)
    finish(workspace.flat, workspace.sizes, workspace.hidden, workspace.out)
    softmax(workspace.out, SEATS)
    return np.float64(workspace.out[seat])


@compiled
def lay_map(s: Any, workspace: Any) -> None:
    """Prepare the workspace for the map of a game."""
    if len(workspace.flat) > 0:
        encode_map(s, workspace.x)
        begin(workspace.flat, workspace.sizes, workspace.base)
        add_inputs(workspace.flat, workspace.sizes, workspace.x, PAIRS, REGIONS, workspace.base)


@compiled
def win_attack(s: Any, source: int, target: int, seat: int) -> None:
    """Play an attack as won, whoever's turn it is."""
    give(s, target, seat)
    s.dice[target] = s.dice[source] - 1
    s.dice[source] = 1


@compiled
def search(states: Any, ply: int, seat: int, depth: int, workspace: Any, best: Any) -> int:
    """The most promising attack of a seat in `states[ply]`, or END; its score goes to `best[ply]`."""
    s, child = states[ply], states[ply + 1]
    own = as_int(s.land[seat])
    best[ply], found = -1.0, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        dice = as_int(s.dice[source])
        targets = as_int(s.neighbours[source]) & ~own if dice > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            odds, held = ODDS[dice, s.dice[target]], hold(s, target, dice - 1, seat)
            if not ((odds > LEAST and held > LEAST) or dice == MAX_DICE):
                continue
            states[ply + 1] = s
            win_attack(child, source, target, seat)
            if depth > 1:
                for step in range(1, s.players):
                    other = (seat + step) % as_int(s.players)
                    if child.land[other] != 0:
                        reply = search(states, ply + 1, other, depth - 1, workspace, best)
                        if reply != END:
                            win_attack(child, source_of(reply), target_of(reply), other)
            score = estimate(child, seat, workspace) * odds * held
            if score > best[ply]:
                best[ply], found = score, encode(source, target)
    return found


@compiled
def find_strengthening(s: Any, seat: int) -> int:
    """To the border area of the largest region that is least likely to be held and has an inner neighbour with dice
    to spare, from the one with the most; END if there is none."""
    region = find_region(s, seat)
    weakest, found = 2.0, END
    rest = region
    while rest:
        target = lowest_bit(rest)
        rest &= rest - 1
        if s.dice[target] == MAX_DICE or not is_border(s, target):
            continue
        held = hold(s, target, as_int(s.dice[target]), seat)
        most, source = 1, -1
        inner = as_int(s.neighbours[target]) & region
        while inner:
            area = lowest_bit(inner)
            inner &= inner - 1
            if s.dice[area] > most and not is_border(s, area):
                most, source = as_int(s.dice[area]), area
        if source >= 0 and held < weakest:
            weakest, found = held, encode(source, target)
    return found


@compiled
def expect_loss(s: Any, area: int, seat: int, chance: float) -> float:
    """Dice on an area times what speaks against it: the mean of not holding it and of not winning."""
    return (1.0 - 0.5 * (hold(s, area, as_int(s.dice[area]), seat) + chance)) * s.dice[area]


@compiled
def find_withdrawal(states: Any, seat: int, workspace: Any) -> int:
    """The transfer from a border area of the largest region that saves the most; END if none saves anything."""
    s, child = states[0], states[1]
    region = find_region(s, seat)
    now = estimate(s, seat, workspace)
    best, found = 0.0, END
    rest = region & touch(s, ~region & ((1 << as_int(s.areas)) - 1))
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & region if s.dice[source] > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            moved = count_moved(s, source, target)
            if moved <= 0:
                continue
            before = expect_loss(s, source, seat, now) + expect_loss(s, target, seat, now)
            states[1] = s
            child.dice[source] -= moved
            child.dice[target] += moved
            then = estimate(child, seat, workspace)
            after = expect_loss(child, source, seat, then) + expect_loss(child, target, seat, then)
            if before - after > best:
                best, found = before - after, encode(source, target)
    return found


@compiled
def decide(states: Any, kept: int, depth: int, reinforce: bool, workspace: Any, best: Any) -> int:
    """The action for the seat to move in `states[0]`; `kept` transfers are for the end of the turn."""
    s = states[0]
    seat = as_int(s.turn)
    lay_map(s, workspace)
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
    """Attacks looked ahead: one's own, the opponents' replies, and replies to those."""
    kept: int = 1
    """Transfers of the six that are kept for the end of the turn: 0 to 6."""
    closing: str = "evacuate"
    """What the transfers at the end of the turn do: evacuate, or reinforce."""
    estimate: str = "network"
    """What a position is judged by: network, or areas (their share)."""
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
        flat = np.zeros(0, np.float32) if network is None else network.flat
        width = SHAPE.sizes[1]
        self.workspace = Workspace(
            flat, np.array(SHAPE.sizes, np.int64), np.zeros(width, np.float32), np.zeros(FEATURES, np.float32),
            np.zeros(width, np.float32), np.zeros(SEATS, np.float32),
        )  # fmt: skip

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        if self.settings.estimate == "network" and view.players != SEATS:
            raise UnsupportedGame(
                f"the network of xklism knows games of {SEATS} players, not of {int(view.players)}; use estimate=areas"
            )
        told = self.settings
        self.states[0] = view
        reinforce = told.closing == "reinforce"
        action = int(decide(self.states, told.kept, told.depth, reinforce, self.workspace, self.best))
        chance = float(estimate(view, seat, self.workspace))
        value = chance - (1.0 - chance) / (int(view.players) - 1)
        return Decision(action, Analysis((ActionValue(action, value),), (action,), value, depth=told.depth))


__all__ = ["SHAPE", "Xklism", "XklismSettings"]
