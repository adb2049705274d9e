"""Fitting the engine's network to positions: the chance to win, by the engine's own search and by how games ended."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.core.progress import Report, silent
from ludoteca.games.checkers.board import CELLS, RULE_SETS, SQUARES
from ludoteca.games.checkers.engine.network import DECLARATION, INPUTS, KINDS, PHASES, phase_of
from ludoteca.games.checkers.engine.weights import load_weights
from ludoteca.games.checkers.training.positions import Order, read_positions
from ludoteca.protocol.dispatch import plain_function
from ludoteca.training.checkpoints import Run
from ludoteca.training.examples import Examples, split_places
from ludoteca.training.loop import train
from ludoteca.training.plan import Optimiser, Plan, Split

SEARCHED = 0.7  # of the target is the search's score, the rest is the result


def fit_network(folders: Sequence[Path], out: Path, epochs: int, seed: int, report: Report = silent) -> Run:
    """Train on the positions in these folders; the network is `out`/network.safetensors."""
    examples = make_examples(*read_folders(folders))
    plan = Plan(
        DECLARATION, epochs=epochs, batch=4096, seed=seed,
        optimiser=Optimiser(rate=0.004, schedule="cosine", last_rate=1e-5), split=Split(train=0.95, check=0.05),
    )  # fmt: skip
    places, check, _ = split_places(examples, plan.split)
    return train(plan, examples, (places, check), out, report)


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
