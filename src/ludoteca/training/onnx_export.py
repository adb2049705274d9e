"""A network as an ONNX file, for programs that are not Python. The graph is written from the declaration, node by node;
inputs are `x` [position, inputs], outputs have the names of the heads, before softmax and sigmoid."""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import ExtraMissing, WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.networks.declaration import BOARD, EPSILON, READER, Block, Head, Layer, head_layers
from ludoteca.networks.files import NetworkFile

OPSET, IR = 17, 9  # LayerNormalization came with 17
ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh"}


class _Graph:
    """Nodes and constants of an ONNX graph; every method answers with the name of what it makes."""

    def __init__(self, onnx: Any, network: NetworkFile) -> None:
        self.onnx, self.network = onnx, network
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def constant(self, name: str, value: Any) -> str:
        self.constants[name] = self.onnx.numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def node(self, kind: str, inputs: list[str], name: str = "", **attributes: Any) -> str:
        name = name or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [name], **attributes))
        return name

    def layers(self, prefix: str, layers: tuple[Layer, ...], x: str) -> str:
        """The nodes of a run of layers."""
        named = {"input": x}
        for i, layer in enumerate(layers):
            name = f"{prefix}{i}."
            weights = [self.tensor(f"{name}weight"), self.tensor(f"{name}bias")]
            x = self.node("Gemm", [x, *weights], transB=1)
            if layer.normalise == "layer":
                scale, shift = self.tensor(f"{name}scale"), self.tensor(f"{name}shift")
                x = self.node("LayerNormalization", [x, scale, shift], axis=-1, epsilon=EPSILON)
            if layer.activation != "none":
                x = self.node(ACTIVATIONS[layer.activation], [x])
            if layer.add:
                x = self.node("Add", [x, named[layer.add]])
            named |= {layer.name: x} if layer.name else {}
        return x

    def tensor(self, name: str) -> str:
        return self.constant(name, np.asarray(self.network.tensors[name], np.float32))

    def inputs(self) -> str:
        """The scaled inputs, and the flags beside them."""
        d = self.network.declaration
        x = self.node("Mul", ["x", self.constant("scales", np.array(d.scales or [1.0] * d.inputs, np.float32))])
        if not d.flags:
            return x
        places, low, high = d.tests()
        tested = self.node("Gather", ["x", self.constant("tested", np.array(places, np.int64))], axis=1)
        least = self.node("GreaterOrEqual", [tested, self.constant("low", np.array(low, np.float32))])
        most = self.node("LessOrEqual", [tested, self.constant("high", np.array(high, np.float32))])
        flags = self.node("Cast", [self.node("And", [least, most])], to=self.onnx.TensorProto.FLOAT)
        return self.node("Concat", [x, flags], axis=1)

    def board(self, x: str) -> str:
        """The convolutions, and the other inputs beside them."""
        d, board = self.network.declaration, self.network.declaration.boards[0]
        sizes = [board.inputs, d.inputs - board.inputs]
        parts = [x]
        if sizes[1]:
            split = self.constant("sizes", np.array(sizes, np.int64))
            parts = ["planes", "others"]
            self.nodes.append(self.onnx.helper.make_node("Split", [x, split], parts, axis=1))
        values = self.node("Transpose", [self.reshape(parts[0], -1, board.planes, board.cells)], perm=[0, 2, 1])
        near = self.constant("near", np.array(board.near(), np.int64).ravel())
        ends = self.constant("outside", np.array([0, 0, 0, 0, 1, 0], np.int64))
        named = {"input": values}
        for i, layer in enumerate(board.layers):
            weight = self.tensor(f"{BOARD}{i}.weight")
            patches = self.node("Gather", [self.node("Pad", [values, ends]), near], axis=1)
            patches = self.reshape(patches, -1, self.network.tensors[weight].shape[1])
            values = self.node("Gemm", [patches, weight, self.tensor(f"{BOARD}{i}.bias")], transB=1)
            if layer.activation != "none":
                values = self.node(ACTIVATIONS[layer.activation], [values])
            values = self.reshape(values, -1, board.cells, layer.units)
            values = self.node("Add", [values, named[layer.add]]) if layer.add else values
            named[layer.name] = values
        values = self.reshape(values, -1, board.outputs)
        return self.node("Concat", [values, parts[1]], axis=1) if sizes[1] else values

    def add_constants(self, x: str) -> str:
        """0 and 1 as the last two columns, at ZERO and ONE."""
        ends = self.constant("ends", np.array([0, 0, 0, 1], np.int64))
        x = self.node("Pad", [x, ends])
        return self.node("Pad", [x, ends, self.constant("one", np.array(1.0, np.float32))])

    def block(self, number: int, x: str) -> str:
        """The values of a block's groups: [position, group, value]; `x` has the constants."""
        block, prefix = self.network.declaration.blocks[number], f"block{number}"
        width = self.network.declaration.width + 2
        places = np.array(block.places(), np.int64).ravel() % width
        seen = self.node("Gather", [x, self.constant(f"{prefix}.places", places)], axis=1)
        values = self.layers(f"{prefix}.", block.layers, self.reshape(seen, -1, block.inputs))
        if block.members:
            values = self.weigh(number, x, values)
        elif block.groups == 1 or block.groups < block.count:
            values = self.pool(block, self.reshape(values, -1, block.count // block.groups, block.layers[-1].units))
        values = self.layers(f"{prefix}-then.", block.then, values)
        return self.reshape(values, -1, block.groups, block.values)

    def weigh(self, number: int, x: str, values: str) -> str:
        """The sums of the members of each group: [position and group, sums]."""
        block, width = self.network.declaration.blocks[number], self.network.declaration.width + 2
        members = np.array(block.members, np.int64).ravel() % width
        weights = self.node("Gather", [x, self.constant(f"block{number}.members", members)], axis=1)
        weights = self.reshape(weights, -1, len(members) // block.count, block.count)
        sums = self.node("MatMul", [weights, self.reshape(values, -1, block.count, block.layers[-1].units)])
        return self.reshape(sums, -1, block.pooled)

    def reshape(self, x: str, *sizes: int) -> str:
        return self.node("Reshape", [x, self.constant(f"shape{len(self.nodes)}", np.array(sizes, np.int64))])

    def pool(self, block: Block, x: str) -> str:
        """[row, slot, value] into [row, pooled]."""
        axis = self.constant("axis", np.array([1], np.int64))
        pools = {"sum": lambda: self.node("ReduceSum", [x, axis], keepdims=0),
                 "max": lambda: self.node("ReduceMax", [x], axes=[1], keepdims=0)}  # fmt: skip
        return self.node("Concat", [pools[name]() for name in block.pools], axis=1)

    def head(self, head: Head, trunk: str, groups: list[str]) -> None:
        d = self.network.declaration
        found = self.layers(f"{head.name}.", head_layers(head), trunk)
        for i, reading in enumerate(head.reads):
            number, block = d.block(reading.block)
            rows = self.reshape(groups[number], -1, block.values)
            read = self.reshape(self.layers(f"{head.name}-{i}.", READER, rows), -1, block.groups)
            ends = np.array([0, reading.at, 0, head.units - reading.at - block.groups], np.int64)
            read = self.node("Pad", [read, self.constant(f"{head.name}-{i}.ends", ends)])
            found = self.node("Add", [found, read])
        self.node("Identity", [found], head.name)


def build_onnx(network: NetworkFile) -> Any:
    """The ONNX model of an exported network."""
    onnx = _load_onnx()
    declaration, graph = network.declaration, _Graph(onnx, network)
    x = graph.inputs()
    with_constants = graph.add_constants(x) if declaration.blocks else x
    groups = [graph.block(number, with_constants) for number in range(len(declaration.blocks))]
    parts = [] if declaration.skip_input else [graph.board(x) if declaration.boards else x]
    for block, values in zip(declaration.blocks, groups, strict=True):
        whole = block.joined or block.groups == 1
        parts.append(graph.reshape(values, -1, block.outputs) if whole else graph.pool(block, values))
    trunk = graph.node("Concat", parts, axis=1) if len(parts) > 1 else parts[0]
    trunk = graph.layers("trunk.", declaration.layers, trunk)
    make = onnx.helper.make_tensor_value_info
    outputs = []
    for head in declaration.heads:
        graph.head(head, trunk, groups)
        outputs.append(make(head.name, onnx.TensorProto.FLOAT, ["positions", head.units]))
    inputs = [make("x", onnx.TensorProto.FLOAT, ["positions", declaration.inputs])]
    made = onnx.helper.make_graph(graph.nodes, "network", inputs, outputs, list(graph.constants.values()))
    opset = onnx.helper.make_opsetid("", OPSET)
    model = onnx.helper.make_model(made, opset_imports=[opset], ir_version=IR, producer_name="ludoteca")
    onnx.checker.check_model(model, full_check=True)
    return model


def write_onnx(network: NetworkFile, path: Path) -> None:
    try:
        write_atomic(path, build_onnx(network).SerializeToString(deterministic=True))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def _load_onnx() -> Any:
    try:
        import onnx
    except ImportError:
        raise ExtraMissing("ONNX files need onnx: pip install 'ludoteca[learn]'") from None
    return onnx
