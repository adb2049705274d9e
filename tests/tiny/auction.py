"""Simultaneous picks with chance, the same actions at every decision, and a known bug: three bid in secret for a prize
that was drawn; the only highest bid wins it, less the bid."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import below
from ludoteca.protocol import CHANCE, OVER, GameInfo, Published, Rules, state_dtype
from tiny.face import TinyGame

SEATS, ROUNDS, BIDS = 3, 2, 3
NONE, HIDDEN = -1, 3  # not bid yet; bid, but this seat may not know how much
PRIZES = (2, 4)
BEST = ROUNDS * max(PRIZES)
STATE = state_dtype(
    ("bids", np.int8, (SEATS,)), ("first", np.int8), ("prize", np.int8), ("played", np.int8), ("won", np.int8, (SEATS,))
)
SETUP = state_dtype(("nothing", np.int8))


@compiled
def start(s, setup):
    s.bids[:] = NONE


@compiled
def mover(s):
    if s.played == ROUNDS:
        return OVER
    if s.prize == 0:
        return CHANCE
    for i in range(SEATS):
        seat = (s.first + i) % SEATS
        if s.bids[seat] == NONE:
            return seat
    return OVER


@compiled
def legal_actions(s, out):
    for bid in range(BIDS):
        out[bid] = bid
    return BIDS


@compiled
def chances(s, out, p):
    for i in range(len(PRIZES)):
        out[i] = i
        p[i] = 1.0 / len(PRIZES)
    return len(PRIZES)


@compiled
def apply(s, action):
    if s.prize == 0:
        s.prize = PRIZES[action]
        return
    s.bids[mover(s)] = action
    if pending(s) < SEATS:
        return
    winner = find_winner(s)
    if winner != NONE:
        s.won[winner] += s.prize - s.bids[winner]
    s.bids[:] = NONE
    s.prize = s.first = 0
    s.played += 1


@compiled
def find_winner(s):
    """The only highest bidder, or nobody."""
    winner, best = NONE, NONE
    for seat in range(SEATS):
        if s.bids[seat] > best:
            winner, best = seat, s.bids[seat]
        elif s.bids[seat] == best:
            winner = NONE
    return winner


@compiled
def returns(s, out):
    for seat in range(SEATS):
        out[seat] = s.won[seat] / BEST


@compiled
def observe(s, seat):
    for other in range(SEATS):
        if other != seat and s.bids[other] != NONE:
            s.bids[other] = HIDDEN


@compiled
def guess(s, seat, rng):
    for other in range(SEATS):
        if s.bids[other] == HIDDEN:
            s.bids[other] = below(rng, BIDS)


@compiled
def pending(s):
    n = 0
    for seat in range(SEATS):
        n += s.bids[seat] != NONE
    return n


@compiled
def retract(s, seat):
    s.bids[:] = NONE
    s.first = seat


def forget_prize(s):
    """A known bug: whatever was drawn, the small prize is taken for it."""
    s.prize = PRIZES[0]


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
    pending,
    retract,
    published=Published(known_bugs={"small_prize": forget_prize}, fixed_actions=True),
)


class Auction(TinyGame):
    words = ("nothing", "one", "two")
    outcome_words = ("small", "large")
    rules = RULES
    info = GameInfo(
        name="auction",
        title="Auction",
        version="1.0",
        summary=__doc__,
        max_actions=BIDS,
        longest=ROUNDS * (SEATS + 1),
        seats=(SEATS, SEATS),
        utility="general",
        min_return=0.0,
        simultaneous=True,
        chance=True,
        max_outcomes=len(PRIZES),
        running=True,
    )


GAME = Auction()
