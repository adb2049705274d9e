"""A player that looks at its own hand: an upper bound for studies. It is no bot of the game, since it cheats.

It plays what it can. It discards trash as long as the deck will last. After that it clues while somebody else can play,
so that the deck does not run out. It never discards a critical card if it can give a clue.
"""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.hand_queries import (
    card_at,
    clue_rank,
    deck_will_last,
    may_discard,
    next_seat,
    others_hold,
)
from ludoteca.games.hanabi.bots.rule_actions import is_trash
from ludoteca.games.hanabi.state import MAX_RANKS, copies_of, is_playable
from ludoteca.protocol import State

NEITHER = -1


@compiled
def decide(s: State, seat: int) -> int:
    """The action of the player to act, in the full state."""
    slot = choose_play(s, seat)
    if slot >= 0:
        return as_int(s.hand_size) + slot
    if not may_discard(s):
        return stall(s, seat)
    slot = find_trash(s, seat)
    if slot >= 0 and deck_will_last(s):
        return slot
    if s.tokens > 0 and others_can_play(s, seat):
        return stall(s, seat)
    if slot >= 0:
        return slot
    slot = choose_sacrifice(s, seat)
    return stall(s, seat) if s.tokens > 0 and is_critical(s, seat, card_at(s, seat, slot)) else slot


@compiled
def stall(s: State, seat: int) -> int:
    """A clue that serves only to pass the turn."""
    target = next_seat(s, seat)
    return clue_rank(s, target, card_at(s, target, 0) % MAX_RANKS)


@compiled
def choose_play(s: State, seat: int) -> int:
    """Of the playable cards, prefer one that nobody else holds, then the lowest."""
    best, slot = -1, NEITHER
    for i in range(as_int(s.held[seat])):
        card = card_at(s, seat, i)
        if is_playable(s, card):
            fitness = (0 if others_hold(s, seat, card) else 10) + MAX_RANKS - card % MAX_RANKS
            if fitness > best:
                best, slot = fitness, i
    return slot


@compiled
def find_trash(s: State, seat: int) -> int:
    """A card that is trash or held twice."""
    for slot in range(as_int(s.held[seat])):
        card = card_at(s, seat, slot)
        if is_trash(s, card // MAX_RANKS, card % MAX_RANKS):
            return slot
        for other in range(slot):
            if card_at(s, seat, other) == card:
                return slot
    return NEITHER


@compiled
def others_can_play(s: State, seat: int) -> bool:
    for owner in range(as_int(s.players)):
        if owner != seat:
            for slot in range(as_int(s.held[owner])):
                if is_playable(s, card_at(s, owner, slot)):
                    return True
    return False


@compiled
def is_dispensable(s: State, card: int) -> bool:
    """Whether another copy is left."""
    return copies_of(card % MAX_RANKS, as_int(s.ranks_used)) - as_int(s.gone[card]) > 1


@compiled
def is_critical(s: State, seat: int, card: int) -> bool:
    return not is_dispensable(s, card) and not others_hold(s, seat, card)


@compiled
def choose_sacrifice(s: State, seat: int) -> int:
    """Prefer a card that somebody else holds too, then one with another copy left, then the highest."""
    best, slot = -1, 0
    for i in range(as_int(s.held[seat])):
        card = card_at(s, seat, i)
        fitness = 100 * others_hold(s, seat, card) + 10 * is_dispensable(s, card) + card % MAX_RANKS
        if fitness > best:
            best, slot = fitness, i
    return slot
