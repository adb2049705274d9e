"""What the players of the Bologna project compute about a card: playability, uselessness and entropy.

Everything is computed from the view of the seat to act. The pool of a card is the multiset of cards that it may be, as
far as this seat can tell: all 50, minus those played or discarded, minus those in visible hands other than the owner's,
minus own cards that are determined (if the owner is another player), minus determined cards to its right in the same
hand; of the rest, those that the clues on the card allow. The original estimates the probability of a card as the
product of the shares of its colour and of its rank in the pool; with `exact` it is the share of the card itself.

"Useless" is the project's own word: see `is_expendable`.
"""

import math
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray, IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.state import KINDS, MAX_RANKS, copies_left, is_playable
from ludoteca.games.hanabi.views import is_possible
from ludoteca.protocol import State

PLAYABILITY, USELESSNESS, ENTROPY = 0, 1, 2  # places in what `measure_card` writes


@compiled
def fill_unseen(s: State, seat: int, owner: int, unseen: Any) -> None:
    """Copies of each card that may be in the owner's hand as far as `seat` can tell, ignoring clues."""
    for card in range(KINDS):
        unseen[card] = as_int(s.left[card])
    if owner == seat:
        return
    pool, own = np.zeros(KINDS, np.int64), unseen.copy()
    for i in range(as_int(s.held[owner])):
        unseen[s.cards[s.hands[owner, i]]] += 1
    for slot in range(as_int(s.held[seat]) - 1, -1, -1):
        card = only_card(pool, fill_pool(s, as_int(s.hands[seat, slot]), own, pool))
        if card >= 0:
            own[card] -= 1
            unseen[card] -= 1


@compiled
def fill_pool(s: State, order: int, unseen: Any, pool: IntArray) -> int:
    """Copies of each card that this one may be. Returns how many in all."""
    total = 0
    for card in range(KINDS):
        pool[card] = max(0, unseen[card]) if is_possible(s, order, card) else 0
        total += pool[card]
    return total


@compiled
def only_card(pool: IntArray, total: int) -> int:
    """The only card in the pool, or -1 if there are several."""
    for card in range(KINDS):
        if pool[card] > 0:
            return card if pool[card] == total else -1
    return -1


@compiled
def fill_shares(pool: IntArray, total: int, colours: FloatArray, ranks: FloatArray) -> None:
    """The share of each colour and of each rank in the pool."""
    colours[:] = 0.0
    ranks[:] = 0.0
    for card in range(KINDS):
        colours[card // MAX_RANKS] += pool[card] / total
        ranks[card % MAX_RANKS] += pool[card] / total


@compiled
def measure_card(
    s: State, pool: IntArray, total: int, colours: FloatArray, ranks: FloatArray, exact: bool, out: FloatArray
) -> None:
    """Playability, uselessness and entropy of a card with this pool, rounded to five places as in the original."""
    playable = useless = entropy = 0.0
    for card in range(KINDS):
        p = pool[card] / total if exact else colours[card // MAX_RANKS] * ranks[card % MAX_RANKS]
        if p > 0.0:
            entropy -= p * math.log(p) / math.log(2.0)
        if pool[card] > 0:
            playable += p * is_playable(s, card)
            useless += p * is_expendable(s, card)
    out[PLAYABILITY] = round5(playable)
    out[USELESSNESS] = round5(useless)
    out[ENTROPY] = round5(entropy)


@compiled
def round5(value: float) -> float:
    return math.floor(value * 1e5 + 0.5) / 1e5


@compiled
def is_expendable(s: State, card: int) -> bool:
    """The original calls a card useless if it was played already, if the next card of its colour is extinct, or if
    another copy is left: so it means "not critical" rather than "trash"."""
    colour, rank = card // MAX_RANKS, card % MAX_RANKS
    pile = as_int(s.piles[colour])
    if rank < pile or copies_left(s, card) >= 2:
        return True
    return copies_left(s, colour * MAX_RANKS + pile) == 0


@compiled
def measure_hand(
    s: State, seat: int, owner: int, exact: bool, out: FloatArray, colours: FloatArray, ranks: FloatArray
) -> float:
    """For each card of the owner its three numbers and its shares of colours and ranks. Returns the sum of
    entropies."""
    unseen, pool = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    fill_unseen(s, seat, owner, unseen)
    held = as_int(s.held[owner])
    for slot in range(held - 1, -1, -1):
        total = fill_pool(s, as_int(s.hands[owner, slot]), unseen, pool)
        fill_shares(pool, total, colours[slot], ranks[slot])
        measure_card(s, pool, total, colours[slot], ranks[slot], exact, out[slot])
        card = only_card(pool, total)
        if card >= 0:
            unseen[card] -= 1
    entropy = 0.0
    for slot in range(held):
        entropy += out[slot, ENTROPY]
    return entropy


@compiled
def identify(colours: FloatArray, ranks: FloatArray) -> int:
    """The card that these shares leave as the only one, or -1."""
    for card in range(KINDS):
        if colours[card // MAX_RANKS] == 1.0 and ranks[card % MAX_RANKS] == 1.0:
            return card
    return -1
