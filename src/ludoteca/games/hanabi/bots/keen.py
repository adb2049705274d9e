"""The convention of `smart`, with the moves that it allows weighed against each other instead of taken in one order.

A move is of one of eight kinds. What it weighs is a sum: of numbers that describe the moment, the same for all moves of
a kind, and of numbers that describe the move (all are named in `keen_sight.py`), times the weights of its kind. Hints
that the others would misread are not among the moves. The weights were bred, not thought out: see `keen_weights.py`.
"""

from typing import Any

import numpy as np

from ludoteca.games.hanabi.bots.keen_hints import weigh_hints
from ludoteca.games.hanabi.bots.keen_sight import (
    COLUMNS,
    DETAILS,
    FINESSE,
    JUNK,
    MOMENT,
    MOVES,
    PLAY,
    RISK,
    TOSS,
    find_odds,
    flag,
    look,
    weigh,
)
from ludoteca.games.hanabi.bots.keen_weights import WEIGHTS
from ludoteca.games.hanabi.bots.sets import YES, count_bits, holds, is_one, lowest
from ludoteca.games.hanabi.bots.sight import may_discard
from ludoteca.games.hanabi.bots.smart import discard_for_twin, known_rank
from ludoteca.games.hanabi.bots.smart_notes import NEITHER
from ludoteca.games.hanabi.state import MAX_PLAYERS, MAX_RANKS, TOLD
from ludoteca.jit import as_int, compiled

SMART_ORDER: dict[str, dict[str, float]] = {
    "warn": {"always": 8.0},
    "finesse": {"always": 7.0},
    "play": {"always": 6.0, "deck is empty": 10.0, "low rank": 0.5, "others do not know": 0.4},
    "hint": {"always": 4.5, "saves a last copy": 5.0, "taken": 0.5},
    "risk": {"always": -12.0, "end is near": 15.0, "deck is empty": 8.0, "odds": 0.5},
    "junk": {"always": 2.5, "others know": -0.3},
    "toss": {"always": 0.5, "worthless": 0.3, "last copy": -0.3, "is due": 1.0, "rank if none is due": 0.2},
    "idle": {"always": -3.0, "stalls": 3.0},
}
"""Weights with which moves are chosen nearly as `smart` does: what breeding begins with."""


def tabulate(weights: dict[str, dict[str, float]]) -> Any:
    """Named weights as a table: [kind of move, column]."""
    table = np.zeros((len(MOVES), COLUMNS))
    for row, kind in enumerate(MOVES):
        names = (*MOMENT, *DETAILS[kind])
        for name, weight in weights[kind].items():
            table[row, names.index(name)] = weight
    return table


def read_weights() -> Any:
    """[players, kind of move, column]: the weights that were bred, and smart's order where none were."""
    tables = np.array([tabulate(SMART_ORDER)] * (MAX_PLAYERS + 1))
    for players, rows in WEIGHTS.items():
        for kind, row in enumerate(rows):
            tables[players, kind, : len(row)] = row
    return tables


BRED = read_weights()
TIE = 1e-6  # what a slot more is worth, where nothing else tells moves apart


@compiled
def decide(s: Any, notes: Any, seat: int, tables: Any) -> int:
    """The move that weighs most, from a player's view and their notes, which are settled."""
    weights = tables[as_int(s.players)]
    sight = look(s, notes, seat, weights)
    best, action = weigh_cards(s, notes, seat, sight, weights)
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            weight, hint = weigh_hints(s, notes, seat, (seat + ahead) % as_int(s.players), sight, weights)
            if weight > best:
                best, action = weight, hint
    if action == NEITHER:
        return 0 if may_discard(s) else as_int(s.hand_size)
    return action


@compiled
def weigh_cards(s: Any, notes: Any, seat: int, sight: Any, weights: Any) -> tuple[float, int]:
    """What the best play or discard weighs, and which it is."""
    best, action = -np.inf, NEITHER
    for slot in range(as_int(s.held[seat])):
        odds = find_odds(s, as_int(sight.eyes[slot]), sight)
        weight = weigh_play(s, notes, seat, slot, odds, sight, weights)
        if weight > best:
            best, action = weight, as_int(s.hand_size) + slot
        if may_discard(s):
            weight = weigh_discard(s, notes, seat, slot, odds, sight, weights)
            if weight > best:
                best, action = weight, slot
    slot = discard_for_twin(s, notes, seat)
    if slot != NEITHER and sight.base[FINESSE] > best:
        best, action = sight.base[FINESSE], slot
    return best, action


@compiled
def weigh_play(s: Any, notes: Any, seat: int, slot: int, odds: Any, sight: Any, weights: Any) -> float:
    """What it weighs to play a card."""
    cards = as_int(sight.eyes[slot])
    if holds(cards, sight.playable) != YES:
        return weigh_risk(s, seat, slot, odds, sight, weights)
    known = is_one(cards)
    highest = known and lowest(cards) % MAX_RANKS == s.ranks_used - 1
    above = cards << 1 if known and not highest else 0
    details = (
        (6.0 - known_rank(cards)) / 6.0,
        flag(holds(as_int(notes[seat, slot]), sight.playable) != YES),
        flag(highest),
        flag(above & sight.theirs),
        flag(above & sight.known),
        flag(known and cards & sight.theirs),
    )
    return weigh(sight, weights, PLAY, details)


@compiled
def weigh_risk(s: Any, seat: int, slot: int, odds: Any, sight: Any, weights: Any) -> float:
    """What it weighs to play a card that is not surely playable; one that cannot be is out of the question."""
    if odds.playable == 0.0:
        return -np.inf
    details = (
        odds.playable,
        odds.playable * odds.playable,
        odds.valuable,
        odds.worthless,
        flag(slot == s.held[seat] - 1),
    )
    return weigh(sight, weights, RISK, details) + TIE * slot


@compiled
def weigh_discard(s: Any, notes: Any, seat: int, slot: int, odds: Any, sight: Any, weights: Any) -> float:
    cards, noted = as_int(sight.eyes[slot]), as_int(notes[seat, slot])
    if holds(cards, sight.worthless) == YES:
        return weigh(sight, weights, JUNK, (count_bits(noted & sight.worthless) / count_bits(noted),))
    order = as_int(s.hands[seat, slot])
    details = (
        odds.worthless,
        odds.valuable,
        odds.playable,
        flag(slot == sight.own_due),
        known_rank(noted) / 5.0 if sight.own_due == NEITHER else 0.0,
        odds.twin,
        flag(slot == s.held[seat] - 1),
        flag((s.colours[order] | s.ranks[order]) & TOLD != 0),
        flag(cards & sight.valuable == 0),
    )
    return weigh(sight, weights, TOSS, details) - TIE * slot
