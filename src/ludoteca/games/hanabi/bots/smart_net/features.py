"""The features of smart_net: numbers that describe the position and each move, with their names."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import FloatArray, IntArray
from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import MAYBE, YES, classify_cards, holds, is_single
from ludoteca.games.hanabi.bots.hand_queries import best_rank, card_at, next_seat
from ludoteca.games.hanabi.bots.smart import drop_exhausted, exhausted_cards
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, next_discard
from ludoteca.games.hanabi.state import CLUED, KINDS, MAX_HAND, MAX_PLAYERS, MAX_RANKS
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes

PLAY, FINESSE, CLUE, WARNING, RISK, TRASH, DISCARD, IDLE_CLUE = range(8)
MOVE_KINDS = ("play", "finesse", "clue", "warning", "risk", "trash", "discard", "idle clue")
"""Play a card that is surely playable; the discard finesse; a clue that points at a playable card; the warning that the
next player would lose a critical card; play a card that may be playable; discard trash; discard another card; a clue
that points at nothing."""
PUBLIC_FEATURES = (
    "always", "tokens", "no token", "one token", "few tokens", "many tokens", "deck", "deck is low", "end is near",
    "one card in the deck", "deck is empty", "last turn", "last life", "two lives", "pace", "score", "points lost",
)  # fmt: skip
HAND_FEATURES = (
    "can play", "can play twice", "has trash", "odds of own cards", "has a chop", "own chop is critical",
    "own cards without clues", "next can play", "next can play twice", "next has trash", "next loses a critical card",
    "next loses a needed card", "next loses a playable card", "next has an unknown playable card",
    "unknown playable cards", "unknown critical cards", "next's cards without clues",
)  # fmt: skip
POSITION_FEATURES = PUBLIC_FEATURES + HAND_FEATURES
MOVE_FEATURES = {
    "play": (
        "low rank", "others do not know", "completes its colour", "another holds the next", "holds the next",
        "another holds a copy", "known",
    ),
    "finesse": (),
    "clue": (
        "possibilities removed", "plays beyond the first", "rank", "colour clue", "touches a critical card",
        "touches the chop", "reveals trash", "touched", "next in sight", "holds a copy", "saves a critical card",
        "by convention", "critical cards touched", "trash touched", "cards determined",
    ),
    "warning": (
        "plays", "rank", "playable", "possibilities removed", "critical cards touched", "then loses a critical card",
        "then loses a needed card",
    ),
    "risk": ("odds", "odds squared", "critical", "trash", "newest", "soon playable", "clued", "slot"),
    "trash": ("others know", "newest"),
    "discard": (
        "trash", "critical", "playable", "is the chop", "rank if there is no chop", "another holds a copy", "newest",
        "clued", "not critical", "soon playable", "steps to go", "slot",
    ),
    "idle clue": (
        "possibilities removed", "touches a critical card", "stalls", "reveals trash", "critical cards touched",
        "then loses a critical card", "then loses a needed card", "touched", "playable cards touched",
        "cards determined",
    ),
}  # fmt: skip
MOST_MOVE_FEATURES = max(map(len, MOVE_FEATURES.values()))
COLUMNS = len(POSITION_FEATURES) + MOST_MOVE_FEATURES
FIVES = sum(1 << card for card in range(MAX_RANKS - 1, KINDS, MAX_RANKS))
P_PLAYABLE, P_TRASH, P_CRITICAL, P_COPY, P_SOON, STEPS, ODDS = range(7)
"""Columns of `Situation.odds`: the probabilities that a card is playable, trash, critical, held by another player too,
and playable after one more card; and the mean number of cards below it that are still to be played."""


class Situation(NamedTuple):
    """What a player knows before comparing moves. Sets of cards are bits."""

    playable: int
    trash: int
    critical: int
    soon: int
    """Cards that become playable after one more card."""
    chop: int
    """The slot that the next player would discard, or NEITHER."""
    own_chop: int
    own: Any
    """[slot]: the set that each own card may be, by the notes and by what the player sees."""
    odds: FloatArray
    """[slot, P_PLAYABLE ... STEPS]"""
    later: Any
    """Scratch space for the notes after a clue."""
    determined: int
    """Own cards that are determined."""
    visible: int
    """Cards that the others hold."""


@compiled
def assess(s: State, notes: Notes, seat: int) -> Any:
    """The situation of a player, from their view and their settled notes."""
    playable, trash, critical = classify_cards(s)
    own, exhausted, odds = np.zeros(MAX_HAND, np.int64), exhausted_cards(s, notes, seat), np.zeros((MAX_HAND, ODDS))
    determined = visible = 0
    for slot in range(as_int(s.held[seat])):
        own[slot] = drop_exhausted(as_int(notes[seat, slot]), exhausted)
        if is_single(own[slot]):
            determined |= as_int(own[slot])
    for ahead in range(1, as_int(s.players)):
        owner = (seat + ahead) % as_int(s.players)
        for slot in range(as_int(s.held[owner])):
            visible |= 1 << card_at(s, owner, slot)
    chop = next_discard(s, notes, next_seat(s, seat), playable, trash, critical)
    own_chop = next_discard(s, notes, seat, playable, trash, critical)
    later = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
    soon = (playable & ~FIVES) << 1 & ~trash
    situation = Situation(
        playable, trash, critical, soon, chop, own_chop, own, odds, later, determined, visible
    )  # fmt: skip
    for slot in range(as_int(s.held[seat])):
        if slot > 0 and own[slot] == own[slot - 1]:
            odds[slot] = odds[slot - 1]
        else:
            fill_odds(s, as_int(own[slot]), situation, odds[slot])
    return situation


@compiled
def fill_odds(s: State, cards: int, situation: Situation, odds: FloatArray) -> None:
    """The odds of a card of this set, by the copies out of sight."""
    total, rest = 0, cards
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        copies = as_int(s.left[card])
        total += copies
        odds[P_PLAYABLE] += copies * (situation.playable >> card & 1)
        odds[P_CRITICAL] += copies * (situation.critical >> card & 1)
        odds[P_COPY] += copies * (situation.visible >> card & 1)
        odds[P_SOON] += copies * (situation.soon >> card & 1)
        if situation.trash >> card & 1:
            odds[P_TRASH] += copies
        else:
            odds[STEPS] += copies * (card % MAX_RANKS - as_int(s.piles[card // MAX_RANKS]))
    for i in range(ODDS):
        odds[i] /= max(total, 1)


@compiled
def position_features(s: State, notes: Notes, seat: int, situation: Situation) -> Any:
    """One number for each name in POSITION_FEATURES."""
    return np.array(public_features(s) + hand_features(s, notes, seat, situation))


@compiled
def public_features(s: State) -> Any:
    """What everybody sees: one number for each name in PUBLIC_FEATURES."""
    deck = as_int(s.deck) - as_int(s.drawn)
    most, reach = as_int(s.colours_used) * as_int(s.ranks_used), 0
    for colour in range(as_int(s.colours_used)):
        reach += best_rank(s, colour)
    return (
        1.0,
        s.tokens / 8.0,
        flag(s.tokens == 0),
        flag(s.tokens == 1),
        flag(s.tokens <= 2),
        flag(s.tokens >= 7),
        deck / 40.0,
        flag(deck < 8),
        flag(deck <= (3 if s.lives >= 3 else 1)),
        flag(deck == 1),
        flag(deck == 0),
        flag(deck == 0 and s.last == 1),
        flag(s.lives == 1),
        flag(s.lives == 2),
        (as_int(s.score) + deck + as_int(s.players) - reach) / 10.0,
        s.score / 25.0,
        (most - reach) / 5.0,
    )


@compiled
def hand_features(s: State, notes: Notes, seat: int, situation: Situation) -> Any:
    """What the player knows of the own hand, and the next player of theirs: one number for each name in
    HAND_FEATURES."""
    after = next_seat(s, seat)
    plays, trash = count_sure(situation.own, as_int(s.held[seat]), situation)
    odds, own_critical = sum_own_odds(s, seat, situation)
    next_plays, next_trash = count_sure(notes[after], as_int(s.held[after]), situation)
    unknown_plays, unknown_critical = count_unknown(s, notes, after, situation)
    lost = 0
    if situation.chop != NEITHER:
        lost = 1 << card_at(s, after, situation.chop)
    return (
        flag(plays > 0),
        flag(plays > 1),
        flag(trash > 0),
        odds / 2.0,
        flag(situation.own_chop != NEITHER),
        own_critical,
        count_unclued(s, seat) / 5.0,
        flag(next_plays > 0),
        flag(next_plays > 1),
        flag(next_trash > 0),
        flag(lost & situation.critical != 0),
        flag(lost & ~(situation.critical | situation.trash) != 0),
        flag(lost & situation.playable != 0),
        flag(unknown_plays > 0),
        unknown_plays / 2.0,
        unknown_critical / 2.0,
        count_unclued(s, after) / 5.0,
    )


@compiled
def sum_own_odds(s: State, seat: int, situation: Situation) -> tuple[float, float]:
    """The expected number of playable own cards beside the certain ones, and the probability that the chop is
    critical."""
    plays = critical = 0.0
    for slot in range(as_int(s.held[seat])):
        if situation.odds[slot, P_PLAYABLE] < 1.0:
            plays += situation.odds[slot, P_PLAYABLE]
        if slot == situation.own_chop:
            critical = situation.odds[slot, P_CRITICAL]
    return plays, critical


@compiled
def count_unknown(s: State, notes: Notes, owner: int, situation: Situation) -> tuple[int, int]:
    """How many cards of a hand are playable, and how many critical, without the owner knowing it."""
    plays = criticals = 0
    for slot in range(as_int(s.held[owner])):
        card, cards = card_at(s, owner, slot), as_int(notes[owner, slot])
        plays += situation.playable >> card & 1 == 1 and holds(cards, situation.playable) == MAYBE
        criticals += situation.critical >> card & 1 == 1 and holds(cards, situation.critical) == MAYBE
    return plays, criticals


@compiled
def count_unclued(s: State, owner: int) -> int:
    """How many cards of a hand no clue has named."""
    unclued = 0
    for slot in range(as_int(s.held[owner])):
        order = as_int(s.hands[owner, slot])
        unclued += (s.colours[order] | s.ranks[order]) & CLUED == 0
    return unclued


@compiled
def count_sure(sets: IntArray, held: int, situation: Situation) -> tuple[int, int]:
    """How many cards of a hand are surely playable, and surely trash."""
    plays = trash = 0
    for slot in range(held):
        plays += holds(as_int(sets[slot]), situation.playable) == YES
        trash += holds(as_int(sets[slot]), situation.trash) == YES
    return plays, trash


@compiled
def flag(condition: Any) -> float:
    return 1.0 if condition else 0.0
