"""A position as numbers for a network: the 637 features of the xklism00 report, for four players and 34 areas.

Owners of the areas (1 to 4), areas of each player, neighbourhood of each pair of areas (0 or 1), largest region of
each player, dice on the areas.
"""

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.land import count_region
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

SEATS = 4
COUNTS = AREAS
PAIRS = COUNTS + SEATS
REGIONS = PAIRS + AREAS * (AREAS - 1) // 2
DICE = REGIONS + SEATS
FEATURES = DICE + AREAS  # 637
ACTIONS = 1 + AREAS * AREAS  # END, and a source with a target


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


def check(s: State) -> None:
    """Refuse another number of players."""
    if s.players != SEATS:
        raise UnsupportedGame(f"these features are for four players, not {s.players}: start(players=4)")


ENCODER = Encoder(
    name="xklism",
    summary="637 features of the xklism00 report, 2021: owners, counts, neighbours, regions, dice; four players",
    inputs=FEATURES,
    outputs=ACTIONS,
    fill=encode_position,
    slices=make_slices(
        {"owners": AREAS, "counts": SEATS, "neighbours": REGIONS - PAIRS, "regions": SEATS, "dice": AREAS}
    ),
    scales={"owners": 4.0, "counts": float(AREAS), "regions": float(AREAS), "dice": 8.0},
    stored="uint8",
    check=check,
    setup={"players": SEATS},
)
