"""Connect four, the checked face."""

import math
from collections.abc import Mapping
from typing import Any

from ludoteca.games.connect_four import notation, presentation, rules
from ludoteca.protocol import Game, GameInfo, Level, Option, State

INFO = GameInfo(
    name="connect_four",
    title="Connect four",
    version="1.0",
    summary="Drop discs into seven columns; four in a line win.",
    max_actions=rules.COLUMNS,
    longest=rules.CELLS,
    seat_names=("X", "O"),
    levels=(
        Level("Easy", "alphabeta:depth=2,random_ties=yes", "looks two moves ahead"),
        Level("Intermediate", "alphabeta:depth=4,random_ties=yes", "looks four moves ahead"),
        Level("Hard", "alphabeta:depth=8,random_ties=yes", "looks eight moves ahead"),
        Level("Expert", "alphabeta:seconds=1", "looks as far ahead as it can in a second"),
    ),
    judges=("connect_four_solver:nodes=2000000,table=20,exact=yes", "alphabeta:nodes=200000,exact=yes"),
    options=(
        Option(
            name="variant",
            help="standard: four in a line wins; misere: four in a line loses",
            default=rules.VARIANTS[rules.STANDARD],
            choices=rules.VARIANTS,
        ),
    ),
)


SLOPE = 54.0
"""Of 2,452 positions of 120 games between Hard and Hard, 95 % from 33 to 73: tools/fit_win_chance.py."""


class ConnectFour(Game):
    info = INFO
    rules = rules.RULES

    def format_action(self, s: State, action: int) -> str:
        return notation.format_column(action)

    def parse_action(self, s: State, text: str) -> int:
        return notation.parse_column(text)

    def draw(self, s: State) -> str:
        return notation.draw_board(s)

    # --- for front ends --------------------------------------------------------------------------------------------

    def show(self, view: State) -> dict[str, Any]:
        return presentation.show_position(view)

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        return presentation.show_drop(s, action)

    def explain(self, view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
        return presentation.explain_drop(view, attempt)

    def win_chance(self, view: State, expected: float) -> float:
        """Certain at both ends; an estimate in between, whose slope was fitted to games."""
        if abs(expected) >= INFO.max_return:
            return 0.5 + expected / 2
        return 1.0 / (1.0 + math.exp(-SLOPE * expected))

    def end_code(self, s: State) -> dict[str, Any]:
        return presentation.tell_end(s)


GAME = ConnectFour()
