"""Bar charts as SVG text: a bar a row, with its interval, and a mark for what it is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ludoteca.lab.charts import COLOURS, Axis
from ludoteca.lab.svg import draw_text, draw_title

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
    height = TOP + ROW * len(bars) + BOTTOM
    most = max([line, *(bar.high for bar in bars), *(bar.mark or 0.0 for bar in bars)])
    axis = Axis(0.0, most * 1.05, LEFT, WIDTH - RIGHT)
    foot = TOP + ROW * len(bars)
    parts = [f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>', draw_title(WIDTH / 2, 20, title)]
    for tick in axis.ticks():
        x = axis.place(tick)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{foot}" stroke="#ddd"/>')
        parts.append(draw_text(x, foot + 18, f"{tick:g}"))
    for i, bar in enumerate(bars):
        parts += _row(axis, bar, TOP + ROW * i + ROW / 2)
    at = axis.place(line)
    parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{foot}" stroke="#333" stroke-dasharray="4 4"/>')
    legend = f"◆ {marked}   ├─┤ 95 % interval   ┆ {lined} ({line:g})"
    parts.append(draw_text(WIDTH / 2, height - 14, legend))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif" font-size="13">\n{body}\n</svg>\n'
    )


def _row(axis: Axis, bar: Bar, y: float) -> list[str]:
    start, end = axis.place(0.0), axis.place(bar.value)
    low, high = axis.place(bar.low), axis.place(bar.high)
    parts = [
        draw_text(LEFT - 8, y + 4, bar.name, "end"),
        f'<rect x="{start:.1f}" y="{y - 9:.1f}" width="{end - start:.1f}" height="18" fill="{COLOURS[1]}"/>',
        f'<path d="M{low:.1f} {y - 5:.1f}v10m0 -5H{high:.1f}m0 -5v10" stroke="#111" fill="none"/>',
        draw_text(WIDTH - RIGHT + 8, y + 4, f"{bar.value:.1f}", "start"),
    ]
    if bar.mark is not None:
        x = axis.place(bar.mark)
        parts.append(
            f'<polygon points="0,-7 6,0 0,7 -6,0" transform="translate({x:.1f} {y:.1f})" fill="{COLOURS[0]}"/>'
        )
    return parts
