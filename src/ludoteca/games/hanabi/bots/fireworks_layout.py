"""Hands as the Fireworks framework orders them: a new card takes the place of the old one, and no card moves.

Rule lists speak of "the first card that ...". Which card that is depends on this order, and so do their scores.
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import kind_of
from ludoteca.games.hanabi.state import MAX_HAND, MAX_PLAYERS, NONE, PLAY
from ludoteca.protocol import State


@compiled
def order_by_place(s: State) -> None:
    """Reorder the hands of this scratch view by place. Where each card went follows from the moves."""
    places = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
    drawn = 0
    for seat in range(as_int(s.players)):
        for place in range(as_int(s.hand_size)):
            places[seat, place] = drawn
            drawn += 1
    for move in range(as_int(s.ply)):
        action = as_int(s.moves[move])
        if kind_of(s, action) <= PLAY:
            hand = places[move % as_int(s.players)]
            hand[find_place(hand, as_int(s.hand_size), action % as_int(s.hand_size))] = (
                drawn if drawn < s.deck else NONE
            )
            drawn += 1
    for seat in range(as_int(s.players)):
        slot = 0
        for place in range(as_int(s.hand_size)):
            if places[seat, place] != NONE:
                s.hands[seat, slot] = places[seat, place]
                slot += 1


@compiled
def find_place(hand: Any, size: int, age: int) -> int:
    """The place of the card than which exactly `age` cards of the hand are older."""
    for place in range(size):
        if hand[place] != NONE and count_older(hand, size, as_int(hand[place])) == age:
            return place
    return NONE


@compiled
def count_older(hand: Any, size: int, order: int) -> int:
    older = 0
    for place in range(size):
        older += hand[place] != NONE and hand[place] < order
    return older


@compiled
def place_to_slot(s: State, seat: int, action: int) -> int:
    """Convert an action on a place into the action on the slot (oldest first)."""
    size = as_int(s.hand_size)
    if action >= 2 * size:
        return action
    return (
        action - action % size + count_older(s.hands[seat], as_int(s.held[seat]), as_int(s.hands[seat, action % size]))
    )
