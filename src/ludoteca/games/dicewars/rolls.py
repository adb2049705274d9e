"""The dice that people see. A battle is decided by its exact odds; the dice are drawn afterwards to fit the outcome.
The same battle of the same record always shows the same dice."""

from dataclasses import dataclass

import numpy as np

from ludoteca.core.rng import Rng, new_rng, pick_weighted
from ludoteca.games.dicewars.odds import count_sums


@dataclass(frozen=True)
class Roll:
    attacker: tuple[int, ...]
    defender: tuple[int, ...]


def draw_roll(attacker: int, defender: int, won: bool, seed: int, battle: int) -> Roll:
    """Dice for the battle with this number in the record with this seed, distributed as if they had decided it."""
    rng = new_rng(seed, "roll", battle)
    ways = [
        (a, d, int(na) * int(nd))
        for a, na in enumerate(count_sums(attacker))
        for d, nd in enumerate(count_sums(defender))
        if (a > d) == won and na and nd
    ]
    odds = np.array([n for _, _, n in ways], float)
    a, d, _ = ways[pick_weighted(rng, odds / odds.sum(), len(ways))]
    return Roll(_draw_dice(rng, attacker, a), _draw_dice(rng, defender, d))


def _draw_dice(rng: Rng, dice: int, total: int) -> tuple[int, ...]:
    """Dice with a sum, every such roll equally likely: each die by how many rolls of the others fit it."""
    drawn: list[int] = []
    for left in range(dice - 1, -1, -1):
        sums = count_sums(left)
        fits = [int(sums[total - face]) if 0 <= total - face < len(sums) else 0 for face in range(1, 7)]
        face = 1 + pick_weighted(rng, np.array(fits) / sum(fits), len(fits))
        drawn.append(face)
        total -= face
    return tuple(drawn)
