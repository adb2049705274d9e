"""A training as Markdown with charts: how it went, and how good the network is, class by class."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludoteca.core.errors import StoreError
from ludoteca.core.files import write_atomic
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.charts.lines import BOTTOM_LEFT, draw_lines
from ludoteca.lab.charts.matrix import draw_matrix
from ludoteca.lab.tables import markdown_table
from ludoteca.training.grading import Grades

POINTS = 16  # of a line in a chart
MEANS = ("accuracy", "macro avg", "weighted avg")
COLUMNS = ("precision", "recall", "f1-score", "support")


def class_table(report: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The classification report in the form that scikit-learn prints."""
    rows = [_class_row(name, report[name]) for name in report if name not in MEANS]
    rows += [_class_row(name, report[name]) for name in MEANS if name in report]
    return markdown_table(["class", *COLUMNS], rows)


def _class_row(name: str, values: Mapping[str, float]) -> list[str]:
    shown = ["" if key not in values else f"{values[key]:.2f}" for key in COLUMNS[:-1]]
    return [name, *shown, f"{values['support']:,.0f}"]


def draw_confusion(grades: Grades) -> str:
    """How often each class was taken for each other; the shade is the share of its row."""
    counts = grades.confusion()
    cells = {}
    for i, row in enumerate(counts.tolist()):
        for j, count in enumerate(row):
            share = count / max(1, sum(row))
            cells[i, j] = (0.5 + share / 2, f"{100 * share:.0f} %" if share >= 0.005 else "")
    return draw_matrix("Right class (rows) and chosen class (columns)", grades.names, cells)


def draw_history(history: Sequence[Mapping[str, float]]) -> dict[str, str]:
    """Charts of the loss, and of the accuracy if there is one, over the epochs."""
    thin = [entry for i, entry in enumerate(history) if i % -(-len(history) // POINTS) == 0 or entry is history[-1]]
    losses = {name: [(entry["epoch"], entry[key]) for entry in thin]
              for name, key in (("training", "loss"), ("check", "check loss"))}  # fmt: skip
    charts = {"loss.svg": draw_lines("Loss", losses, "epoch", "loss")}
    if "check accuracy" in history[-1]:
        right = {"check": [(entry["epoch"], 100 * entry["check accuracy"]) for entry in thin]}
        charts["accuracy.svg"] = draw_lines("Accuracy", right, "epoch", "% right", names=BOTTOM_LEFT)
    return charts


def tell_accuracy(grades: Grades) -> str:
    """The accuracy in a sentence, with its interval (by game)."""
    n = len(grades.right)
    low, high = grades.interval()
    return (
        f"{100 * grades.accuracy:.2f} % right (95 %: {100 * low:.2f} to {100 * high:.2f}) of {n:,} positions that it "
        f"was not trained on. The largest output was an illegal action in {grades.illegal:,} of them."
    )


def write_learning(
    folder: Path, title: str, record: Mapping[str, Any], grades: Grades | None, command: str
) -> list[Path]:
    """Write report.md and its charts into the folder of a run; returns what was written."""
    history = record["history"]
    charts = draw_history(history)
    lines = [f"# {title}", "", f"Made by `{command}`. {describe_machine()}", "", *_tell_plan(record), ""]
    lines += [f"![{name.removesuffix('.svg')}]({name})" for name in charts] + [""]
    if grades is not None:
        lines += ["## On the test positions", "", tell_accuracy(grades), "", *class_table(grades.report()), ""]
        charts["confusion.svg"] = draw_confusion(grades)
        lines += ["![confusion](confusion.svg)", ""]
    last = [[key, f"{value:.5g}"] for key, value in history[-1].items()]
    lines += ["## The last epoch", "", *markdown_table(["what", "value"], last)]
    try:
        for name, svg in charts.items():
            write_atomic(folder / name, svg)
        write_atomic(folder / "report.md", "\n".join(lines) + "\n")
    except OSError as error:
        raise StoreError(f"cannot write to {folder}: {error.strerror}") from None
    return [folder / "report.md", *(folder / name for name in charts)]


def _tell_plan(record: Mapping[str, Any]) -> Iterator[str]:
    plan = record["plan"]
    optimiser, split = plan["optimiser"], plan["split"]
    units = " - ".join(str(layer["units"]) for layer in plan["network"]["layers"])
    yield (
        f"A network with {plan['network']['inputs']} inputs and layers of {units or 'no'} units, trained with "
        f"{optimiser['kind']} (rate {optimiser['rate']:g}, {optimiser['schedule']}) for {len(record['history'])} "
        f"epochs in batches of {plan['batch']}, seed {plan['seed']}. {record['positions'][0]:,} positions to train on, "
        f"{record['positions'][1]:,} to check with, split by {split['by']}."
    )
