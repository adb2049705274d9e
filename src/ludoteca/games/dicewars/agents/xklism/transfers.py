"""Transfers: to the weakest border area, or away from the border."""

from typing import Any

from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.xklism.estimate import estimate
from ludoteca.games.dicewars.bots.attacks import hold_odds
from ludoteca.games.dicewars.constants import MAX_DICE
from ludoteca.games.dicewars.land import find_region, is_border, neighbours_of
from ludoteca.games.dicewars.state import END, encode
from ludoteca.games.dicewars.turns import count_moved
from ludoteca.protocol import State, States


@compiled
def find_strengthening(s: State, seat: int) -> int:
    """To the border area of the largest region that is least likely to be held and has an inner neighbour with dice
    to spare, from the one with the most; END if there is none."""
    region = find_region(s, seat)
    weakest, found = 2.0, END
    rest = region
    while rest:
        target = lowest_bit(rest)
        rest &= rest - 1
        if s.dice[target] == MAX_DICE or not is_border(s, target):
            continue
        held = hold_odds(s, target, as_int(s.dice[target]), seat)
        most, source = 1, -1
        inner = as_int(s.neighbours[target]) & region
        while inner:
            area = lowest_bit(inner)
            inner &= inner - 1
            if s.dice[area] > most and not is_border(s, area):
                most, source = as_int(s.dice[area]), area
        if source >= 0 and held < weakest:
            weakest, found = held, encode(source, target)
    return found


@compiled
def expect_loss(s: State, area: int, seat: int, chance: float) -> float:
    """Dice on an area times the mean of the chances not to hold it and not to win."""
    return (1.0 - 0.5 * (hold_odds(s, area, as_int(s.dice[area]), seat) + chance)) * s.dice[area]


@compiled
def find_withdrawal(states: States, seat: int, workspace: Any) -> int:
    """The transfer from a border area of the largest region that saves the most; END if none saves anything."""
    s, child = states[0], states[1]
    region = find_region(s, seat)
    now = estimate(s, seat, workspace)
    best, found = 0.0, END
    rest = region & neighbours_of(s, ~region & ((1 << as_int(s.areas)) - 1))
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & region if s.dice[source] > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            moved = count_moved(s, source, target)
            if moved <= 0:
                continue
            before = expect_loss(s, source, seat, now) + expect_loss(s, target, seat, now)
            states[1] = s
            child.dice[source] -= moved
            child.dice[target] += moved
            then = estimate(child, seat, workspace)
            after = expect_loss(child, source, seat, then) + expect_loss(child, target, seat, then)
            if before - after > best:
                best, found = before - after, encode(source, target)
    return found
