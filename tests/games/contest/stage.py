"""A stage for tests: contestants A to D with exactly the moves that a test wants to see."""

from dataclasses import dataclass, field
from typing import Any

from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import find_move, list_combos, list_moves, list_openers
from ludoteca.games.contest.contestants import Contestant
from ludoteca.games.contest.game import GAME
from ludoteca.protocol import CHANCE

NAMES = "ABCD"
PLAIN_TURN: list[str | None] = ["plain cool"] * 4


def card(text: str) -> int:
    """The number of a move: by its name, or as `effect condition`, which takes the first that opens no combination."""
    effect, _, condition = text.partition(" ")
    for opens in (False, True):
        for move in list_moves():
            wanted = (move.effect.key, move.condition) == (effect, condition)
            if wanted and (move.number in list_openers()) == opens:
                return move.number
    return find_move(text).number


@dataclass
class Stage:
    """Plays turns; each is four moves, A's first (None for who cannot perform)."""

    turns: list[list[str | None]]
    condition: str = "beautiful"
    mode: str = "game"
    options: dict[str, Any] = field(default_factory=dict)
    outcomes: list[int] = field(default_factory=list)
    """What chance brings, in order; the first possible outcome once they are used up."""
    mega: str = ""

    def __post_init__(self) -> None:
        self.moves = [self._collect(seat) for seat in range(4)]
        lineup = [
            Contestant(NAMES[seat], "Ditto", tuple(self.moves[seat]), mega=NAMES[seat] in self.mega)
            for seat in range(4)
        ]
        self.state = GAME.start(mode=self.mode, condition=self.condition, contestants=lineup, **self.options)
        self.hearts: list[dict[str, int]] = []
        self.stars: list[int] = []
        self.orders: list[str] = []
        self.chances: list[list[tuple[int, float]]] = []
        for turn in self.turns:
            self._play(turn)

    def _collect(self, seat: int) -> list[int]:
        wanted = list(dict.fromkeys(card(turn[seat]) for turn in self.turns if turn[seat]))
        combined = {n for pair in list_combos() for n in pair}
        fillers = [move.number for move in list_moves() if move.effect.key == "plain" and move.number not in combined]
        return (wanted + [number for number in fillers if number not in wanted])[:4]

    def _play(self, turn: list[str | None]) -> None:
        s = self.state
        self.orders.append("".join(NAMES[int(seat)] for seat in s.order))
        before, number = s.totals.copy(), int(s.turn)
        while not GAME.is_over(s) and int(s.turn) == number and s.phase != st.DRAW_WINNER:
            who = GAME.mover(s)
            if who == CHANCE:
                self.chances.append(GAME.chances(s))
                GAME.play(s, self.outcomes.pop(0) if self.outcomes else self.chances[-1][0][0])
            else:
                wanted = turn[who]
                assert wanted is not None, f"{NAMES[who]} can perform"
                GAME.play(s, self.moves[who].index(card(wanted)))
        self.hearts.append({NAMES[seat]: int(s.totals[seat] - before[seat]) for seat in range(4)})
        self.stars.append(int(s.stars))


def hearts_of(*moves: str, **more: Any) -> list[int]:
    """The hearts of A to D after one turn."""
    return list(Stage([list(moves)], **more).hearts[0].values())
