"""The scale that minimax searches count on: the game's returns, with quicker wins above slower ones.

A won position `ply` actions below the root scores `high - ply * STEP`, a lost one `low + ply * STEP`; estimates stay
`MARGIN` away from both ends, so a score beyond the margin always means a proven end.
"""

from ludoteca.core.arrays import FloatArray
from ludoteca.core.jit import compiled
from ludoteca.protocol import State
from ludoteca.protocol.rules import evaluate, returns

STEP = 1e-7  # as a part of the range of returns
MARGIN = 1e-2


@compiled
def score_end(s: State, seat: int, ply: int, low: float, high: float, out: FloatArray) -> float:
    """The score of a position that is over, for a seat. `out` is scratch memory, one number per seat."""
    returns(s, out)
    value = out[seat]
    if value >= high:
        return high - ply * STEP * (high - low)
    if value <= low:
        return low + ply * STEP * (high - low)
    return value


@compiled
def score_leaf(s: State, seat: int, low: float, high: float) -> float:
    """The estimate of a position that is not over, for a seat."""
    margin = MARGIN * (high - low)
    return min(max(evaluate(s, seat), low + margin), high - margin)


@compiled
def is_proven(value: float, low: float, high: float) -> bool:
    """Whether a score can only come from the end of the game."""
    margin = MARGIN * (high - low)
    return value > high - margin or value < low + margin


def clean_score(value: float, low: float, high: float) -> float:
    """A score as a return again: without the bonus for being quick."""
    if is_proven(value, low, high):
        return high if value > (low + high) / 2 else low
    return value
