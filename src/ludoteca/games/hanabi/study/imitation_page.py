"""The page of the imitation study: our figures beside the published ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.files import write_atomic
from ludoteca.games.hanabi.study import imitation_published as published
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.tables import markdown_table

MEANS = ("accuracy", "macro avg", "weighted avg")


@dataclass(frozen=True)
class Entry:
    """What was found of one network."""

    name: str
    parameters: int
    accuracy: float
    interval: Sequence[float]
    tested: int
    report: dict[str, Any]
    """scikit-learn's classification report."""
    scores: dict[str, Any]
    """Of its games with each partner."""


def write_page(path: Path, entries: Sequence[Entry], games: int, epochs: int, trials: int, seed: int) -> None:
    first = entries[0]
    low, high = (100 * end for end in first.interval)
    lines = [
        "# Networks that imitate Bot2",
        "",
        f"The published network names Bot2's action in {100 * first.accuracy:.1f} % of {first.tested:,} positions here "
        f"(95 %: {low:.1f} to {high:.1f}); its authors report {published.ACCURACY} %. {games:,} games of Bot2 with "
        f"itself, epochs: {epochs}, seed {seed}.",
        "",
        f"Made by `ludoteca reproduce hanabi-imitation --seed {seed}`. {describe_machine()}",
        "",
        f"Crivellari and Varotto: {published.GAMES:,} games, {published.STATES:,} states, 100 epochs. Their data",
        "leaked the mover's cards into the other hand's numbers. The plans are in `games/hanabi/training/imitation`.",
        "",
        "## Every plan",
        "",
        f"Mean scores are of {trials:,} games, with their standard error; *illegal* is how often the largest output",
        "was an illegal action in games with itself (it is then left out).",
        "",
        *markdown_table(
            ["plan", "parameters", "% right", "95 %", "reported", "with bot2", "with bot1", "with itself", "illegal"],
            map(_row, entries),
        ),
        "",
        "Their table 2: {} with Bot2, {} with Bot1, {} with itself; Bot2 with itself {}.".format(
            *published.SCORES.values()
        ),
        "",
        "## The published network, class by class",
        "",
        "Theirs (their figure 5) after the stroke.",
        "",
        *markdown_table(["class", "precision", "recall", "f1-score", "support"], _list_classes(first)),
    ]
    write_atomic(path, "\n".join(lines) + "\n")


def _row(entry: Entry) -> list[str]:
    low, high = (100 * end for end in entry.interval)
    played = [
        f"{entry.scores[key]['mean']:.2f} ({entry.scores[key]['error']:.2f})" for key in ("bot2", "bot1", "itself")
    ]
    reported = published.REPORTED.get(entry.name, "-")
    right = [f"{100 * entry.accuracy:.1f}", f"{low:.1f} to {high:.1f}", reported]
    return [entry.name, f"{entry.parameters:,}", *right, *played, f"{entry.scores['itself']['illegal']:.2%}"]


def _list_classes(entry: Entry) -> Iterator[list[str]]:
    for name, values in entry.report.items():
        if name in MEANS:
            continue
        theirs = published.FIGURE_5.get(name)
        ours = [values[key] for key in ("precision", "recall", "f1-score")]
        both = (
            [f"{a:.2f} / {b:.2f}" for a, b in zip(ours, theirs, strict=True)] if theirs else [f"{a:.2f}" for a in ours]
        )
        yield [name, *both, f"{values['support']:,.0f}"]
    for name in MEANS:
        values = entry.report[name]
        ours = ["" if key not in values else f"{values[key]:.2f}" for key in ("precision", "recall", "f1-score")]
        yield [name, *ours, f"{values['support']:,.0f}"]
