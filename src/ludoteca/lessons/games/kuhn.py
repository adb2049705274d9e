"""Kuhn's poker: three cards, one each; pass or bet once; the higher card wins what was staked."""

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.rng import Rng, below
from ludoteca.lessons.games.plain import PlainGame
from ludoteca.protocol import CHANCE, OVER, GameInfo, state_dtype

CARDS = ("jack", "queen", "king")
NOT_DEALT, DEALT_UNSEEN = 0, 9  # a card is 1, 2 or 3
PASS, BET = 0, 1
STATE = state_dtype(("card", np.int8, (2,)), ("bets", np.int8, (3,)), ("ply", np.int8))
INFO = GameInfo(
    name="kuhn",
    title="Kuhn's poker",
    version="1.0",
    summary="Three cards, one each; pass or bet once; the higher card wins what was staked.",
    max_actions=2,
    longest=5,
    hidden=True,
    chance=True,
    max_outcomes=3,
    min_return=-2.0,
    max_return=2.0,
    seat_names=("First", "Second"),
)


class Kuhn(PlainGame):
    words = ("pass", "bet")
    outcome_words = CARDS

    def __init__(self) -> None:
        super().__init__(INFO, STATE)

    def _mover(self, s: State) -> int:
        if NOT_DEALT in s.card.tolist():
            return CHANCE
        first, second, _ = s.bets.tolist()
        if s.ply == 3 or (s.ply == 2 and not (first == PASS and second == BET)):
            return OVER
        return int(s.ply) & 1

    def _list_actions(self, s: State) -> list[int]:
        return [PASS, BET]

    def _list_outcomes(self, s: State) -> list[tuple[int, float]]:
        left = [card for card in range(3) if card + 1 != s.card[0]]
        return [(card, 1 / len(left)) for card in left]

    def _apply(self, s: State, action: int) -> None:
        if s.card[0] == NOT_DEALT:
            s.card[0] = action + 1
        elif s.card[1] == NOT_DEALT:
            s.card[1] = action + 1
        else:
            s.bets[s.ply] = action
            s.ply += 1

    def _has_folded(self, s: State) -> bool:
        """Whether a bet was answered by a pass: the cards then stay hidden."""
        return bool(s.ply >= 2 and s.bets[s.ply - 1] == PASS and s.bets[s.ply - 2] == BET)

    def _value(self, s: State) -> float:
        if self._mover(s) != OVER:
            return 0.0
        if self._has_folded(s):
            return 1.0 if s.ply == 2 else -1.0
        stake = 2.0 if s.bets[s.ply - 1] == BET else 1.0
        return stake if s.card[0] > s.card[1] else -stake

    def _observe(self, s: State, seat: int) -> None:
        shown = self._mover(s) == OVER and not self._has_folded(s)
        if s.card[1 - seat] != NOT_DEALT and not shown:
            s.card[1 - seat] = DEALT_UNSEEN

    def _guess(self, s: State, seat: int, rng: Rng) -> None:
        if s.card[1 - seat] == DEALT_UNSEEN:
            others = [card for card in (1, 2, 3) if card != s.card[seat]]
            s.card[1 - seat] = others[below(rng, 2)]

    def draw(self, s: State) -> str:
        names = {NOT_DEALT: "-", DEALT_UNSEEN: "?"} | {place + 1: name for place, name in enumerate(CARDS)}
        first, second = (names[card] for card in s.card.tolist())
        played = [self.words[bet] for bet in s.bets.tolist()[: int(s.ply)]]
        return f"First: {first}  Second: {second}  played: {', '.join(played) or 'nothing'}"
