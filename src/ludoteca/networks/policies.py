"""A file of weights as a function from features to a class: the network with the highest output."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.networks.files import load_file
from ludoteca.networks.inference import infer
from ludoteca.networks.weights import Shape, check_tensors, flatten, load_tensors

MOST_LAYERS = 100


Policy = Callable[[Any], int]


Legal = Callable[[Any], Any]
"""From features to the classes that are legal, as booleans."""


def load_policy(path: Path, inputs: int, outputs: int, encoder: str = "", legal: Legal | None = None) -> Policy:
    """The network in a file, declared (`files.py`) or a plain multilayer perceptron (`weights.py`). WeightsError if it
    has other inputs or outputs, or reads another encoder."""
    tensors, _ = load_tensors(path)
    if "layer0.weight" in tensors:
        outputs_of = _load_perceptron(path, tensors, (inputs, outputs))
    else:
        outputs_of = _load_declared(path, (inputs, outputs), encoder)
    return lambda row: pick(outputs_of(row), legal(row) if legal else None)


def pick(outputs: Any, legal: Any) -> int:
    """The highest output, among the legal ones if these are known."""
    known = legal is not None and legal.any()
    return int(np.argmax(np.where(legal, outputs, -np.inf) if known else outputs))


def _load_perceptron(path: Path, tensors: dict[str, Any], sizes: tuple[int, int]) -> Callable[[Any], Any]:
    shape = find_shape(path, tensors)
    check_tensors(shape, tensors, path.name)
    _check_sizes(path, (shape.sizes[0], shape.sizes[-1]), sizes)
    flat, units, out = flatten(shape, tensors), np.array(shape.sizes, np.int64), np.zeros(sizes[1], np.float32)

    def run(row: Any) -> Any:
        infer(flat, units, row, out)
        return out

    return run


def _load_declared(path: Path, sizes: tuple[int, int], encoder: str) -> Callable[[Any], Any]:
    file = load_file(path)
    made_for = file.declaration.encoder
    if encoder and made_for and made_for != encoder:
        raise WeightsError(f"{path.name} reads the encoder {made_for}, not {encoder}")
    heads = [head for head in file.declaration.heads if head.kind == "policy"]
    if len(heads) != 1:
        raise WeightsError(f"{path.name} must have one head that is a policy; it has {len(heads)}")
    _check_sizes(path, (file.declaration.inputs, heads[0].units), sizes)
    network, name = file.start(), heads[0].name
    return lambda row: network.run(row)[name]


def _check_sizes(path: Path, found: tuple[int, int], wanted: tuple[int, int]) -> None:
    if found != wanted:
        raise WeightsError(
            f"{path.name} takes {found[0]} inputs and has {found[1]} outputs; "
            f"this encoder has {wanted[0]} and {wanted[1]}"
        )


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
