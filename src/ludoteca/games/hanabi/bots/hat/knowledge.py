"""What a hat-guessing team knows in common, and what each action adds to it.

`weights[owner, slot, card]` is how many copies of a card the one in a slot may be, as far as everybody knows. Every
viewer keeps these weights from what they may see.
"""

from typing import Any

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, kind_of, value_of
from ludoteca.games.hanabi.bots.card_sets import is_single, named_cards, playable_cards, trash_cards
from ludoteca.games.hanabi.bots.hand_queries import card_at
from ludoteca.games.hanabi.bots.hat.questions import (
    ask,
    initial_weight,
    possible_cards,
    probability,
    restore_weights,
    restrict,
)
from ludoteca.games.hanabi.state import COLOUR_CLUE, DISCARD, KINDS, MAX_HAND, MAX_RANKS, RANK_CLUE
from ludoteca.protocol import State


@compiled
def begin(s: State, weights: IntArray) -> None:
    """The weights before the first action."""
    for owner in range(as_int(s.players)):
        for slot in range(MAX_HAND):
            for card in range(KINDS):
                weights[owner, slot, card] = initial_weight(s, card)


@compiled
def knows_playable(s: State, weights: IntArray, owner: int) -> bool:
    """Whether it is common knowledge that a certain card of this player is playable."""
    playable = playable_cards(s)
    for slot in range(as_int(s.held[owner])):
        if probability(weights[owner, slot], playable) == 1.0:
            return True
    return False


@compiled
def clue_capacity(s: State, weights: IntArray, owner: int) -> int:
    """How many different messages a clue to this player can stand for: four if all know that the hand has two colours
    and two ranks, else three."""
    shared = -1
    for slot in range(as_int(s.held[owner])):
        shared &= colours_and_ranks(possible_cards(weights[owner, slot]))
    return 4 if shared & 31 == 0 and shared & 992 == 0 else 3


@compiled
def colours_and_ranks(cards: int) -> int:
    """The colours of a set as bits 0 to 4, its ranks as bits 5 to 9."""
    bits = 0
    for value in range(MAX_RANKS):
        bits |= as_int(cards & named_cards(COLOUR_CLUE, value) != 0) << value
        bits |= as_int(cards & named_cards(RANK_CLUE, value) != 0) << (value + 5)
    return bits


@compiled
def total_capacity(s: State, weights: IntArray, seat: int) -> int:
    """How many different messages a clue of this player can stand for."""
    total = 0
    for ahead in range(1, as_int(s.players)):
        total += clue_capacity(s, weights, (seat + ahead) % as_int(s.players))
    return total


@compiled
def reference_slot(s: State, weights: IntArray, owner: int) -> int:
    """The slot that clues refer to: the one that is least known to all, the oldest among equals."""
    trash = trash_cards(s)
    best, slot = -1, 0
    for i in range(as_int(s.held[owner])):
        cards = possible_cards(weights[owner, i])
        score = 0
        if not is_single(cards) and cards & ~trash:
            bits = colours_and_ranks(cards)
            score = 1 + (not is_single(bits & 31)) + (not is_single(bits & 992))
        if score > best:
            best, slot = score, i
    return slot


@compiled
def find_trash(s: State, hand: Any, slots: IntArray) -> int:
    """Write the slots of the mover that are surely trash, or determined and held twice; `hand[slot, card]` are its
    weights. Returns how many."""
    trash = trash_cards(s)
    n = 0
    for slot in range(as_int(s.held[s.turn])):
        cards = possible_cards(hand[slot])
        is_trash = cards & ~trash == 0
        if not is_trash and is_single(cards):
            for other in range(as_int(s.held[s.turn])):
                is_trash |= other != slot and possible_cards(hand[other]) == cards
        if is_trash:
            slots[n] = slot
            n += 1
    return n


@compiled
def receive(s: State, weights: IntArray, viewer: int, total: int, message: int) -> None:
    """The mover has sent this number below `total`: restrict the weights of all other hands by what it says."""
    seat = as_int(s.turn)
    rest = message
    for owner in range(as_int(s.players)):
        if owner not in (seat, viewer):
            rest -= ask(s, owner, weights[owner], total, -1)
    if viewer != seat:
        ask(s, viewer, weights[viewer], total, rest % total)


@compiled
def encode_answers(s: State, weights: IntArray, total: int) -> int:
    """The number that the mover sends: the sum of the answers about all other hands. Their weights are restricted."""
    number = 0
    for ahead in range(1, as_int(s.players)):
        owner = (as_int(s.turn) + ahead) % as_int(s.players)
        number += ask(s, owner, weights[owner], total, -1)
    return number % total


@compiled
def update_notes(s: State, weights: IntArray, viewer: int, action: int, slots: IntArray) -> None:
    """What `viewer` learns from an action that is about to be made in `s`. `slots` is scratch space."""
    seat, kind = as_int(s.turn), kind_of(s, action)
    for owner in range(as_int(s.players)):
        restore_weights(s, weights[owner], owner)
    if kind >= COLOUR_CLUE:
        ahead, value = clue_of(s, action, kind)
        target = (seat + ahead) % as_int(s.players)
        receive(s, weights, viewer, total_capacity(s, weights, seat), decode_clue(s, weights, ahead, kind, value))
        for slot in range(as_int(s.held[target])):
            touched = value_of(card_at(s, target, slot), kind) == value
            restrict(weights[target, slot], named_cards(kind, value) if touched else ~named_cards(kind, value))
        return
    slot = action % as_int(s.hand_size)
    if kind == DISCARD:
        n = find_trash(s, weights[seat], slots)
        for i in range(n):
            if n > 1 and slots[i] == slot:
                receive(s, weights, viewer, n, i)
        if s.tokens > 0:
            infer_nobody_waits(s, weights, seat)
    replace_card(s, weights, seat, slot)


@compiled
def decode_clue(s: State, weights: IntArray, ahead: int, kind: int, value: int) -> int:
    """The number that a clue stands for."""
    seat = as_int(s.turn)
    target = (seat + ahead) % as_int(s.players)
    number = 0
    for i in range(1, ahead):
        number += clue_capacity(s, weights, (seat + i) % as_int(s.players))
    slot = reference_slot(s, weights, target)
    if value_of(card_at(s, target, slot), kind) == value:
        return number + (0 if kind == RANK_CLUE else 1)
    return number + (3 if kind == COLOUR_CLUE and clue_capacity(s, weights, target) == 4 else 2)


@compiled
def infer_nobody_waits(s: State, weights: IntArray, seat: int) -> None:
    """A discard while there is a token says: nobody holds a playable card without knowing of one."""
    playable = playable_cards(s)
    for owner in range(as_int(s.players)):
        if owner != seat and not knows_playable(s, weights, owner):
            for slot in range(as_int(s.held[owner])):
                restrict(weights[owner, slot], ~playable)


@compiled
def replace_card(s: State, weights: IntArray, seat: int, slot: int) -> None:
    """A card leaves a hand and is seen by all; a new one is drawn."""
    gone = card_at(s, seat, slot)
    for i in range(slot, MAX_HAND - 1):
        weights[seat, i] = weights[seat, i + 1]
    for card in range(KINDS):
        weights[seat, as_int(s.held[seat]) - 1, card] = initial_weight(s, card)
    for owner in range(as_int(s.players)):
        for i in range(MAX_HAND):
            if weights[owner, i, gone] > 0:
                weights[owner, i, gone] -= 1
