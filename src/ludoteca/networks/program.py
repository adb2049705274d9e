"""An exported network as a list of steps over one row of numbers, so that one compiled function runs any of them.

The row holds the inputs (scaled), the results of the blocks beside them, and the values of every layer. A step is a
row of integers: what to do, where it reads, where it writes, how many numbers it reads and writes, where its weights
begin in `flat`, and the activation that ends it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.networks.checking import ACTIVATIONS
from ludoteca.networks.declaration import Declaration, Layer

LINEAR, NORMALISE, ADD, GATHER, SUM, MAX, COPY = range(7)
NONE, RELU, SIGMOID, TANH = range(4)


class Program(NamedTuple):
    """What compiled code needs of a network."""

    flat: Any
    """float32: weights [input, output] and biases of all layers."""
    steps: Any
    """int64 [step, 7]: what, from, to, inputs, outputs, weights, activation."""
    places: Any
    """int64: the inputs of the slots, for GATHER."""
    scales: Any
    """float32 [inputs]"""
    width: int
    """The length of the row."""


@dataclass(frozen=True)
class Plan:
    """A program, and where its heads end up in the row."""

    program: Program
    outputs: dict[str, tuple[int, int]]


class _Writer:
    """Writes steps, and hands out room in the row and in the weights."""

    def __init__(self, declaration: Declaration, tensors: Mapping[str, Any]) -> None:
        self.declaration, self.tensors = declaration, tensors
        self.steps: list[tuple[int, ...]] = []
        self.parts: list[Any] = []
        self.places: list[int] = []
        self.length = 0
        self.width = declaration.inputs + sum(block.outputs for block in declaration.blocks)

    def room(self, n: int) -> int:
        self.width += n
        return self.width - n

    def store(self, *arrays: Any) -> int:
        at = self.length
        for array in arrays:
            self.parts.append(np.asarray(array, np.float32).ravel())
            self.length += self.parts[-1].size
        return at

    def store_layer(self, name: str, layer: Layer) -> tuple[int, int]:
        """Where the weights of a layer and those of its normalisation begin."""
        t = self.tensors
        at = self.store(np.asarray(t[f"{name}weight"]).T, t[f"{name}bias"])
        norm = self.store(t[f"{name}scale"], t[f"{name}shift"]) if layer.normalise == "layer" else -1
        return at, norm

    def chain(self, layers: tuple[Layer, ...], kept: list[tuple[int, int]], start: int, inputs: int) -> tuple[int, int]:
        """The steps of a run of layers whose weights are stored; where its values are, and how many."""
        named = {"input": start}
        at, n = start, inputs
        for layer, (weights, norm) in zip(layers, kept, strict=True):
            to, activation = self.room(layer.units), ACTIVATIONS.index(layer.activation)
            plain = NONE if norm >= 0 else activation
            self.steps.append((LINEAR, at, to, n, layer.units, weights, plain))
            if norm >= 0:
                self.steps.append((NORMALISE, to, to, layer.units, layer.units, norm, activation))
            if layer.add:
                self.steps.append((ADD, named[layer.add], to, layer.units, layer.units, 0, NONE))
            if layer.name:
                named[layer.name] = to
            at, n = to, layer.units
        return at, n

    def block(self, number: int, to: int) -> None:
        block = self.declaration.blocks[number]
        kept = [self.store_layer(f"block{number}.{i}.", layer) for i, layer in enumerate(block.layers)]
        for slot, row in enumerate(block.places()):
            start, places = self.room(len(row)), len(self.places)
            self.places += row
            self.steps.append((GATHER, 0, start, len(row), len(row), places, NONE))
            at, n = self.chain(block.layers, kept, start, len(row))
            for i, pool in enumerate(block.pools):
                what = COPY if slot == 0 else (SUM if pool == "sum" else MAX)
                self.steps.append((what, at, to + i * n, n, n, 0, NONE))


def build_plan(declaration: Declaration, tensors: Mapping[str, Any]) -> Plan:
    """The program of an exported network."""
    if any(layer.normalise == "batch" for _, _, layers in declaration.chains() for layer in layers):
        raise WeightsError("batch normalisation is folded into the weights before a network is used: see `export`")
    writer = _Writer(declaration, tensors)
    to = declaration.inputs
    for number, block in enumerate(declaration.blocks):
        writer.block(number, to)
        to += block.outputs
    start = declaration.inputs if declaration.skip_input else 0
    kept = [writer.store_layer(f"trunk.{i}.", layer) for i, layer in enumerate(declaration.layers)]
    at, n = writer.chain(declaration.layers, kept, start, declaration.trunk_inputs)
    outputs = {}
    for (prefix, _, layers), head in zip(
        declaration.chains()[-len(declaration.heads) :], declaration.heads, strict=True
    ):
        kept = [writer.store_layer(f"{prefix}{i}.", layer) for i, layer in enumerate(layers)]
        outputs[head.name] = writer.chain(layers, kept, at, n)
    scales = np.array(declaration.scales or [1.0] * declaration.inputs, np.float32)
    program = Program(
        np.concatenate(writer.parts), np.array(writer.steps, np.int64), np.array(writer.places or [0], np.int64),
        scales, writer.width,
    )  # fmt: skip
    return Plan(program, outputs)
