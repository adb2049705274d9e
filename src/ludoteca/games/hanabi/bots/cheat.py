"""A player that looks at its own hand: the ceiling for studies of what is possible. No bot of the game: it cheats.

It plays what it can; it keeps tokens, and throws away what is dead, then what somebody else holds too, then what is
needed latest.
"""

from typing import Any

from ludoteca.games.hanabi.bots.sight import best_rank, can_build, card_at, may_discard, next_seat, tell_rank
from ludoteca.games.hanabi.state import MAX_RANKS, copies_of
from ludoteca.jit import as_int, compiled

NEITHER = -1


@compiled
def decide(s: Any, seat: int) -> int:
    """The move of the player to act, in the full state."""
    slot = choose_play(s, seat)
    if slot >= 0:
        return as_int(s.hand_size) + slot
    if not may_discard(s):
        return stall(s, seat)
    slot = find_useless(s, seat)
    pace = as_int(s.score) + as_int(s.deck) - as_int(s.drawn) + as_int(s.players) - best_score(s)
    if s.tokens > 0 and (pace <= 0 or (slot < 0 and s.tokens > 0)):
        return stall(s, seat)
    if slot < 0:
        slot = least_needed(s, seat)
    return slot


@compiled
def best_score(s: Any) -> int:
    """What can still be reached with the cards that are left."""
    total = 0
    for colour in range(as_int(s.colours_used)):
        total += best_rank(s, colour)
    return total


@compiled
def stall(s: Any, seat: int) -> int:
    target = next_seat(s, seat)
    return tell_rank(s, target, card_at(s, target, 0) % MAX_RANKS)


@compiled
def choose_play(s: Any, seat: int) -> int:
    """Of the cards that can be built, one that only this player holds if there is; then the lowest."""
    best, slot = -1, NEITHER
    for i in range(as_int(s.held[seat])):
        card = card_at(s, seat, i)
        if can_build(s, card):
            fitness = (0 if others_hold(s, seat, card) else 10) + MAX_RANKS - card % MAX_RANKS
            if fitness > best:
                best, slot = fitness, i
    return slot


@compiled
def others_hold(s: Any, seat: int, card: int) -> bool:
    for owner in range(as_int(s.players)):
        if owner != seat:
            for slot in range(as_int(s.held[owner])):
                if card_at(s, owner, slot) == card:
                    return True
    return False


@compiled
def find_useless(s: Any, seat: int) -> int:
    """A card that is dead, held twice, or held by somebody else too."""
    for slot in range(as_int(s.held[seat])):
        card = card_at(s, seat, slot)
        colour, rank = card // MAX_RANKS, card % MAX_RANKS
        if rank < s.piles[colour] or rank >= best_rank(s, colour):
            return slot
    for slot in range(as_int(s.held[seat])):
        card = card_at(s, seat, slot)
        for other in range(slot):
            if card_at(s, seat, other) == card:
                return slot
    for slot in range(as_int(s.held[seat])):
        if others_hold(s, seat, card_at(s, seat, slot)):
            return slot
    return NEITHER


@compiled
def least_needed(s: Any, seat: int) -> int:
    """The card of which most copies are left, then the highest above its firework."""
    best, slot = -1, 0
    for i in range(as_int(s.held[seat])):
        card = card_at(s, seat, i)
        rank = card % MAX_RANKS
        spare = copies_of(rank, as_int(s.ranks_used)) - as_int(s.gone[card]) > 1
        fitness = (100 if spare else 0) + rank - as_int(s.piles[card // MAX_RANKS])
        if fitness > best:
            best, slot = fitness, i
    return slot
