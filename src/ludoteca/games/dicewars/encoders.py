"""A position as numbers for a network: the 637 features of the xklism00 report, for four players and 34 areas.

Owners of the areas (1 to 4), areas of each player, neighbourhood of each pair of areas (0 or 1), largest region of
each player, dice on the areas.
"""

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.land import count_region
from ludoteca.protocol import State

SEATS = 4
COUNTS = AREAS
PAIRS = COUNTS + SEATS
REGIONS = PAIRS + AREAS * (AREAS - 1) // 2
DICE = REGIONS + SEATS
FEATURES = DICE + AREAS  # 637


@compiled
def encode_position(s: State, x: FloatArray) -> None:
    """Write all features."""
    encode_map(s, x)
    encode_holdings(s, x)


@compiled
def encode_map(s: State, x: FloatArray) -> None:
    """What does not change in a game: which areas are neighbours."""
    place = PAIRS
    for area in range(AREAS):
        for other in range(area + 1, AREAS):
            x[place] = as_int(s.neighbours[area]) >> other & 1
            place += 1


@compiled
def encode_holdings(s: State, x: FloatArray) -> None:
    """What does: owners, counts, regions, dice."""
    for area in range(AREAS):
        x[area] = s.owner[area] + 1
        x[DICE + area] = s.dice[area]
    for seat in range(SEATS):
        x[COUNTS + seat] = count_bits(as_int(s.land[seat]))
        x[REGIONS + seat] = count_region(s, seat)
