"""What a move is worth: contests played on from here by the game's own bots, many times."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Array
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, new_rng
from ludoteca.games.contest import state as st
from ludoteca.games.contest.bots import CONSOLE, PRUDENT, bot_action
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.information import retract
from ludoteca.lab.match import play_batch, repeat_states
from ludoteca.protocol import State

UNKNOWN = -(10**6)


@dataclass(frozen=True)
class MoveEstimate:
    """Expected hearts of one move, in this turn and in the whole contest, and the chance to win."""

    move: int
    turn_hearts: float
    hearts: float
    wins: float
    contests: int


class TurnBots(NamedTuple):
    """Bots at all seats. Keeps what a seat has in total when the turn under way is over."""

    bots: Array
    """int64 [seat]: each seat's bot."""
    seat: int
    turn: int
    totals: Array
    """int64 [contest]: hearts of `seat` after `turn`; UNKNOWN until somebody picks after it."""

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        if self.totals[game] == UNKNOWN and s.turn > self.turn:
            self.totals[game] = s.totals[self.seat]
        return bot_action(s, as_int(self.bots[seat]), rng)


def estimate_moves(s: State, seat: int, contests: int = 4000, seed: int = 0) -> list[MoveEstimate]:
    """Estimate every move of a seat: `console` plays for the others, `prudent` for the seat after this move."""
    root = GAME.copy(s)
    retract(root, seat)
    rng = new_rng(seed, "worth")
    return [_estimate_move(root, seat, move, contests, rng) for move in range(st.MOVES)]


def _estimate_move(root: State, seat: int, move: int, contests: int, rng: Rng) -> MoveEstimate:
    after = GAME.copy(root)
    GAME.play(after, move)
    states = repeat_states(GAME, [after], contests)
    bots = np.full(st.SEATS, CONSOLE, np.int64)
    bots[seat] = PRUDENT
    policy = TurnBots(bots, seat, int(root.turn), np.full(contests, UNKNOWN, np.int64))
    play_batch(GAME, states, policy, rng[None, :])
    hearts = states.totals[:, seat].astype(np.int64)
    turn_hearts = np.where(policy.totals == UNKNOWN, hearts, policy.totals) - int(root.totals[seat])
    wins = int((states.winner == seat).sum())
    return MoveEstimate(move, turn_hearts.sum() / contests, hearts.sum() / contests, wins / contests, contests)
