"""Line charts."""

import math
from collections.abc import Mapping, Sequence

from ludoteca.lab.charts.scale import Axis
from ludoteca.lab.charts.svg import FAINT, PALETTE, draw_line, draw_text, frame

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 44, 52  # margins
TOP_LEFT, BOTTOM_LEFT, TOP_RIGHT = "top left", "bottom left", "top right"  # where the names of the lines stand
MARKS = {
    "circle": "",
    "square": "-4,-4 4,-4 4,4 -4,4",
    "diamond": "0,-5 5,0 0,5 -5,0",
    "triangle": "0,-5 5,4 -5,4",
    "cross": "-5,-2 5,-2 5,2 -5,2",
    "wedge": "0,5 5,-4 -5,-4",
}  # so that colour is never alone


def draw_lines(
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    across: str,
    up: str,
    logarithmic: bool = False,
    names: str = TOP_LEFT,
    labels: Sequence[float] = (),
) -> str:
    """A chart of named series of (x, y). Values up a logarithmic chart must be above zero. The names stand at the top
    left, or in another corner where the lines leave room. Each x has its label, unless `labels` says which have."""
    points = [point for line in series.values() for point in line]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x_axis = Axis(min(xs), max(xs), LEFT + 12, WIDTH - RIGHT - 12)
    y_axis = Axis(*_range(ys, logarithmic), HEIGHT - BOTTOM, TOP, logarithmic)
    parts = [*_labels(across, up), *_grid(y_axis)]
    parts += [draw_text(x_axis.place(x), HEIGHT - BOTTOM + 18, f"{x:g}") for x in (labels or sorted(set(xs)))]
    first = HEIGHT - BOTTOM - 18 * len(series) if names == BOTTOM_LEFT else TOP + 8
    for i, (name, line) in enumerate(series.items()):
        parts += _series(i, [(x_axis.place(x), y_axis.place(y)) for x, y in line])
        parts += _name(i, name, first + 18 * i, names == TOP_RIGHT)
    return frame(title, (WIDTH, HEIGHT), parts)


def _range(values: Sequence[float], logarithmic: bool) -> tuple[float, float]:
    if logarithmic:
        return 10.0 ** math.floor(math.log10(min(values))), 10.0 ** math.ceil(math.log10(max(values) * 1.0001))
    return 0.0, max(values) * 1.05 or 1.0


def _labels(across: str, up: str) -> list[str]:
    middle = (TOP + HEIGHT - BOTTOM) / 2
    turned = f'transform="rotate(-90 18 {middle})"'
    return [draw_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, across), draw_text(18, middle, up, more=turned)]


def _grid(axis: Axis) -> list[str]:
    parts = []
    for tick in axis.ticks():
        y = axis.place(tick)
        parts.append(draw_line((LEFT, y), (WIDTH - RIGHT, y), FAINT, 1))
        parts.append(draw_text(LEFT - 6, y + 4, f"{tick:,.6g}", "end"))
    return parts


def _look(i: int) -> tuple[str, str]:
    """Colour and mark of a series."""
    return PALETTE[i % len(PALETTE)], list(MARKS)[i % len(MARKS)]


def _name(i: int, name: str, y: float, right: bool) -> list[str]:
    """The name of a series at the height `y`, with its mark."""
    colour, mark = _look(i)
    if right:
        return [_mark(mark, WIDTH - RIGHT - 16, y, colour), draw_text(WIDTH - RIGHT - 28, y + 4, name, "end")]
    return [_mark(mark, LEFT + 16, y, colour), draw_text(LEFT + 28, y + 4, name, "start")]


def _series(i: int, places: Sequence[tuple[float, float]]) -> list[str]:
    """The line and its marks."""
    colour, mark = _look(i)
    track = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [f'<polyline points="{track}" fill="none" stroke="{colour}" stroke-width="2"/>']
    return [*parts, *(_mark(mark, x, y, colour) for x, y in places)]


def _mark(shape: str, x: float, y: float, colour: str) -> str:
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    return f'<polygon points="{MARKS[shape]}" transform="translate({x:.1f} {y:.1f})" fill="{colour}"/>'
