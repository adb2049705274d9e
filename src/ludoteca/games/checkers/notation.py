"""Squares and moves as people write them, both ways, and the board as text.

Squares have numbers from 1 to 32 (`22-18`, `22x15`) or, in the Russian and Brazilian game, letters and numbers
(`c3-d4`, `c3:e5` is read too). Either is read in every rule set. The Italian board is the mirror image: its square 1 is
in the left corner, and its dark corner squares are at the bottom right and the top left.
"""

import re
from functools import cache

from ludoteca.core.errors import NotationError
from ludoteca.games.checkers.actions import dst_of, encode, is_capture, src_of
from ludoteca.games.checkers.board import CELLS, FLYING, MIRRORED, cell_of, mirror_square, square_of
from ludoteca.games.checkers.paths import path_of
from ludoteca.protocol import State

FILES = "abcdefgh"
PIECES = (("w", "W"), ("b", "B"))  # [seat][is king]
_MOVE = re.compile(r"([a-h]?\d+)((?:\s*[-x:*]\s*[a-h]?\d+)+)$")


# --- squares -------------------------------------------------------------------------------------------------------


def uses_letters(rules: int) -> bool:
    """Whether a rule set's squares are usually written a1 to h8."""
    return bool(FLYING[rules])


@cache
def format_square(cell: int, rules: int, letters: bool | None = None) -> str:
    """A cell's name: a number, or a letter and a number where `letters` (by default where its players write so)."""
    if letters is None:
        letters = uses_letters(rules)
    if letters:
        row, column = place_of(cell, rules)
        return f"{FILES[column]}{8 - row}"
    square = square_of(cell)
    return str(mirror_square(square) if MIRRORED[rules] else square)


def is_number(text: str) -> bool:
    """Whether a text can be the number of a square: short, so that reading it takes no time."""
    return text.isdecimal() and len(text) <= 2


def parse_square(text: str, rules: int) -> int:
    """The cell called `24` or `c3`."""
    name = text.strip().lower()
    if name.isdecimal():
        number = int(name) if is_number(name) else 0
        if not 1 <= number <= 32:
            raise NotationError(f"there is no square {name[:12]}; squares are numbered from 1 to 32")
        return cell_of(mirror_square(number) if MIRRORED[rules] else number)
    if len(name) == 2 and name[0] in FILES and name[1] in "12345678":
        row, column = 8 - int(name[1]), FILES.index(name[0])
        for cell in range(CELLS):
            if cell % 9 != 8 and place_of(cell, rules) == (row, column):
                return cell
        raise NotationError(f"{name} is a light square; pieces stand on the dark ones")
    raise NotationError(f"{text!r} is no square; write a number from 1 to 32, or a letter and a number such as c3")


def place_of(cell: int, rules: int) -> tuple[int, int]:
    """The row from the top and the column from the left, seen from White's side."""
    row, place = divmod(square_of(cell) - 1, 4)
    column = 2 * place + (1 - row % 2)
    return row, 7 - column if MIRRORED[rules] else column


# --- moves ---------------------------------------------------------------------------------------------------------


def format_move(s: State, action: int, legal: list[int]) -> str:
    """`22-18` or `22x15`; with every square of the way where another capture has the same ends."""
    rules = int(s["rules"])
    if not is_capture(action):
        return _format_step(action, rules)
    path = path_of(s, action)
    ends = encode(0, 0, 0) | action & 0xFFF
    if sum(other & 0xFFF == ends and is_capture(other) for other in legal) < 2:
        path = (path[0], path[-1])
    return "x".join(format_square(cell, rules) for cell in path)


@cache
def _format_step(action: int, rules: int) -> str:
    return f"{format_square(src_of(action), rules)}-{format_square(dst_of(action), rules)}"


def parse_move(s: State, text: str, legal: list[int]) -> int:
    """The move that a text means. One that is readable but not legal comes back as a plain step between its ends."""
    found = _MOVE.match(text.strip().lower())
    if not found:
        raise NotationError(f"{text!r} is no move; write squares joined by - or x, such as 22-18 or 22x15")
    rules = int(s.rules)
    names = [found[1], *re.findall(r"[a-h]?\d+", found[2])]
    cells = [parse_square(name, rules) for name in names]
    captures = "-" not in found[2] or len(cells) > 2
    ends = encode(cells[0], cells[-1], 0)
    matching = [action for action in legal if action & 0xFFF == ends]
    if len(matching) > 1 and captures:
        matching = [action for action in matching if is_capture(action)]
    if len(cells) > 2:
        matching = [action for action in matching if _passes(path_of(s, action), cells)]
    if len(matching) > 1:
        names = [format_move(s, action, legal) for action in matching]
        if len(set(names)) > 1:
            exact = [action for action in matching if path_of(s, action) == tuple(cells)]
            if len(exact) != 1:
                raise NotationError(f"{text!r} can mean {', '.join(names)}: write all its squares")
            return exact[0]
    return matching[0] if matching else int(ends)


def _passes(path: tuple[int, ...], cells: list[int]) -> bool:
    """Whether a path visits these cells in this order, with the same ends."""
    rest = iter(path)
    return path[0] == cells[0] and path[-1] == cells[-1] and all(cell in rest for cell in cells)


# --- the board -----------------------------------------------------------------------------------------------------


def piece_at(s: State, cell: int) -> str:
    """`w`, `b`, a capital for a king, or a full stop."""
    for seat in (0, 1):
        for is_king, board in enumerate((s.men[seat], s.kings[seat])):
            if int(board) >> cell & 1:
                return PIECES[seat][is_king]
    return "."


def draw_board(s: State) -> str:
    """Eight rows, White at the bottom, with the number of each row's first square."""
    rules = int(s.rules)
    rows = [[" "] * 8 for _ in range(8)]
    numbers = [32] * 8
    for cell in range(CELLS):
        if cell % 9 != 8:
            row, column = place_of(cell, rules)
            rows[row][column] = piece_at(s, cell)
            numbers[row] = min(numbers[row], int(format_square(cell, rules, letters=False)))
    lines = [f"{8 - i} {' '.join(row)}  {numbers[i]:2}" for i, row in enumerate(rows)]
    return "\n".join([*lines, "  " + " ".join(FILES)])
