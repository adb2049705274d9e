"""What Bot2 of the Bologna project looks at, for two to five players: the numbers of `bologna.py` for every other hand,
and the cards that each of these hands may hold. Colours, ranks and actions have the numbers of the game."""

from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.analytics import ENTROPY, PLAYABILITY, USELESSNESS, fill_unseen, measure_hand
from ludoteca.games.hanabi.encoders.hle import count_actions
from ludoteca.games.hanabi.state import KINDS, MAX_COLOURS, MAX_HAND, MAX_RANKS, is_playable
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

BOARD, HAND, OTHER = 8 + 2 * KINDS, 13, 11  # numbers of the board; of each card; more of each card of the others


def slices(s: State) -> dict[str, slice]:
    """The parts of a row: the board, the own hand, and the other hands, the next player's first."""
    others, cards = int(s.players) - 1, int(s.hand_size)
    lengths = {"lives": 1, "tokens": 1, "deck": 1, "fireworks": MAX_COLOURS, "discards": KINDS, "held": KINDS}
    for whose, n in (("own", cards), ("other", others * cards)):
        numbers = dict.fromkeys(("playability", "uselessness", "entropy"), n)
        lengths |= {f"{whose}_{name}": length for name, length in numbers.items()}
        lengths |= {f"{whose}_colours": n * MAX_COLOURS, f"{whose}_ranks": n * MAX_RANKS}
    n = others * cards
    lengths |= {"other_colour": n * MAX_COLOURS, "other_rank": n * MAX_RANKS, "other_playable": n}
    return make_slices({**lengths, "other_cards": others, "unseen": others * KINDS})


def size(s: State) -> int:
    return slices(s)["unseen"].stop


def check(s: State) -> None:
    if (s.colours_used, s.ranks_used) != (MAX_COLOURS, MAX_RANKS):
        raise UnsupportedGame("these features are for five colours and five ranks")


@compiled
def fill(s: State, out: FloatArray) -> None:
    """Write what the seat to act knows."""
    seat, players, cards = as_int(s.turn), as_int(s.players), as_int(s.hand_size)
    others, unseen = players - 1, np.zeros(KINDS, np.int64)
    out[:] = 0.0
    fill_board(s, seat, out)
    at = BOARD
    fill_numbers(s, seat, seat, out, at, 0, cards)
    at += HAND * cards
    last = at + (HAND + OTHER) * others * cards
    for ahead in range(1, players):
        owner = (seat + ahead) % players
        first = (ahead - 1) * cards
        fill_numbers(s, seat, owner, out, at, first, others * cards)
        fill_cards(s, owner, out, at + HAND * others * cards, first, others * cards)
        out[last + ahead - 1] = s.held[owner]
        fill_unseen(s, seat, owner, unseen)
        for card in range(KINDS):
            out[last + others + (ahead - 1) * KINDS + card] = max(0, unseen[card])


@compiled
def fill_board(s: State, seat: int, out: FloatArray) -> None:
    """Lives, tokens, cards in the deck, fireworks, discards, and how many of each card the others hold."""
    out[0], out[1], out[2] = s.lives, s.tokens, s.deck - s.drawn
    for colour in range(MAX_COLOURS):
        out[3 + colour] = s.piles[colour]
    for card in range(KINDS):
        out[8 + card] = s.gone[card]
    for owner in range(as_int(s.players)):
        if owner != seat:
            for slot in range(as_int(s.held[owner])):
                out[8 + KINDS + as_int(s.cards[s.hands[owner, slot]])] += 1.0


@compiled
def fill_numbers(s: State, seat: int, owner: int, out: FloatArray, at: int, first: int, n: int) -> None:
    """The three numbers and the shares of a hand whose cards are the `first` and following of `n`, from `at` on."""
    numbers = np.zeros((MAX_HAND, 3))
    colours, ranks = np.zeros((MAX_HAND, MAX_COLOURS)), np.zeros((MAX_HAND, MAX_RANKS))
    measure_hand(s, seat, owner, False, numbers, colours, ranks)
    for slot in range(as_int(s.held[owner])):
        card = first + slot
        out[at + card] = numbers[slot, PLAYABILITY]
        out[at + n + card] = numbers[slot, USELESSNESS]
        out[at + 2 * n + card] = numbers[slot, ENTROPY]
        for i in range(5):
            out[at + 3 * n + 5 * card + i] = colours[slot, i]
            out[at + 8 * n + 5 * card + i] = ranks[slot, i]


@compiled
def fill_cards(s: State, owner: int, out: FloatArray, at: int, first: int, n: int) -> None:
    """The cards of another hand, and which of them can be played now."""
    for slot in range(as_int(s.held[owner])):
        card = as_int(s.cards[s.hands[owner, slot]])
        out[at + 5 * (first + slot) + card // MAX_RANKS] = 1.0
        out[at + 5 * n + 5 * (first + slot) + card % MAX_RANKS] = 1.0
        out[at + 10 * n + first + slot] = is_playable(s, card)


SHARES = tuple(f"{whose}_{name}" for whose in ("own", "other") for name in ("colours", "ranks"))
PROBABILITIES = tuple(f"{whose}_{name}" for whose in ("own", "other") for name in ("playability", "uselessness"))
SCALES: dict[str, Any] = {
    "lives": 3.0, "tokens": 8.0, "deck": 40.0, "fireworks": 5.0, "discards": 3.0, "held": 3.0, "own_entropy": 5.0,
    "other_entropy": 5.0, "other_cards": 5.0, "unseen": 3.0,
}  # fmt: skip
ENCODER = Encoder(
    name="bologna_any",
    summary="what Bot2 looks at, for two to five players: each hand's numbers and the cards that it may hold",
    inputs=size,
    outputs=count_actions,
    fill=fill,
    slices=slices,
    scales=SCALES,
    steps={"own_entropy": 1e-4, "other_entropy": 1e-4, **dict.fromkeys((*SHARES, *PROBABILITIES), 2e-5)},
    stored="uint16",
    check=check,
)
