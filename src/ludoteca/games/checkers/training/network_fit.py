"""Fitting the engine's network to positions: the chance to win, by the engine's own search and by how games ended."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError, WeightsError
from ludoteca.core.progress import Report, silent
from ludoteca.games.checkers.board import CELLS, RULE_SETS, SQUARES
from ludoteca.games.checkers.engine.network import HIDDEN, INPUTS, KINDS, PHASES, declare, make_network, phase_of
from ludoteca.games.checkers.engine.weights import DEFAULT_SLOPE, load_weights
from ludoteca.games.checkers.training.positions import Order, read_positions
from ludoteca.networks.files import load_file
from ludoteca.protocol.dispatch import plain_function
from ludoteca.training.checkpoints import Run, Start
from ludoteca.training.examples import Examples, split_places
from ludoteca.training.loop import train
from ludoteca.training.plan import Optimiser, Plan, Split, write_plan

SEARCHED = 0.7  # of the target is the search's score, the rest is the result


@dataclass(frozen=True)
class Fitting:
    """How a network is fitted."""

    epochs: int = 14
    seed: int = 1
    units: int = HIDDEN
    rate: float = 0.004
    """At the beginning; it falls to almost nothing."""
    start: Path | None = None
    """A network to begin with; the units that it lacks begin without a say. None for weights by chance."""


def fit_network(folders: Sequence[Path], out: Path, how: Fitting, report: Report = silent) -> Run:
    """Train on the positions in these folders; the network is `out`/network.safetensors."""
    examples = make_examples(*read_folders(folders))
    plan = Plan(
        declare(how.units), epochs=how.epochs, batch=4096, seed=how.seed,
        optimiser=Optimiser(rate=how.rate, schedule="cosine", last_rate=1e-5), split=Split(train=0.95, check=0.05),
    )  # fmt: skip
    places, check, _ = split_places(examples, plan.split)
    start = None if how.start is None else start_from(how.start, plan)
    return train(plan, examples, (places, check), out, report, start)


def start_from(path: Path, plan: Plan) -> Start:
    """The weights of a network, widened to the plan's units: new ones see by chance and have no say yet."""
    file = load_file(path)
    make_network(file, DEFAULT_SLOPE)  # refuses what the engine cannot use
    t = file.tensors
    units = plan.network.layers[0].units
    more = units - len(t["trunk.0.bias"])
    if more < 0:
        raise WeightsError(f"{path} has {units - more} units, more than {units}")
    chance = np.random.default_rng(plan.seed)
    reach = 1.0 / np.sqrt(INPUTS)
    tensors = {
        "trunk.0.weight": np.concatenate([t["trunk.0.weight"], chance.uniform(-reach, reach, (more, INPUTS))]),
        "trunk.0.bias": np.concatenate([t["trunk.0.bias"], chance.uniform(-reach, reach, more)]),
        "win.0.weight": np.concatenate([t["win.0.weight"], np.zeros((PHASES, more))], axis=1),
        "win.0.bias": t["win.0.bias"],
    }
    told = {"plan": write_plan(plan), "network": sha256(path.read_bytes()).hexdigest()[:16], "record": file.record}
    return Start({f"weights.{name}": value.astype(np.float32) for name, value in tensors.items()}, told)


def read_folders(folders: Sequence[Path]) -> tuple[list[Order], Any]:
    """The positions of several folders; each game has a number of its own."""
    orders: list[Order] = []
    parts, first = [], 0
    for folder in folders:
        order, positions = read_positions(folder)
        if orders and order.rules != orders[0].rules:
            raise DatasetError(
                f"{folder} has positions of the {order.rules} game, {folders[0]} of the {orders[0].rules}"
            )
        positions["game"] += first
        first = int(positions["game"].max()) + 1
        orders.append(order)
        parts.append(positions)
    return orders, np.concatenate(parts)


def make_examples(orders: Sequence[Order], positions: Any) -> Examples:
    """Bits and chances to win."""
    slope = load_weights(RULE_SETS.index(orders[0].rules))[1]
    by_score = 1.0 / (1.0 + np.exp(-slope * positions["score"].astype(np.float32)))
    targets = SEARCHED * by_score + (1.0 - SEARCHED) * positions["result"] / np.float32(2)
    features = unpack(positions["boards"])
    by_phase = np.full((len(positions), PHASES), np.nan, np.float32)  # the other outputs learn nothing from it
    pieces = features.sum(axis=1, dtype=np.int64)
    by_phase[np.arange(len(positions)), plain_function(phase_of)(pieces)] = targets
    about = {"game": "checkers", "positions_made_by": [asdict(order) for order in orders]}
    return Examples(features, {"win": by_phase}, positions["game"], about=about)


def unpack(boards: Any) -> Any:
    """uint8 [position, INPUTS]: a bit for each kind of piece on each cell."""
    found = np.zeros((len(boards), KINDS, CELLS), np.uint8)
    bits = np.unpackbits(boards.astype("<u4").view(np.uint8).reshape(len(boards), KINDS, 4), axis=2, bitorder="little")
    found[:, :, list(SQUARES)] = bits
    return found.reshape(len(boards), INPUTS)
