"""A race of two to four: walk one step, run two (then walk next time), or push the nearest runner ahead back by one."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.protocol import OVER, GameInfo, Option, Rules, state_dtype
from tiny.face import TinyGame

TRACK, MAX_TURNS = 5, 16
WALK, RUN, PUSH = 0, 1, 2
STATE = state_dtype(
    ("place", np.int8, (4,)), ("tired", np.int8, (4,)), ("runners", np.int8), ("turns", np.int8), ("ended", np.int8)
)
SETUP = state_dtype(("players", np.int8))


@compiled
def start(s, setup):
    s.runners = setup.players


@compiled
def seats(s):
    return s.runners


@compiled
def mover(s):
    return OVER if s.ended else s.turns % s.runners


@compiled
def find_ahead(s):
    """The nearest runner in front of the mover, or -1."""
    who, nearest = s.turns % s.runners, -1
    for other in range(s.runners):
        if s.place[other] > s.place[who] and (nearest < 0 or s.place[other] < s.place[nearest]):
            nearest = other
    return nearest


@compiled
def legal_actions(s, out):
    out[0] = WALK
    n = 1
    if s.tired[s.turns % s.runners] == 0:
        out[n] = RUN
        n += 1
    if find_ahead(s) >= 0:
        out[n] = PUSH
        n += 1
    return n


@compiled
def apply(s, action):
    who = s.turns % s.runners
    if action == PUSH:
        s.place[find_ahead(s)] -= 1
    else:
        s.place[who] += 1 if action == WALK else 2
    s.tired[who] = 1 if action == RUN else 0
    s.turns += 1
    if s.place[who] >= TRACK or s.turns == MAX_TURNS:
        s.ended = 1


@compiled
def returns(s, out):
    for seat in range(s.runners):
        out[seat] = evaluate(s, seat)


@compiled
def evaluate(s, seat):
    """One's own progress, less a little of the others', each with another weight so that no choice is indifferent."""
    value = 0.7 * min(s.place[seat], TRACK) / TRACK
    for ahead in range(1, s.runners):
        value -= (0.13 - 0.03 * ahead) * min(s.place[(seat + ahead) % s.runners], TRACK) / TRACK
    return value


@compiled
def rewards(s, kind, out):
    """Kind 0, win: one for the only runner at the end of the track. Kind 1, trail: how much of the track is left."""
    for seat in range(s.runners):
        if kind == 0:
            out[seat] = 1.0 if s.place[seat] >= TRACK else 0.0
        else:
            out[seat] = 1.0 - min(s.place[seat], TRACK) / TRACK


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, seats, evaluate, rewards)


class Runners(TinyGame):
    words = ("walk", "run", "push")
    rules = RULES
    info = GameInfo(
        name="runners",
        title="Runners",
        version="1.0",
        summary=__doc__,
        max_actions=3,
        longest=MAX_TURNS,
        seats=(2, 4),
        utility="general",
        min_return=-0.3,
        max_return=0.7,
        running=True,
        options=(Option("players", "how many run", 3, low=2, high=4),),
        rewards=("win", "trail"),
    )


GAME = Runners()
