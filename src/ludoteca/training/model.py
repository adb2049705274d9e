"""The torch model of a declared network. Torch is imported when a model is built, never before."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.core.errors import ExtraMissing
from ludoteca.networks.declaration import BOARD, EPSILON, NEAR, Block, Declaration, Head, Layer


def load_torch() -> Any:
    try:
        import torch
    except ImportError:
        raise ExtraMissing("training needs torch: pip install 'ludoteca[learn]'") from None
    return torch


def build_model(declaration: Declaration) -> Any:
    """A module that takes inputs [position, inputs] and gives the outputs of each head by name, before the softmax of
    a policy and before the sigmoid of flags. Its parameters are drawn from torch's generator, in order."""
    torch = load_torch()
    nn = torch.nn
    module: Any = nn.Module

    class Chain(module):  # type: ignore[misc]
        """A run of layers."""

        def __init__(self, inputs: int, layers: tuple[Layer, ...], near: int = 1) -> None:
            super().__init__()
            self.layers = layers
            self.linear, self.norm = nn.ModuleList(), nn.ModuleList()
            for layer in layers:
                self.linear.append(nn.Linear(inputs, layer.units))
                self.norm.append(make_norm(nn, layer))
                inputs = layer.units * near

        def look(self, x: Any) -> Any:
            return x

        def forward(self, x: Any) -> Any:
            named = {"input": x}
            for layer, linear, norm in zip(self.layers, self.linear, self.norm, strict=True):
                x = linear(self.look(x))
                x = norm(x) if layer.normalise_at == "sums" else x
                x = activate(torch, x, layer.activation)
                x = norm(x) if layer.normalise_at == "values" else x
                x = x + named[layer.add] if layer.add else x
                x = nn.functional.dropout(x, layer.dropout, self.training) if layer.dropout else x
                if layer.name:
                    named[layer.name] = x
            return x

    class Convolutions(Chain):
        """Layers that see each cell of a board with its neighbours. x is [position * cell, channel]."""

        def __init__(self, inputs: int, layers: tuple[Layer, ...]) -> None:
            super().__init__(inputs, layers, NEAR)
            self.near = torch.tensor(declaration.boards[0].near()).reshape(-1)

        def look(self, x: Any) -> Any:
            cells = len(self.near) // NEAR
            padded = nn.functional.pad(x.reshape(-1, cells, x.shape[1]), (0, 0, 0, 1))
            return padded.index_select(1, self.near).reshape(len(x), -1)

    class Model(module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.chains = nn.ModuleDict()
            for name, n, layers in declaration.chains():
                self.chains[name[:-1]] = (Convolutions if name == BOARD else Chain)(n, layers)
            scales = declaration.scales or (1.0,) * declaration.inputs
            self.register_buffer("scales", torch.tensor(scales, dtype=torch.float32), persistent=False)
            width = declaration.width + 2  # with the constants, if there are any
            self.places = [torch.tensor(block.places()).reshape(-1) % width for block in declaration.blocks]
            self.members = [torch.tensor(block.members).reshape(-1) % width for block in declaration.blocks]
            self.tested, self.low, self.high = map(torch.tensor, declaration.tests())
            self.has_constants = any(block.seen or block.members for block in declaration.blocks)

        def forward(self, x: Any) -> dict[str, Any]:
            x = x.float()
            tested = x[:, self.tested] if declaration.flags else None
            x = x * self.scales
            if tested is not None:
                x = torch.cat([x, ((tested >= self.low) & (tested <= self.high)).float()], dim=1)
            parts = [] if declaration.skip_input else [self.run_board(x) if declaration.boards else x]
            values = self.run_blocks(x)
            parts += [join(block, value) for block, value in zip(declaration.blocks, values, strict=True)]
            trunk = self.chains["trunk"](parts[0] if len(parts) == 1 else torch.cat(parts, dim=1)).float()
            values = [value.float() for value in values]
            with torch.autocast("cpu", enabled=False):  # heads are small, and their answers must be exact
                return {head.name: self.run_head(head, trunk, values) for head in declaration.heads}

        def run_board(self, x: Any) -> Any:
            """The values of all cells, cell by cell, and the other inputs."""
            board = declaration.boards[0]
            planes = x[:, : board.inputs].reshape(len(x), board.planes, board.cells).transpose(1, 2)
            values = self.chains["board"](planes.reshape(-1, board.planes)).reshape(len(x), -1)
            return torch.cat([values, x[:, board.inputs :]], dim=1)

        def run_blocks(self, x: Any) -> list[Any]:
            """Of each block [position, group, value]."""
            if self.has_constants:
                x = torch.cat([x, torch.tensor([[0.0, 1.0]]).expand(len(x), 2)], dim=1)  # at ZERO and ONE
            return [self.run_block(number, x) for number in range(len(declaration.blocks))]

        def run_block(self, number: int, x: Any) -> Any:
            block, n = declaration.blocks[number], len(x)
            seen = x.index_select(1, self.places[number]).reshape(n * block.count, block.inputs)
            slots = self.chains[f"block{number}"](seen)
            if block.members:
                weights = x.index_select(1, self.members[number]).reshape(n, -1, block.count)
                slots = torch.bmm(weights, slots.reshape(n, block.count, -1)).reshape(n * block.groups, -1)
            elif block.groups == 1 or block.groups < block.count:
                slots = pool(block, slots.reshape(n * block.groups, block.count // block.groups, -1))
            slots = self.chains[f"block{number}-then"](slots) if block.then else slots
            return slots.reshape(n, block.groups, -1)

        def run_head(self, head: Head, trunk: Any, values: list[Any]) -> Any:
            found = self.chains[head.name](trunk)
            for i, reading in enumerate(head.reads):
                number, block = declaration.block(reading.block)
                read = self.chains[f"{head.name}-{i}"](values[number])[:, :, 0]
                found = found + nn.functional.pad(read, (reading.at, head.units - reading.at - block.groups))
            return found

    def pool(block: Block, slots: Any) -> Any:
        pools = {"sum": lambda: slots.sum(dim=1), "max": lambda: slots.amax(dim=1)}
        return torch.cat([pools[name]() for name in block.pools], dim=1)

    def join(block: Block, values: Any) -> Any:
        return values.flatten(1) if block.joined or block.groups == 1 else pool(block, values)

    return Model()


def make_norm(nn: Any, layer: Layer) -> Any:
    kinds = {"none": nn.Identity, "batch": nn.BatchNorm1d, "layer": nn.LayerNorm}
    return kinds[layer.normalise]() if layer.normalise == "none" else kinds[layer.normalise](layer.units, eps=EPSILON)


def activate(torch: Any, x: Any, activation: str) -> Any:
    return x if activation == "none" else getattr(torch, activation)(x)


# --- weights by their names in a file ------------------------------------------------------------------------------

FIELDS = {"scale": "weight", "shift": "bias", "mean": "running_mean", "variance": "running_var"}


def _find(model: Any, name: str) -> Any:
    """The torch tensor behind the name of a declaration: `trunk.0.weight`."""
    chain, place, field = name.split(".")
    part = model.chains[chain]
    if field in ("weight", "bias"):
        return getattr(part.linear[int(place)], field)
    return getattr(part.norm[int(place)], FIELDS[field])


def read_tensors(declaration: Declaration, model: Any) -> dict[str, Any]:
    """The weights of a model by the names of the declaration."""
    return {name: _find(model, name).detach().numpy().copy() for name in declaration.tensors()}


def write_tensors(declaration: Declaration, model: Any, tensors: Mapping[str, Any]) -> None:
    torch = load_torch()
    with torch.no_grad():
        for name in declaration.tensors():
            _find(model, name).copy_(torch.from_numpy(np.asarray(tensors[name], np.float32)))
