"""Choosing an attack. Sources and targets are looked at in the order of their ids; of equals the first is taken."""

from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.games.dicewars.constants import MAX_DICE
from ludoteca.games.dicewars.land import find_region
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.state import END, encode
from ludoteca.protocol import State


@compiled
def hold_odds(s: State, area: int, dice: int, seat: int) -> float:
    """The chance that an area of this seat with a number of dice withstands one attack from each enemy around it."""
    chance = 1.0
    foes = as_int(s.neighbours[area]) & ~as_int(s.land[seat])
    while foes:
        foe = lowest_bit(foes)
        foes &= foes - 1
        if s.dice[foe] > 1:
            chance *= 1.0 - ODDS[s.dice[foe], dice]
    return chance


@compiled
def find_steady(s: State, threshold: float, weight: float) -> int:
    """The attack with the best chance to succeed and be held, times `weight` from the largest region; END if none
    reaches the threshold or comes from eight dice."""
    seat = as_int(s.turn)
    own = as_int(s.land[seat])
    region = find_region(s, seat)
    best, found = -1.0, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        dice = as_int(s.dice[source])
        targets = as_int(s.neighbours[source]) & ~own if dice > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            score = ODDS[dice, s.dice[target]] * hold_odds(s, target, dice - 1, seat)
            if score >= threshold or dice == MAX_DICE:
                if region >> source & 1:
                    score *= weight
                if score > best:
                    best, found = score, encode(source, target)
    return found


@compiled
def find_difference(s: State) -> int:
    """The attack with the greatest surplus of dice, if there is one without a deficit."""
    own = as_int(s.land[s.turn])
    best, found = -1, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & ~own if s.dice[source] > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            surplus = as_int(s.dice[source]) - as_int(s.dice[target])
            if surplus > best:
                best, found = surplus, encode(source, target)
    return found


@compiled
def find_random(s: State, rng: Rng) -> int:
    """Any attack that is possible: each replaces the one found before with the chance that makes all equal."""
    own = as_int(s.land[s.turn])
    seen, found = 0, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & ~own if s.dice[source] > 1 else 0
        while targets:
            seen += 1
            if below(rng, seen) == 0:
                found = encode(source, lowest_bit(targets))
            targets &= targets - 1
    return found
