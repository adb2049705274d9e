"""Hands as the Fireworks framework lays them out: a new card takes the place of the old one, and nothing moves up.

The lists of rules say "the first card that ..."; which one that is depends on the layout, and so do their scores.
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import kind_of
from ludoteca.games.hanabi.state import MAX_HAND, MAX_PLAYERS, NONE, PLAY


@compiled
def lay_out(s: Any) -> None:
    """Put the hands of this scratch view into the order of their places; the moves tell where each card went."""
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
    """The place of the card that so many others in the hand are older than."""
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
def to_action(s: Any, seat: int, action: int) -> int:
    """An action in terms of places as one in terms of slots, oldest first."""
    size = as_int(s.hand_size)
    if action >= 2 * size:
        return action
    return (
        action - action % size + count_older(s.hands[seat], as_int(s.held[seat]), as_int(s.hands[seat, action % size]))
    )
