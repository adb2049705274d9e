"""The plays and discards that rule lists are made of: each returns an action, or NOTHING if it does not apply."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.hand_queries import (
    NOTHING,
    best_rank,
    colour_known,
    lowest_pile,
    may_discard,
    playable_odds,
    rank_known,
)
from ludoteca.games.hanabi.state import KINDS, MAX_RANKS
from ludoteca.games.hanabi.views import is_possible
from ludoteca.protocol import State


@compiled
def play_sure(s: State, seat: int) -> int:
    for slot in range(as_int(s.held[seat])):
        if playable_odds(s, seat, slot) == 1.0:
            return as_int(s.hand_size) + slot
    return NOTHING


@compiled
def play_known(s: State, seat: int) -> int:
    """A card whose colour and rank are known."""
    for slot in range(as_int(s.held[seat])):
        colour, rank = colour_known(s, seat, slot), rank_known(s, seat, slot)
        if colour >= 0 and rank >= 0 and s.piles[colour] == rank:
            return as_int(s.hand_size) + slot
    return NOTHING


@compiled
def play_likely(s: State, seat: int, threshold: float) -> int:
    """The card most likely playable, if at or above the threshold; the last among equals."""
    best, action = threshold, NOTHING
    for slot in range(as_int(s.held[seat])):
        odds = playable_odds(s, seat, slot)
        if odds >= best:
            best, action = odds, as_int(s.hand_size) + slot
    return action


# --- discarding ----------------------------------------------------------------------------------------------------


@compiled
def discard_oldest(s: State, seat: int) -> int:
    if not may_discard(s):
        return NOTHING
    oldest = 0
    for slot in range(1, as_int(s.held[seat])):
        if s.hands[seat, slot] < s.hands[seat, oldest]:
            oldest = slot
    return oldest


@compiled
def discard_unknown(s: State, seat: int) -> int:
    """The first card of which neither colour nor rank is known."""
    if may_discard(s):
        for slot in range(as_int(s.held[seat])):
            if colour_known(s, seat, slot) < 0 and rank_known(s, seat, slot) < 0:
                return slot
    return NOTHING


@compiled
def discard_trash(s: State, seat: int) -> int:
    """A card known to be too low or of a complete colour; else one that can never be played."""
    if not may_discard(s):
        return NOTHING
    for slot in range(as_int(s.held[seat])):
        colour, rank = colour_known(s, seat, slot), rank_known(s, seat, slot)
        if colour < 0 and 0 <= rank < lowest_pile(s):
            return slot
        if colour >= 0 and (rank < s.piles[colour] if rank >= 0 else s.piles[colour] == s.ranks_used):
            return slot
    for slot in range(as_int(s.held[seat])):
        if is_unreachable(s, seat, slot):
            return slot
    return NOTHING


@compiled
def is_trash(s: State, colour: int, rank: int) -> bool:
    return rank < s.piles[colour] or rank >= best_rank(s, colour)


@compiled
def is_unreachable(s: State, seat: int, slot: int) -> bool:
    """Whether every card that it may be lies above a card of its known colour that is extinct."""
    colour, order = colour_known(s, seat, slot), as_int(s.hands[seat, slot])
    if colour < 0:
        return False
    for rank in range(best_rank(s, colour)):
        card = colour * MAX_RANKS + rank
        if s.left[card] > 0 and is_possible(s, order, card):
            return False
    return True


@compiled
def discard_likely_trash(s: State, seat: int, threshold: float) -> int:
    """The card most likely trash, if at or above the threshold; the last among equals."""
    best, action = threshold, NOTHING
    if not may_discard(s):
        return NOTHING
    for slot in range(as_int(s.held[seat])):
        order = as_int(s.hands[seat, slot])
        low = total = 0
        for card in range(KINDS):
            if s.left[card] > 0 and is_possible(s, order, card):
                total += as_int(s.left[card])
                low += as_int(s.left[card]) * is_trash(s, card // MAX_RANKS, card % MAX_RANKS)
        if low / total >= best:
            best, action = low / total, slot
    return action
