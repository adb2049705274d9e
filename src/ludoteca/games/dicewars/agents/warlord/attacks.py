"""Rating attacks: by the odds, by what is gained if they succeed and lost if not."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.warlord.weights import Weights
from ludoteca.games.dicewars.bots.attacks import hold_odds
from ludoteca.games.dicewars.constants import MAX_DICE, MAX_PLAYERS
from ludoteca.games.dicewars.land import count_dice, find_region, neighbours_of
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.state import END, encode
from ludoteca.protocol import State

LEAST_ODDS = 0.15  # attacks with lower odds are never made
NO_RATING = -1e9


class Summary(NamedTuple):
    """What the ratings of all attacks in a position share."""

    seat: int
    own: int
    """The seat's areas."""
    region: int
    """The seat's largest region."""
    near: int
    """That region and the areas next to it."""
    shares: FloatArray
    """Each seat's share of all dice."""
    regions: Any
    """The largest region of each seat."""
    least: float
    """The rating from which an attack is made."""


@compiled
def summarise(s: State, w: Weights) -> Any:
    seat = as_int(s.turn)
    shares, regions = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS, np.int64)
    alive = 0
    for other in range(s.players):
        if s.land[other] != 0:
            alive += 1
            shares[other] = count_dice(s, other)
            regions[other] = find_region(s, other)
    shares /= shares.sum()
    region = as_int(regions[seat])
    least = w.least + w.lead * (shares[seat] - 0.3) + (w.duel if alive == 2 else 0.0)
    return Summary(seat, as_int(s.land[seat]), region, region | neighbours_of(s, region), shares, regions, least)


@compiled
def is_exposed(s: State, foes: int) -> bool:
    """Whether one of these areas can attack."""
    while foes:
        if s.dice[lowest_bit(foes)] > 1:
            return True
        foes &= foes - 1
    return False


@compiled
def rate_attack(s: State, w: Weights, summary: Summary, source: int, target: int) -> float:
    """How good an attack is; `weights.py` explains the terms."""
    dice, foe = as_int(s.dice[source]), as_int(s.owner[target])
    odds = ODDS[dice, s.dice[target]]
    if odds < LEAST_ODDS:
        return NO_RATING
    around = as_int(s.neighbours[target])
    worth = hold_odds(s, target, dice - 1, summary.seat)
    worth += w.kill * s.dice[target] / MAX_DICE + w.leader * summary.shares[foe]
    if summary.near >> target & 1:
        worth += w.growth * (1 + count_bits(around & summary.own & ~summary.region))
    if as_int(summary.regions[foe]) >> target & 1:
        worth += w.cut * count_bits(around & as_int(summary.regions[foe])) / 2.0
    if summary.region >> source & 1:
        worth += w.home
    worth -= w.border * (count_bits(around & ~summary.own) - count_bits(around & summary.own)) / 4.0
    if is_exposed(s, as_int(s.neighbours[source]) & ~summary.own & ~(1 << target)):
        worth -= w.exposed
    rating = odds * worth - (1.0 - odds) * w.risk * (dice - 1) / 8.0
    return rating + w.full if dice == MAX_DICE else rating


@compiled
def find_attack(s: State, w: Weights) -> int:
    """The attack with the best rating, or END if none reaches the least rating."""
    summary = summarise(s, w)
    best, found = summary.least, END
    rest = summary.own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & ~summary.own if s.dice[source] > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            rating = rate_attack(s, w, summary, source, target)
            if rating > best:
                best, found = rating, encode(source, target)
    return found


@compiled
def find_attacks(s: State, w: Weights, out: Actions, most: int) -> int:
    """Write the attacks with the best ratings, the best one first; return how many."""
    summary = summarise(s, w)
    ratings = np.full(most, NO_RATING)
    n = 0
    rest = summary.own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & ~summary.own if s.dice[source] > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            rating = rate_attack(s, w, summary, source, target)
            if rating == NO_RATING or (n == most and rating <= ratings[most - 1]):
                continue
            n = min(n + 1, most)
            place = n - 1
            while place > 0 and ratings[place - 1] < rating:
                ratings[place], out[place] = ratings[place - 1], out[place - 1]
                place -= 1
            ratings[place], out[place] = rating, encode(source, target)
    return n
