"""More features of the position, card by card: every own card, every card of the next player, every firework.

`smart_net` does without them. A table of weights that has columns for them gets them (`policy.list_moves`).
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import YES, holds, is_single
from ludoteca.games.hanabi.bots.hand_queries import card_at, next_seat
from ludoteca.games.hanabi.bots.smart_net.features import (
    MOST_FEATURES,
    P_COPY,
    P_CRITICAL,
    P_PLAYABLE,
    P_SOON,
    P_TRASH,
    POSITION_FEATURES,
    STEPS,
    Situation,
    flag,
    is_clued,
)
from ludoteca.games.hanabi.state import KINDS, MAX_COLOURS, MAX_HAND, MAX_RANKS
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes

PACE, TOKENS, DECK = 14, 1, 6  # where they are among POSITION_FEATURES
PUBLIC_STEPS = (
    "pace 0", "pace 1", "pace 2", "pace 4", "deck 2", "deck 4", "deck 12", "deck 20", "tokens 3", "tokens 5",
    "tokens 8",
)  # fmt: skip
OWN_CARD = (
    "playable", "trash", "critical", "soon playable", "steps to go", "next holds a copy", "next knows it is playable",
    "clued", "is the chop", "possibilities",
)  # fmt: skip
NEXT_CARD = (
    "playable", "trash", "critical", "steps to go", "known playable", "known trash", "known critical", "determined",
    "is the chop", "possibilities", "clued",
)  # fmt: skip
FIREWORK = ("height", "next holds its card", "I hold its card", "copies out of sight", "points to come")
WIDE_FEATURES = (
    *POSITION_FEATURES,
    *PUBLIC_STEPS,
    *(f"own {slot + 1}: {name}" for slot in range(MAX_HAND) for name in OWN_CARD),
    *(f"next's {slot + 1}: {name}" for slot in range(MAX_HAND) for name in NEXT_CARD),
    *(f"firework {i + 1}: {name}" for i in range(MAX_COLOURS) for name in FIREWORK),
)
WIDE_COLUMNS = len(WIDE_FEATURES) + MOST_FEATURES


@compiled
def add_wide_features(s: State, notes: Notes, seat: int, situation: Situation, narrow: FloatArray) -> Any:
    """One number for each name in WIDE_FEATURES; `narrow` has those of POSITION_FEATURES."""
    position = np.zeros(len(WIDE_FEATURES))
    position[: len(narrow)] = narrow
    at = add_steps(position, len(narrow))
    for slot in range(as_int(s.held[seat])):
        describe_own(s, as_int(notes[seat, slot]), seat, slot, situation, position[at + slot * len(OWN_CARD) :])
    at += MAX_HAND * len(OWN_CARD)
    after = next_seat(s, seat)
    for slot in range(as_int(s.held[after])):
        describe_next(s, as_int(notes[after, slot]), after, slot, situation, position[at + slot * len(NEXT_CARD) :])
    describe_fireworks(s, situation, position[at + MAX_HAND * len(NEXT_CARD) :])
    return position


@compiled
def add_steps(position: FloatArray, at: int) -> int:
    """Where pace, deck and tokens stand, as flags. Returns the next place."""
    pace, deck, tokens = 10.0 * position[PACE], 40.0 * position[DECK], 8.0 * position[TOKENS]
    for limit in (0, 1, 2, 4):
        position[at] = flag(pace < limit + 0.5)
        at += 1
    for limit in (2, 4, 12, 20):
        position[at] = flag(deck < limit + 0.5)
        at += 1
    for limit in (3, 5, 8):
        position[at] = flag(tokens > limit - 0.5)
        at += 1
    return at


@compiled
def describe_own(s: State, noted: int, seat: int, slot: int, situation: Situation, out: FloatArray) -> None:
    """The numbers of OWN_CARD: what the player may expect of an own card."""
    odds = situation.odds[slot]
    out[0] = odds[P_PLAYABLE]
    out[1] = odds[P_TRASH]
    out[2] = odds[P_CRITICAL]
    out[3] = odds[P_SOON]
    out[4] = odds[STEPS] / 4.0
    out[5] = odds[P_COPY]
    out[6] = flag(holds(noted, situation.playable) == YES)
    out[7] = is_clued(s, seat, slot)
    out[8] = flag(slot == situation.own_chop)
    out[9] = count_bits(as_int(situation.own[slot])) / KINDS


@compiled
def describe_next(s: State, noted: int, owner: int, slot: int, situation: Situation, out: FloatArray) -> None:
    """The numbers of NEXT_CARD: what a card of the next player is, and what they know of it."""
    card = card_at(s, owner, slot)
    out[0] = situation.playable >> card & 1
    out[1] = situation.trash >> card & 1
    out[2] = situation.critical >> card & 1
    if situation.trash >> card & 1 == 0:
        out[3] = (card % MAX_RANKS - as_int(s.piles[card // MAX_RANKS])) / 4.0
    out[4] = flag(holds(noted, situation.playable) == YES)
    out[5] = flag(holds(noted, situation.trash) == YES)
    out[6] = flag(holds(noted, situation.critical) == YES)
    out[7] = flag(is_single(noted))
    out[8] = flag(slot == situation.chop)
    out[9] = count_bits(noted) / KINDS
    out[10] = is_clued(s, owner, slot)


@compiled
def describe_fireworks(s: State, situation: Situation, out: FloatArray) -> None:
    """The numbers of FIREWORK, the highest firework first."""
    order, at = order_fireworks(s), 0
    for colour in order[: as_int(s.colours_used)]:
        height = as_int(s.piles[colour])
        out[at] = height / MAX_RANKS
        if height < s.ranks_used:
            card = colour * MAX_RANKS + height
            out[at + 1] = situation.visible >> card & 1
            out[at + 2] = situation.determined >> card & 1
            out[at + 3] = s.left[card] / 3.0
            for rank in range(height, as_int(s.ranks_used)):
                out[at + 4] += (situation.trash >> (colour * MAX_RANKS + rank) & 1 == 0) / MAX_RANKS
        at += len(FIREWORK)


@compiled
def order_fireworks(s: State) -> Any:
    return np.argsort(-s.piles.astype(np.int64) * MAX_COLOURS + np.arange(MAX_COLOURS))
