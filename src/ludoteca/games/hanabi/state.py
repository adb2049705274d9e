"""The state of a game of hanabi as one record, and the constants that describe it.

A card is `colour * 5 + rank`, both counted from 0, whatever the size of the game. Cards are known by the order in which
they were drawn: `hands` holds orders, oldest first, and what clues say about a card is kept under its order.
"""

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import State, state_dtype

MAX_PLAYERS = MAX_COLOURS = MAX_RANKS = MAX_HAND = 5
KINDS = MAX_COLOURS * MAX_RANKS
DECK = 50
MAX_TOKENS, MAX_LIVES = 8, 5
MAX_ACTIONS = 2 * MAX_HAND + (MAX_PLAYERS - 1) * (MAX_COLOURS + MAX_RANKS)
MOVES = 120  # no game has more moves: 55 plays and discards, 8 + 50 + 5 clues
LONGEST = DECK + MOVES
NONE, HIDDEN = -1, -2  # no card; a card that this seat may not see
PARTLY = -10  # at and below: a hidden card of which a colour or a rank is known, see `partly`
CLUED = 32  # a bit beside the possible colours (or ranks): a clue has named the one
STRIKE_OUT_ZERO, STRIKE_OUT_KEEPS = 0, 1
STANDARD, FOUR_COLOURS = 0, 1
DISCARD, PLAY, COLOUR_CLUE, RANK_CLUE = 0, 1, 2, 3  # kinds of actions
SCORED, GAINED = 1, 2  # bits of `event`: the last move built on; it gave a token back

STATE = state_dtype(
    ("cards", np.int8, (DECK,)),  # by order; NONE where chance will decide, or the card that a given deck holds there
    ("colours", np.int8, (DECK,)),  # by order: bits of the colours that clues leave possible, and CLUED
    ("ranks", np.int8, (DECK,)),  # the same of ranks
    ("hands", np.int8, (MAX_PLAYERS, MAX_HAND)),  # orders, oldest first; NONE beyond
    ("held", np.int8, (MAX_PLAYERS,)),  # how many cards each holds
    ("piles", np.int8, (MAX_COLOURS,)),  # cards on each firework
    ("gone", np.int8, (KINDS,)),  # copies discarded or misplayed
    ("left", np.int8, (KINDS,)),  # copies that were not drawn yet; in a view, or are in the own hand
    ("moves", np.int8, (MOVES,)),  # every action of a player so far
    ("ply", np.int16),  # how many
    ("drawn", np.int8),  # cards drawn so far
    ("deck", np.int8),  # cards in the whole game
    ("turn", np.int8),  # the seat to act, once nobody draws
    ("drawer", np.int8),  # the seat that is dealt a card, or NONE
    ("last", np.int8),  # turns left once the deck is empty
    ("tokens", np.int8),
    ("lives", np.int8),
    ("score", np.int8),  # cards on all fireworks
    ("over", np.int8),
    ("played", np.int8),  # the order of the card that the last move discarded or played, or NONE
    ("event", np.int8),  # what the last move brought: SCORED, GAINED
    ("players", np.int8),
    ("colours_used", np.int8),
    ("ranks_used", np.int8),
    ("hand_size", np.int8),
    ("most_tokens", np.int8),
    ("most_lives", np.int8),
    ("scoring", np.int8),
)
SETUP = state_dtype(
    ("variant", np.int8),  # what the others mean where they are 0
    ("players", np.int8),
    ("colours", np.int8),
    ("ranks", np.int8),
    ("hand_size", np.int8),
    ("tokens", np.int8),
    ("lives", np.int8),
    ("scoring", np.int8),
    ("deck", np.int8, (DECK,)),  # a given deck, top first: card + 1, or 0 for chance
)


@compiled
def copies_of(rank: int, ranks: int) -> int:
    """Three of the lowest, one of the highest, two of the others."""
    if rank == 0:
        return 3
    return 1 if rank == ranks - 1 else 2


@compiled
def copies_left(s: State, card: int) -> int:
    """Copies neither played nor discarded."""
    rank = card % MAX_RANKS
    return copies_of(rank, as_int(s.ranks_used)) - as_int(s.gone[card]) - (s.piles[card // MAX_RANKS] > rank)


@compiled
def is_playable(s: State, card: int) -> bool:
    """Whether this card is the next one of its firework."""
    return s.piles[card // MAX_RANKS] == card % MAX_RANKS
