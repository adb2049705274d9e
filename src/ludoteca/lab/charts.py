"""Line charts as SVG text: small, without scripts, readable in light and dark."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ludoteca.lab.svg import draw_text, draw_title

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 44, 52  # margins
COLOURS = ("#d1495b", "#2e86ab", "#3a7d44", "#8d5a97", "#c98a00", "#4a4a4a")
MARKS = ("circle", "square", "diamond", "triangle", "cross", "wedge")  # so that colour is never alone


@dataclass(frozen=True)
class Axis:
    """A scale: values from `low` to `high` onto pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = math.log10(low), math.log10(high), math.log10(max(value, self.low))
        return self.start + (at - low) / (high - low or 1.0) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values along the scale."""
        if self.logarithmic:
            return [10.0**e for e in range(round(math.log10(self.low)), round(math.log10(self.high)) + 1)]
        step = 10 ** math.floor(math.log10((self.high - self.low) / 4 or 1))
        while (self.high - self.low) / step > 6:
            step *= 2 if str(step)[0] == "1" else 2.5
        first = math.ceil(self.low / step)
        return [i * step for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


def draw_lines(
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    across: str,
    up: str,
    logarithmic: bool = False,
    names_below: bool = False,
) -> str:
    """A chart of named series of (x, y). Values up a logarithmic chart must be above zero. The names stand at the top
    left, or at the bottom if the lines are high."""
    points = [point for line in series.values() for point in line]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if logarithmic:
        low, high = 10 ** math.floor(math.log10(min(ys))), 10 ** math.ceil(math.log10(max(ys) * 1.0001))
    else:
        low, high = 0.0, max(ys) * 1.05 or 1.0
    x_axis = Axis(min(xs), max(xs), LEFT + 12, WIDTH - RIGHT - 12)
    y_axis = Axis(low, high, HEIGHT - BOTTOM, TOP, logarithmic)
    parts = [_frame(title, across, up), *(_grid(y_axis)), *(_foot(x_axis, sorted(set(xs))))]
    first = HEIGHT - BOTTOM - 18 * len(series) if names_below else TOP + 8
    for i, (name, line) in enumerate(series.items()):
        parts += _series(i, name, [(x_axis.place(x), y_axis.place(y)) for x, y in line], first + 18 * i)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif" font-size="13">\n{body}\n</svg>\n'
    )


def _frame(title: str, across: str, up: str) -> str:
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return "\n".join(
        [
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            draw_title(WIDTH / 2, 20, title),
            draw_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, across),
            draw_text(18, middle, up, more=f'transform="rotate(-90 18 {middle})"'),
        ]
    )


def _grid(axis: Axis) -> list[str]:
    parts = []
    for tick in axis.ticks():
        y = axis.place(tick)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(draw_text(LEFT - 6, y + 4, f"{tick:,.6g}", "end"))
    return parts


def _foot(axis: Axis, values: Sequence[float]) -> list[str]:
    return [draw_text(axis.place(value), HEIGHT - BOTTOM + 18, f"{value:g}") for value in values]


def _series(i: int, name: str, places: Sequence[tuple[float, float]], y: float) -> list[str]:
    colour, mark = COLOURS[i % len(COLOURS)], MARKS[i % len(MARKS)]
    track = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [f'<polyline points="{track}" fill="none" stroke="{colour}" stroke-width="2"/>']
    parts += [_mark(mark, x, y, colour) for x, y in places]
    legend = LEFT + 16, y
    return [*parts, _mark(mark, *legend, colour), draw_text(legend[0] + 12, legend[1] + 4, name, "start")]


def _mark(shape: str, x: float, y: float, colour: str) -> str:
    outlines = {
        "square": "-4,-4 4,-4 4,4 -4,4",
        "diamond": "0,-5 5,0 0,5 -5,0",
        "triangle": "0,-5 5,4 -5,4",
        "wedge": "0,5 5,-4 -5,-4",
        "cross": "-5,-2 5,-2 5,2 -5,2",
    }
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    return f'<polygon points="{outlines[shape]}" transform="translate({x:.1f} {y:.1f})" fill="{colour}"/>'
