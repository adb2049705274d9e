"""The quick strategy: some dice forward, then the rated attacks, then the remaining transfers to keep what it has."""

from ludoteca.core.jit import compiled
from ludoteca.games.dicewars.agents.warlord.attacks import find_attack
from ludoteca.games.dicewars.agents.warlord.transfers import find_advance, find_settlement
from ludoteca.games.dicewars.agents.warlord.weights import Weights
from ludoteca.games.dicewars.bots.transfers import can_transfer
from ludoteca.games.dicewars.state import END
from ludoteca.protocol import State


@compiled
def decide(s: State, w: Weights) -> int:
    """The action of the seat to move. Once a transfer has left a border area, it attacks no more in this turn."""
    action = END
    if not s.retreated:
        if s.transfers < w.early and can_transfer(s, 0):
            action = find_advance(s, w)
        if action == END:
            action = find_attack(s, w)
    if action == END and can_transfer(s, 0):
        action = find_settlement(s, w)
        if action == END:
            action = find_advance(s, w)
    return action
