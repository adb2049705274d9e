"""Choosing a transfer: dice to the border, or away from it."""

from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.bots.attacks import hold_odds
from ludoteca.games.dicewars.constants import MAX_DICE, ORIGINAL, TRANSFERS
from ludoteca.games.dicewars.land import is_border
from ludoteca.games.dicewars.state import END, encode
from ludoteca.games.dicewars.turns import count_moved
from ludoteca.protocol import State


@compiled
def can_transfer(s: State, reserved: int) -> bool:
    """Whether transfers are left beyond those that are kept for later."""
    return s.variant != ORIGINAL and s.transfers + reserved < TRANSFERS


@compiled
def find_reinforcement(s: State) -> int:
    """From the first inner area with dice to spare that lies next to a border area with room; END if none does."""
    own = as_int(s.land[s.turn])
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        if s.dice[source] < 2 or is_border(s, source):
            continue
        targets = as_int(s.neighbours[source]) & own
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            if s.dice[target] < MAX_DICE and is_border(s, target):
                return encode(source, target)
    return END


@compiled
def expect_loss(s: State, area: int, dice: int, seat: int) -> float:
    """Dice on an area, times the chance that it will not be held."""
    return (1.0 - hold_odds(s, area, dice, seat)) * dice


@compiled
def find_evacuation(s: State) -> int:
    """The transfer from the border that saves the most dice; END if none saves any."""
    seat = as_int(s.turn)
    own = as_int(s.land[seat])
    best, found = 0.0, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        if s.dice[source] < 2 or not is_border(s, source):
            continue
        targets = as_int(s.neighbours[source]) & own
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            moved = count_moved(s, source, target)
            here, there = as_int(s.dice[source]), as_int(s.dice[target])
            before = expect_loss(s, source, here, seat) + expect_loss(s, target, there, seat)
            after = expect_loss(s, source, here - moved, seat) + expect_loss(s, target, there + moved, seat)
            if before - after > best:
                best, found = before - after, encode(source, target)
    return found
