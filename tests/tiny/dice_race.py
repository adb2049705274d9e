"""A duel with chance: walk one step for sure, or roll for 0, 2 or 3. Who reaches the end first wins."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.protocol import CHANCE, OVER, GameInfo, Rules, state_dtype
from tiny.face import TinyGame

TRACK, MAX_TURNS = 7, 14
WALK, ROLL = 0, 1
STATE = state_dtype(("place", np.int8, (2,)), ("turns", np.int8), ("rolling", np.int8))
SETUP = state_dtype(("nothing", np.int8))


@compiled
def start(s, setup):
    s.rolling = 0


@compiled
def mover(s):
    if s.place[0] >= TRACK or s.place[1] >= TRACK or s.turns == MAX_TURNS:
        return OVER
    return CHANCE if s.rolling else s.turns & 1


@compiled
def legal_actions(s, out):
    out[0] = WALK
    out[1] = ROLL
    return 2


@compiled
def chances(s, out, p):
    for i in range(3):
        out[i] = i
        p[i] = 1.0 / 3.0
    return 3


@compiled
def apply(s, action):
    if s.rolling == 0 and action == ROLL:
        s.rolling = 1
        return
    step = (action + 1 if action else 0) if s.rolling else 1
    s.place[s.turns & 1] += step
    s.rolling = 0
    s.turns += 1


@compiled
def returns(s, out):
    out[0] = 1.0 if s.place[0] >= TRACK else (-1.0 if s.place[1] >= TRACK else 0.0)
    out[1] = -out[0]


@compiled
def evaluate(s, seat):
    return (s.place[seat] - s.place[1 - seat]) / (2.0 * TRACK)


@compiled
def bot_action(s, bot, rng):
    return ROLL if s.place[s.turns & 1] < s.place[1 - (s.turns & 1)] else WALK


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, chances, bot_action, evaluate)


class DiceRace(TinyGame):
    words = ("walk", "roll")
    outcome_words = ("stay", "two", "three")
    rules = RULES
    info = GameInfo(
        name="dice_race",
        title="Dice race",
        version="1.0",
        summary=__doc__,
        max_actions=2,
        longest=2 * MAX_TURNS,
        chance=True,
        max_outcomes=3,
        bots=("chaser",),
    )


GAME = DiceRace()
