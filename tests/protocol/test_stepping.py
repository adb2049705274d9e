"""Stepping from Python: the same games as through the checked face."""

import numpy as np
import pytest

from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.hanabi.game import GAME
from ludoteca.protocol import CHANCE, new_actions
from ludoteca.protocol.stepping import settle, step


@pytest.mark.skipif(not compiles, reason="rows of plain arrays have fields only in compiled code")
def test_steps_are_the_checked_faces_moves():
    for seed in range(3):
        states, out, odds = np.zeros(1, GAME.state_dtype), new_actions(GAME), np.zeros(GAME.info.max_outcomes)
        rng, same, picks = new_rng(seed), new_rng(seed), new_rng(seed, "picks")
        s = GAME.start()
        states[0] = s
        n = settle(states, out, odds, rng)
        while True:
            while GAME.mover(s) == CHANCE:
                GAME.play(s, GAME.draw_chance(s, same))
            assert states[0].tobytes() == s.tobytes()
            if n == 0:
                break
            assert out[:n].tolist() == GAME.legal_actions(s)
            action = int(out[below(picks, n)])
            GAME.play(s, action)
            n = step(states, action, out, odds, rng)
        assert GAME.is_over(s)
