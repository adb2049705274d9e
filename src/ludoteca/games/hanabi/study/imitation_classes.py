"""The classification report of the published network, in the form of its authors' figure 5."""

from collections.abc import Iterator
from typing import Any

from ludoteca.games.hanabi.study import imitation_published as published
from ludoteca.lab.tables import markdown_table

MEANS = ("accuracy", "macro avg", "weighted avg")


def tell_classes(report: dict[str, Any]) -> list[str]:
    return [
        "## The published network, class by class",
        "",
        "Theirs (their figure 5) after the stroke.",
        "",
        *markdown_table(["class", "precision", "recall", "f1-score", "support"], _list_classes(report)),
        "",
    ]


def _list_classes(report: dict[str, Any]) -> Iterator[list[str]]:
    for name, values in report.items():
        if name in MEANS:
            continue
        theirs = published.FIGURE_5.get(name)
        ours = [values[key] for key in ("precision", "recall", "f1-score")]
        both = (
            [f"{a:.2f} / {b:.2f}" for a, b in zip(ours, theirs, strict=True)] if theirs else [f"{a:.2f}" for a in ours]
        )
        yield [name, *both, f"{values['support']:,.0f}"]
    for name in MEANS:
        values = report[name]
        ours = ["" if key not in values else f"{values[key]:.2f}" for key in ("precision", "recall", "f1-score")]
        yield [name, *ours, f"{values['support']:,.0f}"]
