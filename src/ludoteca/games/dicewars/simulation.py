"""Whole games of the game's own bots inside compiled code: tournaments and data by the thousand."""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import pick_weighted, split_seed
from ludoteca.games.dicewars.bots import bot_action
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.rules import apply, chances, mover
from ludoteca.protocol import CHANCE, OVER, State, new_states

ASK = -1  # instead of a bot: the caller decides for this seat


@compiled
def play_on(s: Any, sitting: Any, rng: Any) -> int:
    """Play until a seat whose bot is ASK is to act, or to the end; return that seat, or OVER."""
    out, odds = np.empty(AREAS, np.int32), np.empty(AREAS)
    while True:
        who = mover(s)
        if who == OVER:
            return who
        if who == CHANCE:
            n = chances(s, out, odds)
            apply(s, as_int(out[pick_weighted(rng, odds, n)]))
        elif sitting[who] == ASK:
            return who
        else:
            apply(s, bot_action(s, as_int(sitting[who]), rng))


@compiled
def play_many(states: Any, sittings: Any, rngs: Any) -> None:
    """Play each game to its end; `sittings` and `rngs` have a row for each."""
    for i in range(len(states)):
        play_on(states[i], sittings[i], rngs[i])


def start_games(boards: Any, seed: int, variant: str = "course", players: int = 4) -> tuple[Any, Any]:
    """A game for each board (the seed of a map), and its chance: equal boards have equal chance."""
    states = new_states(GAME.state_dtype, len(boards))
    rngs = np.empty((len(boards), 1), np.uint64)
    known: dict[int, State] = {}
    for i, board in enumerate(boards):
        if board not in known:
            known[board] = GAME.start(players=players, variant=variant, map_seed=board)
        states[i] = known[board]
        rngs[i] = split_seed(seed, "board", board)
    return states, rngs
