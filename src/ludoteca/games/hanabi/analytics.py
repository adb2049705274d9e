"""What the players of the Bologna project compute about a card: playability, uselessness and entropy.

Everything is computed from the view of the seat to act. For a card of `owner`, the pool is every card that it may be as
far as this seat can tell: all 50 less those on the table, those in other hands in sight, the own cards that hints have
determined (if the owner is another), and the determined cards to the right of it in the same hand; of these the ones
that the hints on the card allow. The original takes the product of the shares of colours and of ranks in the pool for
the probability of a card (`exact` false); `exact` takes the share of the card itself.
"""

import math
from typing import Any

import numpy as np

from ludoteca.games.hanabi.state import KINDS, MAX_COLOURS, MAX_RANKS, copies_of
from ludoteca.games.hanabi.views import is_possible
from ludoteca.jit import as_int, compiled

PLAYABILITY, USELESSNESS, ENTROPY = 0, 1, 2  # places in what `measure_card` writes


@compiled
def determined(s: Any, order: int) -> int:
    """The card that hints leave as the only one, or -1."""
    colours, ranks = as_int(s.colours[order]) & 31, as_int(s.ranks[order]) & 31
    if colours & (colours - 1) or ranks & (ranks - 1):
        return -1
    return log2_of(colours) * MAX_RANKS + log2_of(ranks)


@compiled
def log2_of(bit: int) -> int:
    place = 0
    while bit > 1:
        bit >>= 1
        place += 1
    return place


@compiled
def fill_pool(s: Any, seat: int, owner: int, slot: int, pool: Any) -> int:
    """Copies of each card that the one in this slot may be, for `seat`; returns how many in all."""
    for card in range(KINDS):
        pool[card] = as_int(s.left[card])
    if owner != seat:
        for i in range(as_int(s.held[owner])):
            pool[s.cards[s.hands[owner, i]]] += 1
        for i in range(as_int(s.held[seat])):
            _remove_determined(s, as_int(s.hands[seat, i]), pool)
    for i in range(slot + 1, as_int(s.held[owner])):
        _remove_determined(s, as_int(s.hands[owner, i]), pool)
    order = as_int(s.hands[owner, slot])
    total = 0
    for card in range(KINDS):
        if not is_possible(s, order, card) or pool[card] < 0:
            pool[card] = 0
        total += pool[card]
    return total


@compiled
def _remove_determined(s: Any, order: int, pool: Any) -> None:
    card = determined(s, order)
    if card >= 0:
        pool[card] -= 1


@compiled
def fill_shares(pool: Any, total: int, colours: Any, ranks: Any) -> None:
    """The share of each colour and of each rank in the pool."""
    colours[:] = 0.0
    ranks[:] = 0.0
    for card in range(KINDS):
        colours[card // MAX_RANKS] += pool[card] / total
        ranks[card % MAX_RANKS] += pool[card] / total


@compiled
def measure_card(s: Any, pool: Any, total: int, colours: Any, ranks: Any, exact: bool, out: Any) -> None:
    """Playability, uselessness and entropy of a card with this pool; rounded to five places, as the original."""
    playable = useless = entropy = 0.0
    for card in range(KINDS):
        p = pool[card] / total if exact else colours[card // MAX_RANKS] * ranks[card % MAX_RANKS]
        if p > 0.0:
            entropy -= p * math.log(p) / math.log(2.0)
        if pool[card] > 0:
            playable += p * is_next(s, card)
            useless += p * is_spare(s, card)
    out[PLAYABILITY] = round5(playable)
    out[USELESSNESS] = round5(useless)
    out[ENTROPY] = round5(entropy)


@compiled
def round5(value: float) -> float:
    return math.floor(value * 1e5 + 0.5) / 1e5


@compiled
def is_next(s: Any, card: int) -> bool:
    """Whether it can be built on its firework now."""
    return s.piles[card // MAX_RANKS] == card % MAX_RANKS


@compiled
def copies_left(s: Any, card: int) -> int:
    """Copies neither played nor discarded."""
    rank = card % MAX_RANKS
    return copies_of(rank, as_int(s.ranks_used)) - as_int(s.gone[card]) - (s.piles[card // MAX_RANKS] > rank)


@compiled
def is_spare(s: Any, card: int) -> bool:
    """Useless in the original's sense: played already, or the next card of its colour is extinct, or not the last
    copy. So it means "not critical" rather than "dead"."""
    colour, rank = card // MAX_RANKS, card % MAX_RANKS
    pile = as_int(s.piles[colour])
    if rank < pile or copies_left(s, card) >= 2:
        return True
    return copies_left(s, colour * MAX_RANKS + pile) == 0


@compiled
def measure_hand(s: Any, seat: int, owner: int, exact: bool, out: Any, colours: Any, ranks: Any) -> float:
    """For each card of the owner: its three numbers, its shares of colours and of ranks. Returns the entropies' sum."""
    pool = np.zeros(KINDS, np.int64)
    entropy = 0.0
    for slot in range(as_int(s.held[owner])):
        total = fill_pool(s, seat, owner, slot, pool)
        fill_shares(pool, total, colours[slot], ranks[slot])
        measure_card(s, pool, total, colours[slot], ranks[slot], exact, out[slot])
        entropy += out[slot, ENTROPY]
    return entropy


__all__ = ["ENTROPY", "MAX_COLOURS", "PLAYABILITY", "USELESSNESS", "determined", "is_next", "is_spare", "measure_hand"]
