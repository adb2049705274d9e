"""Columns as letters a to g, both ways, and the board as text."""

from typing import Any

from ludoteca.core.errors import NotationError
from ludoteca.games.connect_four.rules import COLUMNS, ROWS, SPAN

LETTERS = "abcdefg"
STONES = ("X", "O")


def format_column(column: int) -> str:
    if not 0 <= column < COLUMNS:
        raise LookupError(column)
    return LETTERS[column]


def parse_column(text: str) -> int:
    """`d`, `D` or `4`: the fourth column."""
    name = text.strip().lower()
    if len(name) == 1 and name in LETTERS:
        return LETTERS.index(name)
    if len(name) == 1 and name in "1234567":
        return int(name) - 1
    raise NotationError(f"{text!r} is no column; type a letter from a to g, or a number from 1 to 7")


def draw_board(s: Any) -> str:
    rows = []
    for row in reversed(range(ROWS)):
        cells = [_stone_at(s, column * SPAN + row) for column in range(COLUMNS)]
        rows.append(" ".join(cells))
    return "\n".join([*rows, " ".join(LETTERS)])


def _stone_at(s: Any, bit: int) -> str:
    for seat in (0, 1):
        if int(s.stones[seat]) >> bit & 1:
            return STONES[seat]
    return "."
