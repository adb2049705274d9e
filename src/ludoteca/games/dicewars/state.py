"""The state of a game, its setup, and how actions are numbered.

An area is a bit: `neighbours[area]` and `land[seat]` are masks. Actions of a seat: END, or 1 + 34 * source + target, an
attack or a transfer by who owns the target. Outcomes of chance: a digit of the map's seed; an area to deal or to put a
die on; LOST or WON for a battle.
"""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.games.dicewars.constants import AREAS, MAX_PLAYERS
from ludoteca.games.dicewars.grid import HEXES
from ludoteca.protocol import state_dtype

END = 0
LOST, WON = 0, 1
MAP, DEAL, DICE, TURN, BATTLE, INCOME, ENDED = 0, 1, 2, 3, 4, 5, 6  # phases
NOBODY = -1
DIGITS, BASE = 8, 16  # the seed of a map that chance draws

STATE = state_dtype(
    ("neighbours", np.int64, (AREAS,)),  # masks of areas
    ("land", np.int64, (MAX_PLAYERS,)),  # the mask of each seat's areas
    ("map_seed", np.int64),  # that the map was grown from; 0 for a map from the setup
    ("left", np.int16),  # digits to draw, areas to deal or dice to place
    ("quiet", np.int16),  # turns ended since the last battle (in the course's game: or transfer)
    ("battles", np.int16),
    ("turns", np.int16),  # ended so far
    ("owner", np.int8, (AREAS,)),  # a seat, or NOBODY
    ("dice", np.int8, (AREAS,)),
    ("reserve", np.int8, (MAX_PLAYERS,)),
    ("areas", np.int8),  # of this map
    ("players", np.int8),
    ("variant", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),  # the seat whose turn it is, also while chance acts for it
    ("source", np.int8),  # of the battle under way
    ("target", np.int8),
    ("transfers", np.int8),  # in this turn
    ("retreated", np.int8),  # whether a transfer of this turn left an area at the border
    ("winner", np.int8),  # a seat, or NOBODY
    ("hexes", np.int8, (HEXES,)),  # how the map looks: the area of each hex, 1..34; all 0 if it has no picture
)
SETUP = state_dtype(
    ("map_seed", np.int64),  # 0: drawn by chance
    ("neighbours", np.int64, (AREAS,)),  # a map of one's own
    ("hexes", np.int8, (HEXES,)),  # how it looks, as in the state
    ("areas", np.int8),  # of that map; 0 for none
    ("players", np.int8),
    ("variant", np.int8),
)


@compiled
def encode(source: int, target: int) -> int:
    return 1 + AREAS * source + target


@compiled
def source_of(action: int) -> int:
    return (action - 1) // AREAS


@compiled
def target_of(action: int) -> int:
    return (action - 1) % AREAS
