"""Row against column, shaded."""

import math
from collections.abc import Mapping, Sequence

from ludoteca.lab.charts.svg import INK, draw_text, frame, margin_for, shorten

WIDTH, TOP, RIGHT = 720, 80, 30
CELL = (86, 40)
BLUE, ORANGE = (0, 114, 178), (213, 94, 0)  # the first two of the palette


def draw_matrix(title: str, labels: Sequence[str], cells: Mapping[tuple[int, int], tuple[float, str]]) -> str:
    """Row against column: (value from 0 to 1 for the shade, what is written)."""
    (wide, high), left = CELL, margin_for(labels)
    parts = []
    for i, label in enumerate(labels):
        parts.append(draw_text(left - 12, TOP + high * i + 25, label, "end"))
        parts.append(draw_text(left + wide * i + wide / 2, TOP - 10, shorten(label, 11)))
        for j in range(len(labels)):
            value, text = cells.get((i, j), (math.nan, ""))
            fill, ink = shade(value)
            spot = f'x="{left + wide * j}" y="{TOP + high * i}" width="{wide - 2}" height="{high - 2}"'
            parts.append(f'<rect {spot} fill="{fill}"/>')
            parts.append(draw_text(left + wide * j + wide / 2 - 1, TOP + high * i + 24, text, ink=ink))
    size = max(WIDTH, left + wide * len(labels) + RIGHT), TOP + high * len(labels) + 16
    return frame(title, size, parts)


def shade(value: float) -> tuple[str, str]:
    """Blue for much, orange for little, white in the middle; and the ink that can be read on it."""
    if math.isnan(value):
        return "#f2f2f2", INK
    end = BLUE if value >= 0.5 else ORANGE
    part = min(1.0, abs(value - 0.5) * 2)
    fill = tuple(round(255 + (c - 255) * part) for c in end)
    return "#{:02x}{:02x}{:02x}".format(*fill), "#ffffff" if part > 0.75 else INK
