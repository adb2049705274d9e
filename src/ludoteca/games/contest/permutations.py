"""The permutations of four places, by number, and those that a tie allows."""

from itertools import permutations

import numpy as np

from ludoteca.games.contest.state import SEATS

PERMUTATIONS = np.array(list(permutations(range(SEATS))), np.int8)


def _allowed(ties: int) -> list[int]:
    """Numbers of the permutations that exchange only tied places. Bit i of `ties`: places i and i + 1 are tied."""
    group = [0] * SEATS
    for i in range(1, SEATS):
        group[i] = group[i - 1] + (not ties >> (i - 1) & 1)
    return [n for n, places in enumerate(PERMUTATIONS) if [group[place] for place in places] == group]


TIE_COUNTS = np.array([len(_allowed(ties)) for ties in range(1 << (SEATS - 1))], np.int8)
TIE_PLACES = np.array([_allowed(ties) + [0] * (24 - len(_allowed(ties))) for ties in range(8)], np.int8)
