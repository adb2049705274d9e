"""The plays and discards that a player of `keen` has to choose from, each with what describes it."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import YES, holds, is_one
from ludoteca.games.hanabi.bots.hand_queries import may_discard
from ludoteca.games.hanabi.bots.smart import discard_for_twin, known_rank
from ludoteca.games.hanabi.bots.smart_net.features import (
    FINESSE,
    JUNK,
    MOST_DETAILS,
    PLAY,
    PLAYABLE,
    RISK,
    SOON,
    STEPS,
    TOSS,
    TWIN,
    VALUABLE,
    WORTHLESS,
    flag,
)
from ludoteca.games.hanabi.bots.smart_notes import NEITHER
from ludoteca.games.hanabi.state import MAX_ACTIONS, MAX_RANKS, TOLD


class Moves(NamedTuple):
    """A list of moves; `count` has one entry, how many there are."""

    count: Any
    actions: Any
    kinds: Any
    details: Any


@compiled
def new_moves() -> Any:
    n = MAX_ACTIONS + 1  # a finesse is a discard, too
    return Moves(np.zeros(1, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((n, MOST_DETAILS)))


@compiled
def add_move(moves: Any, action: int, kind: int, details: Any) -> None:
    n = moves.count[0]
    moves.actions[n] = action
    moves.kinds[n] = kind
    for i in range(len(details)):
        moves.details[n, i] = details[i]
    moves.count[0] = n + 1


@compiled
def list_cards(s: Any, notes: Any, seat: int, sight: Any, moves: Any) -> None:
    """Add what can be done with the own cards."""
    for slot in range(as_int(s.held[seat])):
        odds = sight.odds[slot]
        list_play(s, notes, seat, slot, odds, sight, moves)
        if may_discard(s):
            list_discard(s, notes, seat, slot, odds, sight, moves)
    slot = discard_for_twin(s, notes, seat)
    if slot != NEITHER:
        add_move(moves, slot, FINESSE, (0.0,))


@compiled
def list_play(s: Any, notes: Any, seat: int, slot: int, odds: Any, sight: Any, moves: Any) -> None:
    """Add the play of a card, unless it cannot be playable."""
    cards = as_int(sight.eyes[slot])
    if holds(cards, sight.playable) != YES:
        if odds[PLAYABLE] > 0.0:
            list_risk(s, seat, slot, odds, moves)
        return
    known = is_one(cards)
    highest = known and lowest_bit(cards) % MAX_RANKS == s.ranks_used - 1
    above = cards << 1 if known and not highest else 0
    details = (
        (6.0 - known_rank(cards)) / 6.0,
        flag(holds(as_int(notes[seat, slot]), sight.playable) != YES),
        flag(highest),
        flag(above & sight.theirs),
        flag(above & sight.known),
        flag(known and cards & sight.theirs),
        flag(known),
    )
    add_move(moves, as_int(s.hand_size) + slot, PLAY, details)


@compiled
def list_risk(s: Any, seat: int, slot: int, odds: Any, moves: Any) -> None:
    details = (
        odds[PLAYABLE],
        odds[PLAYABLE] * odds[PLAYABLE],
        odds[VALUABLE],
        odds[WORTHLESS],
        flag(slot == s.held[seat] - 1),
        odds[SOON],
        is_told(s, seat, slot),
        slot / 5.0,
    )
    add_move(moves, as_int(s.hand_size) + slot, RISK, details)


@compiled
def list_discard(s: Any, notes: Any, seat: int, slot: int, odds: Any, sight: Any, moves: Any) -> None:
    cards, noted = as_int(sight.eyes[slot]), as_int(notes[seat, slot])
    newest = flag(slot == s.held[seat] - 1)
    if holds(cards, sight.worthless) == YES:
        add_move(moves, slot, JUNK, (count_bits(noted & sight.worthless) / count_bits(noted), newest))
        return
    details = (
        odds[WORTHLESS],
        odds[VALUABLE],
        odds[PLAYABLE],
        flag(slot == sight.own_due),
        known_rank(noted) / 5.0 if sight.own_due == NEITHER else 0.0,
        odds[TWIN],
        newest,
        is_told(s, seat, slot),
        flag(cards & sight.valuable == 0),
        odds[SOON],
        odds[STEPS] / 4.0,
        slot / 5.0,
    )
    add_move(moves, slot, TOSS, details)


@compiled
def is_told(s: Any, seat: int, slot: int) -> float:
    """1 if a hint has named something of this card."""
    order = as_int(s.hands[seat, slot])
    return flag((s.colours[order] | s.ranks[order]) & TOLD != 0)
