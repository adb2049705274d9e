"""Charts as SVG text: small, without scripts, readable on screen and on paper, in one palette."""

from ludoteca.lab.charts.bars import Bar, draw_bars
from ludoteca.lab.charts.distributions import draw_boxes, draw_histogram, quantile
from ludoteca.lab.charts.intervals import draw_intervals
from ludoteca.lab.charts.lines import draw_lines
from ludoteca.lab.charts.matrix import draw_matrix, shade
from ludoteca.lab.charts.scale import Axis
from ludoteca.lab.charts.svg import PALETTE

__all__ = [
    "PALETTE",
    "Axis",
    "Bar",
    "draw_bars",
    "draw_boxes",
    "draw_histogram",
    "draw_intervals",
    "draw_lines",
    "draw_matrix",
    "quantile",
    "shade",
]
