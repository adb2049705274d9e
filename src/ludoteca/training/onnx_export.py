"""A network as an ONNX file, for programs that are not Python. The graph is written from the declaration, node by node;
inputs are `x` [position, inputs], outputs have the names of the heads, before softmax and sigmoid."""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import ExtraMissing, WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.networks.declaration import EPSILON, Layer
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

    def layers(self, prefix: str, layers: tuple[Layer, ...], x: str, last: str = "") -> str:
        """The nodes of a run of layers; the last has the name `last`."""
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
        return self.node("Identity", [x], last) if last else x

    def tensor(self, name: str) -> str:
        return self.constant(name, np.asarray(self.network.tensors[name], np.float32))

    def block(self, number: int, x: str) -> list[str]:
        """The pooled values of a block."""
        block, prefix = self.network.declaration.blocks[number], f"block{number}."
        places = self.constant(f"{prefix}places", np.array(block.places(), np.int64).ravel())
        seen = self.node("Gather", [x, places], axis=1)
        rows = self.constant(f"{prefix}rows", np.array([-1, block.inputs], np.int64))
        values = self.layers(prefix, block.layers, self.node("Reshape", [seen, rows]))
        slots = self.constant(f"{prefix}slots", np.array([-1, block.count, block.layers[-1].units], np.int64))
        values = self.node("Reshape", [values, slots])
        axis = self.constant(f"{prefix}axis", np.array([1], np.int64))
        pools = {"sum": lambda: self.node("ReduceSum", [values, axis], keepdims=0),
                 "max": lambda: self.node("ReduceMax", [values], axes=[1], keepdims=0)}  # fmt: skip
        return [pools[pool]() for pool in block.pools]


def build_onnx(network: NetworkFile) -> Any:
    """The ONNX model of an exported network."""
    onnx = _load_onnx()
    declaration, graph = network.declaration, _Graph(onnx, network)
    scales = np.array(declaration.scales or [1.0] * declaration.inputs, np.float32)
    x = graph.node("Mul", ["x", graph.constant("scales", scales)])
    parts = [] if declaration.skip_input else [x]
    for number in range(len(declaration.blocks)):
        parts += graph.block(number, x)
    trunk = graph.node("Concat", parts, axis=1) if len(parts) > 1 else parts[0]
    trunk = graph.layers("trunk.", declaration.layers, trunk)
    make = onnx.helper.make_tensor_value_info
    outputs = []
    for head in declaration.heads:
        graph.layers(f"{head.name}.", (*head.layers, Layer(head.units, head.activation)), trunk, head.name)
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
