"""Players by lists of rules from the literature: the first rule that applies acts.

Internal and Outer are Osawa's (2015); Cautious, IGGI, Flawed, Piers and IGGI2 come from Walton-Rivers and others
(2017); Van den Bergh and others (2016) is the one with thresholds. The lists follow the Fireworks framework of the IGGI
group.
"""

from typing import Any

from ludoteca.games.hanabi.bots.sight import (
    NOTHING,
    best_rank,
    can_build,
    card_at,
    colour_known,
    discard_at_random,
    lowest_pile,
    may_discard,
    next_seat,
    odds_of_building,
    rank_known,
    tell_at_random,
    tell_colour,
    tell_rank,
)
from ludoteca.games.hanabi.rules import KINDS, MAX_RANKS, is_possible, legal_actions
from ludoteca.jit import as_int, compiled
from ludoteca.rng import below

NAMES = ("random", "flawed", "internal", "outer", "cautious", "iggi", "iggi2", "van_den_bergh", "piers")
RANDOM, FLAWED, INTERNAL, OUTER, CAUTIOUS, IGGI, IGGI2, VAN_DEN_BERGH, PIERS = range(len(NAMES))


@compiled
def decide(s: Any, seat: int, bot: int, out: Any, rng: Any) -> int:
    """The action of a rule list in the view of `seat`, which is to act. `out` is room for legal actions."""
    action = NOTHING
    if bot == FLAWED:
        action = flawed(s, seat, rng)
    elif bot == INTERNAL:
        action = internal(s, seat, rng)
    elif bot == OUTER:
        action = outer(s, seat, rng)
    elif bot in (CAUTIOUS, IGGI):
        action = iggi(s, seat, bot == CAUTIOUS, rng)
    elif bot == IGGI2:
        action = iggi2(s, seat)
    elif bot == VAN_DEN_BERGH:
        action = van_den_bergh(s, seat)
    elif bot == PIERS:
        action = piers(s, seat)
    if action == NOTHING and bot != RANDOM:
        action = tell_at_random(s, seat, rng)
        if action == NOTHING:
            action = discard_at_random(s, seat, rng)
    if action == NOTHING:
        action = as_int(out[below(rng, legal_actions(s, out))])
    return action


@compiled
def flawed(s: Any, seat: int, rng: Any) -> int:
    action = play_sure(s, seat)
    if action == NOTHING:
        action = play_likely(s, seat, 0.25)
    if action == NOTHING:
        action = tell_at_random(s, seat, rng)
    if action == NOTHING:
        action = discard_useless(s, seat)
    return action if action != NOTHING else discard_oldest(s)


@compiled
def internal(s: Any, seat: int, rng: Any) -> int:
    action = play_sure(s, seat)
    if action == NOTHING:
        action = discard_useless(s, seat)
    if action == NOTHING:
        action = tell_next_buildable(s, seat, rng)
    return action


@compiled
def outer(s: Any, seat: int, rng: Any) -> int:
    action = play_sure(s, seat)
    if action == NOTHING:
        action = discard_useless(s, seat)
    if action == NOTHING:
        action = tell_missing(s, next_seat(s, seat))
    if action == NOTHING:
        action = tell_unknown(s, next_seat(s, seat))
    return action if action != NOTHING else discard_at_random(s, seat, rng)


@compiled
def iggi(s: Any, seat: int, cautious: bool, rng: Any) -> int:
    """Cautious differs in one thing: what it discards when it knows nothing better is random, not the oldest."""
    action = play_known(s, seat)
    if action == NOTHING:
        action = play_sure(s, seat)
    if action == NOTHING:
        action = tell_anyone(s, seat)
    if action == NOTHING:
        action = discard_useless(s, seat)
    if action == NOTHING:
        action = discard_at_random(s, seat, rng) if cautious else discard_oldest(s)
    return action


@compiled
def iggi2(s: Any, seat: int) -> int:
    action = play_at_the_end(s, seat)
    if action == NOTHING:
        action = play_known(s, seat)
    if action == NOTHING:
        action = play_sure(s, seat)
    if action == NOTHING and s.lives > 1:
        action = play_likely(s, seat, 0.6)
    if action == NOTHING:
        action = discard_useless(s, seat)
    if action == NOTHING:
        action = tell_anyone(s, seat)
    if action == NOTHING:
        action = discard_oldest_unknown(s, seat)
    if action == NOTHING:
        action = discard_oldest(s)
    return action if action != NOTHING else tell_most(s, seat, True)


@compiled
def van_den_bergh(s: Any, seat: int) -> int:
    action = play_likely(s, seat, 0.6) if s.lives > 1 else play_sure(s, seat)
    if action == NOTHING:
        action = discard_likely_useless(s, seat, 1.0)
    if action == NOTHING:
        action = tell_anyone(s, seat)
    if action == NOTHING:
        action = tell_most(s, seat, True)
    return action if action != NOTHING else discard_likely_useless(s, seat, 0.0)


@compiled
def piers(s: Any, seat: int) -> int:
    action = play_at_the_end(s, seat)
    if action == NOTHING:
        action = play_sure(s, seat)
    if action == NOTHING and s.lives > 1:
        action = play_likely(s, seat, 0.6)
    if action == NOTHING:
        action = tell_anyone(s, seat)
    if action == NOTHING and s.tokens < 4:
        action = tell_dispensable(s, seat)
    if action == NOTHING:
        action = discard_useless(s, seat)
    return action if action != NOTHING else discard_oldest(s)


# --- playing -------------------------------------------------------------------------------------------------------


