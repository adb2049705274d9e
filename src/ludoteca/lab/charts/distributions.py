"""How values are distributed: box plots and a histogram."""

import math
from collections.abc import Mapping, Sequence

from ludoteca.lab.charts.intervals import FOOT, RIGHT, ROW, TOP, WIDTH
from ludoteca.lab.charts.scale import Axis, draw_foot
from ludoteca.lab.charts.svg import INK, PALETTE, draw_line, draw_text, frame, margin_for


def draw_boxes(title: str, groups: Mapping[str, Sequence[float]], across: str) -> str:
    """Box plots: the middle half, the median, and the range."""
    values = [x for group in groups.values() for x in group]
    axis = Axis.with_room((min(values), max(values)), margin_for(list(groups)), WIDTH - RIGHT)
    height = TOP + ROW * len(groups) + FOOT
    parts = draw_foot(axis, TOP, height - FOOT, across)
    for i, (label, group) in enumerate(groups.items()):
        y = TOP + ROW * (i + 0.5)
        low, first, middle, third, high = (axis.place(quantile(group, q)) for q in (0, 0.25, 0.5, 0.75, 1))
        parts.append(draw_text(axis.start - 12, y + 4, label, "end"))
        parts.append(draw_line((low, y), (high, y), INK, 1))
        box = f'x="{first:.1f}" y="{y - 8}" width="{max(1.0, third - first):.1f}" height="16"'
        parts.append(f'<rect {box} fill="{PALETTE[5]}" stroke="{INK}"/>')
        parts.append(draw_line((middle, y - 8), (middle, y + 8), INK, 3))
    return frame(title, (WIDTH, height), parts)


def draw_histogram(title: str, values: Sequence[float], across: str, bins: int = 24) -> str:
    """How often each range of values occurs."""
    low, high = min(values), max(values)
    width = max((high - low) / bins, 1e-9)
    if all(float(x).is_integer() for x in values):
        width = max(1.0, math.ceil(width))
    counts = [0] * (int((high - low) / width) + 1)
    for x in values:
        counts[int((x - low) / width)] += 1
    height, axis = 300, Axis(low, low + width * len(counts), 70, WIDTH - RIGHT)
    parts = draw_foot(axis, TOP, height - FOOT, across)
    unit = (height - FOOT - TOP) / max(counts)
    for i, count in enumerate(counts):
        x, after = axis.place(low + i * width), axis.place(low + (i + 1) * width)
        bar = f'x="{x:.1f}" y="{height - FOOT - count * unit:.1f}" height="{count * unit:.1f}"'
        parts.append(f'<rect {bar} width="{max(1.0, after - x - 1):.1f}" fill="{PALETTE[0]}"/>')
    parts += [draw_text(60, TOP + 6, str(max(counts)), "end"), draw_text(60, height - FOOT, "0", "end")]
    return frame(title, (WIDTH, height), parts)


def quantile(values: Sequence[float], q: float) -> float:
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    low = math.floor(at)
    return ordered[low] + (at - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])
