"""A position as a frame: text, an SVG picture or pixels. It shows what one seat may see and no more."""

from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import UnknownName
from ludoteca.core.extras import load_extra
from ludoteca.protocol import Game

MODES = ("human", "ansi", "rgb_array", "svg")
FPS = 2
MARGIN, SCALE = 8, 2  # pixels
LETTER, LINE = 9.6, 20  # of the SVG picture, with a font of 16 pixels
INK, PAPER = (32, 33, 36), (250, 249, 246)


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise UnknownName("render mode", mode, MODES)


def render(game: Game, s: State, seat: int, mode: str | None) -> Any:
    """The frame of a mode, as `seat` sees it; None for `human`, which is printed."""
    text = describe(game, s, seat)
    if mode == "human":
        print(text, end="\n\n")
        return None
    if mode == "ansi":
        return text
    return draw_svg(text) if mode == "svg" else draw_pixels(text)


def describe(game: Game, s: State, seat: int) -> str:
    """The position in words and letters; the result, once it is over."""
    if game.is_over(s):
        return f"{game.draw(s)}\n{game.describe_result(s)}"
    return game.draw(game.observe(s, seat))


def draw_svg(text: str) -> str:
    lines = text.expandtabs().splitlines()
    width, height = round(max(map(len, lines)) * LETTER) + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    rows = [
        f'<text x="{MARGIN}" y="{MARGIN + LINE * (row + 1) - 5}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
            f'<rect width="100%" height="100%" fill="rgb{PAPER}"/>',
            f'<g font-family="monospace" font-size="16" fill="rgb{INK}">',
            *rows,
            "</g>",
            "</svg>",
        ]
    )


def draw_pixels(text: str) -> Any:
    """uint8 [height, width, 3], in a bitmap font of fixed width."""
    image, draw, font = (load_extra(f"PIL.{name}", "pettingzoo") for name in ("Image", "ImageDraw", "ImageFont"))
    shown = text.expandtabs().encode("latin-1", "replace").decode("latin-1")  # all that the font has
    letters = font.load_default_imagefont()
    box = draw.Draw(image.new("RGB", (1, 1))).multiline_textbbox((0, 0), shown, font=letters)
    canvas = image.new("RGB", (int(box[2]) + 2 * MARGIN, int(box[3]) + 2 * MARGIN), PAPER)
    draw.Draw(canvas).multiline_text((MARGIN, MARGIN), shown, fill=INK, font=letters)
    return np.asarray(canvas.resize((canvas.width * SCALE, canvas.height * SCALE), image.Resampling.NEAREST)).copy()
