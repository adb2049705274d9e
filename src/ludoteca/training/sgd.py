"""Training a classifier: plain SGD with cross-entropy, recorded, and resumable to the last bit.

After each epoch the weights and the curve are written. Everything else about an epoch (order of the data, dropout)
follows from the seed and its number, so a run that was killed resumes as if nothing had happened.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import ExtraMissing, WeightsError
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.networks.weights import Shape, check_tensors, load_tensors, save_network
from ludoteca.training.datasets import Chunk
from ludoteca.training.outputs import check_writable


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


def load_torch() -> Any:
    try:
        import torch
    except ImportError:
        raise ExtraMissing("training needs torch: pip install 'ludoteca[learn]'") from None
    return torch


def train(
    plan: TrainingPlan, data: Chunk, check: Chunk, path: Path, about: dict[str, Any], report: Report = silent
) -> Curve:
    """Train on `data` and write the network to `path`, with `about` in its record. An unfinished run of the same plan
    is resumed; a finished one is left as it is."""
    torch = load_torch()
    torch.set_num_threads(1)
    record = {**about, "plan": asdict(plan), "positions": [len(data), len(check)]}
    torch.manual_seed(plan.seed)
    model = build_model(torch, plan.shape)
    curve = _resume(torch, plan, path, record, model)
    sides = [(torch.from_numpy(np.array(part.features)), torch.from_numpy(part.labels.astype(np.int64)))
             for part in (data, check)]  # fmt: skip
    for epoch in range(len(curve.loss), plan.epochs):
        report(_describe_progress(curve), epoch, plan.epochs)
        torch.manual_seed(split_seed(plan.seed, "epoch", epoch) % 2**63)
        curve.loss.append(_run_epoch(torch, plan, model, *sides[0], epoch))
        curve.train.append(_measure(torch, model, *sides[0]))
        curve.check.append(_measure(torch, model, *sides[1]))
        save_network(path, plan.shape, read_tensors(model), {**record, "curve": asdict(curve)})
    report(_describe_progress(curve), plan.epochs, plan.epochs)
    return curve


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


def _resume(torch: Any, plan: TrainingPlan, path: Path, record: dict[str, Any], model: Any) -> Curve:
    """Load the weights and the curve of an unfinished run, if there is one."""
    if not path.exists():
        return Curve()
    tensors, kept = load_tensors(path)
    check_tensors(plan.shape, tensors, path.name)
    _compare(path, kept, record, {"curve"})
    with torch.no_grad():
        for i, linear in enumerate(_linears(model)):
            linear.weight.copy_(torch.from_numpy(tensors[f"layer{i}.weight"]))
            linear.bias.copy_(torch.from_numpy(tensors[f"layer{i}.bias"]))
    return Curve(**kept["curve"])


def _run_epoch(torch: Any, plan: TrainingPlan, model: Any, features: Any, labels: Any, epoch: int) -> float:
    """One pass over the data in random order; the mean loss."""
    model.train()
    optimiser = torch.optim.SGD(model.parameters(), lr=plan.rate(epoch))
    loss_of = torch.nn.CrossEntropyLoss()
    order = torch.randperm(len(labels))
    total = 0.0
    for start in range(0, len(order), plan.batch):
        places = order[start : start + plan.batch]
        optimiser.zero_grad()
        loss = loss_of(model(features[places].float()), labels[places])
        loss.backward()
        optimiser.step()
        total += float(loss.detach()) * len(places)
    return total / len(order)


def _measure(torch: Any, model: Any, features: Any, labels: Any) -> float:
    """The accuracy: the share of positions whose class the network names."""
    model.eval()
    right = 0
    with torch.no_grad():
        for start in range(0, len(labels), 8192):
            said = model(features[start : start + 8192].float()).argmax(dim=1)
            right += int((said == labels[start : start + 8192]).sum())
    return right / len(labels)
