"""The whole state as numbers, from which a network predicts the final score: every hand, what its player knows of it,
and the order of the deck. Only training uses it, to end rollouts early; no player ever does."""

from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import YES, classify_cards, holds, is_single
from ludoteca.games.hanabi.bots.hand_queries import card_at
from ludoteca.games.hanabi.bots.smart_net.features import PUBLIC_FEATURES, public_features
from ludoteca.games.hanabi.bots.smart_notes import next_discard
from ludoteca.games.hanabi.state import KINDS, MAX_COLOURS, MAX_HAND, MAX_RANKS
from ludoteca.networks.weights import Shape
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes

CARD = 10  # numbers of a card in a hand
PILE = 1 + 3 * MAX_RANKS  # numbers of a firework
NOWHERE = 1.2  # the depth of a copy that is neither in a hand nor in the deck; depths in the deck are below 1


def shape_of(players: int) -> Shape:
    return Shape((len(PUBLIC_FEATURES) + players * MAX_HAND * CARD + MAX_COLOURS * PILE, 96, 32, 1))


@compiled
def describe_state(s: State, notes: Notes, x: FloatArray) -> None:
    """Fill `x`. `notes[viewer]` must be settled, and no card due to be drawn."""
    x[:] = 0.0
    public = public_features(s)
    for i in range(len(public)):
        x[i] = public[i]
    for ahead in range(as_int(s.players)):
        seat = (as_int(s.turn) + ahead) % as_int(s.players)
        describe_hand(s, notes[seat], seat, x, len(public) + ahead * MAX_HAND * CARD)
    describe_piles(s, x, len(public) + as_int(s.players) * MAX_HAND * CARD)


@compiled
def describe_hand(s: State, notes: Notes, seat: int, x: FloatArray, at: int) -> None:
    """What each card is, and what its player knows of it."""
    playable, trash, critical = classify_cards(s)
    chop = next_discard(s, notes, seat, playable, trash, critical)
    for slot in range(as_int(s.held[seat])):
        card, cards = card_at(s, seat, slot), as_int(notes[seat, slot])
        x[at] = playable >> card & 1
        x[at + 1] = trash >> card & 1
        x[at + 2] = critical >> card & 1
        if trash >> card & 1 == 0:
            x[at + 3] = (card % MAX_RANKS - as_int(s.piles[card // MAX_RANKS])) / 4.0
        x[at + 4] = holds(cards, playable) == YES
        x[at + 5] = holds(cards, trash) == YES
        x[at + 6] = holds(cards, critical) == YES
        x[at + 7] = is_single(cards)
        x[at + 8] = slot == chop
        x[at + 9] = count_bits(cards) / KINDS
        at += CARD


@compiled
def describe_piles(s: State, x: FloatArray, at: int) -> None:
    """Each firework, the highest first: for every card still needed, how deep its first two copies lie."""
    places = find_copies(s)
    trash = as_int(classify_cards(s)[1])
    order = np.argsort(-s.piles.astype(np.int64) * MAX_COLOURS + np.arange(MAX_COLOURS))
    for colour in order[: as_int(s.colours_used)]:
        x[at] = s.piles[colour] / MAX_RANKS
        for rank in range(as_int(s.ranks_used)):
            card = colour * MAX_RANKS + rank
            if trash >> card & 1 == 0:
                x[at + 1 + 3 * rank] = 1.0
                x[at + 2 + 3 * rank] = places[card, 0]
                x[at + 3 + 3 * rank] = places[card, 1]
        at += PILE


@compiled
def find_copies(s: State) -> Any:
    """[card, copy]: 0 for a copy in a hand, else how deep it is in the deck; for at most two copies."""
    places, found = np.full((KINDS, 2), NOWHERE), np.zeros(KINDS, np.int64)
    for seat in range(as_int(s.players)):
        for slot in range(as_int(s.held[seat])):
            add_copy(places, found, card_at(s, seat, slot), 0.0)
    for order in range(as_int(s.drawn), as_int(s.deck)):
        add_copy(places, found, as_int(s.cards[order]), (order - as_int(s.drawn) + 1) / 40.0)
    return places


@compiled
def add_copy(places: Any, found: Any, card: int, place: float) -> None:
    if found[card] < 2:
        places[card, found[card]] = place
        found[card] += 1
