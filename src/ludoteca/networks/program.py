"""An exported network as a list of steps over one row of numbers, so that one compiled function runs any of them.

The row holds the inputs (scaled), the flags and the results of the blocks beside them, and the values of every layer;
its last two numbers are the constants 0 and 1. A step is a row of integers: what to do, where it reads, where it
writes, how many numbers it reads and writes, where its weights begin in `flat`, and the activation that ends it.

Layers begin at whole lines of the processor's cache, in the row and in the weights, and their units are filled up with
zeros to whole lines.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.networks.checking import ACTIVATIONS
from ludoteca.networks.declaration import BOARD, NEAR, READER, Block, Declaration, Head, Layer, head_layers

LINE = 16  # float32 in a line of the cache
LINEAR, NORMALISE, ADD, GATHER, SUM, MAX, COPY, CONVOLVE, WEIGH = range(9)
NONE, RELU, SIGMOID, TANH = range(4)


class Program(NamedTuple):
    """What compiled code needs of a network."""

    flat: Any
    """float32: weights [input, output] and biases of all layers."""
    steps: Any
    """int64 [step, 7]: what, from, to, inputs, outputs, weights, activation."""
    places: Any
    """int64: the inputs of the slots, for GATHER; those of a group's members, after their number, for WEIGH."""
    scales: Any
    """float32 [inputs]"""
    tests: Any
    """float32 [flag, 3]: the input, and the lowest and the highest value that raise it."""
    width: int
    """The length of the row."""
    near: Any
    """int64 [cell, 9]: the cells that a convolution sees."""


@dataclass(frozen=True)
class Plan:
    """A program, and where its heads end up in the row."""

    program: Program
    outputs: dict[str, tuple[int, int]]


