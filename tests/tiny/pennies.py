"""Simultaneous picks: matching pennies, a few rounds. Equal picks pay seat 0, unequal ones seat 1."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import below
from ludoteca.protocol import OVER, GameInfo, Option, Rules, state_dtype
from tiny.face import TinyGame

NONE, HIDDEN = -1, 2  # not picked yet; picked, but this seat may not know what
STATE = state_dtype(
    ("picks", np.int8, (2,)), ("first", np.int8), ("rounds", np.int8), ("played", np.int8), ("score", np.int8)
)
SETUP = state_dtype(("rounds", np.int8))


@compiled
def start(s, setup):
    s.picks[0] = s.picks[1] = NONE
    s.rounds = setup.rounds


@compiled
def mover(s):
    if s.played == s.rounds:
        return OVER
    return s.first if s.picks[s.first] == NONE else 1 - s.first


@compiled
def legal_actions(s, out):
    out[0] = 0
    out[1] = 1
    return 2


@compiled
def apply(s, action):
    s.picks[mover(s)] = action
    if s.picks[0] == NONE or s.picks[1] == NONE:
        return
    s.score += 1 if s.picks[0] == s.picks[1] else -1
    s.played += 1
    s.picks[0] = s.picks[1] = NONE
    s.first = 0


@compiled
def returns(s, out):
    out[0] = s.score / s.rounds
    out[1] = -out[0]


@compiled
def observe(s, seat):
    if s.picks[1 - seat] != NONE:
        s.picks[1 - seat] = HIDDEN


@compiled
def guess(s, seat, rng):
    if s.picks[1 - seat] == HIDDEN:
        s.picks[1 - seat] = below(rng, 2)


@compiled
def pending(s):
    return (s.picks[0] != NONE) + (s.picks[1] != NONE)


@compiled
def retract(s, seat):
    s.picks[0] = s.picks[1] = NONE
    s.first = seat


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, observe, guess, pending, retract)


class Pennies(TinyGame):
    words = ("heads", "tails")
    rules = RULES
    info = GameInfo(
        name="pennies",
        title="Matching pennies",
        version="1.0",
        summary=__doc__,
        max_actions=2,
        longest=18,
        simultaneous=True,
        running=True,
        options=(Option("rounds", "rounds to play", 3, low=1, high=9),),
    )


GAME = Pennies()
