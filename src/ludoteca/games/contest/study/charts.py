"""The charts of the contest study, as SVG."""

import math
from typing import TYPE_CHECKING

from ludoteca.games.contest.study.published import SIX
from ludoteca.games.contest.study.report import TITLES
from ludoteca.lab.charts import draw_boxes, draw_intervals, draw_lines
from ludoteca.lab.statistics import wilson

if TYPE_CHECKING:
    from ludoteca.games.contest.study.reproduce import Study

BOXES = ("random", "equal-100", "unbalanced", "console", "improved-unbalanced")


def draw_charts(study: "Study") -> dict[str, str]:
    """Every chart by name."""
    charts = {f"hearts-{name}": _draw_hearts(study, name) for name in BOXES}
    ladder = study.sizes.ladder
    lines = {who: [(math.log10(n), study.samples[f"equal-{n}"].rate(who)) for n in ladder] for who in SIX}
    charts["ladder"] = draw_lines("Equal iterations at every seat", lines, "iterations (power of ten)", "per cent won")
    charts["led"] = _draw_led(study)
    return charts


def _draw_hearts(study: "Study", name: str) -> str:
    sample = study.samples[name]
    groups = {who: sample.differences(who) for who in SIX if sample.count(who)[1]}
    return draw_boxes(TITLES[name].split(":")[0], groups, "hearts above the mean of the contest")


def _draw_led(study: "Study") -> str:
    rows = []
    for name in SIX:
        for who in ("thesis", "improved"):
            wins, n = study.led[name, who].count(name)
            low, high = wilson(wins, n)
            rows.append((f"{name}, {who}", 100 * wins / n, 100 * low, 100 * high))
    return draw_intervals("Who leads against the thesis's weak players", rows, "per cent won")
