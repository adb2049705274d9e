"""A pile of stones: take one, two or three; who takes the last one wins."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.lessons.games.plain import PlainGame
from ludoteca.protocol import OVER, GameInfo, Option, state_dtype

MOST = 3
STATE = state_dtype(("stones", np.int8), ("turn", np.int8))
INFO = GameInfo(
    name="pile",
    title="Pile",
    version="1.0",
    summary="Take one, two or three stones; who takes the last one wins.",
    max_actions=MOST,
    longest=60,
    seat_names=("First", "Second"),
    options=(Option("stones", "how many stones there are", 8, low=1, high=60),),
)


class Pile(PlainGame):
    words = ("1", "2", "3")

    def __init__(self) -> None:
        super().__init__(INFO, STATE)
        self.setup_dtype = state_dtype(("stones", np.int8))

    def _start(self, s: State, setup: State) -> None:
        s.stones = setup.stones

    def _mover(self, s: State) -> int:
        return OVER if s.stones == 0 else int(s.turn)

    def _list_actions(self, s: State) -> list[int]:
        return list(range(min(MOST, int(s.stones))))

    def _apply(self, s: State, action: int) -> None:
        s.stones -= action + 1
        s.turn = 1 - s.turn

    def _value(self, s: State) -> float:
        if s.stones:
            return 0.0
        return 1.0 if s.turn == 1 else -1.0  # who moved last has taken the last stone

    def draw(self, s: State) -> str:
        return f"{'o ' * int(s.stones)}({int(s.stones)} left)"
