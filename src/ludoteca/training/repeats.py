"""Several trainings of one plan: cross-validation, and the curve over fractions of the data. Each is a run in a folder
of its own, so that a killed one goes on where it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.progress import Report, silent
from ludoteca.training.checkpoints import Start
from ludoteca.training.examples import Examples, fold_places, split_places
from ludoteca.training.loop import train
from ludoteca.training.plan import Plan
from ludoteca.training.reading import take_fraction


@dataclass(frozen=True)
class Result:
    """The end of one of the trainings."""

    name: str
    positions: int
    """To train on."""
    checked: int
    found: dict[str, float]
    """What was measured on the check positions after the last epoch."""


def cross_validate(plan: Plan, examples: Examples, folds: int, folder: Path, report: Report = silent) -> list[Result]:
    """Train `folds` times, each time without another part of the games, and check with that part."""
    sides = list(fold_places(examples.groups, plan.split.by, folds, plan.split.seed))
    return [_run(plan, examples, side, folder, f"fold-{number}", report) for number, side in enumerate(sides, start=1)]


def learning_curve(
    plan: Plan,
    examples: Examples,
    fractions: Sequence[float],
    folder: Path,
    report: Report = silent,
    start: Start | None = None,
) -> list[Result]:
    """Train on growing fractions of the training games, and always check with the same positions."""
    first, check, _ = split_places(examples, plan.split)
    results = []
    data: Any = examples
    for fraction in sorted(fractions):
        places = take_fraction(data, first, fraction, plan.split.seed)
        results.append(_run(plan, examples, (places, check), folder, f"fraction-{fraction:g}", report, start))
    return results


def _run(
    plan: Plan,
    examples: Examples,
    side: tuple[Any, Any],
    folder: Path,
    name: str,
    report: Report,
    start: Start | None = None,
) -> Result:
    run = train(plan, examples, side, folder / name, lambda what, *rest: report(f"{name}: {what}", *rest), start)
    last = {key.removeprefix("check "): v for key, v in run.history[-1].items() if key.startswith("check ")}
    return Result(name, len(side[0]), len(side[1]), last)
