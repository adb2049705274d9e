"""What a player of `keen` takes in before weighing moves, and the names of all that is weighed."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.card_sets import MAYBE, YES, holds, is_one, sort_cards
from ludoteca.games.hanabi.bots.hand_queries import best_rank, card_at, next_seat
from ludoteca.games.hanabi.bots.smart import exhaust, see
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, next_discard
from ludoteca.games.hanabi.state import KINDS, MAX_HAND, MAX_PLAYERS, MAX_RANKS, TOLD

PLAY, FINESSE, HINT, WARN, RISK, JUNK, TOSS, IDLE = range(8)
MOVES = ("play", "finesse", "hint", "warn", "risk", "junk", "toss", "idle")
"""A card surely playable; the discard finesse; a hint at a playable card; the warning that the next player would lose a
last copy; a card perhaps playable; the discard of a worthless card; of another; a hint that points at nothing."""
TABLE = (
    "always", "tokens", "no token", "one token", "few tokens", "many tokens", "deck", "deck is low", "end is near",
    "one card in the deck", "deck is empty", "last turn", "last life", "two lives", "pace", "score", "points lost",
)  # fmt: skip
HANDS = (
    "can play", "can play twice", "has junk", "odds of own cards", "own due", "own due is a last copy", "own untold",
    "next can play", "next can play twice", "next has junk", "next loses a last copy", "next loses a needed card",
    "next loses a playable card", "next has something to learn", "playable cards to learn", "last copies to learn",
    "next untold",
)  # fmt: skip
MOMENT = TABLE + HANDS
DETAILS = {
    "play": (
        "low rank", "others do not know", "last of its colour", "another holds the next", "own next", "twin", "known",
    ),
    "finesse": (),
    "hint": (
        "taken", "plays beyond the first", "rank", "colour", "tells a last copy", "is due", "tells junk", "touched",
        "next in sight", "twin", "saves a last copy", "by convention", "last copies told", "junk touched", "named",
    ),
    "warn": (
        "plays", "rank", "playable", "taken", "last copies told", "then loses a last copy", "then loses a needed card",
    ),
    "risk": ("odds", "odds squared", "last copy", "worthless", "newest", "soon playable", "told", "slot"),
    "junk": ("others know", "newest"),
    "toss": (
        "worthless", "last copy", "playable", "is due", "rank if none is due", "twin", "newest", "told",
        "no last copy", "soon playable", "steps to go", "slot",
    ),
    "idle": (
        "taken", "tells a last copy", "stalls", "tells junk", "last copies told", "then loses a last copy",
        "then loses a needed card", "touched", "playable cards touched", "named",
    ),
}  # fmt: skip
MOST_DETAILS = max(map(len, DETAILS.values()))
COLUMNS = len(MOMENT) + MOST_DETAILS
FIVES = sum(1 << card for card in range(MAX_RANKS - 1, KINDS, MAX_RANKS))


class Sight(NamedTuple):
    """What a player takes in before weighing moves."""

    playable: int
    worthless: int
    valuable: int
    soon: int
    """Cards that are playable once one more is built."""
    due: int
    """The slot that the next player would discard, or NEITHER."""
    own_due: int
    eyes: Any
    """[slot]: the set of each own card, by the notes and by eyesight."""
    odds: Any
    """[slot, one of PLAYABLE ... STEPS]: what an own card may be."""
    later: Any
    """Room for the notes after a hint."""
    known: int
    """Own cards that are determined."""
    theirs: int
    """Cards that the others hold."""


@compiled
def look(s: Any, notes: Any, seat: int) -> Any:
    playable, worthless, valuable = sort_cards(s)
    eyes, exhausted, odds = np.zeros(MAX_HAND, np.int64), exhaust(s, notes, seat), np.zeros((MAX_HAND, ODDS))
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
    later = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
    soon = (playable & ~FIVES) << 1 & ~worthless
    sight = Sight(playable, worthless, valuable, soon, due, own_due, eyes, odds, later, known, theirs)
    for slot in range(as_int(s.held[seat])):
        if slot > 0 and eyes[slot] == eyes[slot - 1]:
            odds[slot] = odds[slot - 1]
        else:
            find_odds(s, as_int(eyes[slot]), sight, odds[slot])
    return sight


@compiled
def describe_moment(s: Any, notes: Any, seat: int, sight: Any) -> Any:
    """One number for each name in MOMENT."""
    return np.array(describe_table(s) + describe_hands(s, notes, seat, sight))


@compiled
def describe_table(s: Any) -> Any:
    """What all see: one number for each name in TABLE."""
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
def describe_hands(s: Any, notes: Any, seat: int, sight: Any) -> Any:
    """What the player knows of the own hand, and the next one of theirs: one number for each name in HANDS."""
    after = next_seat(s, seat)
    plays, junk = count_sure(sight.eyes, as_int(s.held[seat]), sight)
    odds, own_lost = weigh_own(s, seat, sight)
    next_plays, next_junk = count_sure(notes[after], as_int(s.held[after]), sight)
    to_learn, last_to_learn = count_lessons(s, notes, after, sight)
    lost = 0
    if sight.due != NEITHER:
        lost = 1 << card_at(s, after, sight.due)
    return (
        flag(plays > 0),
        flag(plays > 1),
        flag(junk > 0),
        odds / 2.0,
        flag(sight.own_due != NEITHER),
        own_lost,
        count_untold(s, seat) / 5.0,
        flag(next_plays > 0),
        flag(next_plays > 1),
        flag(next_junk > 0),
        flag(lost & sight.valuable != 0),
        flag(lost & ~(sight.valuable | sight.worthless) != 0),
        flag(lost & sight.playable != 0),
        flag(to_learn > 0),
        to_learn / 2.0,
        last_to_learn / 2.0,
        count_untold(s, after) / 5.0,
    )


@compiled
def weigh_own(s: Any, seat: int, sight: Any) -> tuple[float, float]:
    """How many own cards are playable beside the sure ones, on average; how likely the card that is due is a last
    copy."""
    plays = lost = 0.0
    for slot in range(as_int(s.held[seat])):
        if sight.odds[slot, PLAYABLE] < 1.0:
            plays += sight.odds[slot, PLAYABLE]
        if slot == sight.own_due:
            lost = sight.odds[slot, VALUABLE]
    return plays, lost


@compiled
def count_lessons(s: Any, notes: Any, owner: int, sight: Any) -> tuple[int, int]:
    """How many cards of a hand are playable and how many are last copies, and the owner does not know it."""
    plays = lasts = 0
    for slot in range(as_int(s.held[owner])):
        card, cards = card_at(s, owner, slot), as_int(notes[owner, slot])
        plays += sight.playable >> card & 1 == 1 and holds(cards, sight.playable) == MAYBE
        lasts += sight.valuable >> card & 1 == 1 and holds(cards, sight.valuable) == MAYBE
    return plays, lasts


@compiled
def count_untold(s: Any, owner: int) -> int:
    """How many cards of a hand no hint has named."""
    untold = 0
    for slot in range(as_int(s.held[owner])):
        order = as_int(s.hands[owner, slot])
        untold += (s.colours[order] | s.ranks[order]) & TOLD == 0
    return untold


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


PLAYABLE, WORTHLESS, VALUABLE, TWIN, SOON, STEPS, ODDS = range(7)
"""How likely a card is playable, worthless, a last copy, one that another player holds, too, and one that becomes
playable once one more card is built; and how many cards lie below it on average."""


@compiled
def find_odds(s: Any, cards: int, sight: Any, odds: Any) -> None:
    """Of a card of this set, by the copies out of sight."""
    total, rest = 0, cards
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        copies = as_int(s.left[card])
        total += copies
        odds[PLAYABLE] += copies * (sight.playable >> card & 1)
        odds[VALUABLE] += copies * (sight.valuable >> card & 1)
        odds[TWIN] += copies * (sight.theirs >> card & 1)
        odds[SOON] += copies * (sight.soon >> card & 1)
        if sight.worthless >> card & 1:
            odds[WORTHLESS] += copies
        else:
            odds[STEPS] += copies * (card % MAX_RANKS - as_int(s.piles[card // MAX_RANKS]))
    for i in range(ODDS):
        odds[i] /= max(total, 1)
