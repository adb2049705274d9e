"""The rules that rule lists are made of: each returns a play, a discard or a clue, or NOTHING if it does not apply."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.games.hanabi.bots.hand_queries import (
    NOTHING,
    best_rank,
    card_at,
    clue_colour,
    clue_rank,
    colour_known,
    lowest_pile,
    may_discard,
    next_seat,
    playable_odds,
    rank_known,
)
from ludoteca.games.hanabi.state import KINDS, MAX_RANKS, is_playable
from ludoteca.games.hanabi.views import is_possible


@compiled
def play_sure(s: Any, seat: int) -> int:
    for slot in range(as_int(s.held[seat])):
        if playable_odds(s, seat, slot) == 1.0:
            return as_int(s.hand_size) + slot
    return NOTHING


@compiled
def play_known(s: Any, seat: int) -> int:
    """A card whose colour and rank are known."""
    for slot in range(as_int(s.held[seat])):
        colour, rank = colour_known(s, seat, slot), rank_known(s, seat, slot)
        if colour >= 0 and rank >= 0 and s.piles[colour] == rank:
            return as_int(s.hand_size) + slot
    return NOTHING


@compiled
def play_likely(s: Any, seat: int, threshold: float) -> int:
    """The card most likely playable, if at or above the threshold; the last among equals."""
    best, action = threshold, NOTHING
    for slot in range(as_int(s.held[seat])):
        odds = playable_odds(s, seat, slot)
        if odds >= best:
            best, action = odds, as_int(s.hand_size) + slot
    return action


# --- discarding ----------------------------------------------------------------------------------------------------


@compiled
def discard_oldest(s: Any, seat: int) -> int:
    if not may_discard(s):
        return NOTHING
    oldest = 0
    for slot in range(1, as_int(s.held[seat])):
        if s.hands[seat, slot] < s.hands[seat, oldest]:
            oldest = slot
    return oldest


@compiled
def discard_unknown(s: Any, seat: int) -> int:
    """The first card of which neither colour nor rank is known."""
    if may_discard(s):
        for slot in range(as_int(s.held[seat])):
            if colour_known(s, seat, slot) < 0 and rank_known(s, seat, slot) < 0:
                return slot
    return NOTHING


@compiled
def discard_trash(s: Any, seat: int) -> int:
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
def is_trash(s: Any, colour: int, rank: int) -> bool:
    return rank < s.piles[colour] or rank >= best_rank(s, colour)


@compiled
def is_unreachable(s: Any, seat: int, slot: int) -> bool:
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
def discard_likely_trash(s: Any, seat: int, threshold: float) -> int:
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


# --- clues ---------------------------------------------------------------------------------------------------------


@compiled
def clue_anyone(s: Any, seat: int) -> int:
    """For the first player after this one who holds a playable card without knowing both its colour and rank."""
    for ahead in range(1, as_int(s.players)):
        action = clue_missing(s, (seat + ahead) % as_int(s.players))
        if action != NOTHING:
            return action
    return NOTHING


@compiled
def clue_last_playable(s: Any, seat: int) -> int:
    """For the first player after this one whose last playable card is not fully known: its colour, else its rank."""
    if s.tokens == 0:
        return NOTHING
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        for slot in range(as_int(s.held[target]) - 1, -1, -1):
            card = card_at(s, target, slot)
            if is_playable(s, card):
                if colour_known(s, target, slot) < 0:
                    return clue_colour(s, target, card // MAX_RANKS)
                if rank_known(s, target, slot) < 0:
                    return clue_rank(s, target, card % MAX_RANKS)
                break
    return NOTHING


@compiled
def complete_clue(s: Any, seat: int) -> int:
    """The missing colour or rank of a playable card of which the other is known."""
    if s.tokens == 0:
        return NOTHING
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        for slot in range(as_int(s.held[target])):
            card = card_at(s, target, slot)
            needs_colour, needs_rank = colour_known(s, target, slot) < 0, rank_known(s, target, slot) < 0
            if is_playable(s, card) and needs_colour != needs_rank:
                if needs_rank:
                    return clue_rank(s, target, card % MAX_RANKS)
                return clue_colour(s, target, card // MAX_RANKS)
    return NOTHING


@compiled
def clue_missing(s: Any, target: int) -> int:
    """What the player does not know of their first playable card that they do not fully know: the rank, else the
    colour."""
    if s.tokens == 0:
        return NOTHING
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if is_playable(s, card):
            if rank_known(s, target, slot) < 0:
                return clue_rank(s, target, card % MAX_RANKS)
            if colour_known(s, target, slot) < 0:
                return clue_colour(s, target, card // MAX_RANKS)
    return NOTHING


@compiled
def clue_next_playable(s: Any, seat: int, rng: Any) -> int:
    """A random attribute of the next player's first playable card, whatever they know."""
    if s.tokens == 0:
        return NOTHING
    target = next_seat(s, seat)
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if is_playable(s, card):
            if below(rng, 2) == 0:
                return clue_rank(s, target, card % MAX_RANKS)
            return clue_colour(s, target, card // MAX_RANKS)
    return NOTHING


@compiled
def clue_unknown(s: Any, target: int) -> int:
    """For the first card that the player does not fully know: the colour, else the rank."""
    if s.tokens == 0:
        return NOTHING
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if colour_known(s, target, slot) < 0:
            return clue_colour(s, target, card // MAX_RANKS)
        if rank_known(s, target, slot) < 0:
            return clue_rank(s, target, card % MAX_RANKS)
    return NOTHING


@compiled
def clue_dispensable(s: Any, seat: int) -> int:
    """A clue from which a player, taken in order of seats, learns that a card is too low."""
    if s.tokens == 0:
        return NOTHING
    for target in range(as_int(s.players)):
        if target == seat:
            continue
        for slot in range(as_int(s.held[target])):
            card = card_at(s, target, slot)
            colour, rank = card // MAX_RANKS, card % MAX_RANKS
            needs_colour, needs_rank = colour_known(s, target, slot) < 0, rank_known(s, target, slot) < 0
            if needs_colour and s.piles[colour] == s.ranks_used:
                return clue_colour(s, target, colour)
            if needs_rank and rank < lowest_pile(s):
                return clue_rank(s, target, rank)
            if needs_colour != needs_rank and rank < s.piles[colour]:
                return clue_colour(s, target, colour) if needs_colour else clue_rank(s, target, rank)
    return NOTHING


@compiled
def clue_most(s: Any, seat: int, new: bool) -> int:
    """The clue that touches most cards (with `new`, most cards not yet clued so), in order of seats, ranks first."""
    if s.tokens == 0:
        return NOTHING
    best, action = 0, NOTHING
    for target in range(as_int(s.players)):
        if target == seat:
            continue
        for rank in range(as_int(s.ranks_used)):
            touched = 0
            for slot in range(as_int(s.held[target])):
                knows = new and rank_known(s, target, slot) >= 0
                touched += card_at(s, target, slot) % MAX_RANKS == rank and not knows
            if touched > best:
                best, action = touched, clue_rank(s, target, rank)
        for colour in range(as_int(s.colours_used)):
            touched = 0
            for slot in range(as_int(s.held[target])):
                knows = new and colour_known(s, target, slot) >= 0
                touched += card_at(s, target, slot) // MAX_RANKS == colour and not knows
            if touched > best:
                best, action = touched, clue_colour(s, target, colour)
    return action
