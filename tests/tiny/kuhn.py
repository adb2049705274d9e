"""Hidden cards: Kuhn's poker. Three cards, one each; pass or bet once; the higher card wins what was staked."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import below
from ludoteca.protocol import CHANCE, OVER, GameInfo, Rules, state_dtype
from tiny.face import TinyGame

CARDS = 3
NONE, HIDDEN = -1, -2  # not dealt yet; dealt, but this seat may not know it
PASS, BET = 0, 1
STATE = state_dtype(("card", np.int8, (2,)), ("bets", np.int8, (3,)), ("ply", np.int8))
SETUP = state_dtype(("nothing", np.int8))


@compiled
def start(s, setup):
    s.card[0] = s.card[1] = NONE


@compiled
def mover(s):
    if s.card[0] == NONE or s.card[1] == NONE:
        return CHANCE
    if s.ply == 3 or (s.ply == 2 and not (s.bets[0] == PASS and s.bets[1] == BET)):
        return OVER
    return s.ply & 1


@compiled
def legal_actions(s, out):
    out[0] = PASS
    out[1] = BET
    return 2


@compiled
def chances(s, out, p):
    n = 0
    for card in range(CARDS):
        if card != s.card[0]:
            out[n] = card
            n += 1
    for i in range(n):
        p[i] = 1.0 / n
    return n


@compiled
def apply(s, action):
    if s.card[0] == NONE:
        s.card[0] = action
    elif s.card[1] == NONE:
        s.card[1] = action
    else:
        s.bets[s.ply] = action
        s.ply += 1


@compiled
def has_folded(s):
    """Whether a bet was answered by a pass: the cards then stay hidden."""
    return s.ply >= 2 and s.bets[s.ply - 1] == PASS and s.bets[s.ply - 2] == BET


@compiled
def returns(s, out):
    out[0] = 0.0
    if mover(s) == OVER:
        if has_folded(s):
            out[0] = 1.0 if s.ply == 2 else -1.0
        else:
            stake = 2.0 if s.bets[s.ply - 1] == BET else 1.0
            out[0] = stake if s.card[0] > s.card[1] else -stake
    out[1] = -out[0]


@compiled
def observe(s, seat):
    shown = mover(s) == OVER and not has_folded(s)
    if s.card[1 - seat] != NONE and not shown:
        s.card[1 - seat] = HIDDEN


@compiled
def guess(s, seat, rng):
    if s.card[1 - seat] == HIDDEN:
        s.card[1 - seat] = (s.card[seat] + 1 + below(rng, CARDS - 1)) % CARDS


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, chances, observe, guess)


class Kuhn(TinyGame):
    words = ("pass", "bet")
    outcome_words = ("jack", "queen", "king")
    rules = RULES
    info = GameInfo(
        name="kuhn",
        title="Kuhn poker",
        version="1.0",
        summary=__doc__,
        max_actions=2,
        longest=5,
        hidden=True,
        chance=True,
        max_outcomes=CARDS,
        min_return=-2.0,
        max_return=2.0,
    )


GAME = Kuhn()
