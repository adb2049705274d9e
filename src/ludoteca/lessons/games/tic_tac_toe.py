"""Tic-tac-toe: three in a line on a board of nine squares."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.lessons.games.plain import PlainGame
from ludoteca.protocol import OVER, GameInfo, state_dtype

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = ".XO"
STATE = state_dtype(("squares", np.int8, (9,)), ("ply", np.int8))
INFO = GameInfo(
    name="tic_tac_toe",
    title="Tic-tac-toe",
    version="1.0",
    summary="Three in a line on a board of nine squares.",
    max_actions=9,
    longest=9,
    seat_names=("X", "O"),
)


class TicTacToe(PlainGame):
    words = tuple("123456789")

    def __init__(self) -> None:
        super().__init__(INFO, STATE)

    def _winner(self, s: State) -> int:
        """1 or 2 if somebody has a line, else 0."""
        squares = s.squares.tolist()
        return next((squares[a] for a, b, c in LINES if squares[a] and squares[a] == squares[b] == squares[c]), 0)

    def _mover(self, s: State) -> int:
        return OVER if s.ply == 9 or self._winner(s) else int(s.ply) & 1

    def _list_actions(self, s: State) -> list[int]:
        return [square for square, mark in enumerate(s.squares.tolist()) if not mark]

    def _apply(self, s: State, action: int) -> None:
        s.squares[action] = 1 + (int(s.ply) & 1)
        s.ply += 1

    def _value(self, s: State) -> float:
        return (0.0, 1.0, -1.0)[self._winner(s)]

    def estimate(self, s: State, seat: int) -> float:
        """Lines that are still open to this seat, less those open to the other."""
        squares, mine = s.squares.tolist(), seat + 1
        own = sum(all(squares[place] in (0, mine) for place in line) for line in LINES)
        others = sum(all(squares[place] in (0, 3 - mine) for place in line) for line in LINES)
        return (own - others) / 10.0

    def draw(self, s: State) -> str:
        marks = [MARKS[mark] if mark else str(place + 1) for place, mark in enumerate(s.squares.tolist())]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))
