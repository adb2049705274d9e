"""How the seats stand, for people who look on: areas, largest region, dice, reserve, and how likely each is to win.

The chances are those of warlord's value network, compiled; no torch is needed. The network looks at one seat and its
rivals, at the end of that seat's turn. What it says of all seats is scaled so that it adds up to one: an estimate, and
everything that it uses is public.
"""

from functools import cache
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.warlord.agent import read_network
from ludoteca.games.dicewars.agents.warlord.lookahead import estimate, new_workspace
from ludoteca.games.dicewars.land import count_dice, count_region
from ludoteca.games.dicewars.state import DICE, ENDED, NOBODY
from ludoteca.protocol import State

COLUMNS = ("areas", "region", "pool", "reserve")
DIGITS = 3


@compiled
def fill_standings(s: State, workspace: Any, out: FloatArray) -> None:
    """A row a seat: areas, largest region, dice, reserve, chance to win."""
    total = 0.0
    for seat in range(s.players):
        out[seat, 0] = count_bits(as_int(s.land[seat]))
        out[seat, 1] = count_region(s, seat)
        out[seat, 2] = count_dice(s, seat)
        out[seat, 3] = s.reserve[seat]
        out[seat, 4] = 0.0
        if s.phase == ENDED and s.winner == NOBODY:
            out[seat, 4] = 1.0
        elif s.phase > DICE:
            out[seat, 4] = estimate(s, seat, workspace)
        total += out[seat, 4]
    for seat in range(s.players):
        out[seat, 4] /= max(total, 1e-9)


@cache
def _read_weights() -> Any:
    return read_network("").flat


def list_standings(s: State) -> dict[str, list[Any]]:
    """By name, a value a seat; `chance` is empty before the first turn."""
    out = np.zeros((int(s.players), len(COLUMNS) + 1))
    fill_standings(s, new_workspace(_read_weights()), out)
    chances = out[:, len(COLUMNS)].round(DIGITS).tolist() if s.phase > DICE else []
    return {name: out[:, i].astype(int).tolist() for i, name in enumerate(COLUMNS)} | {"chance": chances}
