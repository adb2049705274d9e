"""Positions with what is to be learned of them, in memory or mapped from a file; and how they are split."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.networks.declaration import Declaration
from ludoteca.training.plan import Split
from ludoteca.training.reading import split_rows


@dataclass(frozen=True)
class Examples:
    """Arrays with a row for each position."""

    features: Any
    """Numbers [position, inputs] of any type; rows are converted batch by batch."""
    targets: Mapping[str, Any]
    """By head. A policy: the right unit [position], or probabilities [position, unit]. Numbers and flags: [position,
    unit], where what is not known is NaN and costs nothing."""
    groups: Any
    """[position]: the game that it comes from."""
    legal: Any = None
    """Which units of the policy are legal actions: bool [position, unit], or bits in uint8, the first unit in the
    highest; None: all."""
    about: dict[str, Any] = field(default_factory=dict)
    """Where they come from."""
    steps: Any = None
    """float32 [inputs]: what features that are kept as whole numbers are multiplied by."""

    def __len__(self) -> int:
        return len(self.features)

    def check(self, network: Declaration) -> None:
        """Refuse positions that this network cannot learn from."""
        if self.features.ndim != 2 or self.features.shape[1] != network.inputs:
            shape = list(self.features.shape)
            raise DatasetError(f"the network takes {network.inputs} inputs; the data have the shape {shape}")
        if len(self.groups) != len(self):
            raise DatasetError(f"there are {len(self)} positions but {len(self.groups)} groups")
        for head in network.heads:
            if head.name not in self.targets:
                known = ", ".join(self.targets) or "none"
                raise DatasetError(f"the data have no targets for the head {head.name!r}; they have {known}")
            target = self.targets[head.name]
            if len(target) != len(self) or target.shape[1:] not in ((), (head.units,)):
                shape = list(target.shape)
                raise DatasetError(f"the targets of {head.name!r} have the shape {shape}; the head has {head.units}")
            if target.ndim == 1 and head.kind == "policy" and len(target) and not self._fits(target, head.units):
                raise DatasetError(f"the targets of {head.name!r} must be from 0 to {head.units - 1}")
        if self.legal is not None and len(self.legal) != len(self):
            raise DatasetError(f"there are {len(self)} positions but {len(self.legal)} rows of legal actions")
        units = next((head.units for head in network.heads if head.kind == "policy"), 0)
        if self.legal is not None and units and self.legal.shape[1] not in (units, -(-units // 8)):
            raise DatasetError(f"the policy has {units} units; the rows of legal actions have {self.legal.shape[1]}")

    @staticmethod
    def _fits(target: Any, units: int) -> bool:
        return int(target.min()) >= 0 and int(target.max()) < units

    def rows(self, places: Any) -> Any:
        """The features of some positions, as float32."""
        found = np.asarray(self.features[places])
        found = found if found.dtype == np.float32 else found.astype(np.float32)
        return found if self.steps is None else found * self.steps

    def legal_rows(self, places: Any, units: int) -> Any:
        """bool [position, unit]: the legal units of some positions; None if all are."""
        if self.legal is None:
            return None
        found = np.asarray(self.legal[places])
        if found.shape[1] != units:
            found = np.unpackbits(found, axis=1, count=units)
        return found.astype(bool)


def split_places(examples: Examples, split: Split) -> tuple[Any, Any, Any]:
    """The places of the positions to train on, to check with and to test with, each in ascending order."""
    rest = 1.0 - split.train - split.check
    shares = [split.train, split.check, rest] if rest > 1e-9 else [split.train, 1.0 - split.train]
    data: Any = examples
    first, check, *test = split_rows(data, shares, split.by, split.seed)
    if not len(first) or not len(check):
        raise DatasetError(f"{len(examples)} positions of these games are too few to split by {split.by}")
    return first, check, test[0] if test else np.zeros(0, np.int64)


def fold_places(groups: Any, by: str, folds: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """For k-fold cross-validation: k times the places to train on, and those to check with."""
    if not 2 <= folds <= 100:
        raise DatasetError(f"cross-validation takes from 2 to 100 folds, not {folds}")
    _, units = np.unique(groups, return_inverse=True) if by == "game" else (None, np.arange(len(groups)))
    n = int(units.max()) + 1
    if n < folds:
        raise DatasetError(f"{n} {'games' if by == 'game' else 'positions'} are too few for {folds} folds")
    fold = np.random.default_rng(seed).permutation(n) % folds
    for number in range(folds):
        yield np.flatnonzero(fold[units] != number), np.flatnonzero(fold[units] == number)
