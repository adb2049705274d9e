"""The 637 features, in the report's order."""

import numpy as np

from games.dicewars.scenes import settle
from ludoteca.games.dicewars import land
from ludoteca.games.dicewars.encoders import COUNTS, DICE, FEATURES, PAIRS, REGIONS, encode_position
from ludoteca.games.dicewars.game import GAME


def test_every_part_is_where_the_report_has_it():
    s = settle(GAME.start(map_seed=3))
    x = np.full(FEATURES, -1, np.int8)
    encode_position(s, x)
    assert (FEATURES, COUNTS, PAIRS, REGIONS, DICE) == (637, 34, 38, 599, 603)
    assert x[:34].tolist() == [int(owner) + 1 for owner in s.owner]
    assert x[COUNTS:PAIRS].tolist() == [int(mask).bit_count() for mask in s.land[:4]]
    pairs = [int(s.neighbours[i]) >> j & 1 for i in range(34) for j in range(i + 1, 34)]
    assert x[PAIRS:REGIONS].tolist() == pairs
    assert x[REGIONS:DICE].tolist() == [land.count_region(s, seat) for seat in range(4)]
    assert x[DICE:].tolist() == s.dice.tolist()
