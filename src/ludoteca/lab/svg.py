"""What every chart is put together from, as SVG text."""

from html import escape

INK = "#333"


def draw_text(x: float, y: float, text: str, anchor: str = "middle", ink: str = INK, more: str = "") -> str:
    """A line of text; `more` are further attributes."""
    end = f" {more}" if more else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}"{end}>{escape(text)}</text>'


def draw_title(x: float, y: float, text: str) -> str:
    return draw_text(x, y, text, more='font-weight="bold" font-size="15"')
