"""How a run learns, as charts: the rating of the best network so far, and the losses, by CPU-minutes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludoteca.core.files import write_atomic
from ludoteca.lab.charts.lines import TOP_LEFT, TOP_RIGHT, draw_lines
from ludoteca.lab.selfplay.gate import Rung

RATING, LOSSES = "rating.svg", "losses.svg"
HEADS = ("policy", "value")
MOST_POINTS = 60
LABELS = 6

Series = Mapping[str, Sequence[tuple[float, float]]]


def write_curves(folder: Path, ladder: Sequence[Rung], log: Sequence[Mapping[str, Any]]) -> None:
    """Draw what there is to draw: a run has no losses after its first iteration, and no rungs for a while."""
    for name, chart in draw_curves(ladder, log).items():
        write_atomic(folder / name, chart)


def draw_curves(ladder: Sequence[Rung], log: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The charts by their names in a file."""
    minutes = {0: 0.0} | {entry["iteration"]: round(entry["cpu_seconds"] / 60, 2) for entry in log}
    charts = {}
    if len(ladder) > 1:
        charts[RATING] = _draw("Rating above the first network", _list_ratings(ladder, minutes), "rating", TOP_LEFT)
    learned = [entry for entry in log if "value_loss" in entry]
    if len(learned) > 1:
        kept = learned[:: -(-len(learned) // MOST_POINTS)]
        losses = {head: [(minutes[entry["iteration"]], entry[f"{head}_loss"]) for entry in kept] for head in HEADS}
        charts[LOSSES] = _draw("Losses in training", losses, "loss", TOP_RIGHT)
    return charts


def _list_ratings(ladder: Sequence[Rung], minutes: Mapping[int, float]) -> Series:
    """The rating of each rung, and its 95 % interval."""
    places = [(minutes[rung.iteration], rung) for rung in ladder]
    return {
        "the best network so far": [(x, rung.rating) for x, rung in places],
        "95 %: at the most": [(x, rung.rating + rung.error) for x, rung in places],
        "95 %: at the least": [(x, max(0.0, rung.rating - rung.error)) for x, rung in places],
    }


def _draw(title: str, series: Series, up: str, names: str) -> str:
    xs = sorted({x for line in series.values() for x, _ in line})
    labels = xs[:: max(1, -(-len(xs) // LABELS))]
    return draw_lines(title, series, "CPU-minutes", up, names=names, labels=labels)
