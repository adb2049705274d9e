"""The search over attacks, with the opponents' replies."""

from typing import Any

from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.xklism.estimate import estimate
from ludoteca.games.dicewars.bots.attacks import hold_odds
from ludoteca.games.dicewars.constants import MAX_DICE
from ludoteca.games.dicewars.land import assign
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.state import END, encode, source_of, target_of
from ludoteca.protocol import State, States

LEAST = 0.55  # odds of an attack, and of holding what it takes
MAX_DEPTH = 3


@compiled
def win_attack(s: State, source: int, target: int, seat: int) -> None:
    """Play an attack as won, no matter whose turn it is."""
    assign(s, target, seat)
    s.dice[target] = s.dice[source] - 1
    s.dice[source] = 1


@compiled
def search(states: States, ply: int, seat: int, depth: int, workspace: Any, best: Any) -> int:
    """The most promising attack of a seat in `states[ply]`, or END; its score goes to `best[ply]`."""
    s, child = states[ply], states[ply + 1]
    own = as_int(s.land[seat])
    best[ply], found = -1.0, END
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        dice = as_int(s.dice[source])
        targets = as_int(s.neighbours[source]) & ~own if dice > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            odds, held = ODDS[dice, s.dice[target]], hold_odds(s, target, dice - 1, seat)
            if not ((odds > LEAST and held > LEAST) or dice == MAX_DICE):
                continue
            states[ply + 1] = s
            win_attack(child, source, target, seat)
            if depth > 1:
                for step in range(1, s.players):
                    other = (seat + step) % as_int(s.players)
                    if child.land[other] != 0:
                        reply = search(states, ply + 1, other, depth - 1, workspace, best)
                        if reply != END:
                            win_attack(child, source_of(reply), target_of(reply), other)
            score = estimate(child, seat, workspace) * odds * held
            if score > best[ply]:
                best[ply], found = score, encode(source, target)
    return found