def fill_up(n: int) -> int:
    """The next number of whole lines."""
    return -(-n // LINE) * LINE


def aligned_zeros(n: int) -> Any:
    """float32 [n] that begins with a line of the cache."""
    room = np.zeros(n + LINE, np.float32)
    at = -room.ctypes.data % (4 * LINE) // 4
    return room[at : at + n]


def pack(program: Program) -> tuple[Any, Any]:
    """A program as one array of float32 and one of int64, which Python hands to compiled code in a sixth of the time:
    see `forward.unpack`."""
    numbers = (program.flat, program.scales, program.tests)
    words = (program.steps, program.places, program.near)
    sizes = (program.width, *(each.size for each in numbers), *(each.size for each in words))
    packed = aligned_zeros(sum(sizes[1:4]))
    packed[:] = np.concatenate([each.ravel() for each in numbers])
    return packed, np.concatenate([sizes, *(each.ravel() for each in words)]).astype(np.int64)


class _Writer:
    """Writes steps, and hands out room in the row and in the weights."""

    def __init__(self, declaration: Declaration, tensors: Mapping[str, Any]) -> None:
        self.declaration, self.tensors = declaration, tensors
        self.steps: list[tuple[int, ...]] = []
        self.parts: list[Any] = []
        self.places: list[int] = []
        self.length = 0
        self.width = declaration.width + sum(block.outputs for block in declaration.blocks)
        self.groups: dict[str, list[int]] = {}
        """By block: where the values of its groups are."""

    def room(self, n: int) -> int:
        at = fill_up(self.width)
        self.width = at + fill_up(n)
        return at

    def store(self, *arrays: Any) -> int:
        at = self.length
        found = np.concatenate([np.asarray(array, np.float32).ravel() for array in arrays])
        self.length += fill_up(len(found))
        self.parts.append(np.pad(found, (0, self.length - at - len(found))))
        return at

    def store_layer(self, name: str, layer: Layer, filled: bool = True) -> tuple[int, int]:
        """Where the weights of a layer, with its units filled up, and those of its normalisation begin."""
        t = self.tensors
        more = fill_up(layer.units) - layer.units if filled else 0
        weights = np.pad(np.asarray(t[f"{name}weight"]).T, ((0, 0), (0, more)))
        at = self.store(weights, np.pad(t[f"{name}bias"], (0, more)))
        norm = self.store(t[f"{name}scale"], t[f"{name}shift"]) if layer.normalise == "layer" else -1
        return at, norm

    def chain(self, layers: tuple[Layer, ...], kept: list[tuple[int, int]], start: int, inputs: int) -> tuple[int, int]:
        """The steps of a run of layers whose weights are stored; where its values are, and how many."""
        named = {"input": start}
        at, n = start, inputs
        for layer, (weights, norm) in zip(layers, kept, strict=True):
            to, activation = self.room(layer.units), ACTIVATIONS.index(layer.activation)
            plain = NONE if norm >= 0 else activation
            self.steps.append((LINEAR, at, to, n, fill_up(layer.units), weights, plain))
            if norm >= 0:
                self.steps.append((NORMALISE, to, to, layer.units, layer.units, norm, activation))
            if layer.add:
                self.steps.append((ADD, named[layer.add], to, layer.units, layer.units, 0, NONE))
            if layer.name:
                named[layer.name] = to
            at, n = to, layer.units
        return at, n

    def run(self, prefix: str, layers: tuple[Layer, ...], start: int, inputs: int) -> tuple[int, int]:
        """The steps of layers that run once."""
        return self.chain(layers, self.store_layers(prefix, layers), start, inputs)

    def store_layers(self, prefix: str, layers: tuple[Layer, ...], filled: bool = True) -> list[tuple[int, int]]:
        return [self.store_layer(f"{prefix}{i}.", layer, filled) for i, layer in enumerate(layers)]

    def block(self, number: int, to: int) -> None:
        """Slots into groups, groups into what the trunk sees at `to`."""
        block = self.declaration.blocks[number]
        kept = self.store_layers(f"block{number}.", block.layers)
        after = self.store_layers(f"block{number}-then.", block.then)
        slots = [self.slot(row, block.layers, kept) for row in block.places()]
        pooled = [to] if block.groups == 1 else self.pool_groups(block, slots)
        if block.groups == 1:
            self.pool(block.pools, slots, block.layers[-1].units, to)
        found = [self.chain(block.then, after, at, block.pooled)[0] for at in pooled]
        for group, at in enumerate(found if block.joined else ()):
            self.steps.append((COPY, at, to + group * block.values, block.values, block.values, 0, NONE))
        if block.groups > 1 and not block.joined:
            self.pool(block.pools, found, block.values, to)
        self.groups[block.name] = found

    def slot(self, row: list[int], layers: tuple[Layer, ...], kept: list[tuple[int, int]]) -> int:
        start, places = self.room(len(row)), len(self.places)
        self.places += row
        self.steps.append((GATHER, 0, start, len(row), len(row), places, NONE))
        return self.chain(layers, kept, start, len(row))[0]

    def pool_groups(self, block: Block, slots: list[int]) -> list[int]:
        """Where the pooled values of each group are."""
        size, units = block.count // block.groups, block.layers[-1].units
        if not block.members and size == 1:
            return slots
        found = []
        for group in range(block.groups):
            found.append(self.room(block.pooled))
            if block.members:
                self.weigh(block.members[group], slots, units, found[-1])
            else:
                self.pool(block.pools, slots[group * size : (group + 1) * size], units, found[-1])
        return found

    def weigh(self, members: tuple[int, ...], slots: list[int], units: int, to: int) -> None:
        """The sums of the members of a group. Slots lie at equal distances."""
        count = len(slots)
        distance = slots[1] - slots[0] if count > 1 else units
        for i in range(len(members) // count):
            places = len(self.places)
            self.places += [count, *members[i * count : (i + 1) * count]]
            self.steps.append((WEIGH, slots[0], to + i * units, distance, units, places, NONE))

    def pool(self, pools: tuple[str, ...], values: list[int], n: int, to: int) -> None:
        for i, pool in enumerate(pools):
            for first, at in zip([True] + [False] * len(values), values, strict=False):
                what = COPY if first else (SUM if pool == "sum" else MAX)
                self.steps.append((what, at, to + i * n, n, n, 0, NONE))

    def board(self) -> int:
        """The convolutions, cell by cell; then all that the trunk sees, side by side."""
        d, board = self.declaration, self.declaration.boards[0]
        start, places, cells = self.room(board.inputs), len(self.places), board.cells
        self.places += [plane * cells + cell for cell in range(cells) for plane in range(board.planes)]
        self.steps.append((GATHER, 0, start, board.inputs, board.inputs, places, NONE))
        named, at, channels = {"input": start}, start, board.planes
        for layer, (weights, _) in zip(board.layers, self.store_layers(BOARD, board.layers, False), strict=True):
            n, to = cells * layer.units, self.room(cells * layer.units)
            self.steps.append((CONVOLVE, at, to, cells * channels, n, weights, ACTIVATIONS.index(layer.activation)))
            if layer.add:
                self.steps.append((ADD, named[layer.add], to, n, n, 0, NONE))
            named[layer.name], at, channels = to, to, layer.units
        rest, seen = d.inputs - board.inputs, self.room(d.trunk_inputs)
        self.steps.append((COPY, at, seen, board.outputs, board.outputs, 0, NONE))
        if rest:
            self.steps.append((COPY, board.inputs, seen + board.outputs, rest, rest, 0, NONE))
        return seen

    def head(self, head: Head, at: int, n: int) -> tuple[int, int]:
        start, units = self.run(f"{head.name}.", head_layers(head), at, n)
        for i, reading in enumerate(head.reads):
            kept = self.store_layers(f"{head.name}-{i}.", READER)
            values = self.declaration.block(reading.block)[1].values
            for group, place in enumerate(self.groups[reading.block]):
                read, _ = self.chain(READER, kept, place, values)
                self.steps.append((ADD, read, start + reading.at + group, 1, 1, 0, NONE))
        return start, units


def near_cells(declaration: Declaration) -> Any:
    """int64 [cell, 9]; without a board no cells."""
    return np.array([row for board in declaration.boards for row in board.near()], np.int64).reshape(-1, NEAR)


def build_plan(declaration: Declaration, tensors: Mapping[str, Any]) -> Plan:
    """The program of an exported network."""
    if any(layer.normalise == "batch" for _, _, layers in declaration.chains() for layer in layers):
        raise WeightsError("batch normalisation is folded into the weights before a network is used: see `export`")
    writer = _Writer(declaration, tensors)
    to = declaration.width
    for number, block in enumerate(declaration.blocks):
        writer.block(number, to)
        to += block.outputs
    start = declaration.width if declaration.skip_input else 0
    if declaration.boards:
        start = writer.board()
    at, n = writer.run("trunk.", declaration.layers, start, declaration.trunk_inputs)
    outputs = {head.name: writer.head(head, at, n) for head in declaration.heads}
    scales = np.array(declaration.scales or [1.0] * declaration.inputs, np.float32)
    flat = aligned_zeros(writer.length)
    flat[:] = np.concatenate(writer.parts)
    program = Program(
        flat, np.array(writer.steps, np.int64), np.array(writer.places or [0], np.int64),
        scales, np.array(declaration.tests(), np.float32).reshape(3, -1).T.copy(), writer.room(2) + 2,
        near_cells(declaration),
    )  # fmt: skip
    return Plan(program, outputs)
