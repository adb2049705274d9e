"""Training a plain classifier into one file: SGD with cross-entropy, resumable to the last bit.

For networks whose inference keeps the sums of the first layer (`networks/inference.py`). It runs on the loop that all
training uses (`loop.py`); here is only how such a network is declared, and its file. After each epoch the weights and
the curve are written. Plain SGD has no moments, so the file is all that a killed run needs.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.core.progress import Report, silent
from ludoteca.networks.declaration import Declaration, Head, Layer
from ludoteca.networks.weights import Shape, check_tensors, load_tensors, save_network
from ludoteca.training import model as models
from ludoteca.training.checkpoints import Run
from ludoteca.training.datasets import Chunk
from ludoteca.training.examples import Examples
from ludoteca.training.loop import begin, run_epoch
from ludoteca.training.losses import measure
from ludoteca.training.model import load_torch
from ludoteca.training.outputs import check_writable
from ludoteca.training.plan import Optimiser, Plan

__all__ = ["Curve", "TrainingPlan", "build_model", "check_output", "load_torch", "read_tensors", "train"]

HEAD = "classes"


@dataclass(frozen=True)
class TrainingPlan:
    """How a network is trained."""

    shape: Shape
    rates: tuple[tuple[int, float], ...]
    """Learning rates, each with the epoch that it ends before: ((24, 0.01), (64, 0.005))."""
    batch: int = 32
    seed: int = 1

    @property
    def epochs(self) -> int:
        return self.rates[-1][0]

    def rate(self, epoch: int) -> float:
        return next(rate for last, rate in self.rates if epoch < last)


@dataclass
class Curve:
    """Of each epoch: the mean loss, and the accuracy on the training data and on the check data."""

    loss: list[float] = field(default_factory=list)
    train: list[float] = field(default_factory=list)
    check: list[float] = field(default_factory=list)


def train(
    plan: TrainingPlan, data: Chunk, check: Chunk, path: Path, about: dict[str, Any], report: Report = silent
) -> Curve:
    """Train on `data` and write the network to `path`, with `about` in its record. An unfinished run of the same plan
    is resumed; a finished one is left as it is."""
    torch = load_torch()
    torch.set_num_threads(1)
    record = {**about, "plan": asdict(plan), "positions": [len(data), len(check)]}
    run = begin(torch, to_plan(plan), {})
    curve = _resume(plan, path, record, run)
    sides = [Examples(part.features, {HEAD: part.labels}, part.groups) for part in (data, check)]
    places = [np.arange(len(part)) for part in (data, check)]
    for run.epoch in range(len(curve.loss), plan.epochs):
        report(_describe_progress(curve), run.epoch, plan.epochs)
        run.done, run.losses = 0, 0.0
        run_epoch(torch, run, sides[0], places[0], None, silent)
        curve.loss.append(run.losses / run.done)
        for side, rows, values in zip(sides, places, (curve.train, curve.check), strict=True):
            values.append(measure(torch, run.plan, run.model, side, rows)["accuracy"])
        tensors = rename(plan.shape, models.read_tensors(run.plan.network, run.model))
        save_network(path, plan.shape, tensors, {**record, "curve": asdict(curve)})
    report(_describe_progress(curve), plan.epochs, plan.epochs)
    return curve


def to_plan(plan: TrainingPlan) -> Plan:
    """The same training in the words of every other."""
    optimiser = Optimiser("sgd", schedule="steps", steps=plan.rates)
    return Plan(declare(plan.shape), plan.epochs, plan.batch, plan.seed, optimiser)


def declare(shape: Shape) -> Declaration:
    hidden = range(1, shape.layers)
    dropouts = dict(enumerate(shape.dropouts, 1))
    layers = tuple(Layer(shape.sizes[i], dropout=dropouts.get(i, 0.0)) for i in hidden)
    return Declaration(shape.sizes[0], (Head(HEAD, shape.sizes[-1]),), layers)


def rename(shape: Shape, tensors: Mapping[str, Any]) -> dict[str, Any]:
    """Tensors of the declaration by the names that `Shape` gives them."""
    names = dict(zip(declare(shape).tensors(), shape.tensors(), strict=True))
    return {names[name]: tensor for name, tensor in tensors.items()}


def _describe_progress(curve: Curve) -> str:
    return f"training, {100 * curve.check[-1]:.1f} % right" if curve.check else "training"


def check_output(plan: TrainingPlan, path: Path, about: dict[str, Any]) -> None:
    """Whether a training with this plan and description can be written to `path`: asked before a long collection of
    data, so that its end finds no surprise. Torch is needed, too."""
    load_torch()
    check_writable(path)
    if path.exists():
        _compare(path, load_tensors(path)[1], {**about, "plan": asdict(plan)}, {"curve", "positions"})


def _compare(path: Path, kept: dict[str, Any], wanted: dict[str, Any], apart: set[str]) -> None:
    """Refuse the file of another training; what is `apart` may differ."""
    wanted = json.loads(json.dumps(wanted))
    if "curve" not in kept:
        raise WeightsError(f"{path} holds no training that could be resumed; nothing was changed: choose another file")
    for key in sorted({*kept, *wanted} - apart):
        if kept.get(key) != wanted.get(key):
            raise WeightsError(
                f"{path} holds another training: its {key} differs; nothing was changed: choose another file"
            )


def build_model(torch: Any, shape: Shape) -> Any:
    """Linear layers with ReLU and dropout between them; the softmax is part of the loss."""
    parts = []
    for i in range(shape.layers):
        parts.append(torch.nn.Linear(shape.sizes[i], shape.sizes[i + 1]))
        if i + 1 < shape.layers:
            parts.append(torch.nn.ReLU())
            if i < len(shape.dropouts):
                parts.append(torch.nn.Dropout(shape.dropouts[i]))
    return torch.nn.Sequential(*parts)


def _linears(model: Any) -> list[Any]:
    return [part for part in model if hasattr(part, "weight")]


def read_tensors(model: Any) -> dict[str, Any]:
    """The weights of a model by the names that `Shape` gives them."""
    found = {}
    for i, linear in enumerate(_linears(model)):
        found[f"layer{i}.weight"] = linear.weight.detach().numpy()
        found[f"layer{i}.bias"] = linear.bias.detach().numpy()
    return found


def _resume(plan: TrainingPlan, path: Path, record: dict[str, Any], run: Run) -> Curve:
    """Load the weights and the curve of an unfinished run, if there is one."""
    if not path.exists():
        return Curve()
    tensors, kept = load_tensors(path)
    check_tensors(plan.shape, tensors, path.name)
    _compare(path, kept, record, {"curve"})
    network = run.plan.network
    names = zip(network.tensors(), plan.shape.tensors(), strict=True)
    models.write_tensors(network, run.model, {name: tensors[old] for name, old in names})
    return Curve(**kept["curve"])
