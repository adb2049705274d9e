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

KEY = (
    "ludoteca"  # of the metadata: one, since safetensors writes several in any order, and equal runs write equal files
)
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
    told = json.dumps({"network": write_declaration(plain), "record": dict(record)})
    try:
        write_atomic(path, save(folded, {KEY: told}))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def load_file(path: Path) -> NetworkFile:
    """Read a network; WeightsError says what is wrong with the file."""
    try:
        if path.stat().st_size > LARGEST:
            raise WeightsError(f"{path} is larger than {LARGEST:,} bytes: that is no network for playing")
        with safe_open(str(path), framework="np") as file:
            told = _read_metadata(path, file.metadata() or {})
            found = read_declaration(told["network"], f"{path.name}: network")
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
    return NetworkFile(found, tensors, told["record"])


def check_names(declaration: Declaration, names: list[str], where: str) -> None:
    """Refuse a file of other tensors before they are read."""
    unknown = sorted(set(names) - set(declaration.tensors()))
    if unknown:
        raise WeightsError(f"{where} has {unknown[0]}, which its network does not have")


def _read_metadata(path: Path, metadata: Mapping[str, str]) -> dict[str, Any]:
    """The network and the record."""
    try:
        found = json.loads(metadata[KEY])
    except (KeyError, ValueError, RecursionError):
        raise WeightsError(
            f"{path} does not say which network its weights are of: it has no {KEY!r} in its metadata, as `ludoteca "
            "learn` writes it"
        ) from None
    if not isinstance(found, dict) or not all(isinstance(found.get(key), dict) for key in ("network", "record")):
        raise WeightsError(f"{path}: its metadata must have a network and a record")
    return found