@compiled
def play_sure(s: Any, seat: int) -> int:
    for slot in range(as_int(s.held[seat])):
        if odds_of_building(s, seat, slot) == 1.0:
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
    """The likeliest card at or above the threshold; the newest among equals."""
    best, action = threshold, NOTHING
    for slot in range(as_int(s.held[seat])):
        odds = odds_of_building(s, seat, slot)
        if odds >= best:
            best, action = odds, as_int(s.hand_size) + slot
    return action


@compiled
def play_at_the_end(s: Any, seat: int) -> int:
    """With the deck gone and a life to spare, any card that may fit."""
    if s.lives <= 1 or s.drawn < s.deck:
        return NOTHING
    return play_likely(s, seat, 1e-9)


# --- discarding ----------------------------------------------------------------------------------------------------


@compiled
def discard_oldest(s: Any) -> int:
    return 0 if may_discard(s) else NOTHING


@compiled
def discard_oldest_unknown(s: Any, seat: int) -> int:
    """The oldest card of which nothing is known."""
    if may_discard(s):
        for slot in range(as_int(s.held[seat])):
            if colour_known(s, seat, slot) < 0 and rank_known(s, seat, slot) < 0:
                return slot
    return NOTHING


@compiled
def discard_useless(s: Any, seat: int) -> int:
    """A card that is known to be too low or of a complete colour; else one that can never be reached."""
    if not may_discard(s):
        return NOTHING
    for slot in range(as_int(s.held[seat])):
        if is_low(s, colour_known(s, seat, slot), rank_known(s, seat, slot)):
            return slot
    for slot in range(as_int(s.held[seat])):
        if is_out_of_reach(s, seat, slot):
            return slot
    return NOTHING


@compiled
def is_low(s: Any, colour: int, rank: int) -> bool:
    """Whether what is known (-1: unknown) makes a card too low to be of use."""
    if colour >= 0:
        return s.piles[colour] == s.ranks_used if rank < 0 else rank < s.piles[colour]
    return rank >= 0 and rank < lowest_pile(s)


@compiled
def is_out_of_reach(s: Any, seat: int, slot: int) -> bool:
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
def discard_likely_useless(s: Any, seat: int, threshold: float) -> int:
    """The card that is most probably too low, at or above the threshold; the newest among equals."""
    best, action = threshold, NOTHING
    if not may_discard(s):
        return NOTHING
    for slot in range(as_int(s.held[seat])):
        order = as_int(s.hands[seat, slot])
        low = total = 0
        for card in range(KINDS):
            if s.left[card] > 0 and is_possible(s, order, card):
                total += as_int(s.left[card])
                low += as_int(s.left[card]) * is_low(s, card // MAX_RANKS, card % MAX_RANKS)
        if low / total >= best:
            best, action = low / total, slot
    return action


# --- telling -------------------------------------------------------------------------------------------------------


@compiled
def tell_anyone(s: Any, seat: int) -> int:
    """The first player after this one who holds a card that can be built and does not know it whole."""
    for ahead in range(1, as_int(s.players)):
        action = tell_missing(s, (seat + ahead) % as_int(s.players))
        if action != NOTHING:
            return action
    return NOTHING


@compiled
def tell_missing(s: Any, target: int) -> int:
    """Of the first card that can be built, what its owner does not know: the rank, else the colour."""
    if s.tokens == 0:
        return NOTHING
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if can_build(s, card):
            if rank_known(s, target, slot) < 0:
                return tell_rank(s, target, card % MAX_RANKS)
            if colour_known(s, target, slot) < 0:
                return tell_colour(s, target, card // MAX_RANKS)
    return NOTHING


@compiled
def tell_next_buildable(s: Any, seat: int, rng: Any) -> int:
    """A random attribute of the next player's first card that can be built, whatever they know."""
    if s.tokens == 0:
        return NOTHING
    target = next_seat(s, seat)
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if can_build(s, card):
            if below(rng, 2) == 0:
                return tell_rank(s, target, card % MAX_RANKS)
            return tell_colour(s, target, card // MAX_RANKS)
    return NOTHING


@compiled
def tell_unknown(s: Any, target: int) -> int:
    """The first thing that the player does not know: a colour, else a rank."""
    if s.tokens == 0:
        return NOTHING
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if colour_known(s, target, slot) < 0:
            return tell_colour(s, target, card // MAX_RANKS)
        if rank_known(s, target, slot) < 0:
            return tell_rank(s, target, card % MAX_RANKS)
    return NOTHING


@compiled
def tell_dispensable(s: Any, seat: int) -> int:
    """What lets a player, in order of seats, know that a card is too low."""
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
                return tell_colour(s, target, colour)
            if needs_rank and rank < lowest_pile(s):
                return tell_rank(s, target, rank)
            if needs_colour != needs_rank and rank < s.piles[colour]:
                return tell_colour(s, target, colour) if needs_colour else tell_rank(s, target, rank)
    return NOTHING


@compiled
def tell_most(s: Any, seat: int, new: bool) -> int:
    """The hint that touches the most cards, or (new) the most that did not know it: in order of seats, ranks first."""
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
                best, action = touched, tell_rank(s, target, rank)
        for colour in range(as_int(s.colours_used)):
            touched = 0
            for slot in range(as_int(s.held[target])):
                knows = new and colour_known(s, target, slot) >= 0
                touched += card_at(s, target, slot) // MAX_RANKS == colour and not knows
            if touched > best:
                best, action = touched, tell_colour(s, target, colour)
    return action
