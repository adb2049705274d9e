"""`smart_net` for two players as a declared network over the encoder `smart_moves`: the same choices.

The table of `smart_net` has for each kind of move a linear part and hidden units. Here a card, or a clue, has one block
for all kinds that its move can be of. A kind that is not there must add nothing, so its units are held down: relu(x +
2 GATE p - GATE), where p is 1 if the move is there. A card can be discarded as trash (or otherwise) and as a finesse at
once; the second layer takes the larger score. Actions that the convention does not allow stay at 0, all others are
raised by GATE.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.games.hanabi.bots.smart_net.features import COLUMNS, MOVE_FEATURES, MOVE_KINDS, POSITION_FEATURES
from ludoteca.games.hanabi.encoders.smart_moves import ACTIONS, ENCODER, SIZE, SLICES
from ludoteca.networks.declaration import Block, Declaration, Head, Layer, Reading
from ludoteca.networks.files import save_file
from ludoteca.training.axes import expand

GATE = 64.0  # above every sum of a unit; a power of two, which costs the least accuracy
BLOCKS = {
    "discards": (("trash", "discard", "finesse"), "card", 5, 0),
    "plays": (("play", "risk"), "card", 5, 5),
    "clues": (("clue", "warning", "idle clue"), "clue", 10, 10),
}
"""The kinds of move, the axis, its size, and the first action."""


def declare(units: int) -> Declaration:
    """The network; `units` are those of each kind in the table, the linear part included."""
    slices = {name: [part.start, part.stop] for name, part in SLICES.items()}
    blocks = []
    for name, (kinds, axis, size, _) in BLOCKS.items():
        inputs = ["position", *(f"{kind.replace(' ', '_')}[{axis},{width(kind)}]" for kind in kinds)]
        seen = expand({"axes": {axis: size}, "groups": axis, "inputs": inputs}, slices, name)["seen"]
        layers = (Layer(len(kinds) * (units + 1)), Layer(2 if "finesse" in kinds else 1))
        blocks.append(Block(size, layers=layers, seen=tuple(map(tuple, seen)), groups=size, name=name))
    reads = tuple(Reading(name, first) for name, (*_, first) in BLOCKS.items())
    head = Head("policy", ACTIONS, reads=reads)
    return Declaration(SIZE, (head,), (), tuple(blocks), encoder=ENCODER.name, skip_input=True)


def width(kind: str) -> int:
    return 1 + len(MOVE_FEATURES[kind])


def convert(table: Any) -> tuple[Declaration, dict[str, Any]]:
    """The network with the weights of a table [kind of move, column, unit]."""
    units = table.shape[2]
    declaration = declare(units)
    tensors = {name: np.zeros(shape, np.float32) for name, shape in declaration.tensors().items()}
    for number, (kinds, *_) in enumerate(BLOCKS.values()):
        _fill_block(tensors, f"block{number}.", kinds, table)
    for i in range(len(BLOCKS)):
        tensors[f"policy-{i}.0.weight"][:] = 1.0
    return declaration, tensors


def _fill_block(tensors: dict[str, Any], prefix: str, kinds: tuple[str, ...], table: Any) -> None:
    weight, bias = tensors[f"{prefix}0.weight"], tensors[f"{prefix}0.bias"]
    second = tensors[f"{prefix}1.weight"]
    units, at = table.shape[2], len(POSITION_FEATURES)
    for i, kind in enumerate(kinds):
        rows = slice(i * (units + 1), i * (units + 1) + units)
        wanted = table[MOVE_KINDS.index(kind)]
        weight[rows, : len(POSITION_FEATURES)] = wanted[: len(POSITION_FEATURES)].T
        weight[rows, at + 1 : at + width(kind)] = wanted[len(POSITION_FEATURES) :][: width(kind) - 1].T
        weight[rows, at], bias[rows] = GATE, -GATE
        weight[rows.start, at] = 2 * GATE  # the linear part, which may be negative
        weight[rows.stop, at] = 1.0  # whether the move is there
        line = np.array([1.0, *wanted[COLUMNS, 1:], 0.0])  # GATE of the linear part stays, and raises the action
        second[0, i * (units + 1) : (i + 1) * (units + 1)] = line
        at += width(kind)
    if "finesse" in kinds:  # max(a, b) = b + relu(a - b)
        last = slice(kinds.index("finesse") * (units + 1), None)
        second[1] = -second[0]
        second[1, last] = second[0, last]
        second[0, last] = 0.0


def check_gate(table: Any, rows: Any) -> None:
    """Refuse a table whose sums, in these rows of features, are too large for the gate."""
    _, tensors = convert(table)
    largest = 0.0
    for number, block in enumerate(declare(table.shape[2]).blocks):
        for places in block.places():
            weight = tensors[f"block{number}.0.weight"].copy()
            weight[np.abs(weight) >= GATE] = 0.0
            largest = max(largest, float(np.abs(rows[:, places] @ weight.T).max()))
    if largest >= GATE:
        raise WeightsError(f"a sum of {largest:.1f} is too large for this network, which holds below {GATE}")


def write(path: Path, table: Any, record: dict[str, Any]) -> None:
    save_file(path, *convert(table), record)
