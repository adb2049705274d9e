"""Networks in files: safetensors with the declaration and the record of the training inside, so that a file can be
loaded and checked on its own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ludoteca.core.errors import PlanError, WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.networks.batches import Inference
from ludoteca.networks.declaration import Declaration, read_declaration, write_declaration
from ludoteca.networks.folding import export
from ludoteca.networks.weights import check_shapes

LARGEST = 1_000_000_000  # bytes of a file


@dataclass(frozen=True)
class NetworkFile:
    """A network as it is in a file."""

    declaration: Declaration
    tensors: dict[str, Any]
    record: dict[str, Any]
    """How it was trained: its game, its data, its plan, its accuracy."""

    def start(self) -> Inference:
        """The network, ready to answer."""
        return Inference(self.declaration, self.tensors)


def save_file(path: Path, declaration: Declaration, tensors: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    """Write the network as players use it (`folding.export`)."""
    check_shapes(declaration.tensors(), tensors, path.name)
    plain, folded = export(declaration, tensors)
    check_shapes(plain.tensors(), folded, path.name)
    content = {"network": json.dumps(write_declaration(plain)), "record": json.dumps(dict(record))}
    try:
        write_atomic(path, save(folded, content))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def load_file(path: Path) -> NetworkFile:
    """Read a network; WeightsError says what is wrong with the file."""
    try:
        if path.stat().st_size > LARGEST:
            raise WeightsError(f"{path} is larger than {LARGEST:,} bytes: that is no network for playing")
        with safe_open(str(path), framework="np") as file:
            told = file.metadata() or {}
            declaration = _read_metadata(path, told, "network")
            found = read_declaration(declaration, f"{path.name}: network")
            names = list(file.keys())
            check_names(found, names, path.name)
            tensors = {name: file.get_tensor(name) for name in names}
    except FileNotFoundError:
        raise WeightsError(f"there are no weights at {path}") from None
    except PlanError as error:
        raise WeightsError(str(error)) from None
    except (SafetensorError, OSError, TypeError) as error:
        raise WeightsError(f"{path} is no whole safetensors file: {error}") from None
    check_shapes(found.tensors(), tensors, path.name)
    tensors = {name: np.asarray(tensor, np.float32) for name, tensor in tensors.items()}
    return NetworkFile(found, tensors, _read_metadata(path, told, "record"))


def check_names(declaration: Declaration, names: list[str], where: str) -> None:
    """Refuse a file of other tensors before they are read."""
    unknown = sorted(set(names) - set(declaration.tensors()))
    if unknown:
        raise WeightsError(f"{where} has {unknown[0]}, which its network does not have")


def _read_metadata(path: Path, told: Mapping[str, str], key: str) -> dict[str, Any]:
    try:
        found = json.loads(told[key])
    except (KeyError, ValueError):
        raise WeightsError(
            f"{path} does not say which network its weights are of: it has no {key!r} in its metadata, as `ludoteca "
            "learn` writes it"
        ) from None
    if not isinstance(found, dict):
        raise WeightsError(f"{path}: {key!r} in its metadata must be a table")
    return found
