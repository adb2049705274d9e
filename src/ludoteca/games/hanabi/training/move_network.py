"""`smart_net` for two players as a declared network over the encoder `smart_moves`: the same choices.

The table of `smart_net` has for each kind of move a linear part and hidden units. Here a card, or a clue, has one block
for all kinds that its move can be of. A kind that is not there must add nothing, so its units are held down: relu(x +
2 GATE p - GATE), where p is 1 if the move is there. A card can be discarded as trash (or otherwise) and as a finesse at
once; the second layer takes the larger score. Actions that the convention does not allow stay at 0, all others are
raised by GATE.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.games.hanabi.bots.smart_net.features import COLUMNS, MOVE_KINDS, POSITION_FEATURES
from ludoteca.games.hanabi.bots.smart_net.policy import is_wide
from ludoteca.games.hanabi.bots.smart_net.wide_features import WIDE_COLUMNS, WIDE_FEATURES
from ludoteca.games.hanabi.encoders.smart_moves import ACTIONS, ENCODER, WIDE, list_columns
from ludoteca.networks.declaration import Block, Declaration, Head, Layer, Reading
from ludoteca.networks.files import NetworkFile, save_file
from ludoteca.training.axes import expand

GATE = 64.0  # above every sum of a unit; a power of two, which costs the least accuracy
BLOCKS = {
    "discards": (("trash", "discard", "finesse"), "card", 5, 0),
    "plays": (("play", "risk"), "card", 5, 5),
    "clues": (("clue", "warning", "idle clue"), "clue", 10, 10),
}
"""The kinds of move, the axis, its size, and the first action."""


def declare(units: int, wide: bool) -> Declaration:
    """The network; `units` are those of each kind in the table, the linear part included."""
    encoder = WIDE if wide else ENCODER
    slices = {name: [part.start, part.stop] for name, part in encoder.slices.items()}
    blocks = []
    for name, (kinds, axis, size, _) in BLOCKS.items():
        inputs = ["position", *(f"{kind.replace(' ', '_')}[{axis},{_width(kind, wide)}]" for kind in kinds)]
        seen = expand({"axes": {axis: size}, "groups": axis, "inputs": inputs}, slices, name)["seen"]
        layers = (Layer(len(kinds) * (units + 1)), Layer(2 if "finesse" in kinds else 1))
        blocks.append(Block(size, layers=layers, seen=tuple(map(tuple, seen)), groups=size, name=name))
    reads = tuple(Reading(name, first) for name, (*_, first) in BLOCKS.items())
    head = Head("policy", ACTIONS, reads=reads)
    return Declaration(encoder.inputs, (head,), (), tuple(blocks), encoder=encoder.name, skip_input=True)


def _width(kind: str, wide: bool) -> int:
    return 1 + len(list_columns(kind, wide))


class _Place(NamedTuple):
    """Where a kind of move is in the first layer of its block, and its columns in the table."""

    kind: int
    first: int
    """Of its units."""
    flag: int
    """The input that says whether the move is there; its features follow."""
    position: int
    """How many features the position has."""
    columns: list[int]
    """Of its features, in the table."""


def _find_places(kinds: tuple[str, ...], units: int, wide: bool) -> list[_Place]:
    position, found = len(WIDE_FEATURES if wide else POSITION_FEATURES), []
    at = position
    for i, kind in enumerate(kinds):
        columns = [position + column for column in list_columns(kind, wide)]
        found.append(_Place(MOVE_KINDS.index(kind), i * (units + 1), at, position, columns))
        at += _width(kind, wide)
    return found


def convert(table: Any) -> tuple[Declaration, dict[str, Any]]:
    """The network with the weights of a table [kind of move, column, unit]."""
    declaration = declare(table.shape[2], bool(is_wide(table)))
    tensors = {name: np.zeros(shape, np.float32) for name, shape in declaration.tensors().items()}
    for number, (kinds, *_) in enumerate(BLOCKS.values()):
        _fill_block(tensors, f"block{number}.", kinds, table)
    for i in range(len(BLOCKS)):
        tensors[f"policy-{i}.0.weight"][:] = 1.0
    return declaration, tensors


def _fill_block(tensors: dict[str, Any], prefix: str, kinds: tuple[str, ...], table: Any) -> None:
    weight, bias = tensors[f"{prefix}0.weight"], tensors[f"{prefix}0.bias"]
    second, units = tensors[f"{prefix}1.weight"], table.shape[2]
    for place in _find_places(kinds, units, bool(is_wide(table))):
        wanted, rows = table[place.kind], slice(place.first, place.first + units)
        weight[rows, : place.position] = wanted[: place.position].T
        weight[rows, place.flag + 1 : place.flag + 1 + len(place.columns)] = wanted[place.columns].T
        weight[rows, place.flag], bias[rows] = GATE, -GATE
        weight[rows.start, place.flag] = 2 * GATE  # the linear part, which may be negative
        weight[rows.stop, place.flag] = 1.0  # whether the move is there
        line = np.array([1.0, *wanted[-1, 1:], 0.0])  # GATE of the linear part stays, and raises the action
        second[0, rows.start : rows.stop + 1] = line
    if "finesse" in kinds:  # max(a, b) = b + relu(a - b)
        last = slice(kinds.index("finesse") * (units + 1), None)
        second[1] = -second[0]
        second[1, last] = second[0, last]
        second[0, last] = 0.0


def revert(network: NetworkFile) -> Any:
    """The table of a network that `convert` made, to go on training with. Refuses any other network."""
    units = 0
    if network.declaration.encoder in (ENCODER.name, WIDE.name) and len(network.declaration.blocks) == len(BLOCKS):
        units = network.declaration.blocks[0].layers[0].units // 3 - 1
    wide = network.declaration.encoder == WIDE.name
    if units < 1 or network.declaration != declare(units, wide):
        raise WeightsError("this network is none of a convention's moves; `ludoteca hanabi write-network` makes those")
    table = np.zeros((len(MOVE_KINDS), (WIDE_COLUMNS if wide else COLUMNS) + 1, units))
    for number, (kinds, *_) in enumerate(BLOCKS.values()):
        weight, second = (network.tensors[f"block{number}.{layer}.weight"] for layer in (0, 1))
        for place in _find_places(kinds, units, wide):
            rows = slice(place.first, place.first + units)
            table[place.kind, : place.position] = weight[rows, : place.position].T
            table[place.kind, place.columns] = weight[rows, place.flag + 1 : place.flag + 1 + len(place.columns)].T
            table[place.kind, -1, 1:] = second[-1 if kinds[place.first // (units + 1)] == "finesse" else 0, rows][1:]
    return table


def check_gate(table: Any, rows: Any) -> None:
    """Refuse a table whose sums, in these rows of features, are too large for the gate."""
    declaration, tensors = convert(table)
    largest = 0.0
    for number, block in enumerate(declaration.blocks):
        for places in block.places():
            weight = tensors[f"block{number}.0.weight"].copy()
            weight[np.abs(weight) >= GATE] = 0.0
            largest = max(largest, float(np.abs(rows[:, places] @ weight.T).max()))
    if largest >= GATE:
        raise WeightsError(f"a sum of {largest:.1f} is too large for this network, which holds below {GATE}")


def write(path: Path, table: Any, record: dict[str, Any]) -> None:
    save_file(path, *convert(table), record)
