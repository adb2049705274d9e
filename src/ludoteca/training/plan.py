"""How a network is trained, as a frozen record. From TOML:

epochs = 100
batch = 512
[network]                                   # see networks/declaration.py
encoder = "bologna"
layers = [{ units = 128, dropout = 0.1 }]
heads = [{ name = "policy", units = 20 }]
[optimiser]
kind = "adam"
rate = 0.001
[split]
by = "game"
"""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludoteca.core.errors import PlanError, near_misses
from ludoteca.core.reading import read_record, read_toml, write_record
from ludoteca.networks.declaration import Declaration

KINDS = ("adam", "adamw", "sgd")
SCHEDULES = ("constant", "cosine", "linear", "steps")
SPLITS = ("game", "state")
KEPT = ("last", "best")


@dataclass(frozen=True)
class Optimiser:
    kind: str = "adam"
    rate: float = 0.001
    momentum: float = 0.0
    """For sgd."""
    weight_decay: float = 0.0
    epsilon: float = 1e-8
    """For adam."""
    schedule: str = "constant"
    """cosine and linear fall from the rate to `last_rate`; steps follow `steps`."""
    last_rate: float = 0.0
    steps: tuple[tuple[int, float], ...] = ()
    """Rates, each with the epoch that it ends before: [[24, 0.01], [64, 0.005]]."""
    warm_up: float = 0.0
    """So many epochs first, in which the rate grows from 0."""

    def rate_at(self, epoch: float, epochs: int) -> float:
        """The learning rate at a moment; the fraction of `epoch` is how much of it has passed."""
        done = min(1.0, epoch / epochs)
        if self.schedule == "steps":
            rate = next((rate for last, rate in self.steps if epoch < last), self.steps[-1][1])
        elif self.schedule == "cosine":
            rate = self.last_rate + (self.rate - self.last_rate) * 0.5 * (1 + math.cos(math.pi * done))
        elif self.schedule == "linear":
            rate = self.last_rate + (self.rate - self.last_rate) * (1 - done)
        else:
            rate = self.rate
        return rate * min(1.0, epoch / self.warm_up) if self.warm_up > 0 else rate


@dataclass(frozen=True)
class Split:
    by: str = "game"
    """game: no game is on two sides, so that the check shows what new games will bring. state: positions at random, as
    published experiments often do it; positions of one game are alike, and the check is too kind."""
    train: float = 0.8
    check: float = 0.1
    """Watched while training. What is left is for the test, looked at once, at the end."""
    seed: int = 1


@dataclass(frozen=True)
class Plan:
    network: Declaration
    epochs: int = 10
    batch: int = 256
    seed: int = 1
    optimiser: Optimiser = field(default_factory=Optimiser)
    split: Split = field(default_factory=Split)
    patience: int = 0
    """Stop after so many epochs without a lower loss on the check positions; 0: never."""
    keep: str = "last"
    """Which network is written: that of the last epoch, or the best on the check positions."""
    mask: bool = True
    """Whether illegal actions are left out of the softmax while training."""

    def __post_init__(self) -> None:
        for complaint in _find_complaints(self):
            raise PlanError(f"plan: {complaint}")

    @property
    def main(self) -> str:
        """The head that progress and early stopping go by: the first that is not auxiliary."""
        return next(head.name for head in self.network.heads if not head.auxiliary)


def _find_complaints(plan: Plan) -> list[str]:
    optimiser, split = plan.optimiser, plan.split
    found = []
    for name, value, known in (
        ("optimiser.kind", optimiser.kind, KINDS),
        ("optimiser.schedule", optimiser.schedule, SCHEDULES),
        ("split.by", split.by, SPLITS),
        ("keep", plan.keep, KEPT),
    ):
        if value not in known:
            found.append(f"{name} cannot be {value!r}; {near_misses(value, known)}")
    for name, number, low, high in (
        ("epochs", plan.epochs, 1, 100_000),
        ("batch", plan.batch, 1, 1_000_000),
        ("seed", plan.seed, 0, 2**63 - 1),
        ("split.seed", split.seed, 0, 2**63 - 1),
        ("patience", plan.patience, 0, 100_000),
        ("optimiser.rate", optimiser.rate, 0.0, 1_000.0),
        ("optimiser.momentum", optimiser.momentum, 0.0, 0.9999),
        ("optimiser.weight_decay", optimiser.weight_decay, 0.0, 1_000.0),
        ("optimiser.warm_up", optimiser.warm_up, 0.0, 1e5),
        ("split.train", split.train, 0.0001, 0.9999),
        ("split.check", split.check, 0.0001, 0.9999),
    ):
        if not low <= number <= high:
            found.append(f"{name} must be from {low} to {high}, not {number}")
    if split.train + split.check > 1.0 + 1e-9:
        found.append(f"split: train {split.train} and check {split.check} are more than everything")
    if (optimiser.schedule == "steps") != bool(optimiser.steps):
        found.append("optimiser.steps belong to the schedule 'steps', which needs them")
    return found


def read_plan(table: dict[str, Any], where: str = "plan") -> Plan:
    return read_record(Plan, table, where)


def load_plan(path: Path, **changes: Any) -> Plan:
    """The plan in a TOML file whose network stands on its own (inputs written out)."""
    return replace(read_plan(read_toml(path), path.name), **changes)


def write_plan(plan: Plan) -> dict[str, Any]:
    return write_record(plan)
