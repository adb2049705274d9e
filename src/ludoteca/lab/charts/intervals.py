"""Dots with their intervals, one below the other."""

import math
from collections.abc import Sequence

from ludoteca.lab.charts.scale import Axis, draw_foot
from ludoteca.lab.charts.svg import PALETTE, draw_line, draw_text, frame, margin_for

WIDTH, ROW, TOP, FOOT, RIGHT = 720, 30, 46, 48, 30


def draw_intervals(title: str, rows: Sequence[tuple[str, float, float, float]], across: str) -> str:
    """One line a row: (label, value, low, high). An end that is not finite is drawn to the edge."""
    finite = [x for _, *values in rows for x in values if math.isfinite(x)]
    axis = Axis.with_room((min(finite), max(finite)), margin_for([row[0] for row in rows]), WIDTH - RIGHT)
    height = TOP + ROW * len(rows) + FOOT
    parts = draw_foot(axis, TOP, height - FOOT, across)
    for i, (label, value, low, high) in enumerate(rows):
        y = TOP + ROW * (i + 0.5)
        parts.append(draw_text(axis.start - 12, y + 4, label, "end"))
        left, right = (axis.place(min(max(x, axis.low), axis.high)) for x in (low, high))
        parts.append(draw_line((left, y), (right, y), PALETTE[0], 3))
        parts.append(f'<circle cx="{axis.place(value):.1f}" cy="{y}" r="6" fill="{PALETTE[0]}"/>')
    return frame(title, (WIDTH, height), parts)
