"""Whether an encoder tells a seat what it cannot know: positions that look alike to a seat must become equal rows."""

import numpy as np

from ludoteca.core.errors import RulesError
from ludoteca.core.rng import below, new_rng
from ludoteca.protocol import Encoder, Game, State, new_actions, new_states
from ludoteca.protocol.stepping import settle, step

GAMES, WORLDS, MOST_PLIES = 3, 4, 60


def refuse_leaks(game: Game, first: State, encoder: Encoder) -> None:
    """In some random games: what the seat to act sees is completed to several worlds, and in each it must see the
    same, as the encoder writes it."""
    if not (game.info.hidden or game.info.simultaneous):
        return
    rng, out = new_rng(1, "leaks"), new_actions(game)
    states, odds = new_states(game.state_dtype, 1), np.zeros(max(1, game.info.max_outcomes))
    for _ in range(GAMES):
        states[0] = first
        n = settle(states, out, odds, rng)
        for _ in range(MOST_PLIES):
            if n:
                _compare_worlds(game, states[0], encoder, rng)
                n = step(states, int(out[below(rng, n)]), out, odds, rng)


def _compare_worlds(game: Game, s: State, encoder: Encoder, rng: np.ndarray) -> None:
    seat = game.mover(s)
    view = game.observe(s, seat)
    row = encoder.encode(view)
    for _ in range(WORLDS):
        world = game.guess(view, seat, rng)
        if not np.array_equal(encoder.encode(game.observe(world, seat)), row):
            raise RulesError(
                f"the encoder {encoder.name} of {game.info.name} tells seat {seat} what it cannot know: two positions "
                "that look alike to this seat become different inputs. `observe` must blank all that `guess` may "
                "change, and `fill` must read nothing but its view"
            )
