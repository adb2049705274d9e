"""The conventions `smart`, `smart_net` and `hat` as the protocol has them: what a search asks of its partners."""

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import kind_of
from ludoteca.games.hanabi.bots import HAT, decide_by_notes, rebuild_notes, smart_notes
from ludoteca.games.hanabi.bots.hand_queries import card_at
from ludoteca.games.hanabi.bots.hat import knowledge
from ludoteca.games.hanabi.bots.hat import policy as hat
from ludoteca.games.hanabi.bots.rebuild_notes import blank_states
from ludoteca.games.hanabi.bots.smart_net import policy as smart_net
from ludoteca.games.hanabi.state import KINDS, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS, PLAY
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import State, States
from ludoteca.protocol.conventions import Notes

SMART_WORDS = MAX_PLAYERS * MAX_HAND  # 64-bit words that a player's notes take
HAT_WORDS = MAX_PLAYERS * MAX_HAND * KINDS


@compiled
def rewind(s: State) -> None:
    rebuild_notes.rewind(s, s)
    s.colours[:] = 0
    s.ranks[:] = 0
    s.moves[:] = 0


@compiled
def action_history(s: State, out: Actions) -> int:
    for i in range(as_int(s.ply)):
        out[i] = s.moves[i]
    return as_int(s.ply)


@compiled
def public_prefix(s: State, seat: int) -> int:
    """How many actions were made before the oldest card of this hand was drawn."""
    oldest = as_int(s.hands[seat, 0]) if s.held[seat] > 0 else as_int(s.drawn)
    drawn = as_int(s.players) * as_int(s.hand_size)
    moves = 0
    while drawn <= oldest and moves < s.ply:
        drawn += kind_of(s, as_int(s.moves[moves])) <= PLAY
        moves += 1
    return moves


@compiled
def update_notes(s: State, seat: int, bot: int, notes: Notes, action: int) -> None:
    if bot == HAT:
        weights = notes.reshape((MAX_PLAYERS, MAX_HAND, KINDS))
        if action < 0:
            knowledge.begin(s, weights)
        else:
            knowledge.update_notes(s, weights, seat, action, np.zeros(MAX_HAND, np.int32))
        return
    sets = notes.reshape((MAX_PLAYERS, MAX_HAND))
    if action < 0:
        smart_notes.begin(s, sets)
    else:
        smart_notes.settle(s, sets)
        smart_notes.update_notes(s, sets, seat, action)


@compiled
def true_notes(s: State, seat: int, bot: int, notes: Notes) -> int:
    """A bit for each slot of the hand whose card is among those noted. (None for `hat`, whose notes are weights.)"""
    if bot == HAT:
        return 0
    sets, bits = notes.reshape((MAX_PLAYERS, MAX_HAND)), 0
    for slot in range(as_int(s.held[seat])):
        bits |= (as_int(sets[seat, slot]) >> card_at(s, seat, slot) & 1) << slot
    return bits


@compiled
def convention_action(s: State, seat: int, bot: int, notes: Notes) -> int:
    views = blank_states(1)
    views[0] = s
    observe(views[0], seat)
    return _decide(views, seat, bot, notes)


@compiled
def _decide(views: States, seat: int, bot: int, notes: Notes) -> int:
    """The action in views[0]. A function of its own, so that the views outlive pointers into them."""
    if bot == HAT:
        weights = notes.reshape((MAX_PLAYERS, MAX_HAND, KINDS)).copy()
        out = np.zeros(MAX_ACTIONS, np.int32)
        return hat.decide(views[0], weights, seat, np.zeros((MAX_HAND, KINDS), np.int64), out)
    sets = notes.reshape((MAX_PLAYERS, MAX_HAND))
    smart_notes.settle(views[0], sets)
    return decide_by_notes(views[0], sets, seat, bot, smart_net.LEARNED)
