"""Multilayer perceptrons and their weights in safetensors files, with the record of their training inside."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ludoteca.core.errors import WeightsError
from ludoteca.core.files import write_atomic


@dataclass(frozen=True)
class Shape:
    """Layers of so many units, the inputs first; ReLU between them."""

    sizes: tuple[int, ...]
    dropouts: tuple[float, ...] = ()
    """Of the hidden layers, while they are trained; none if left out."""

    @property
    def layers(self) -> int:
        return len(self.sizes) - 1

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """The shape of each tensor by its name: `layer0.weight` [outputs, inputs], `layer0.bias`, ..."""
        found: dict[str, tuple[int, ...]] = {}
        for i in range(self.layers):
            found[f"layer{i}.weight"] = (self.sizes[i + 1], self.sizes[i])
            found[f"layer{i}.bias"] = (self.sizes[i + 1],)
        return found


@dataclass(frozen=True)
class Network:
    """Weights ready for inference: see `inference.py` for their order."""

    shape: Shape
    flat: Any
    record: dict[str, Any]
    """How it was trained."""

    @property
    def sizes(self) -> Any:
        return np.array(self.shape.sizes, np.int64)


def save_network(path: Path, shape: Shape, tensors: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    check_tensors(shape, tensors, path.name)
    save_tensors(path, {name: tensors[name] for name in shape.tensors()}, record)


def save_tensors(path: Path, tensors: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    content = {name: np.ascontiguousarray(tensor, np.float32) for name, tensor in tensors.items()}
    data = save(content, {"record": json.dumps(dict(record))})
    try:
        write_atomic(path, data)
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def load_tensors(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tensors of a file by name, and its record."""
    try:
        with safe_open(str(path), framework="np") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            record = json.loads((file.metadata() or {}).get("record", "{}"))
    except FileNotFoundError:
        raise WeightsError(f"there are no weights at {path}") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise WeightsError(f"{path} is no whole safetensors file: {error}") from None
    return tensors, record


def load_network(path: Path, shape: Shape) -> Network:
    """Read a network of a known shape; WeightsError names the layer that is missing or another."""
    tensors, record = load_tensors(path)
    check_tensors(shape, tensors, path.name)
    return Network(shape, flatten(shape, tensors), record)


def check_tensors(shape: Shape, tensors: Mapping[str, Any], where: str) -> None:
    check_shapes(shape.tensors(), tensors, where)


def check_shapes(wanted: Mapping[str, tuple[int, ...]], tensors: Mapping[str, Any], where: str) -> None:
    """Refuse tensors that are missing, of another shape, unknown, or hold something that is no number."""
    for name, size in wanted.items():
        if name not in tensors:
            raise WeightsError(f"{where} lacks {name}, of shape {list(size)}")
        if tuple(tensors[name].shape) != size:
            found = list(tensors[name].shape)
            raise WeightsError(f"{where}: {name} has the shape {found}; this network needs {list(size)}")
        values = np.asarray(tensors[name])
        if values.dtype.kind != "f" or not np.isfinite(values).all():
            raise WeightsError(f"{where}: {name} holds something that is no number")
    for name in tensors:
        if name not in wanted:
            raise WeightsError(f"{where} has {name}, which this network does not; it has {', '.join(wanted)}")


def flatten(shape: Shape, tensors: Mapping[str, Any]) -> Any:
    """One float32 array: for each layer its weights [input, output], then its bias."""
    parts = []
    for i in range(shape.layers):
        parts += [np.asarray(tensors[f"layer{i}.weight"]).T.ravel(), np.asarray(tensors[f"layer{i}.bias"]).ravel()]
    return np.concatenate(parts).astype(np.float32)
