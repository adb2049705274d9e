"""What a player of `keen` takes in before weighing moves, and the names of all that is weighed."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.games.hanabi.bots.sets import YES, holds, is_one, lowest, sort_cards
from ludoteca.games.hanabi.bots.sight import card_at, next_seat
from ludoteca.games.hanabi.bots.smart import exhaust, see
from ludoteca.games.hanabi.bots.smart_notes import next_discard
from ludoteca.games.hanabi.state import MAX_HAND
from ludoteca.jit import as_int, compiled

PLAY, FINESSE, HINT, WARN, RISK, JUNK, TOSS, IDLE = range(8)
MOVES = ("play", "finesse", "hint", "warn", "risk", "junk", "toss", "idle")
"""A card surely playable; the discard finesse; a hint at a playable card; the warning that the next player would lose a
last copy; a card perhaps playable; the discard of a worthless card; of another; a hint that points at nothing."""
MOMENT = (
    "always", "tokens", "deck", "last life", "next can play", "next has junk", "can play", "has junk",
    "next loses a last copy", "next loses a needed card", "pace", "no token", "end is near", "many tokens",
    "next can play twice", "deck is empty", "two lives", "deck is low", "few tokens",
)  # fmt: skip
DETAILS = {
    "play": ("low rank", "others do not know", "last of its colour", "another holds the next", "own next", "twin"),
    "finesse": (),
    "hint": (
        "taken", "plays beyond the first", "rank", "colour", "tells a last copy", "is due", "tells junk", "touched",
        "next in sight", "twin", "saves a last copy",
    ),
    "warn": ("plays", "rank", "playable"),
    "risk": ("odds", "odds squared", "last copy", "worthless", "newest"),
    "junk": ("others know",),
    "toss": (
        "worthless", "last copy", "playable", "is due", "rank if none is due", "twin", "newest", "told",
        "no last copy",
    ),
    "idle": ("taken", "tells a last copy", "stalls", "tells junk"),
}  # fmt: skip
COLUMNS = len(MOMENT) + max(map(len, DETAILS.values()))


class Sight(NamedTuple):
    """What a player takes in before weighing moves."""

    playable: int
    worthless: int
    valuable: int
    due: int
    """The slot that the next player would discard, or NEITHER."""
    own_due: int
    eyes: Any
    """[slot]: the set of each own card, by the notes and by eyesight."""
    known: int
    """Own cards that are determined."""
    theirs: int
    """Cards that the others hold."""
    base: Any
    """[kind of move]: what the moment makes it weigh."""


@compiled
def look(s: Any, notes: Any, seat: int, weights: Any) -> Any:
    playable, worthless, valuable = sort_cards(s)
    eyes, exhausted = np.zeros(MAX_HAND, np.int64), exhaust(s, notes, seat)
    known = theirs = 0
    for slot in range(as_int(s.held[seat])):
        eyes[slot] = see(as_int(notes[seat, slot]), exhausted)
        if is_one(eyes[slot]):
            known |= as_int(eyes[slot])
    for ahead in range(1, as_int(s.players)):
        owner = (seat + ahead) % as_int(s.players)
        for slot in range(as_int(s.held[owner])):
            theirs |= 1 << card_at(s, owner, slot)
    due = next_discard(s, notes, next_seat(s, seat), playable, worthless, valuable)
    own_due = next_discard(s, notes, seat, playable, worthless, valuable)
    base = np.zeros(len(MOVES))
    sight = Sight(playable, worthless, valuable, due, own_due, eyes, known, theirs, base)
    moment = describe_moment(s, notes, seat, sight)
    for kind in range(len(MOVES)):
        for i in range(len(MOMENT)):
            base[kind] += weights[kind, i] * moment[i]
    return sight


@compiled
def describe_moment(s: Any, notes: Any, seat: int, sight: Any) -> Any:
    """One number for each name in MOMENT."""
    deck, after = as_int(s.deck) - as_int(s.drawn), next_seat(s, seat)
    plays, junk = count_sure(sight.eyes, as_int(s.held[seat]), sight)
    next_plays, next_junk = count_sure(notes[after], as_int(s.held[after]), sight)
    lost = 0
    if sight.due >= 0:
        lost = 1 << card_at(s, after, sight.due)
    pace = as_int(s.score) + deck + as_int(s.players) - as_int(s.colours_used) * as_int(s.ranks_used)
    return np.array(
        (
            1.0,
            s.tokens / 8.0,
            deck / 40.0,
            flag(s.lives == 1),
            flag(next_plays > 0),
            flag(next_junk > 0),
            flag(plays > 0),
            flag(junk > 0),
            flag(lost & sight.valuable != 0),
            flag(lost & ~(sight.valuable | sight.worthless) != 0),
            pace / 10.0,
            flag(s.tokens == 0),
            flag(deck <= (3 if s.lives >= 3 else 1)),
            flag(s.tokens >= 7),
            flag(next_plays > 1),
            flag(deck == 0),
            flag(s.lives == 2),
            flag(deck < 8),
            flag(s.tokens <= 2),
        )
    )


@compiled
def count_sure(sets: Any, held: int, sight: Any) -> tuple[int, int]:
    """How many cards of a hand are surely playable, and surely worthless."""
    plays = junk = 0
    for slot in range(held):
        plays += holds(as_int(sets[slot]), sight.playable) == YES
        junk += holds(as_int(sets[slot]), sight.worthless) == YES
    return plays, junk


@compiled
def flag(holds_true: Any) -> float:
    return 1.0 if holds_true else 0.0


@compiled
def weigh(sight: Any, weights: Any, kind: int, details: Any) -> float:
    """What the moment and the details of a move make of it."""
    total = sight.base[kind]
    for i in range(len(details)):
        total += weights[kind, len(MOMENT) + i] * details[i]
    return total


class Odds(NamedTuple):
    """How likely a card is playable, worthless, a last copy, and one that another player holds, too."""

    playable: float
    worthless: float
    valuable: float
    twin: float


@compiled
def find_odds(s: Any, cards: int, sight: Any) -> Any:
    """Of a card of this set, by the copies out of sight."""
    total = playable = worthless = valuable = twin = 0
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        copies = as_int(s.left[card])
        total += copies
        playable += copies * (sight.playable >> card & 1)
        worthless += copies * (sight.worthless >> card & 1)
        valuable += copies * (sight.valuable >> card & 1)
        twin += copies * (sight.theirs >> card & 1)
    total = max(total, 1)
    return Odds(playable / total, worthless / total, valuable / total, twin / total)
