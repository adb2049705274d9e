"""What a run of self-play keeps in its folder, and how it goes on from there.

network.safetensors         the best network so far, as players use it
ladder.json                 the networks that were the best, with their ratings
rungs/NNNNNN.safetensors    these networks, by the iteration that made them
log.jsonl                   one line an iteration: positions, losses, tests, CPU-seconds
doctor.json                 the last visit of the doctor
rating.svg, losses.svg      the ladder and the losses, drawn by CPU-minutes
checkpoint.safetensors      all that is needed to go on, written after each iteration
positions/NNNNNN.safetensors    what was played in an iteration, while it is learned from
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from ludoteca.core.errors import WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.networks.files import NetworkFile, save_file
from ludoteca.training.checkpoints import read_checkpoint
from ludoteca.training.selfplay_rows import Rows

CHECKPOINT, NETWORK, LADDER = "checkpoint.safetensors", "network.safetensors", "ladder.json"
LOG, DOCTOR, POSITIONS, RUNGS = "log.jsonl", "doctor.json", "positions", "rungs"


def positions_path(folder: Path, iteration: int) -> Path:
    return folder / POSITIONS / f"{iteration:06d}.safetensors"


def save_rows(folder: Path, iteration: int, rows: Rows) -> None:
    path = positions_path(folder, iteration)
    try:
        path.parent.mkdir(exist_ok=True)
        content = {name: np.ascontiguousarray(array) for name, array in vars(rows).items()}
        write_atomic(path, save(content))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def load_rows(folder: Path, iteration: int) -> Rows:
    path = positions_path(folder, iteration)
    try:
        return Rows(**load(path.read_bytes()))
    except (OSError, SafetensorError, TypeError) as error:
        raise WeightsError(f"{path} is missing or damaged, and the run needs it to go on: {error}") from None


def drop_rows(folder: Path, iterations: list[int]) -> None:
    for iteration in iterations:
        positions_path(folder, iteration).unlink(missing_ok=True)


def save_run(folder: Path, tensors: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    """The checkpoint: from here on a killed run begins with what it holds."""
    content = {name: np.ascontiguousarray(value) for name, value in tensors.items()}
    path = folder / CHECKPOINT
    try:
        write_atomic(path, save(content, {"run": json.dumps(told)}))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def load_run(folder: Path, identity: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The checkpoint of a run; None if there is none. Another run's is refused."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    tensors, told = read_checkpoint(path)
    kept, wanted = told.get("identity", {}), json.loads(json.dumps(identity))
    for key in sorted({*kept, *wanted}):
        if kept.get(key) != wanted.get(key):
            raise WeightsError(
                f"{path} is of another run: its {_find_difference(key, kept.get(key), wanted.get(key))}; nothing was "
                "changed: choose another folder"
            )
    return tensors, told


def _find_difference(key: str, kept: Any, wanted: Any) -> str:
    """Which word differs: `plan.rate was 0.001, not 0.002`."""
    if isinstance(kept, dict) and isinstance(wanted, dict):
        for word in sorted({*kept, *wanted}):
            if kept.get(word) != wanted.get(word):
                return _find_difference(f"{key}.{word}", kept.get(word), wanted.get(word))
    return f"{key} is {kept!r}, not {wanted!r}"


def write_reports(folder: Path, ladder: list[Any], log: list[dict[str, Any]], checks: list[dict[str, Any]]) -> None:
    write_atomic(folder / LADDER, json.dumps([asdict(rung) for rung in ladder], indent=1) + "\n")
    write_atomic(folder / LOG, "".join(json.dumps(entry) + "\n" for entry in log))
    write_atomic(folder / DOCTOR, json.dumps(checks, indent=1) + "\n")


def write_network(folder: Path, network: NetworkFile) -> None:
    save_file(folder / NETWORK, network.declaration, network.tensors, network.record)


def write_rung(folder: Path, iteration: int, network: NetworkFile) -> None:
    """Keep a network that was the best for a while: how it became better can be measured later."""
    path = folder / RUNGS / f"{iteration:06d}.safetensors"
    path.parent.mkdir(exist_ok=True)
    save_file(path, network.declaration, network.tensors, network.record)
