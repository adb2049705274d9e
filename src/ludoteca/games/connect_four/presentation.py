"""What front ends draw of connect four: the cells, the winning line, where a disc lands, why it cannot.

Front ends count rows from the top.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.connect_four.notation import LETTERS, seat_at
from ludoteca.games.connect_four.rules import COLUMNS, DRAW, FULL_COLUMN, LINES, MISERE, ROWS, SPAN, VARIANTS
from ludoteca.protocol import State


def show_position(s: State) -> dict[str, Any]:
    """`cells[row][column]`: None, or the seat whose disc lies there."""
    return {
        "columns": COLUMNS,
        "rows": ROWS,
        "cells": [[seat_at(s, column, ROWS - 1 - row) for column in range(COLUMNS)] for row in range(ROWS)],
        "line": find_line([int(board) for board in s.discs]),
        "variant": VARIANTS[int(s.variant)],
    }


def find_line(boards: list[int]) -> list[list[int]] | None:
    """The first four in a line, as [row, column]; None if there are none."""
    for line in LINES.tolist():
        if any(board & line == line for board in boards):
            bits = [bit for bit in range(COLUMNS * SPAN) if line >> bit & 1]
            return [[ROWS - 1 - bit % SPAN, bit // SPAN] for bit in bits]
    return None


def show_drop(s: State, column: int) -> dict[str, Any]:
    """The cell where a disc comes to rest."""
    return {"column": column, "row": ROWS - 1 - _height(s, column)}


def _height(s: State, column: int) -> int:
    board = int(s.discs[0]) | int(s.discs[1])
    return (board >> (column * SPAN) & FULL_COLUMN).bit_count()


def tell_end(s: State) -> dict[str, Any]:
    """How the game ended, as a code that front ends have a text for."""
    if s.winner == DRAW:
        return {"code": "full", "winner": None}
    return {"code": "made_four" if s.variant == MISERE else "four_in_line", "winner": int(s.winner)}


def explain_drop(s: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
    """Why a disc cannot be dropped into `attempt["column"]`."""
    column = attempt.get("column")
    if type(column) is not int or not 0 <= column < COLUMNS:
        return {"code": "not_legal", "message": f"columns are numbered from 0 to {COLUMNS - 1}", "squares": []}
    name = LETTERS[column]
    if _height(s, column) == ROWS:
        message = f"column {name} is full"
        return {"code": "column_full", "message": message, "squares": [], "params": {"column": name}}
    return {"code": "legal", "message": f"a disc may be dropped into column {name}", "squares": []}
