"""A team with hidden cards and running rewards: each sees the other's lantern but not its own. Name the colour of your
own lantern for a point and a new one, or spend one of two matches to show the other theirs."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import below
from ludoteca.protocol import CHANCE, OVER, GameInfo, Rules, state_dtype
from tiny.face import TinyGame

COLOURS, TURNS, MATCHES = 3, 6, 2
NONE, HIDDEN = -1, -2  # not lit yet; lit, but this seat may not know its colour
SHOW = COLOURS
STATE = state_dtype(
    ("lantern", np.int8, (2,)), ("shown", np.int8, (2,)), ("turns", np.int8), ("matches", np.int8), ("score", np.int8)
)
SETUP = state_dtype(("nothing", np.int8))


@compiled
def start(s, setup):
    s.lantern[0] = s.lantern[1] = NONE
    s.matches = MATCHES


@compiled
def mover(s):
    if s.lantern[0] == NONE or s.lantern[1] == NONE:
        return CHANCE
    return OVER if s.turns == TURNS else s.turns & 1


@compiled
def legal_actions(s, out):
    for colour in range(COLOURS):
        out[colour] = colour
    out[COLOURS] = SHOW
    return COLOURS + (s.matches > 0)


@compiled
def chances(s, out, p):
    for colour in range(COLOURS):
        out[colour] = colour
        p[colour] = 1.0 / COLOURS
    return COLOURS


@compiled
def apply(s, action):
    if s.lantern[0] == NONE:
        s.lantern[0] = action
    elif s.lantern[1] == NONE:
        s.lantern[1] = action
    else:
        seat = s.turns & 1
        if action == SHOW:
            s.matches -= 1
            s.shown[1 - seat] = 1
        else:
            s.score += s.lantern[seat] == action
            s.lantern[seat] = NONE
            s.shown[seat] = 0
        s.turns += 1


@compiled
def returns(s, out):
    out[0] = out[1] = float(s.score)


@compiled
def observe(s, seat):
    if s.lantern[seat] != NONE and s.shown[seat] == 0:
        s.lantern[seat] = HIDDEN


@compiled
def guess(s, seat, rng):
    if s.lantern[seat] == HIDDEN:
        s.lantern[seat] = below(rng, COLOURS)


@compiled
def bot_action(s, bot, rng):
    """Name a lantern that was shown, else show the other's, else guess."""
    seat = s.turns & 1
    if s.shown[seat]:
        return s.lantern[seat]
    if s.matches > 0 and s.shown[1 - seat] == 0:
        return SHOW
    return below(rng, COLOURS)


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, chances, observe, guess, bot_action)


class Lanterns(TinyGame):
    words = ("red", "green", "blue", "show")
    outcome_words = ("red", "green", "blue")
    rules = RULES
    info = GameInfo(
        name="lanterns",
        title="Lanterns",
        version="1.0",
        summary=__doc__,
        max_actions=4,
        longest=2 * TURNS + 2,
        utility="co-operative",
        min_return=0.0,
        max_return=float(TURNS),
        hidden=True,
        chance=True,
        max_outcomes=COLOURS,
        running=True,
        bots=("keeper",),
    )


GAME = Lanterns()
