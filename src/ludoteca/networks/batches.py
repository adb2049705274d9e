"""A network ready to answer, for one position or for many.

One position runs in compiled code (`forward.py`). Many at once go through NumPy's matrix products, which are BLAS: five
times as fast as loops that Numba compiles. Biases, activations and normalisation are compiled. An `Inference` has
buffers of its own: threads that run at once need one each.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.networks.declaration import BOARD, READER, Block, Board, Declaration, Head, Layer, head_layers
from ludoteca.networks.forward import answer, finish_rows, normalise_rows
from ludoteca.networks.program import aligned_zeros, build_plan, pack

BOARDS = 32  # positions whose convolutions are computed at a time


class Inference:
    """`run` and `run_batch` give the outputs of each head by name: before the softmax for a policy, and before the
    sigmoid for flags. The arrays are buffers: copy what must outlive the next call."""

    def __init__(self, declaration: Declaration, tensors: Mapping[str, Any]) -> None:
        self.declaration = declaration
        plan = build_plan(declaration, tensors)
        self.program = plan.program
        self.packed = pack(self.program)
        self.row = aligned_zeros(self.program.width)
        self._outputs = {name: self.row[at : at + n] for name, (at, n) in plan.outputs.items()}
        self._weights = {
            name: np.ascontiguousarray(np.asarray(tensor, np.float32).T if tensor.ndim == 2 else tensor, np.float32)
            for name, tensor in tensors.items()
        }
        self._places = [np.array(block.places(), np.int64).ravel() for block in declaration.blocks]
        self._members = [np.array(block.members, np.int64).ravel() for block in declaration.blocks]
        self._buffers: dict[str, Any] = {}

    def run(self, x: Any) -> dict[str, Any]:
        """The outputs for inputs x [inputs]."""
        if x.shape != (self.declaration.inputs,):
            raise WeightsError(f"this network takes {self.declaration.inputs} inputs, not {list(x.shape)}")
        answer(*self.packed, x, self.row)
        return self._outputs

    def run_batch(self, x: Any) -> dict[str, Any]:
        """The outputs [position, unit] for inputs x [position, inputs]."""
        d = self.declaration
        if x.ndim != 2 or x.shape[1] != d.inputs:
            raise WeightsError(f"this network takes rows of {d.inputs} inputs, not an array of {list(x.shape)}")
        full = self._room("inputs", len(x), d.width + sum(block.outputs for block in d.blocks) + 2)
        np.multiply(x, self.program.scales, out=full[:, : d.inputs], casting="same_kind")
        if d.flags:
            places, low, high = self.program.tests.T
            tested = x[:, places.astype(np.int64)].astype(np.float32)
            full[:, d.inputs : d.width] = (tested >= low) & (tested <= high)
        full[:, -2:] = (0.0, 1.0)  # at ZERO and ONE
        at, groups = d.width, {}
        for number, block in enumerate(d.blocks):
            groups[block.name] = self._run_block(number, full, at)
            at += block.outputs
        seen = self._run_board(full[:, : d.inputs]) if d.boards else full[:, d.width if d.skip_input else 0 : -2]
        trunk = self._run_layers("trunk.", d.layers, seen)
        return {head.name: self._run_head(head, trunk, groups) for head in d.heads}

    def _run_board(self, x: Any) -> Any:
        """What the trunk sees: the convolutions, and the inputs beside the board. Some positions at a time, so that
        their patches stay in the cache."""
        board = self.declaration.boards[0]
        seen = self._room("seen", len(x), self.declaration.trunk_inputs)
        seen[:, board.outputs :] = x[:, board.inputs :]
        for at in range(0, len(x), BOARDS):
            part = x[at : at + BOARDS, : board.inputs].reshape(-1, board.planes, board.cells).transpose(0, 2, 1)
            seen[at : at + BOARDS, : board.outputs] = self._convolve(board, part).reshape(len(part), -1)
        return seen

    def _convolve(self, board: Board, x: Any) -> Any:
        """x [position, cell, plane]; returns [position, cell, channel]."""
        near = self.program.near.ravel()
        named = {"input": x}
        for i, layer in enumerate(board.layers):
            name, channels = f"{BOARD}{i}.", x.shape[2]
            padded = self._room(f"{name}padded", len(x), (board.cells + 1) * channels).reshape(len(x), -1, channels)
            padded[:, : board.cells], padded[:, board.cells] = x, 0.0
            patches = self._room(f"{name}patches", len(x), len(near) * channels)
            np.take(padded, near, axis=1, out=patches.reshape(len(x), -1, channels), mode="clip")
            values = self._room(name, len(x) * board.cells, layer.units)
            np.matmul(patches.reshape(len(values), -1), self._weights[f"{name}weight"], out=values)
            finish_rows(values, self._weights[f"{name}bias"], layer.activation == "relu")
            activate_batch(values, layer.activation)
            x = values.reshape(len(x), board.cells, -1)
            if layer.add:
                x += named[layer.add]
            named[layer.name] = x
        return x

    def _run_block(self, number: int, full: Any, at: int) -> Any:
        """Write the pooled values of a block into the columns from `at` on; returns those of its groups, [position,
        group, value]."""
        block, rows = self.declaration.blocks[number], len(full)
        seen = self._room(f"seen{number}", rows, block.count * block.inputs)
        np.take(full, self._places[number], axis=1, out=seen, mode="wrap")
        prefix = f"block{number}"
        values = self._run_layers(f"{prefix}.", block.layers, seen.reshape(rows * block.count, block.inputs))
        if block.groups == 1:
            _pool(block, values.reshape(rows, block.count, -1), full[:, at : at + block.outputs])
            return full[:, None, at : at + block.outputs]
        if block.members or block.groups < block.count:
            pooled = self._room(f"{prefix}pooled", rows * block.groups, block.pooled)
            if block.members:
                self._weigh(number, full, values.reshape(rows, block.count, -1), pooled)
            else:
                _pool(block, values.reshape(len(pooled), block.count // block.groups, -1), pooled)
            values = pooled
        values = self._run_layers(f"{prefix}-then.", block.then, values).reshape(rows, block.groups, -1)
        if block.joined:
            full[:, at : at + block.outputs] = values.reshape(rows, -1)
        else:
            _pool(block, values, full[:, at : at + block.outputs])
        return values

    def _weigh(self, number: int, full: Any, values: Any, out: Any) -> None:
        """The sums of the members of each group, from values [position, slot, value]."""
        members, rows, slots = self._members[number], len(full), values.shape[1]
        weights = self._room(f"members{number}", rows, len(members))
        np.take(full, members, axis=1, out=weights, mode="wrap")
        np.matmul(weights.reshape(rows, -1, slots), values, out=out.reshape(rows, -1, values.shape[2]))

    def _run_head(self, head: Head, trunk: Any, groups: Mapping[str, Any]) -> Any:
        found = self._run_layers(f"{head.name}.", head_layers(head), trunk)
        for i, reading in enumerate(head.reads):
            values = groups[reading.block]
            read = self._run_layers(f"{head.name}-{i}.", READER, values.reshape(-1, values.shape[2]))
            found[:, reading.at : reading.at + values.shape[1]] += read.reshape(len(found), -1)
        return found

    def _run_layers(self, prefix: str, layers: tuple[Layer, ...], x: Any) -> Any:
        named = {"input": x}
        for i, layer in enumerate(layers):
            name = f"{prefix}{i}."
            values = self._room(name, len(x), layer.units)
            self._multiply(x, f"{name}weight", values)
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

    def _multiply(self, x: Any, name: str, out: Any) -> None:
        """x times the weights of this name."""
        np.matmul(x, self._weights[name], out=out)

    def _room(self, name: str, rows: int, columns: int) -> Any:
        """An array to write to, kept between calls."""
        kept = self._buffers.get(name)
        if kept is None or len(kept) < rows:
            kept = self._buffers[name] = np.empty((rows, columns), np.float32)
        return kept[:rows]


def _pool(block: Block, slots: Any, out: Any) -> None:
    """Pool [row, slot, value] into the columns of `out`."""
    n = slots.shape[2]
    for i, pool in enumerate(block.pools):
        (np.sum if pool == "sum" else np.max)(slots, axis=1, out=out[:, i * n : (i + 1) * n])


def activate_batch(values: Any, activation: str) -> None:
    """In place: the activations that NumPy has vector instructions for (ReLU is part of the compiled passes)."""
    if activation == "tanh":
        np.tanh(values, out=values)
    elif activation == "sigmoid":
        np.tanh(np.multiply(values, 0.5, out=values), out=values)
        values *= 0.5
        values += 0.5
