"""Bar charts: a bar a row, with its interval, and a mark for what it is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.lab.charts.scale import Axis
from ludoteca.lab.charts.svg import FAINT, INK, PALETTE, draw_line, draw_text, frame

WIDTH, ROW = 640, 34
LEFT, RIGHT, TOP, BOTTOM = 170, 70, 44, 62


@dataclass(frozen=True)
class Bar:
    name: str
    value: float
    low: float
    high: float
    mark: float | None = None
    """Another value for the same thing, to compare with."""


def draw_bars(title: str, bars: Sequence[Bar], marked: str, line: float, lined: str) -> str:
    """Bars from 0 on, one below the other. `marked` names the marks; a line at `line` is called `lined`."""
    foot = TOP + ROW * len(bars)
    most = max([line, *(bar.high for bar in bars), *(bar.mark or 0.0 for bar in bars)])
    axis = Axis(0.0, most * 1.05, LEFT, WIDTH - RIGHT)
    parts = []
    for tick in axis.ticks():
        x = axis.place(tick)
        parts += [draw_line((x, TOP), (x, foot), FAINT, 1), draw_text(x, foot + 18, f"{tick:g}")]
    for i, bar in enumerate(bars):
        parts += _row(axis, bar, TOP + ROW * i + ROW / 2)
    at = axis.place(line)
    parts.append(draw_line((at, TOP), (at, foot), INK, 1, 'stroke-dasharray="4 4"'))
    legend = f"◆ {marked}   ├─┤ 95 % interval   ┆ {lined} ({line:g})"
    parts.append(draw_text(WIDTH / 2, foot + BOTTOM - 14, legend))
    return frame(title, (WIDTH, foot + BOTTOM), parts)


def _row(axis: Axis, bar: Bar, y: float) -> list[str]:
    start, end = axis.place(0.0), axis.place(bar.value)
    low, high = axis.place(bar.low), axis.place(bar.high)
    parts = [
        draw_text(LEFT - 8, y + 4, bar.name, "end"),
        f'<rect x="{start:.1f}" y="{y - 9:.1f}" width="{end - start:.1f}" height="18" fill="{PALETTE[5]}"/>',
        f'<path d="M{low:.1f} {y - 5:.1f}v10m0 -5H{high:.1f}m0 -5v10" stroke="{INK}" fill="none"/>',
        draw_text(WIDTH - RIGHT + 8, y + 4, f"{bar.value:.1f}", "start"),
    ]
    if bar.mark is not None:
        at = f'transform="translate({axis.place(bar.mark):.1f} {y:.1f})"'
        parts.append(f'<polygon points="0,-7 6,0 0,7 -6,0" {at} fill="{PALETTE[1]}"/>')
    return parts
