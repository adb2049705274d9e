"""How a player of the hat-guessing team decides, from their view and the weights that all agree on."""

from typing import Any

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import value_of
from ludoteca.games.hanabi.bots.card_sets import (
    critical_cards,
    is_single,
    named_cards,
    playable_cards,
    trash_cards,
)
from ludoteca.games.hanabi.bots.hand_queries import (
    card_at,
    clue_colour,
    clue_rank,
    deck_will_last,
    holds_card,
    may_discard,
)
from ludoteca.games.hanabi.bots.hat.knowledge import (
    clue_capacity,
    encode_answers,
    find_trash,
    knows_playable,
    reference_slot,
    total_capacity,
)
from ludoteca.games.hanabi.bots.hat.questions import possible_cards, probability, restore_weights
from ludoteca.games.hanabi.state import COLOUR_CLUE, KINDS, MAX_RANKS, RANK_CLUE, is_playable
from ludoteca.protocol import State

NEITHER = -1


@compiled
def decide(s: State, weights: IntArray, seat: int, own: IntArray, slots: IntArray) -> int:
    """The action of the player to act, from their view. It changes `weights`; `own` is scratch space for the weights of
    a hand, `slots` for slots."""
    for owner in range(as_int(s.players)):
        restore_weights(s, weights[owner], owner)
    fill_own(s, weights, seat, own)
    slot = choose_play(s, seat, own)
    if slot < 0:
        slot = choose_risk(s, seat, own)
    if slot >= 0:
        return as_int(s.hand_size) + slot
    trash = find_trash(s, own, slots)
    first = as_int(slots[0])
    if will_clue(s, weights, seat, trash):
        return give_clue(s, weights, seat)
    n = find_trash(s, weights[seat], slots)
    if n > 1:  # which of them is discarded is a message, too
        return as_int(slots[encode_answers(s, weights, n)])
    return first if trash else choose_discard(s, seat, own)


@compiled
def fill_own(s: State, weights: IntArray, seat: int, own: IntArray) -> None:
    """The weights of the own hand, less the cards that are visible in other hands."""
    own[:] = weights[seat]
    for owner in range(as_int(s.players)):
        if owner != seat:
            for i in range(as_int(s.held[owner])):
                card = card_at(s, owner, i)
                for slot in range(as_int(s.held[seat])):
                    if own[slot, card] > 0:
                        own[slot, card] -= 1
    restore_weights(s, own, seat)


@compiled
def choose_play(s: State, seat: int, own: IntArray) -> int:
    """A surely playable card: low ones first, and those that nobody else could play."""
    playable = playable_cards(s)
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[seat])):
        if probability(own[i], playable) == 1.0:
            score, total = 0.0, 0
            for card in range(KINDS):
                if own[i, card] > 0:
                    total += own[i, card]
                    score += own[i, card] * (9 - card % MAX_RANKS) / (1 + count_holders(s, seat, card))
            if score / total > best:
                best, slot = score / total, i
    return slot


@compiled
def count_holders(s: State, seat: int, card: int) -> int:
    """How many others hold a card; 0 once the deck is empty."""
    n = 0
    if s.drawn < s.deck:
        for owner in range(as_int(s.players)):
            n += owner != seat and holds_card(s, owner, card)
    return n


@compiled
def choose_risk(s: State, seat: int, own: IntArray) -> int:
    """A card that is playable or trash, and probably playable, unless it is the last life."""
    if s.lives <= 1 or not deck_will_last(s):
        return NEITHER
    playable, trash = playable_cards(s), trash_cards(s)
    best, slot = 0.75, NEITHER
    for i in range(as_int(s.held[seat])):
        odds = probability(own[i], playable)
        if possible_cards(own[i]) & ~(playable | trash) == 0 and odds > best:
            best, slot = odds, i
    return slot


@compiled
def will_clue(s: State, weights: IntArray, seat: int, trash: int) -> bool:
    """Whether to clue rather than discard; `trash` is how many own cards are trash."""
    if s.tokens == 0 or not may_discard(s):
        return s.tokens > 0
    can_play = waits = False
    for owner in range(as_int(s.players)):
        if owner != seat:
            playable = False
            for slot in range(as_int(s.held[owner])):
                playable |= is_playable(s, card_at(s, owner, slot))
            can_play |= playable
            waits |= playable and not knows_playable(s, weights, owner)
    if waits:
        return True
    if trash and deck_will_last(s):
        return False
    return can_play or s.tokens > 4


@compiled
def give_clue(s: State, weights: IntArray, seat: int) -> int:
    """The clue that stands for the sum of the answers; of several the most informative one."""
    total = total_capacity(s, weights, seat)
    target, slot, capacity = (seat + 1) % as_int(s.players), 0, 0
    before = weights.copy()
    number = encode_answers(s, weights, total)
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        capacity = clue_capacity(s, before, target)
        slot = reference_slot(s, before, target)
        if number < capacity:
            break
        number -= capacity
    card = card_at(s, target, slot)
    if number == 0:
        return clue_rank(s, target, card % MAX_RANKS)
    if number == 1:
        return clue_colour(s, target, card // MAX_RANKS)
    action = best_other_clue(s, weights[target], target, card, number != 3, capacity == 3 or number == 3)
    return action if action >= 0 else clue_rank(s, target, card % MAX_RANKS)


@compiled
def best_other_clue(s: State, hand: Any, target: int, card: int, ranks: bool, colours: bool) -> int:
    """The best clue that does not touch this card; NEITHER if there is none."""
    best, action = -1.0, NEITHER
    for i in range(as_int(s.held[target])):
        other = card_at(s, target, i)
        if colours and other // MAX_RANKS != card // MAX_RANKS:
            gain = information_gain(s, hand, target, COLOUR_CLUE, other // MAX_RANKS)
            if gain > best:
                best, action = gain, clue_colour(s, target, other // MAX_RANKS)
        if ranks and other % MAX_RANKS != card % MAX_RANKS:
            gain = information_gain(s, hand, target, RANK_CLUE, other % MAX_RANKS)
            if gain > best:
                best, action = gain, clue_rank(s, target, other % MAX_RANKS)
    return action


@compiled
def information_gain(s: State, hand: Any, target: int, kind: int, value: int) -> float:
    """The factor by which a clue reduces the weights of a hand; doubled for each slot that becomes determined or
    trash."""
    trash = trash_cards(s)
    gain = 1.0
    for slot in range(as_int(s.held[target])):
        cards = possible_cards(hand[slot])
        if is_single(cards) or cards & ~trash == 0:
            continue
        named = named_cards(kind, value)
        if value_of(card_at(s, target, slot), kind) != value:
            named = ~named
        left = probability(hand[slot], named)
        if left > 0.0:
            gain *= (2.0 if is_single(cards & named) or cards & named & ~trash == 0 else 1.0) / left
    return gain


@compiled
def choose_discard(s: State, seat: int, own: IntArray) -> int:
    """Prefer cards that others hold too, then cards that are not critical, then high ranks."""
    critical = critical_cards(s, trash_cards(s))
    seen = 0
    for owner in range(as_int(s.players)):
        if owner != seat:
            for i in range(as_int(s.held[owner])):
                seen |= 1 << card_at(s, owner, i)
    best, slot = -1.0, 0
    for i in range(as_int(s.held[seat])):
        score = 20.0 * probability(own[i], seen) + 10.0 * probability(own[i], ~critical)
        for rank in range(MAX_RANKS):
            score += (rank + 1) * probability(own[i], named_cards(RANK_CLUE, rank))
        if score > best:
            best, slot = score, i
    return slot
