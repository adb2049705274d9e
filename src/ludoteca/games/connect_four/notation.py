"""Columns as letters a to g, both ways, and the board as text."""

from ludoteca.core.errors import NotationError
from ludoteca.games.connect_four.rules import COLUMNS, ROWS, SPAN
from ludoteca.protocol import State

LETTERS = "abcdefg"
NUMBERS = "1234567"
EMPTY, DISCS = ".", ("X", "O")


def format_column(column: int) -> str:
    if not 0 <= column < COLUMNS:
        raise LookupError(column)
    return LETTERS[column]


def parse_column(text: str) -> int:
    """`d`, `D` or `4`: the fourth column."""
    name = text.strip().lower()
    for names in (LETTERS, NUMBERS):
        if len(name) == 1 and name in names:
            return names.index(name)
    raise NotationError(f"{text!r} is no column; type a letter from a to g, or a number from 1 to 7")


def seat_at(s: State, column: int, row: int) -> int | None:
    """Whose disc lies in a cell, rows counted from the bottom; None if it is empty."""
    for seat in (0, 1):
        if int(s.discs[seat]) >> (column * SPAN + row) & 1:
            return seat
    return None


def draw_board(s: State) -> str:
    """Six rows from the top, then the letters of the columns."""
    lines = []
    for row in reversed(range(ROWS)):
        seats = [seat_at(s, column, row) for column in range(COLUMNS)]
        lines.append(" ".join(EMPTY if seat is None else DISCS[seat] for seat in seats))
    return "\n".join([*lines, " ".join(LETTERS)])
