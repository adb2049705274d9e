"""A player that looks at its own hand: the ceiling for studies of what is possible. No bot of the game: it cheats.

It plays what it can. What is of no use it throws away as long as the deck will last; after that it keeps the deck from
running out, with hints, while somebody else can play. Never does it let go of a last copy if a hint can be given.
"""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.hand_queries import (
    can_build,
    card_at,
    may_discard,
    next_seat,
    others_hold,
    tell_rank,
)
from ludoteca.games.hanabi.bots.rule_actions import is_useless
from ludoteca.games.hanabi.state import KINDS, MAX_RANKS, copies_of

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
    if slot >= 0 and deck_will_last(s):
        return slot
    if s.tokens > 0 and somebody_can_build(s, seat):
        return stall(s, seat)
    if slot >= 0:
        return slot
    slot = choose_sacrifice(s, seat)
    return stall(s, seat) if s.tokens > 0 and is_last(s, seat, card_at(s, seat, slot)) else slot


@compiled
def deck_will_last(s: Any) -> bool:
    """Whether, after all that was discarded, every card to be built can still be played before the last round: those
    who hold only useless cards then have no turn to make up for it."""
    discarded = 0
    for card in range(KINDS):
        discarded += as_int(s.gone[card])
    fireworks = as_int(s.colours_used) * as_int(s.ranks_used)
    return discarded <= as_int(s.deck) - fireworks - as_int(s.players) * as_int(s.hand_size)


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
def find_useless(s: Any, seat: int) -> int:
    """A card that is dead or held twice."""
    for slot in range(as_int(s.held[seat])):
        card = card_at(s, seat, slot)
        if is_useless(s, card // MAX_RANKS, card % MAX_RANKS):
            return slot
        for other in range(slot):
            if card_at(s, seat, other) == card:
                return slot
    return NEITHER


@compiled
def somebody_can_build(s: Any, seat: int) -> bool:
    for owner in range(as_int(s.players)):
        if owner != seat:
            for slot in range(as_int(s.held[owner])):
                if can_build(s, card_at(s, owner, slot)):
                    return True
    return False


@compiled
def is_dispensable(s: Any, card: int) -> bool:
    """Whether another copy is left."""
    return copies_of(card % MAX_RANKS, as_int(s.ranks_used)) - as_int(s.gone[card]) > 1


@compiled
def is_last(s: Any, seat: int, card: int) -> bool:
    return not is_dispensable(s, card) and not others_hold(s, seat, card)


@compiled
def choose_sacrifice(s: Any, seat: int) -> int:
    """A card that somebody else holds too; then one of which there are more; then the highest."""
    best, slot = -1, 0
    for i in range(as_int(s.held[seat])):
        card = card_at(s, seat, i)
        fitness = 100 * others_hold(s, seat, card) + 10 * is_dispensable(s, card) + card % MAX_RANKS
        if fitness > best:
            best, slot = fitness, i
    return slot
