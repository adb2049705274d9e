"""dt.wpm_s, _d and _c: attacks by a logistic estimate of the chance to win, fitted by the course for two and four
players. As there, everybody's score is the size of one's OWN largest region. With another number of players the
weights of four are used, and the last one for everybody further on.
"""

import math
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray, IntArray
from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import MAX_DICE, MAX_PLAYERS
from ludoteca.games.dicewars.land import count_dice, count_region, find_region, neighbours_of
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.state import END, encode
from ludoteca.protocol import State

SCORE, DICE = 0, 1
LEAST_GAIN, KEPT_GAIN = -0.05, -1.0  # of the logarithm of the chance: what is played, what is looked at


def _weigh(two: tuple[tuple[float, float], ...], four: tuple[tuple[float, float], ...]) -> Any:
    """[players are two, place from oneself, SCORE or DICE]"""
    table = np.zeros((2, MAX_PLAYERS, 2))
    for place in range(MAX_PLAYERS):
        table[0, place] = four[min(place, len(four) - 1)]
        table[1, place] = two[min(place, len(two) - 1)]
    return table


BY_SCORE = _weigh(((0.5186, 0), (-0.4172, 0)), ((0.2646, 0), (-0.2073, 0), (-0.1933, 0), (-0.2017, 0)))
BY_DICE = _weigh(((0, 3.066), (0, -3.066)), ((0, 0.9125), (0, -0.5586), (0, -0.5178), (0, -0.5718)))
BY_BOTH = _weigh(
    ((1.3021, 2.2556), (-1.3021, -2.2556)),
    ((1.0428, 0.2542), (-0.6483, -0.1532), (-0.6422, -0.1135), (-0.5911, -0.1990)),
)


@compiled
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))


@compiled
def weigh_scores(s: State, own: int, others: int) -> float:
    """The estimate of wpm_s from one's own score and the one that is taken for everybody else's."""
    total = 0.0
    for place in range(s.players):
        total += BY_SCORE[as_int(s.players == 2), place, SCORE] * (own if place == 0 else others)
    return sigmoid(total)


@compiled
def find_by_score(s: State) -> int:
    """dt.wpm_s: attacks from or next to the largest region, or from eight dice."""
    seat = as_int(s.turn)
    own, region = as_int(s.land[seat]), find_region(s, seat)
    near, score = region | neighbours_of(s, region), count_region(s, seat)
    now = math.log(weigh_scores(s, score, score))
    larger = math.log(weigh_scores(s, score + 1, score))
    best, found = KEPT_GAIN, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        dice = as_int(s.dice[source])
        targets = as_int(s.neighbours[source]) & ~own if dice > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            touches = near >> target & 1
            gain = math.log(ODDS[dice, s.dice[target]]) + (larger - now if touches else 0.0)
            if (touches or dice == MAX_DICE) and (gain > best or (gain == KEPT_GAIN and found == END)):
                best, found = gain, encode(source, target)
    if found != END and best < LEAST_GAIN and s.dice[(found - 1) // len(s.dice)] < MAX_DICE:
        return END
    return found


@compiled
def log_or_none(count: int, shift: int) -> float:
    """ln(count + shift), and 0 for the logarithm of nothing."""
    return math.log(count + shift) if count + shift > 0 else 0.0


@compiled
def weigh(s: State, weights: FloatArray, dice: IntArray, score: int, shift: int) -> float:
    """The estimate of wpm_d (shift 0) or wpm_c (shift 1) for these dice of all seats."""
    total = 0.0
    for place in range(s.players):
        seat = (s.turn + place) % s.players
        total += weights[place, SCORE] * log_or_none(score, shift)
        total += weights[place, DICE] * log_or_none(as_int(dice[seat]), shift)
    return sigmoid(total)


@compiled
def find_best_estimate(s: State, weights: FloatArray, shift: int) -> int:
    """The attack with the greatest expected chance to win, if it is better than the end of the turn; otherwise the
    best one from eight dice."""
    seat = as_int(s.turn)
    own, score = as_int(s.land[seat]), count_region(s, seat)
    dice = np.zeros(MAX_PLAYERS, np.int64)
    for other in range(s.players):
        dice[other] = count_dice(s, other)
    now = math.log(weigh(s, weights, dice, score, shift))
    dice[seat] += score
    end = math.log(weigh(s, weights, dice, score, shift)) - now
    best, found, full, best_full = -math.inf, END, END, -math.inf
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & ~own if s.dice[source] > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            gain = math.log(expect(s, weights, dice, score, shift, source, target)) - now
            if gain > best:
                best, found = gain, encode(source, target)
            if s.dice[source] == MAX_DICE and gain > best_full:
                best_full, full = gain, encode(source, target)
    if found != END and best > end and (best >= LEAST_GAIN or full == found):
        return found
    return full if best <= end else END


@compiled
def expect(s: State, weights: FloatArray, dice: IntArray, score: int, shift: int, source: int, target: int) -> float:
    """The chance to win after an attack, over both outcomes. `dice` holds the income already; it is left as it was."""
    seat, foe = as_int(s.turn), as_int(s.owner[target])
    odds = ODDS[s.dice[source], s.dice[target]]
    dice[foe] -= s.dice[target]
    won = weigh(s, weights, dice, score, shift)
    dice[foe] += s.dice[target]
    dice[seat] -= s.dice[source] - 1
    lost = weigh(s, weights, dice, score, shift)
    dice[seat] += s.dice[source] - 1
    return odds * won + (1.0 - odds) * lost


@compiled
def find_by_dice(s: State) -> int:
    """dt.wpm_d: by everybody's dice."""
    return find_best_estimate(s, BY_DICE[as_int(s.players == 2)], 0)


@compiled
def find_by_both(s: State) -> int:
    """dt.wpm_c: by scores and dice."""
    return find_best_estimate(s, BY_BOTH[as_int(s.players == 2)], 1)
