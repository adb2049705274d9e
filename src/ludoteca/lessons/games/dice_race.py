"""A race with a die: walk one step for sure, or roll and move nothing, two or four. Who is home first wins."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.lessons.games.plain import PlainGame
from ludoteca.protocol import CHANCE, OVER, GameInfo, state_dtype

HOME, MOST_TURNS = 6, 12
WALK, ROLL = 0, 1
STEPS, ODDS = (0, 2, 4), (1 / 2, 1 / 3, 1 / 6)
STATE = state_dtype(("place", np.int8, (2,)), ("turns", np.int8), ("rolling", np.int8))
INFO = GameInfo(
    name="dice_race",
    title="Dice race",
    version="1.0",
    summary="Walk one step, or roll and move 0 (one half), 2 (one third) or 4 (one sixth). Six steps are home.",
    max_actions=2,
    longest=2 * MOST_TURNS,
    chance=True,
    max_outcomes=3,
    seat_names=("First", "Second"),
)


class DiceRace(PlainGame):
    words = ("walk", "roll")
    outcome_words = ("stay", "two", "four")

    def __init__(self) -> None:
        super().__init__(INFO, STATE)

    def _mover(self, s: State) -> int:
        if max(s.place.tolist()) >= HOME or s.turns == MOST_TURNS:
            return OVER
        return CHANCE if s.rolling else int(s.turns) & 1

    def _list_actions(self, s: State) -> list[int]:
        return [WALK, ROLL]

    def _list_outcomes(self, s: State) -> list[tuple[int, float]]:
        return list(enumerate(ODDS))

    def _apply(self, s: State, action: int) -> None:
        if not s.rolling and action == ROLL:
            s.rolling = 1
            return
        s.place[int(s.turns) & 1] += STEPS[action] if s.rolling else 1
        s.rolling = 0
        s.turns += 1

    def _value(self, s: State) -> float:
        first, second = s.place.tolist()
        return 1.0 if first >= HOME else -1.0 if second >= HOME else 0.0

    def estimate(self, s: State, seat: int) -> float:
        return float(s.place[seat] - s.place[1 - seat]) / (2 * HOME)

    def draw(self, s: State) -> str:
        tracks = []
        for seat, mark in enumerate("AB"):
            place = min(int(s.place[seat]), HOME)
            tracks.append(f"{mark} {'.' * place}{mark}{'.' * (HOME - place)}|")
        return "\n".join(tracks)
