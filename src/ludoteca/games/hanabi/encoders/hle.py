"""The observation vector of the Hanabi Learning Environment (Bard et al. 2020), bit by bit, for any size of game.

Seats are counted from the observer. The vector holds what clues say, not what a player could infer by counting cards.
Its action numbers are those of `actions.py`.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, kind_of, named
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, DISCARD, GAINED, MAX_RANKS, PLAY, SCORED, copies_of
from ludoteca.protocol import Encoder, State, States
from ludoteca.protocol.encoders import make_slices


def slices(s: State) -> dict[str, slice]:
    """Where each part of the vector lies, for a game of this size."""
    p, h, c, r = int(s.players), int(s.hand_size), int(s.colours_used), int(s.ranks_used)
    lengths = {
        "hands": (p - 1) * h * c * r,
        "short_hands": p,
        "deck": int(s.deck) - p * h,
        "fireworks": c * r,
        "tokens": int(s.most_tokens),
        "lives": int(s.most_lives),
        "discards": int(s.deck),
        "last_actor": p,
        "last_kind": 4,
        "last_target": p,
        "last_colour": c,
        "last_rank": r,
        "last_touched": h,
        "last_slot": h,
        "last_card": c * r,
        "last_scored": 1,
        "last_gained": 1,
        "knowledge": p * h * (c * r + c + r),
    }
    return make_slices(lengths)


def size(s: State) -> int:
    """The length of the vector."""
    return slices(s)["knowledge"].stop


def encode(s: State, seat: int) -> Any:
    """What this seat knows, as zeros and ones."""
    out = np.zeros(size(s), np.int8)
    fill(s, seat, out)
    return out


@compiled
def fill_many(states: States, out: IntArray) -> None:
    """One row a state, each as the seat to act sees it."""
    for i in range(len(states)):
        fill(states[i], as_int(states[i].turn), out[i])


@compiled
def fill(s: State, seat: int, out: IntArray) -> None:
    """Write what this seat knows; all of `out` is overwritten."""
    out[:] = 0
    at = _fill_hands(s, seat, out)
    at = _fill_board(s, out, at)
    at = _fill_discards(s, out, at)
    at = _fill_last(s, seat, out, at)
    _fill_knowledge(s, seat, out, at)


@compiled
def _bit(s: State, card: int) -> int:
    return card // MAX_RANKS * as_int(s.ranks_used) + card % MAX_RANKS


@compiled
def _fill_hands(s: State, seat: int, out: IntArray) -> int:
    players, kinds = as_int(s.players), as_int(s.colours_used) * as_int(s.ranks_used)
    at = 0
    for ahead in range(1, players):
        owner = (seat + ahead) % players
        for slot in range(as_int(s.held[owner])):
            out[at + slot * kinds + _bit(s, as_int(s.cards[s.hands[owner, slot]]))] = 1
        at += as_int(s.hand_size) * kinds
    for ahead in range(players):
        out[at + ahead] = s.held[(seat + ahead) % players] < s.hand_size
    return at + players


@compiled
def _fill_board(s: State, out: IntArray, at: int) -> int:
    for i in range(as_int(s.deck) - as_int(s.drawn)):
        out[at + i] = 1
    at += as_int(s.deck) - as_int(s.players) * as_int(s.hand_size)
    for colour in range(as_int(s.colours_used)):
        if s.piles[colour] > 0:
            out[at + as_int(s.piles[colour]) - 1] = 1
        at += as_int(s.ranks_used)
    for i in range(as_int(s.tokens)):
        out[at + i] = 1
    at += as_int(s.most_tokens)
    for i in range(as_int(s.lives)):
        out[at + i] = 1
    return at + as_int(s.most_lives)


@compiled
def _fill_discards(s: State, out: IntArray, at: int) -> int:
    for colour in range(as_int(s.colours_used)):
        for rank in range(as_int(s.ranks_used)):
            for i in range(as_int(s.gone[colour * MAX_RANKS + rank])):
                out[at + i] = 1
            at += copies_of(rank, as_int(s.ranks_used))
    return at


@compiled
def _fill_last(s: State, seat: int, out: IntArray, at: int) -> int:
    """The last action of a player; zeros before the first."""
    players, size = as_int(s.players), as_int(s.hand_size)
    colours, ranks = as_int(s.colours_used), as_int(s.ranks_used)
    end = at + 2 * players + 4 + colours + ranks + 2 * size + colours * ranks + 2
    if s.ply == 0:
        return end
    action = as_int(s.moves[s.ply - 1])
    actor = (as_int(s.turn) - 1 - seat) % players
    kind = kind_of(s, action)
    out[at + actor] = 1
    at += players
    out[at + (1 - kind if kind <= PLAY else kind)] = 1  # plays come before discards there
    at += 4
    if kind >= COLOUR_CLUE:
        ahead, value = clue_of(s, action, kind)
        target = (actor + ahead) % players
        out[at + target] = 1
        out[at + players + (value if kind == COLOUR_CLUE else colours + value)] = 1
        _fill_touched(s, (target + seat) % players, kind, value, out, at + players + colours + ranks)
        return end
    at += players + colours + ranks + size
    out[at + action % size] = 1
    at += size
    out[at + _bit(s, as_int(s.cards[s.played]))] = 1
    at += colours * ranks
    if kind != DISCARD:
        out[at] = as_int(s.event) & SCORED
        out[at + 1] = as_int(s.event) >> 1 & (GAINED >> 1)
    return end


@compiled
def _fill_touched(s: State, target: int, kind: int, value: int, out: IntArray, at: int) -> None:
    """The slots that the last clue touched."""
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        known = as_int(s.colours[order]) if kind == COLOUR_CLUE else as_int(s.ranks[order])
        out[at + slot] = named(known) == value


@compiled
def _fill_knowledge(s: State, seat: int, out: IntArray, at: int) -> None:
    """Every slot, the own hand first: the cards that clues leave possible, and the colour and rank that they named."""
    colours, ranks = as_int(s.colours_used), as_int(s.ranks_used)
    width = colours * ranks + colours + ranks
    for ahead in range(as_int(s.players)):
        owner = (seat + ahead) % as_int(s.players)
        for slot in range(as_int(s.held[owner])):
            order = as_int(s.hands[owner, slot])
            _fill_slot(as_int(s.colours[order]), as_int(s.ranks[order]), colours, ranks, out, at + slot * width)
        at += as_int(s.hand_size) * width


@compiled
def _fill_slot(possible: int, numbers: int, colours: int, ranks: int, out: IntArray, at: int) -> None:
    for colour in range(colours):
        if possible >> colour & 1:
            for rank in range(ranks):
                out[at + colour * ranks + rank] = numbers >> rank & 1
    at += colours * ranks
    if possible & CLUED:
        out[at + named(possible)] = 1
    if numbers & CLUED:
        out[at + colours + named(numbers)] = 1


# --- as a declared encoder -----------------------------------------------------------------------------------------


@compiled
def fill_view(s: State, out: IntArray) -> None:
    fill(s, as_int(s.turn), out)


def count_actions(s: State) -> int:
    """Actions of a game of this size: 20, 30, 38 and 48 for two to five players."""
    return 2 * int(s.hand_size) + (int(s.players) - 1) * (int(s.colours_used) + int(s.ranks_used))


ENCODER = Encoder(
    name="hle",
    summary="the observation of the Hanabi Learning Environment: 658, 956, 1041, 1280 bits for two to five players",
    inputs=size,
    outputs=count_actions,
    fill=fill_view,
    slices=slices,
    stored="uint8",
)
