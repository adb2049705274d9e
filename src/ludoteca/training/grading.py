"""How well a trained network does on positions, class by class. It needs no torch: the network answers as it plays."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.errors import ExtraMissing
from ludoteca.core.progress import Report, silent
from ludoteca.networks.files import NetworkFile
from ludoteca.training.examples import Examples

AT_ONCE = 8192


def share_interval(hits: Any, sizes: Any) -> tuple[float, float]:
    """95 % of sum(hits) / sum(sizes). Each place of the arrays is a group of positions that are alike: a game."""
    n, total = len(sizes), float(sizes.sum())
    if n < 2:
        return 0.0, 1.0
    share = float(hits.sum()) / total
    half = 1.959964 * float(np.sqrt(n / (n - 1) * ((hits - share * sizes) ** 2).sum())) / total
    return max(0.0, share - half), min(1.0, share + half)


@dataclass(frozen=True)
class Grades:
    """The right and the chosen class of each position."""

    right: Any
    said: Any
    illegal: int
    """Positions in which the largest output was an illegal action; `said` is then the largest legal one."""
    names: tuple[str, ...]
    """What the classes are called."""
    groups: Any
    """The game of each position."""

    @property
    def accuracy(self) -> float:
        return float((self.right == self.said).mean())

    def interval(self) -> tuple[float, float]:
        """95 % of the accuracy. Positions of one game are alike, so games are what is counted."""
        _, games = np.unique(self.groups, return_inverse=True)
        return share_interval(np.bincount(games, self.right == self.said), np.bincount(games))

    def report(self) -> dict[str, dict[str, float]]:
        """Precision, recall, f1-score and support of every class, and their means: scikit-learn's classification
        report."""
        metrics = _load_sklearn()
        labels = list(range(len(self.names)))
        found: dict[str, Any] = metrics.classification_report(
            self.right, self.said, labels=labels, target_names=list(self.names), output_dict=True, zero_division=0.0
        )
        found.pop("micro avg", None)
        found["accuracy"] = {"f1-score": self.accuracy, "support": float(len(self.right))}
        return found

    def confusion(self) -> Any:
        """int [right class, chosen class]: how often."""
        return _load_sklearn().confusion_matrix(self.right, self.said, labels=list(range(len(self.names))))

    def to_json(self) -> dict[str, Any]:
        return {
            "positions": len(self.right),
            "accuracy": self.accuracy,
            "accuracy_95": self.interval(),
            "illegal": self.illegal,
            "classes": self.report(),
            "confusion": self.confusion().tolist(),
        }


def grade(
    network: NetworkFile, examples: Examples, places: Any, names: tuple[str, ...] = (), report: Report = silent
) -> Grades:
    """Let the network choose in each of the positions."""
    head = next(head for head in network.declaration.heads if head.kind == "policy")
    inference, illegal = network.start(), 0
    said = np.zeros(len(places), np.int64)
    for start in range(0, len(places), AT_ONCE):
        report("grading", start, len(places))
        part = places[start : start + AT_ONCE]
        outputs = inference.run_batch(examples.rows(part))[head.name]
        legal = examples.legal_rows(part, head.units)
        if legal is not None:
            illegal += int((~legal[np.arange(len(part)), outputs.argmax(axis=1)]).sum())
            outputs = np.where(legal, outputs, -np.inf)
        said[start : start + len(part)] = outputs.argmax(axis=1)
    target = np.asarray(examples.targets[head.name][places])
    right = target if target.ndim == 1 else target.argmax(axis=1)
    shown = tuple(names[i] if i < len(names) else str(i) for i in range(head.units))
    return Grades(right.astype(np.int64), said, illegal, shown, np.asarray(examples.groups[places]))


def _load_sklearn() -> Any:
    try:
        import sklearn.metrics
    except ImportError:
        raise ExtraMissing("reports need scikit-learn: pip install 'ludoteca[learn]'") from None
    return sklearn.metrics
