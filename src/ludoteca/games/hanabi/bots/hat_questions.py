"""The questions that a hat-guessing team asks about a hand, and what their answers leave possible.

`weights[slot, card]` tells how many copies of a card the one in a slot may be, as far as everybody knows; 0: it is not.
Questions follow from the weights alone, so the owner of the hand and those who see it ask the same ones. An answer is a
number below `amount`; several answers make one number in mixed radix, which has to stay below a total.
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import playable_cards, worthless_cards
from ludoteca.games.hanabi.state import KINDS, MAX_HAND, MAX_RANKS, copies_of
from ludoteca.games.hanabi.views import is_possible

NEITHER = -1
LIKELY, NEAR = 0.7, 0.2  # single questions are asked about odds within NEAR of LIKELY


# --- weights -------------------------------------------------------------------------------------------------------


@compiled
def fresh(s: Any, card: int) -> int:
    """The weight of a card for one that was just drawn: copies not on the table."""
    colour, rank = card // MAX_RANKS, card % MAX_RANKS
    if colour >= s.colours_used or rank >= s.ranks_used:
        return 0
    return copies_of(rank, as_int(s.ranks_used)) - as_int(s.gone[card]) - (s.piles[colour] > rank)


@compiled
def share(row: Any, cards: int) -> float:
    """The weight of these cards in all."""
    good = total = 0
    for card in range(KINDS):
        total += row[card]
        good += row[card] * (cards >> card & 1)
    return good / total if total else 0.0


@compiled
def possible(row: Any) -> int:
    """The set of cards with any weight."""
    cards = 0
    for card in range(KINDS):
        cards |= (1 if row[card] > 0 else 0) << card
    return cards


@compiled
def keep(row: Any, cards: int) -> None:
    """Cut to these cards; what would leave nothing is not believed."""
    if possible(row) & cards:
        for card in range(KINDS):
            if cards >> card & 1 == 0:
                row[card] = 0


@compiled
def repair(s: Any, weights: Any, owner: int) -> None:
    """If somebody did not keep to the convention, a slot may be left with nothing: begin again from hints."""
    for slot in range(as_int(s.held[owner])):
        if possible(weights[slot]) == 0:
            order = as_int(s.hands[owner, slot])
            for card in range(KINDS):
                weights[slot, card] = fresh(s, card) if is_possible(s, order, card) else 0


@compiled
def is_single(cards: int) -> bool:
    return cards & (cards - 1) == 0


# --- asking --------------------------------------------------------------------------------------------------------


@compiled
def ask(s: Any, owner: int, weights: Any, total: int, told: int) -> int:
    """Ask about a hand until `total` numbers are used up, and cut its weights by the answers.

    With `told` below 0 the cards are in sight: returns the number of their answers. Otherwise `told` is that number,
    and the answers are read from it.
    """
    slots, of_dead = np.zeros(2 * MAX_HAND, np.int64), np.zeros(2 * MAX_HAND, np.int64)
    blocks = np.zeros(KINDS, np.int64)
    number, modulus, room, rest = 0, 1, total, told
    while room > 1:
        n = list_questions(s, owner, weights, room, slots, of_dead)
        slot, amount = NEITHER, n + 1
        if n == 0:
            slot = least_dead(s, owner, weights)
            if slot < 0:
                break
            amount = fill_blocks(s, weights[slot], room, blocks)
        if told >= 0:
            answer = rest % amount
            rest //= amount
            room = (room - answer - 1) // amount + 1
        else:
            answer = answer_list(s, owner, n, slots, of_dead) if n else as_int(blocks[s.cards[s.hands[owner, slot]]])
            number += modulus * answer
            modulus = min(total, modulus * amount)
            room = (total - number - 1) // modulus + 1
        if n:
            accept_list(s, weights, n, slots, of_dead, answer)
        else:
            accept_block(weights[slot], blocks, answer)
    return number


@compiled
def list_questions(s: Any, owner: int, weights: Any, room: int, slots: Any, of_dead: Any) -> int:
    """The slots to ask "is it playable?" (or "is it dead?") of, as one question for the first yes; returns how many.

    If no slot is surely playable: all that may be, the least likely first, and dead ones if none is surely dead.
    Else one slot whose odds are nearest to LIKELY, if near enough.
    """
    playable, dead = playable_cards(s), worthless_cards(s)
    held = as_int(s.held[owner])
    plays, deaths = np.zeros(MAX_HAND), np.zeros(MAX_HAND)
    sure_play = sure_dead = False
    for slot in range(held):
        plays[slot], deaths[slot] = share(weights[slot], playable), share(weights[slot], dead)
        sure_play |= plays[slot] == 1.0
        sure_dead |= deaths[slot] == 1.0
    if sure_play:
        slots[0], of_dead[0] = nearest(weights, plays, held), 0
        return 1 if slots[0] >= 0 else 0
    n = take_likeliest(plays, held, room - 1, slots, 0)
    of_dead[:n] = 0
    slots[:n] = slots[:n][::-1].copy()
    if not sure_dead:
        more = take_likeliest(deaths, held, room - 1 - n, slots, n)
        of_dead[n : n + more] = 1
        n += more
    return n


@compiled
def take_likeliest(odds: Any, held: int, most: int, slots: Any, at: int) -> int:
    """Write the slots with odds between 0 and 1, likeliest first, oldest among equals; returns how many."""
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
def nearest(weights: Any, plays: Any, held: int) -> int:
    """The slot whose odds of being playable are nearest to LIKELY, if near enough."""
    best, slot = NEAR, NEITHER
    for i in range(held):
        far = abs(plays[i] - LIKELY)
        if 0.0 < plays[i] < 1.0 and far <= best and (slot < 0 or far < best):
            best, slot = far, i
    return slot


@compiled
def answer_list(s: Any, owner: int, n: int, slots: Any, of_dead: Any) -> int:
    """1 + the place of the first yes, or 0."""
    playable, dead = playable_cards(s), worthless_cards(s)
    for i in range(n):
        card = as_int(s.cards[s.hands[owner, slots[i]]])
        if (dead if of_dead[i] else playable) >> card & 1:
            return i + 1
    return 0


@compiled
def accept_list(s: Any, weights: Any, n: int, slots: Any, of_dead: Any, answer: int) -> None:
    playable, dead = playable_cards(s), worthless_cards(s)
    for i in range(n):
        cards = dead if of_dead[i] else playable
        if i + 1 == answer:
            keep(weights[slots[i]], cards)
            return
        keep(weights[slots[i]], ~cards)


@compiled
def least_dead(s: Any, owner: int, weights: Any) -> int:
    """The slot that is least likely dead, of those that are neither determined nor surely dead."""
    dead = worthless_cards(s)
    best, slot = 1.0, NEITHER
    for i in range(as_int(s.held[owner])):
        odds = share(weights[i], dead)
        if not is_single(possible(weights[i])) and odds < best:
            best, slot = odds, i
    return slot


@compiled
def fill_blocks(s: Any, row: Any, room: int, blocks: Any) -> int:
    """Deal the cards that a slot may be into blocks, all dead ones into the last; returns how many blocks."""
    dead, cards = worthless_cards(s), possible(row)
    most = room - 1 if cards & dead else room
    n = alive = 0
    for card in range(KINDS):
        if cards >> card & 1 and not dead >> card & 1:
            blocks[card] = alive % most
            alive += 1
    n = min(alive, most)
    for card in range(KINDS):
        if not (cards >> card & 1 and not dead >> card & 1):
            blocks[card] = n
    return n + 1 if cards & dead else n


@compiled
def accept_block(row: Any, blocks: Any, answer: int) -> None:
    cards = 0
    for card in range(KINDS):
        cards |= as_int(blocks[card] == answer) << card
    keep(row, cards)
