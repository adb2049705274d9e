"""Static charts as SVG text, for Markdown: intervals, a matrix, boxes, a histogram. No scripts, no fonts inside."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape

from ludoteca.lab.svg import draw_text

INK, FAINT, PAPER = "#222222", "#d9d9d9", "#ffffff"
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Okabe and Ito's colours, told apart with any kind of colour vision."""
WIDTH, ROW, TOP, FOOT, RIGHT = 720, 30, 46, 48, 30
LETTER = 7.2  # an upper bound of the width of a letter at 13 px

_text = partial(draw_text, ink=INK)


def draw_intervals(title: str, rows: Sequence[tuple[str, float, float, float]], across: str) -> str:
    """One line a row: (label, value, low, high) as a dot with its interval."""
    finite = [x for _, *values in rows for x in values if math.isfinite(x)]
    scale = _Scale(min(finite), max(finite), _margin([row[0] for row in rows]), WIDTH - RIGHT)
    height = TOP + ROW * len(rows) + FOOT
    parts = _axis(scale, height, across)
    for i, (label, value, low, high) in enumerate(rows):
        y = TOP + ROW * (i + 0.5)
        parts.append(_text(scale.start - 12, y + 4, label, "end"))
        left, right = (scale.place(min(max(x, scale.low), scale.high)) for x in (low, high))
        parts.append(_line(left, y, right, y, PALETTE[0], 3))
        parts.append(f'<circle cx="{scale.place(value):.1f}" cy="{y}" r="6" fill="{PALETTE[0]}"/>')
    return _frame(title, height, parts)


def draw_boxes(title: str, groups: Mapping[str, Sequence[float]], across: str) -> str:
    """Box plots: the middle half, the median, and the range."""
    values = [x for group in groups.values() for x in group]
    scale = _Scale(min(values), max(values), _margin(list(groups)), WIDTH - RIGHT)
    height = TOP + ROW * len(groups) + FOOT
    parts = _axis(scale, height, across)
    for i, (label, group) in enumerate(groups.items()):
        y = TOP + ROW * (i + 0.5)
        low, first, middle, third, high = (scale.place(quantile(group, q)) for q in (0, 0.25, 0.5, 0.75, 1))
        parts.append(_text(scale.start - 12, y + 4, label, "end"))
        parts.append(_line(low, y, high, y, INK, 1))
        box = f'x="{first:.1f}" y="{y - 8}" width="{max(1.0, third - first):.1f}" height="16"'
        parts.append(f'<rect {box} fill="{PALETTE[5]}" stroke="{INK}"/>')
        parts.append(_line(middle, y - 8, middle, y + 8, INK, 3))
    return _frame(title, height, parts)


def draw_histogram(title: str, values: Sequence[float], across: str, bins: int = 24) -> str:
    """How often each range of values occurs."""
    low, high = min(values), max(values)
    width = max((high - low) / bins, 1e-9)
    if all(float(x).is_integer() for x in values):
        width = max(1.0, math.ceil(width))
    counts = [0] * (int((high - low) / width) + 1)
    for x in values:
        counts[int((x - low) / width)] += 1
    height, scale = 300, _Scale(low, low + width * len(counts), 70, WIDTH - RIGHT, tight=True)
    parts = _axis(scale, height, across)
    unit = (height - FOOT - TOP) / max(counts)
    for i, count in enumerate(counts):
        x, after = scale.place(low + i * width), scale.place(low + (i + 1) * width)
        bar = f'x="{x:.1f}" y="{height - FOOT - count * unit:.1f}" height="{count * unit:.1f}"'
        parts.append(f'<rect {bar} width="{max(1.0, after - x - 1):.1f}" fill="{PALETTE[0]}"/>')
    parts.append(_text(60, TOP + 6, str(max(counts)), "end"))
    parts.append(_text(60, height - FOOT, "0", "end"))
    return _frame(title, height, parts)


def draw_matrix(title: str, labels: Sequence[str], cells: Mapping[tuple[int, int], tuple[float, str]]) -> str:
    """Row against column: (value from 0 to 1 for the shade, what is written)."""
    side, left = 86, _margin(labels)
    top = TOP + 34
    height = top + 40 * len(labels) + 16
    parts = []
    for i, label in enumerate(labels):
        parts.append(_text(left - 12, top + 40 * i + 25, label, "end"))
        parts.append(_text(left + side * i + side / 2, top - 10, _shorten(label, 11)))
        for j in range(len(labels)):
            value, told = cells.get((i, j), (math.nan, ""))
            fill, ink = shade(value)
            spot = f'x="{left + side * j}" y="{top + 40 * i}" width="{side - 2}" height="38"'
            parts.append(f'<rect {spot} fill="{fill}"/>')
            parts.append(_text(left + side * j + side / 2 - 1, top + 40 * i + 24, told, ink=ink))
    return _frame(title, height, parts, max(WIDTH, left + side * len(labels) + RIGHT))


def shade(value: float) -> tuple[str, str]:
    """Blue for much, orange for little, white in the middle; and the ink that can be read on it."""
    if math.isnan(value):
        return "#f2f2f2", INK
    end = (0, 114, 178) if value >= 0.5 else (213, 94, 0)
    part = min(1.0, abs(value - 0.5) * 2)
    fill = tuple(round(255 + (c - 255) * part) for c in end)
    return "#{:02x}{:02x}{:02x}".format(*fill), "#ffffff" if part > 0.75 else INK


def quantile(values: Sequence[float], q: float) -> float:
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    low = math.floor(at)
    return ordered[low] + (at - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


class _Scale:
    """Values onto pixels, with a little room at both ends and round numbers along it."""

    def __init__(self, low: float, high: float, start: float, end: float, tight: bool = False) -> None:
        room = 0.0 if tight else 0.06 * (high - low) or 0.5
        self.low, self.high, self.start, self.end = low - room, high + room, start, end

    def place(self, value: float) -> float:
        return self.start + (value - self.low) / ((self.high - self.low) or 1.0) * (self.end - self.start)

    def ticks(self) -> list[float]:
        span = (self.high - self.low) or 1.0
        step: float = 10.0 ** math.floor(math.log10(span / 4))
        step = next(step * k for k in (1, 2, 5, 10) if span / (step * k) <= 6)
        first = math.ceil(self.low / step)
        return [i * step for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _axis(scale: _Scale, height: float, across: str) -> list[str]:
    foot = height - FOOT
    parts = [_text((scale.start + scale.end) / 2, height - 10, across)]
    for tick in scale.ticks():
        x = scale.place(tick)
        parts += [_line(x, TOP, x, foot, FAINT, 1), _text(x, foot + 18, f"{round(tick, 9):g}")]
    return parts


def _margin(labels: Sequence[str]) -> float:
    return 30 + LETTER * max(len(label) for label in labels)


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _line(x: float, y: float, x2: float, y2: float, colour: str, width: float) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _frame(title: str, height: float, parts: list[str], width: float = WIDTH) -> str:
    head = f'<text x="16" y="26" font-size="16" font-weight="bold" fill="{INK}">{escape(title)}</text>'
    body = "\n".join([f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>', head, *parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'font-family="system-ui, sans-serif" font-size="13">\n{body}\n</svg>\n'
    )
