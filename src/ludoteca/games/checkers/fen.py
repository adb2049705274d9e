"""Positions as text: `B:W18,24,27,K10:B12,16,K22` — the side to move, then each colour's squares, K before a king.

Read too: squares in letters, ranges (`W21-32`), the counters that some programs append (`:H0:F1`), a trailing dot.
"""

import re
from functools import cache
from typing import NamedTuple

from ludoteca.core.errors import NotationError, PositionError
from ludoteca.games.checkers.board import BLACK, KING_ROWS, SQUARES, WHITE
from ludoteca.games.checkers.notation import format_square, is_number, parse_square
from ludoteca.protocol import State

COLOURS = "WB"
COLOUR_NAMES = ("White", "Black")
MOST_PIECES = 12
LONGEST_FEN = 400  # characters
_COUNTER = re.compile(r"[HF]\d+$")


class Position(NamedTuple):
    """A position without its past."""

    to_move: int
    men: tuple[int, int]
    kings: tuple[int, int]


def format_fen(s: State) -> str:
    """The position of a state."""
    return ":".join([COLOURS[int(s.to_move)], *(_format_side(s, seat) for seat in (WHITE, BLACK))])


def _format_side(s: State, seat: int) -> str:
    men, kings = int(s["men"][seat]), int(s["kings"][seat])
    names = [
        name if men >> cell & 1 else f"K{name}"
        for cell, name in _squares_in_order(int(s["rules"]))
        if (men | kings) >> cell & 1
    ]
    return COLOURS[seat] + ",".join(names)


@cache
def _squares_in_order(rules: int) -> list[tuple[int, str]]:
    """Cells with their numbers as text, from the lowest on."""
    named = [(cell, format_square(cell, rules, letters=False)) for cell in SQUARES]
    return sorted(named, key=lambda item: int(item[1]))


def parse_fen(text: str, rules: int) -> Position:
    """The position that a FEN describes, on the board of a rule set. PositionError names what is wrong and where."""
    if len(text) > LONGEST_FEN:
        raise PositionError(f"a FEN has at most {LONGEST_FEN} characters, not {len(text)}")
    body = text.strip().removeprefix('[FEN "').removesuffix('"]').rstrip(". ")
    head, *sides = [part.strip() for part in body.split(":")]
    if head.upper() not in ("W", "B"):
        raise PositionError(f"FEN {text!r} must begin with the side to move, W or B, not {head!r}")
    while sides and _COUNTER.match(sides[-1].upper()):
        sides.pop()
    if sorted(side[:1].upper() for side in sides) != ["B", "W"]:
        raise PositionError(f"FEN {text!r} must list both sides once, as in W:W21,22:B1,K2")
    men, kings = [0, 0], [0, 0]
    for side in sides:
        seat = COLOURS.index(side[0].upper())
        _read_side(side[1:], seat, rules, men, kings)
    _check_numbers(men, kings)
    return Position(COLOURS.index(head.upper()), (men[0], men[1]), (kings[0], kings[1]))


def _read_side(text: str, seat: int, rules: int, men: list[int], kings: list[int]) -> None:
    for i, item in enumerate(filter(None, text.split(","))):
        where = f"{COLOUR_NAMES[seat]}'s piece {i + 1}, {item.strip()!r}"
        name = item.strip()
        is_king = name[:1] in ("K", "k")
        for cell in _read_cells(name[1:] if is_king else name, rules, where):
            bit = 1 << cell
            if bit & (men[0] | men[1] | kings[0] | kings[1]):
                raise PositionError(f"{where}: the square is taken already")
            if not is_king and bit & int(KING_ROWS[seat]):
                raise PositionError(f"{where}: a man on its king row must be a king, written K{name}")
            (kings if is_king else men)[seat] |= bit


def _read_cells(name: str, rules: int, where: str) -> list[int]:
    low, dash, high = name.partition("-")
    try:
        if not dash:
            return [parse_square(name, rules)]
        if is_number(low) and is_number(high) and int(low) <= int(high):
            return [parse_square(str(number), rules) for number in range(int(low), int(high) + 1)]
    except NotationError as error:
        raise PositionError(f"{where}: {error}") from None
    raise PositionError(f"{where}: a range of squares goes up, as in 21-32")


def _check_numbers(men: list[int], kings: list[int]) -> None:
    for seat in (WHITE, BLACK):
        pieces = (men[seat] | kings[seat]).bit_count()
        if not 1 <= pieces <= MOST_PIECES:
            raise PositionError(f"{COLOUR_NAMES[seat]} has {pieces} pieces; a side has from 1 to {MOST_PIECES}")
