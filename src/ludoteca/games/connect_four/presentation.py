"""What front ends draw of connect four: cells, the winning line, where a stone lands, why it cannot."""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.connect_four.notation import LETTERS
from ludoteca.games.connect_four.rules import COLUMNS, DRAW, LINES, MISERE, ROWS, SPAN

VARIANTS = ("standard", "misere")


def show_position(s: Any) -> dict[str, Any]:
    """`cells[row][column]` from the top left: None, or the seat whose stone lies there."""
    boards = [int(s.stones[0]), int(s.stones[1])]
    cells = [[_seat_at(boards, row, column) for column in range(COLUMNS)] for row in range(ROWS)]
    return {
        "columns": COLUMNS,
        "rows": ROWS,
        "cells": cells,
        "line": find_line(boards),
        "variant": VARIANTS[int(s.variant)],
    }


def _seat_at(boards: list[int], row: int, column: int) -> int | None:
    bit = column * SPAN + ROWS - 1 - row
    return next((seat for seat in (0, 1) if boards[seat] >> bit & 1), None)


def find_line(boards: list[int]) -> list[list[int]] | None:
    """The first four in a line, as [row, column] from the top left."""
    for line in LINES.tolist():
        if any(board & line == line for board in boards):
            bits = [bit for bit in range(COLUMNS * SPAN) if line >> bit & 1]
            return [[ROWS - 1 - bit % SPAN, bit // SPAN] for bit in bits]
    return None


def show_drop(s: Any, column: int) -> dict[str, Any]:
    """Where a stone comes to rest."""
    return {"column": column, "row": ROWS - 1 - _height(s, column)}


def _height(s: Any, column: int) -> int:
    board = int(s.stones[0]) | int(s.stones[1])
    return (board >> (column * SPAN) & ((1 << ROWS) - 1)).bit_count()


def tell_end(s: Any) -> dict[str, Any]:
    if s.winner == DRAW:
        return {"code": "full", "winner": None}
    return {"code": "made_four" if s.variant == MISERE else "four_in_line", "winner": int(s.winner)}


def explain_drop(s: Any, attempt: Mapping[str, Any]) -> dict[str, Any]:
    column = attempt.get("column")
    if type(column) is not int or not 0 <= column < COLUMNS:
        return {"code": "not_legal", "message": f"columns are numbered from 0 to {COLUMNS - 1}", "squares": []}
    if _height(s, column) == ROWS:
        message = f"column {LETTERS[column]} is full"
        return {"code": "column_full", "message": message, "squares": [], "params": {"column": LETTERS[column]}}
    return {"code": "legal", "message": f"a stone may be dropped into column {LETTERS[column]}", "squares": []}
