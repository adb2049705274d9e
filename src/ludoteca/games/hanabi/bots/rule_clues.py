"""The clues that rule lists are made of: each returns a clue, or NOTHING if it does not apply."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.games.hanabi.bots.hand_queries import (
    NOTHING,
    card_at,
    clue_colour,
    clue_rank,
    colour_known,
    lowest_pile,
    next_seat,
    rank_known,
)
from ludoteca.games.hanabi.state import MAX_RANKS, is_playable
from ludoteca.protocol import State


@compiled
def clue_anyone(s: State, seat: int) -> int:
    """For the first player after this one who holds a playable card without knowing both its colour and rank."""
    for ahead in range(1, as_int(s.players)):
        action = clue_missing(s, (seat + ahead) % as_int(s.players))
        if action != NOTHING:
            return action
    return NOTHING


@compiled
def clue_last_playable(s: State, seat: int) -> int:
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
def complete_clue(s: State, seat: int) -> int:
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
def clue_missing(s: State, target: int) -> int:
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
def clue_next_playable(s: State, seat: int, rng: Rng) -> int:
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
def clue_unknown(s: State, target: int) -> int:
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
def clue_dispensable(s: State, seat: int) -> int:
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
def clue_most(s: State, seat: int, new: bool) -> int:
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
