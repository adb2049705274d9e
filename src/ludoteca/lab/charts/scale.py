"""Scales: values onto pixels, with round numbers along them."""

import math
from dataclasses import dataclass

from ludoteca.lab.charts.svg import FAINT, draw_line, draw_text

ROOM = 0.06  # of the range, left free at both ends


@dataclass(frozen=True)
class Axis:
    """A scale: values from `low` to `high` onto pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    @classmethod
    def with_room(cls, values: tuple[float, float], start: float, end: float) -> "Axis":
        """From the least to the largest value, with a little room at both ends."""
        low, high = values
        room = ROOM * (high - low) or 0.5
        return cls(low - room, high + room, start, end)

    def place(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = math.log10(low), math.log10(high), math.log10(max(value, self.low))
        return self.start + (at - low) / (high - low or 1.0) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values along the scale."""
        if self.logarithmic:
            return [10.0**e for e in range(round(math.log10(self.low)), round(math.log10(self.high)) + 1)]
        span = (self.high - self.low) or 1.0
        step: float = 10.0 ** math.floor(math.log10(span / 4))
        step = next(step * k for k in (1, 2, 5, 10) if span / (step * k) <= 6)
        first = math.ceil(self.low / step)
        return [i * step for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


def draw_foot(axis: Axis, top: float, foot: float, across: str) -> list[str]:
    """A horizontal axis below a chart: faint lines upwards, numbers, and what they are."""
    parts = [draw_text((axis.start + axis.end) / 2, foot + 38, across)]
    for tick in axis.ticks():
        x = axis.place(tick)
        parts += [draw_line((x, top), (x, foot), FAINT, 1), draw_text(x, foot + 18, f"{round(tick, 9):g}")]
    return parts
