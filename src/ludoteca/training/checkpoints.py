"""Checkpoints: all that a training needs to go on as if it had never stopped, in one safetensors file.

Weights, the moments of the optimiser, the best weights so far, torch's random state, how far the epoch is, and the
history. Nothing is pickled: a checkpoint can be read from anywhere.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ludoteca.core.errors import PlanError, WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.training.model import read_tensors, write_tensors
from ludoteca.training.plan import Plan, read_plan, write_plan

CHECKPOINT = "checkpoint.safetensors"


@dataclass
class Run:
    """A training under way."""

    plan: Plan
    model: Any
    optimiser: Any
    about: dict[str, Any]
    """What it is trained on; a run goes on only with the same."""
    epoch: int = 0
    done: int = 0
    """Positions of this epoch that have been learned from."""
    losses: float = 0.0
    """Summed over them."""
    random: Any = None
    """torch's random state in the middle of an epoch; None at its beginning."""
    history: list[dict[str, float]] = field(default_factory=list)
    """One entry for each whole epoch."""
    best: dict[str, Any] = field(default_factory=dict)
    """The weights of the epoch with the lowest loss on the check positions, if they are to be kept."""
    stopped: bool = False
    """Whether it has ended early."""


def save_checkpoint(path: Path, run: Run) -> None:
    network = run.plan.network
    tensors = {f"weights.{name}": value for name, value in read_tensors(network, run.model).items()}
    tensors |= {f"best.{name}": value for name, value in run.best.items()}
    for number, values in run.optimiser.state_dict()["state"].items():
        tensors |= {f"optimiser.{number}.{key}": _to_array(value) for key, value in values.items() if value is not None}
    if run.random is not None:
        tensors["random"] = run.random.numpy()
    told = {
        "plan": write_plan(run.plan), "about": run.about, "epoch": run.epoch, "done": run.done, "losses": run.losses,
        "history": run.history, "stopped": run.stopped,
    }  # fmt: skip
    content = {name: np.ascontiguousarray(value) for name, value in tensors.items()}
    try:
        write_atomic(path, save(content, {"run": json.dumps(told)}))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def _to_array(value: Any) -> Any:
    return value.detach().numpy() if hasattr(value, "detach") else np.array(value, np.float32)


def read_checkpoint(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tensors and the description of a checkpoint."""
    try:
        with safe_open(str(path), framework="np") as file:
            told = json.loads((file.metadata() or {})["run"])
            return {name: file.get_tensor(name) for name in file.keys()}, told  # noqa: SIM118
    except (SafetensorError, OSError, KeyError, ValueError) as error:
        raise WeightsError(f"{path} is no checkpoint of a training, or damaged: {error}") from None


def restore(torch: Any, path: Path, run: Run) -> None:
    """Put a run into the state that a checkpoint holds; another run's is refused."""
    tensors, told = read_checkpoint(path)
    _compare(path, told, run)
    network = run.plan.network
    try:
        write_tensors(network, run.model, {name: tensors[f"weights.{name}"] for name in network.tensors()})
        run.best = {name: tensors[f"best.{name}"] for name in network.tensors() if f"best.{name}" in tensors}
        state: dict[int, dict[str, Any]] = {}
        for name, value in tensors.items():
            if name.startswith("optimiser."):
                _, number, key = name.split(".")
                state.setdefault(int(number), {})[key] = torch.from_numpy(value.copy())
        run.optimiser.load_state_dict({**run.optimiser.state_dict(), "state": state})
        run.random = torch.from_numpy(tensors["random"].copy()) if "random" in tensors else None
        for key in ("epoch", "done", "losses", "history", "stopped"):
            setattr(run, key, told[key])
    except (KeyError, ValueError, RuntimeError) as error:
        raise WeightsError(f"{path} is damaged: {error}; remove it to begin again") from None


@dataclass(frozen=True)
class Start:
    """Weights of another run of the same network, to begin with."""

    tensors: dict[str, Any]
    told: dict[str, Any]
    """Its plan and its data, and how far it was."""

    def write_into(self, run: Run) -> None:
        network = run.plan.network
        kept = read_plan(self.told["plan"]).network
        if kept != network:
            raise WeightsError("the run to start from has another network")
        write_tensors(network, run.model, {name: self.tensors[f"weights.{name}"] for name in network.tensors()})


def read_start(folder: Path) -> Start:
    """The weights that a run has now."""
    path = folder / CHECKPOINT
    if not path.exists():
        raise WeightsError(f"there is no run to start from in {folder}: it has no {CHECKPOINT}")
    tensors, told = read_checkpoint(path)
    return Start(tensors, {key: told[key] for key in ("plan", "about", "epoch", "done")})


def _compare(path: Path, told: dict[str, Any], run: Run) -> None:
    """Refuse to go on with another plan or other data. A run may get more epochs if its rates do not depend on them."""
    try:
        kept, wanted = write_plan(read_plan(told["plan"])), write_plan(run.plan)  # it may lack what is new since
    except PlanError as error:
        raise WeightsError(f"{path} is damaged: {error}; remove it to begin again") from None
    if wanted["optimiser"]["schedule"] in ("constant", "steps"):
        kept["epochs"] = max(kept["epochs"], wanted["epochs"])
        wanted["epochs"] = kept["epochs"]
    for what, old, new in (("plan", kept, wanted), ("data", told["about"], json.loads(json.dumps(run.about)))):
        for key in sorted({*old, *new}):
            if old.get(key) != new.get(key):
                raise WeightsError(
                    f"{path} is of another training: its {what} has another {key}; nothing was changed: choose another "
                    "folder"
                )
