"""A network ready to answer, for one position or for many.

One position runs in compiled code (`forward.py`). Many at once go through NumPy's matrix products, which are BLAS: five
times as fast as loops that Numba compiles. Biases, activations and normalisation are compiled. An `Inference` has
buffers of its own: threads that run at once need one each.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.networks.declaration import Declaration, Layer
from ludoteca.networks.forward import finish_rows, forward, normalise_rows
from ludoteca.networks.program import build_plan


class Inference:
    """`run` and `run_batch` give the outputs of each head by name: before the softmax for a policy, and before the
    sigmoid for flags. The arrays are buffers: copy what must outlive the next call."""

    def __init__(self, declaration: Declaration, tensors: Mapping[str, Any]) -> None:
        self.declaration = declaration
        plan = build_plan(declaration, tensors)
        self.program = plan.program
        self.row = np.zeros(self.program.width, np.float32)
        self._outputs = {name: self.row[at : at + n] for name, (at, n) in plan.outputs.items()}
        self._weights = {
            name: np.ascontiguousarray(np.asarray(tensor, np.float32).T if tensor.ndim == 2 else tensor, np.float32)
            for name, tensor in tensors.items()
        }
        self._places = [np.array(block.places(), np.int64).ravel() for block in declaration.blocks]
        self._buffers: dict[str, Any] = {}

    def run(self, x: Any) -> dict[str, Any]:
        """The outputs for inputs x [inputs]."""
        if x.shape != (self.declaration.inputs,):
            raise WeightsError(f"this network takes {self.declaration.inputs} inputs, not {list(x.shape)}")
        forward(self.program, x, self.row)
        return self._outputs

    def run_batch(self, x: Any) -> dict[str, Any]:
        """The outputs [position, unit] for inputs x [position, inputs]."""
        d = self.declaration
        if x.ndim != 2 or x.shape[1] != d.inputs:
            raise WeightsError(f"this network takes rows of {d.inputs} inputs, not an array of {list(x.shape)}")
        full = self._room("inputs", len(x), d.inputs + sum(block.outputs for block in d.blocks))
        np.multiply(x, self.program.scales, out=full[:, : d.inputs], casting="same_kind")
        at = d.inputs
        for number, block in enumerate(d.blocks):
            self._run_block(number, full, at)
            at += block.outputs
        trunk = self._run_layers("trunk.", d.layers, full[:, d.inputs :] if d.skip_input else full)
        found = {}
        for head in d.heads:
            layers = (*head.layers, Layer(head.units, head.activation))
            found[head.name] = self._run_layers(f"{head.name}.", layers, trunk)
        return found

    def _run_block(self, number: int, full: Any, at: int) -> None:
        """Write the pooled values of a block into the columns from `at` on."""
        block, rows = self.declaration.blocks[number], len(full)
        seen = self._room(f"seen{number}", rows, block.count * block.inputs)
        np.take(full, self._places[number], axis=1, out=seen, mode="clip")
        prefix = f"block{number}."
        values = self._run_layers(prefix, block.layers, seen.reshape(rows * block.count, block.inputs))
        slots = values.reshape(rows, block.count, -1)
        for pool in block.pools:
            end = at + slots.shape[2]
            (np.sum if pool == "sum" else np.max)(slots, axis=1, out=full[:, at:end])
            at = end

    def _run_layers(self, prefix: str, layers: tuple[Layer, ...], x: Any) -> Any:
        named = {"input": x}
        for i, layer in enumerate(layers):
            name = f"{prefix}{i}."
            values = self._room(name, len(x), layer.units)
            np.matmul(x, self._weights[f"{name}weight"], out=values)
            positive, normed = layer.activation == "relu", layer.normalise == "layer"
            finish_rows(values, self._weights[f"{name}bias"], positive and not normed)
            if normed:
                normalise_rows(values, self._weights[f"{name}scale"], self._weights[f"{name}shift"], positive)
            activate_batch(values, layer.activation)
            if layer.add:
                values += named[layer.add]
            if layer.name:
                named[layer.name] = values
            x = values
        return x

    def _room(self, name: str, rows: int, columns: int) -> Any:
        """An array to write to, kept between calls."""
        kept = self._buffers.get(name)
        if kept is None or len(kept) < rows:
            kept = self._buffers[name] = np.empty((rows, columns), np.float32)
        return kept[:rows]


def activate_batch(values: Any, activation: str) -> None:
    """In place: the activations that NumPy has vector instructions for (ReLU is part of the compiled passes)."""
    if activation == "tanh":
        np.tanh(values, out=values)
    elif activation == "sigmoid":
        np.tanh(np.multiply(values, 0.5, out=values), out=values)
        values *= 0.5
        values += 0.5
