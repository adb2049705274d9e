"""A team with conventions: each sees the other's card and not its own. Name your own card for a point, or spend one of
three signals. By the rules a signal says nothing: what it means is up to the convention."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import below
from ludoteca.protocol import (
    CHANCE,
    EVERYBODY,
    NO_ACTION,
    OVER,
    Convention,
    ConventionRules,
    GameInfo,
    Rules,
    state_dtype,
)
from tiny.face import TinyGame

CARDS, TURNS, SIGNALS = 3, 6, 3
UNKNOWN, HIDDEN = 0, -1  # in the deck: not dealt yet; dealt, but this seat may not know it. Otherwise a card + 1
SIGNAL = CARDS  # the first of as many signals
CODE, MIRROR, GAMBLER = range(3)  # bots
OWN, OTHER = 0, 1  # words of the notes: the own card + 1 as the other has signalled it; whether the other knows theirs
STATE = state_dtype(
    ("deck", np.int8, (TURNS + 2,)),
    ("held", np.int8, (2,)),
    ("drawn", np.int8),
    ("moves", np.int8, (TURNS,)),
    ("ply", np.int8),
    ("signals", np.int8),
    ("score", np.int8),
)
SETUP = state_dtype(("nothing", np.int8))


@compiled
def start(s, setup):
    rewind(s)


@compiled
def rewind(s):
    s.held[0], s.held[1] = 0, 1
    s.drawn = 2
    s.moves[:] = 0
    s.ply = 0
    s.signals = SIGNALS
    s.score = 0


@compiled
def mover(s):
    if s.deck[s.held[0]] == UNKNOWN or s.deck[s.held[1]] == UNKNOWN:
        return CHANCE
    return OVER if s.ply == TURNS else s.ply & 1


@compiled
def legal_actions(s, out):
    n = 2 * CARDS if s.signals > 0 else CARDS
    for action in range(n):
        out[action] = action
    return n


@compiled
def chances(s, out, p):
    for card in range(CARDS):
        out[card] = card
        p[card] = 1.0 / CARDS
    return CARDS


@compiled
def apply(s, action):
    for seat in range(2):
        if s.deck[s.held[seat]] == UNKNOWN:
            s.deck[s.held[seat]] = action + 1
            return
    seat = s.ply & 1
    s.moves[s.ply] = action
    s.ply += 1
    if action >= SIGNAL:
        s.signals -= 1
        return
    s.score += s.deck[s.held[seat]] == action + 1
    if s.ply < TURNS:
        s.held[seat] = s.drawn
        s.drawn += 1


@compiled
def returns(s, out):
    out[0] = out[1] = float(s.score)


@compiled
def observe(s, seat):
    if s.deck[s.held[seat]] != UNKNOWN:
        s.deck[s.held[seat]] = HIDDEN


@compiled
def guess(s, seat, rng):
    for who in range(2):
        if (who == seat or seat == EVERYBODY) and s.deck[s.held[who]] == HIDDEN:
            s.deck[s.held[who]] = 1 + below(rng, CARDS)


@compiled
def action_history(s, out):
    for i in range(s.ply):
        out[i] = s.moves[i]
    return s.ply


@compiled
def public_prefix(s, seat):
    """The actions up to the last card that this seat named: its present card came after."""
    for i in range(s.ply - 1, -1, -1):
        if (i & 1) == seat and s.moves[i] < SIGNAL:
            return i + 1
    return 0


@compiled
def translate(bot, value):
    """A card as a signal, and back: mirror counts the other way round."""
    return CARDS - 1 - value if bot == MIRROR else value


@compiled
def update_notes(s, seat, bot, notes, action):
    if action == NO_ACTION:
        notes[:] = 0
    else:
        conclude(notes, (s.ply & 1) == seat, bot, action)


@compiled
def conclude(notes, own, bot, action):
    """What an action, one's `own` or the other's, changes in the notes."""
    if action >= SIGNAL:
        notes[OTHER if own else OWN] = 1 + translate(bot, action - SIGNAL)
    else:
        notes[OWN if own else OTHER] = 0


@compiled
def convention_action(s, seat, bot, notes):
    """Name a card that is known, else signal the other's, else name one blindly."""
    if notes[OWN] > 0:
        return notes[OWN] - 1
    if s.signals > 0 and notes[OTHER] == 0:
        return SIGNAL + translate(bot, s.deck[s.held[1 - seat]] - 1)
    return CARDS - 1 if bot == GAMBLER else 0


@compiled
def true_notes(s, seat, bot, notes):
    """One bit: that nothing wrong is noted about the own card."""
    return 1 if notes[OWN] == 0 or notes[OWN] == s.deck[s.held[seat]] else 0


@compiled
def bot_action(s, bot, rng):
    seat, notes = s.ply & 1, np.zeros(2, np.int64)
    for i in range(s.ply):
        conclude(notes, (i & 1) == seat, bot, s.moves[i])
    return convention_action(s, seat, bot, notes)


RULES = Rules.of(
    STATE,
    SETUP,
    start,
    mover,
    legal_actions,
    apply,
    returns,
    chances,
    observe,
    guess,
    bot_action,
    conventions=ConventionRules(
        rewind=rewind,
        action_history=action_history,
        update_notes=update_notes,
        convention_action=convention_action,
        public_prefix=public_prefix,
        true_notes=true_notes,
    ),
)


class Signals(TinyGame):
    words = ("red", "green", "blue", "one", "two", "three")
    outcome_words = ("red", "green", "blue")
    rules = RULES
    info = GameInfo(
        name="signals",
        title="Signals",
        version="1.0",
        summary=__doc__,
        max_actions=2 * CARDS,
        longest=2 * TURNS + 2,
        utility="co-operative",
        min_return=0.0,
        max_return=float(TURNS),
        hidden=True,
        chance=True,
        max_outcomes=CARDS,
        running=True,
        bots=("code", "mirror", "gambler"),
        conventions=(Convention("code", 2, playout_bot="gambler"), Convention("mirror", 2, expensive=True)),
    )


GAME = Signals()
