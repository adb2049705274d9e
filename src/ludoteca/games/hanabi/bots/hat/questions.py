"""The questions that a hat-guessing team asks about a hand, and what their answers leave possible.

`weights[slot, card]` are those of one hand: how many copies of a card the one in a slot may be, as far as everybody
knows. Questions follow from the weights alone, so the owner of the hand and those who see it ask the same ones. An
answer is a number below `amount`; several answers make one number in mixed radix, which has to stay below a total.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray, IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import is_single, playable_cards, trash_cards
from ludoteca.games.hanabi.state import KINDS, MAX_HAND, MAX_RANKS, copies_left
from ludoteca.games.hanabi.views import is_possible
from ludoteca.protocol import State

NEITHER = -1
LIKELY, NEAR = 0.7, 0.2  # single questions are asked about odds within NEAR of LIKELY


# --- weights -------------------------------------------------------------------------------------------------------


@compiled
def initial_weight(s: State, card: int) -> int:
    """The weight of a card in a slot that was just filled: the copies neither played nor discarded."""
    if card // MAX_RANKS >= s.colours_used or card % MAX_RANKS >= s.ranks_used:
        return 0
    return copies_left(s, card)


@compiled
def probability(row: Any, cards: int) -> float:
    """The probability that the card of a slot is one of these."""
    good = total = 0
    for card in range(KINDS):
        total += row[card]
        good += row[card] * (cards >> card & 1)
    return good / total if total else 0.0


@compiled
def possible_cards(row: Any) -> int:
    """The set of cards with a weight above 0."""
    cards = 0
    for card in range(KINDS):
        cards |= (1 if row[card] > 0 else 0) << card
    return cards


@compiled
def restrict(row: Any, cards: int) -> None:
    """Keep only these cards, unless that would leave none."""
    if possible_cards(row) & cards:
        for card in range(KINDS):
            if cards >> card & 1 == 0:
                row[card] = 0


@compiled
def restore_weights(s: State, weights: IntArray, owner: int) -> None:
    """If somebody did not follow the convention, a slot may be left with no card: start again from its clues."""
    for slot in range(as_int(s.held[owner])):
        if possible_cards(weights[slot]) == 0:
            order = as_int(s.hands[owner, slot])
            for card in range(KINDS):
                weights[slot, card] = initial_weight(s, card) if is_possible(s, order, card) else 0


# --- asking --------------------------------------------------------------------------------------------------------


@compiled
def ask(s: State, owner: int, weights: IntArray, total: int, message: int) -> int:
    """Ask about a hand until `total` numbers are used up, and restrict its weights by the answers.

    With `message` below 0 the cards are visible: returns the number that their answers make. Otherwise `message` is
    that number, and the answers are read from it.
    """
    slots, about_trash = np.zeros(2 * MAX_HAND, np.int64), np.zeros(2 * MAX_HAND, np.int64)
    blocks = np.zeros(KINDS, np.int64)
    number, modulus, capacity, rest = 0, 1, total, message
    while capacity > 1:
        n = list_questions(s, owner, weights, capacity, slots, about_trash)
        slot, amount = NEITHER, n + 1
        if n == 0:
            slot = least_likely_trash(s, owner, weights)
            if slot < 0:
                break
            amount = fill_blocks(s, weights[slot], capacity, blocks)
        if message >= 0:
            answer = rest % amount
            rest //= amount
            capacity = (capacity - answer - 1) // amount + 1
        else:
            answer = (
                answer_list(s, owner, n, slots, about_trash) if n else as_int(blocks[s.cards[s.hands[owner, slot]]])
            )
            number += modulus * answer
            modulus = min(total, modulus * amount)
            capacity = (total - number - 1) // modulus + 1
        if n:
            accept_list(s, weights, n, slots, about_trash, answer)
        else:
            accept_block(weights[slot], blocks, answer)
    return number


@compiled
def list_questions(
    s: State, owner: int, weights: IntArray, capacity: int, slots: IntArray, about_trash: IntArray
) -> int:
    """The slots to ask "is it playable?" or "is it trash?" about, as one question for the first yes. Returns how many.

    If no slot is surely playable: all that may be, the least likely first; and, if none is surely trash, all that may
    be trash. Otherwise the one slot whose odds are nearest to LIKELY, if near enough.
    """
    playable, trash = playable_cards(s), trash_cards(s)
    held = as_int(s.held[owner])
    plays, trash_odds = np.zeros(MAX_HAND), np.zeros(MAX_HAND)
    sure_play = sure_trash = False
    for slot in range(held):
        plays[slot], trash_odds[slot] = probability(weights[slot], playable), probability(weights[slot], trash)
        sure_play |= plays[slot] == 1.0
        sure_trash |= trash_odds[slot] == 1.0
    if sure_play:
        slots[0], about_trash[0] = nearest_to_likely(plays, held), 0
        return 1 if slots[0] >= 0 else 0
    n = take_likeliest(plays, held, capacity - 1, slots, 0)
    about_trash[:n] = 0
    slots[:n] = slots[:n][::-1].copy()
    if not sure_trash:
        more = take_likeliest(trash_odds, held, capacity - 1 - n, slots, n)
        about_trash[n : n + more] = 1
        n += more
    return n


@compiled
def take_likeliest(odds: FloatArray, held: int, most: int, slots: IntArray, at: int) -> int:
    """Write the slots with odds between 0 and 1, likeliest first, oldest among equals. Returns how many."""
    taken = 0
    used = 0
    while taken < most:
        best = NEITHER
        for slot in range(held):
            if 0.0 < odds[slot] < 1.0 and used >> slot & 1 == 0 and (best < 0 or odds[slot] > odds[best]):
                best = slot
        if best < 0:
            break
        used |= 1 << best
        slots[at + taken] = best
        taken += 1
    return taken


@compiled
def nearest_to_likely(plays: Any, held: int) -> int:
    """The slot whose odds of being playable are nearest to LIKELY, if near enough."""
    best, slot = NEAR, NEITHER
    for i in range(held):
        distance = abs(plays[i] - LIKELY)
        if 0.0 < plays[i] < 1.0 and distance <= best and (slot < 0 or distance < best):
            best, slot = distance, i
    return slot


@compiled
def answer_list(s: State, owner: int, n: int, slots: IntArray, about_trash: IntArray) -> int:
    """1 + the index of the first yes, or 0."""
    playable, trash = playable_cards(s), trash_cards(s)
    for i in range(n):
        card = as_int(s.cards[s.hands[owner, slots[i]]])
        if (trash if about_trash[i] else playable) >> card & 1:
            return i + 1
    return 0


@compiled
def accept_list(s: State, weights: IntArray, n: int, slots: IntArray, about_trash: IntArray, answer: int) -> None:
    playable, trash = playable_cards(s), trash_cards(s)
    for i in range(n):
        cards = trash if about_trash[i] else playable
        if i + 1 == answer:
            restrict(weights[slots[i]], cards)
            return
        restrict(weights[slots[i]], ~cards)


@compiled
def least_likely_trash(s: State, owner: int, weights: IntArray) -> int:
    """The slot that is least likely trash, of those that are neither determined nor surely trash."""
    trash = trash_cards(s)
    best, slot = 1.0, NEITHER
    for i in range(as_int(s.held[owner])):
        odds = probability(weights[i], trash)
        if not is_single(possible_cards(weights[i])) and odds < best:
            best, slot = odds, i
    return slot


@compiled
def fill_blocks(s: State, row: Any, capacity: int, blocks: Any) -> int:
    """Deal the cards that a slot may be into blocks, all trash into the last one. Returns how many blocks."""
    trash, cards = trash_cards(s), possible_cards(row)
    most = capacity - 1 if cards & trash else capacity
    n = useful = 0
    for card in range(KINDS):
        if cards >> card & 1 and not trash >> card & 1:
            blocks[card] = useful % most
            useful += 1
    n = min(useful, most)
    for card in range(KINDS):
        if not (cards >> card & 1 and not trash >> card & 1):
            blocks[card] = n
    return n + 1 if cards & trash else n


@compiled
def accept_block(row: Any, blocks: Any, answer: int) -> None:
    cards = 0
    for card in range(KINDS):
        cards |= as_int(blocks[card] == answer) << card
    restrict(row, cards)
