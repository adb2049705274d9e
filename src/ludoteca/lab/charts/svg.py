"""What every chart is put together from, as SVG text."""

from collections.abc import Iterable, Sequence
from html import escape

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Okabe and Ito's colours, told apart with any kind of colour vision."""
INK, FAINT, PAPER = "#222222", "#d9d9d9", "#ffffff"
LETTER = 7.2  # an upper bound of the width of a letter at 13 px


def draw_text(x: float, y: float, text: str, anchor: str = "middle", ink: str = INK, more: str = "") -> str:
    """A line of text; `more` are further attributes."""
    end = f" {more}" if more else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}"{end}>{escape(text)}</text>'


def draw_line(start: tuple[float, float], end: tuple[float, float], colour: str, width: float, more: str = "") -> str:
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{" " + more if more else ""}/>'


def frame(title: str, size: tuple[float, float], parts: Iterable[str]) -> str:
    """A whole chart: white paper, the title, and the parts."""
    width, height = size
    head = draw_text(16, 26, title, "start", more='font-weight="bold" font-size="16"')
    body = "\n".join([f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>', head, *parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'font-family="system-ui, sans-serif" font-size="13">\n{body}\n</svg>\n'
    )


def margin_for(labels: Sequence[str]) -> float:
    """Room at the left for the longest of the labels."""
    return 30 + LETTER * max(len(label) for label in labels)


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
