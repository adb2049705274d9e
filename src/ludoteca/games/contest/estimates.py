"""What a move is worth: contests played on from here by the game's own players, many times, compiled."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import new_rng, pick_weighted
from ludoteca.games.contest import state as st
from ludoteca.games.contest.bots import CONSOLE, PRUDENT, bot_action
from ludoteca.games.contest.chance import chances
from ludoteca.games.contest.information import retract
from ludoteca.games.contest.rules import apply, mover
from ludoteca.games.contest.state import STATE
from ludoteca.protocol import CHANCE, OVER, State, new_states


@dataclass(frozen=True)
class MoveEstimate:
    """Of one move: hearts to be expected in this turn and in the whole contest, and the chance to win."""

    move: int
    turn_hearts: float
    hearts: float
    wins: float
    contests: int


@compiled
def play_bots(s: Any, seat: int, own: int, other: int, out: Any, odds: Any, rng: Any) -> int:
    """Play on to the end: `seat` by one bot, the rest by another; return the seat's hearts of the turn under way."""
    turn = as_int(s.turn)
    before = as_int(s.totals[seat])
    earned = 0
    known = False
    while True:
        who = mover(s)
        if not known and (s.turn != turn or s.phase >= st.DRAW_ORDER):
            earned = as_int(s.totals[seat]) - before
            known = True
        if who == OVER:
            return earned
        if who == CHANCE:
            apply(s, as_int(out[pick_weighted(rng, odds, chances(s, out, odds))]))
        else:
            apply(s, bot_action(s, own if who == seat else other, rng))


@compiled
def play_move(root: Any, scratch: Any, seat: int, move: int, times: int, out: Any, odds: Any, rng: Any) -> Any:
    """(wins, hearts of the turn, hearts in all) of `seat` after picking `move`, summed over so many contests."""
    wins, turn_hearts, hearts = 0, 0, 0
    for _ in range(times):
        scratch[0] = root[0]
        apply(scratch[0], move)
        turn_hearts += play_bots(scratch[0], seat, PRUDENT, CONSOLE, out, odds, rng)
        hearts += as_int(scratch[0].totals[seat])
        if scratch[0].winner == seat:
            wins += 1
    return wins, turn_hearts, hearts


def estimate_moves(s: State, seat: int, contests: int = 4000, seed: int = 0) -> list[MoveEstimate]:
    """Every move of a seat that is to pick: the others as `console` plays, oneself as `prudent` afterwards."""
    root, scratch = new_states(STATE, 1), new_states(STATE, 1)
    root[0] = s
    retract(root[0], seat)
    out, odds, rng = np.zeros(24, np.int32), np.zeros(24), new_rng(seed, "worth")
    found = []
    for move in range(st.MOVES):
        wins, turn_hearts, hearts = play_move(root, scratch, seat, move, contests, out, odds, rng)
        found.append(MoveEstimate(move, turn_hearts / contests, hearts / contests, wins / contests, contests))
    return found
