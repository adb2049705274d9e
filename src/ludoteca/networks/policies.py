"""A file of weights as a function from features to a class: the network with the highest output."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.networks.inference import infer
from ludoteca.networks.weights import Shape, check_tensors, flatten, load_tensors

MOST_LAYERS = 100


def load_policy(path: Path, inputs: int, outputs: int) -> Callable[[Any], int]:
    """The network in a file; WeightsError if it has other inputs or outputs."""
    tensors, _ = load_tensors(path)
    shape = find_shape(path, tensors)
    check_tensors(shape, tensors, path.name)
    if (shape.sizes[0], shape.sizes[-1]) != (inputs, outputs):
        raise WeightsError(
            f"{path.name} takes {shape.sizes[0]} inputs and has {shape.sizes[-1]} outputs; "
            f"this encoder has {inputs} and {outputs}"
        )
    flat, sizes, out = flatten(shape, tensors), np.array(shape.sizes, np.int64), np.zeros(outputs, np.float32)

    def choose(row: Any) -> int:
        infer(flat, sizes, row, out)
        return int(np.argmax(out))

    return choose


def find_shape(path: Path, tensors: dict[str, Any]) -> Shape:
    """The sizes of the layers, read off the weights."""
    layers = sum(bool(re.fullmatch(r"layer\d+\.weight", name)) for name in tensors)
    if not 1 <= layers <= MOST_LAYERS:
        raise WeightsError(f"{path.name} holds no multilayer perceptron: it has no layer0.weight")
    sizes = []
    for i in range(layers):
        weight = tensors.get(f"layer{i}.weight")
        if weight is None or weight.ndim != 2:
            raise WeightsError(f"{path.name} lacks layer{i}.weight, a matrix")
        sizes += ([weight.shape[1]] if i == 0 else []) + [weight.shape[0]]
    return Shape(tuple(sizes))
