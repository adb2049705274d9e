"""The exact odds of an attack."""

from functools import reduce
from typing import Any

import numpy as np

from ludoteca.games.dicewars.constants import MAX_DICE


def count_sums(dice: int) -> Any:
    """How many of the 6**dice rolls have each sum."""
    return reduce(np.convolve, [np.array([0, 1, 1, 1, 1, 1, 1], np.int64)] * dice, np.array([1], np.int64))


def _make_odds() -> Any:
    odds = np.zeros((MAX_DICE + 1, MAX_DICE + 1))
    for attacker in range(1, MAX_DICE + 1):
        for defender in range(1, MAX_DICE + 1):
            below = np.concatenate(([0], np.cumsum(count_sums(defender))))  # rolls of the defender below each sum
            wins = sum(
                int(ways) * int(below[min(total, len(below) - 1)]) for total, ways in enumerate(count_sums(attacker))
            )
            odds[attacker, defender] = wins / 6 ** (attacker + defender)
    return odds


ODDS = _make_odds()  # [attacker's dice, defender's dice]: the chance that the attacker's sum is greater
