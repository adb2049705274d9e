"""The plays and discards that smart_net chooses from, each with its features."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import YES, holds, is_single
from ludoteca.games.hanabi.bots.hand_queries import may_discard
from ludoteca.games.hanabi.bots.smart import discard_for_twin, known_rank
from ludoteca.games.hanabi.bots.smart_net.features import (
    DISCARD,
    FINESSE,
    MOST_MOVE_FEATURES,
    P_COPY,
    P_CRITICAL,
    P_PLAYABLE,
    P_SOON,
    P_TRASH,
    PLAY,
    RISK,
    STEPS,
    TRASH,
    Situation,
    flag,
)
from ludoteca.games.hanabi.bots.smart_notes import NEITHER
from ludoteca.games.hanabi.state import CLUED, MAX_ACTIONS, MAX_RANKS
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes


class Moves(NamedTuple):
    """A list of moves. `count` has one entry: how many there are."""

    count: Any
    actions: Any
    kinds: Any
    features: FloatArray


@compiled
def new_moves() -> Any:
    n = MAX_ACTIONS + 1  # a finesse is a discard, too
    return Moves(np.zeros(1, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((n, MOST_MOVE_FEATURES)))


@compiled
def add_move(moves: Moves, action: int, kind: int, features: tuple[float, ...]) -> None:
    n = moves.count[0]
    moves.actions[n] = action
    moves.kinds[n] = kind
    for i in range(len(features)):
        moves.features[n, i] = features[i]
    moves.count[0] = n + 1


@compiled
def list_cards(s: State, notes: Notes, seat: int, situation: Situation, moves: Moves) -> None:
    """Add the plays and discards of own cards."""
    for slot in range(as_int(s.held[seat])):
        list_play(s, notes, seat, slot, situation, moves)
        if may_discard(s):
            list_discard(s, notes, seat, slot, situation, moves)
    slot = discard_for_twin(s, notes, seat)
    if slot != NEITHER:
        add_move(moves, slot, FINESSE, (0.0,))


@compiled
def list_play(s: State, notes: Notes, seat: int, slot: int, situation: Situation, moves: Moves) -> None:
    """Add the play of a card, unless it cannot be playable."""
    cards = as_int(situation.own[slot])
    if holds(cards, situation.playable) != YES:
        if situation.odds[slot, P_PLAYABLE] > 0.0:
            list_risk(s, seat, slot, situation.odds[slot], moves)
        return
    known = is_single(cards)
    highest = known and lowest_bit(cards) % MAX_RANKS == s.ranks_used - 1
    above = cards << 1 if known and not highest else 0
    features = (
        (6.0 - known_rank(cards)) / 6.0,
        flag(holds(as_int(notes[seat, slot]), situation.playable) != YES),
        flag(highest),
        flag(above & situation.visible),
        flag(above & situation.determined),
        flag(known and cards & situation.visible),
        flag(known),
    )
    add_move(moves, as_int(s.hand_size) + slot, PLAY, features)


@compiled
def list_risk(s: State, seat: int, slot: int, odds: FloatArray, moves: Moves) -> None:
    features = (
        odds[P_PLAYABLE],
        odds[P_PLAYABLE] * odds[P_PLAYABLE],
        odds[P_CRITICAL],
        odds[P_TRASH],
        flag(slot == s.held[seat] - 1),
        odds[P_SOON],
        is_clued(s, seat, slot),
        slot / 5.0,
    )
    add_move(moves, as_int(s.hand_size) + slot, RISK, features)


@compiled
def list_discard(s: State, notes: Notes, seat: int, slot: int, situation: Situation, moves: Moves) -> None:
    cards, noted, odds = as_int(situation.own[slot]), as_int(notes[seat, slot]), situation.odds[slot]
    newest = flag(slot == s.held[seat] - 1)
    if holds(cards, situation.trash) == YES:
        add_move(moves, slot, TRASH, (count_bits(noted & situation.trash) / count_bits(noted), newest))
        return
    features = (
        odds[P_TRASH],
        odds[P_CRITICAL],
        odds[P_PLAYABLE],
        flag(slot == situation.own_chop),
        known_rank(noted) / 5.0 if situation.own_chop == NEITHER else 0.0,
        odds[P_COPY],
        newest,
        is_clued(s, seat, slot),
        flag(cards & situation.critical == 0),
        odds[P_SOON],
        odds[STEPS] / 4.0,
        slot / 5.0,
    )
    add_move(moves, slot, DISCARD, features)


@compiled
def is_clued(s: State, seat: int, slot: int) -> float:
    """1 if a clue has named the colour or rank of this card."""
    order = as_int(s.hands[seat, slot])
    return flag((s.colours[order] | s.ranks[order]) & CLUED != 0)
