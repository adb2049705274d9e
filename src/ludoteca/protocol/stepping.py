"""One compiled call a move, for loops in Python that play by themselves: the checked face is safer, and slower.

    states, out, odds, rng = np.zeros(1, game.state_dtype), new_actions(game), np.zeros(max_outcomes), new_rng(1)
    states[0] = game.start()
    n = settle(states, out, odds, rng)
    while n:
        n = step(states, int(out[choose(n)]), out, odds, rng)

`states` is a plain array of one state: Numba recognises it much quicker than a record.
"""

from ludoteca.core.arrays import Actions, FloatArray, States
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng
from ludoteca.protocol.rules import CHANCE, OVER, apply, draw_outcome, legal_actions, mover


@compiled
def settle(states: States, out: Actions, odds: FloatArray, rng: Rng) -> int:
    """Let chance act until a seat is to move, and write its legal actions into `out`; return how many, 0 at the end."""
    s = states[0]
    while mover(s) == CHANCE:
        apply(s, as_int(draw_outcome(s, out, odds, rng)))
    return 0 if mover(s) == OVER else legal_actions(s, out)


@compiled
def step(states: States, action: int, out: Actions, odds: FloatArray, rng: Rng) -> int:
    """Play an action, one of those in `out`, and settle."""
    apply(states[0], action)
    return settle(states, out, odds, rng)
