"""Moving dice: forward to the border, over several hops; and, at the end of a turn, to where they are kept best."""

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.warlord.weights import Weights
from ludoteca.games.dicewars.bots.attacks import hold_odds
from ludoteca.games.dicewars.land import is_border, neighbours_of
from ludoteca.games.dicewars.state import END, encode
from ludoteca.games.dicewars.turns import count_moved
from ludoteca.protocol import State


@compiled
def rate_advance(s: State, w: Weights, target: int, moved: int) -> float:
    """Dice for an area at the border: they count more with many enemies around, and where they help to hold it."""
    seat = as_int(s.turn)
    foes = count_bits(as_int(s.neighbours[target]) & ~as_int(s.land[seat]))
    dice = as_int(s.dice[target])
    gained = hold_odds(s, target, dice + moved, seat) - hold_odds(s, target, dice, seat)
    return moved * (1.0 + w.front * foes / 3.0 + w.need * gained)


@compiled
def find_advance(s: State, w: Weights) -> int:
    """The best transfer one step nearer to the border, from areas without enemies around; END if nothing can move."""
    own = as_int(s.land[s.turn])
    everything = (1 << as_int(s.areas)) - 1
    front = border = own & neighbours_of(s, everything & ~own)
    behind = own & ~border
    best, found = 0.0, END
    while front and behind:
        step = behind & neighbours_of(s, front)
        rest = step
        while rest:
            source = lowest_bit(rest)
            rest &= rest - 1
            targets = as_int(s.neighbours[source]) & front if s.dice[source] > 1 else 0
            while targets:
                target = lowest_bit(targets)
                targets &= targets - 1
                moved = count_moved(s, source, target)
                rating = rate_advance(s, w, target, moved) if border >> target & 1 else moved * w.hop
                if moved > 0 and rating > best:
                    best, found = rating, encode(source, target)
        front = step
        behind &= ~step
    return found


@compiled
def expect_kept(s: State, w: Weights, area: int, dice: int) -> float:
    """An area and its dice, times the chance to hold them."""
    return hold_odds(s, area, dice, as_int(s.turn)) * (w.area + dice)


@compiled
def find_settlement(s: State, w: Weights) -> int:
    """The transfer from or to the border, forward or back, that keeps the most; END if none is worth it."""
    own = as_int(s.land[s.turn])
    best, found = w.settle, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        here = as_int(s.dice[source])
        targets = as_int(s.neighbours[source]) & own if here > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            moved = count_moved(s, source, target)
            if moved <= 0 or not (is_border(s, source) or is_border(s, target)):
                continue
            there = as_int(s.dice[target])
            gain = expect_kept(s, w, source, here - moved) + expect_kept(s, w, target, there + moved)
            gain -= expect_kept(s, w, source, here) + expect_kept(s, w, target, there)
            if gain > best:
                best, found = gain, encode(source, target)
    return found
