"""A duel with captures: three men a side on a strip of nine. Step forward, or take an enemy one or two cells ahead.
Who takes all, or walks a man home, wins; who cannot move loses."""

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.protocol import OVER, GameInfo, Rules, state_dtype
from tiny.face import TinyGame

CELLS, MEN = 9, 3
NOBODY = -1
REACH = 2
STATE = state_dtype(("owner", np.int8, (CELLS,)), ("turns", np.int8), ("winner", np.int8))
SETUP = state_dtype(("nothing", np.int8))


@compiled
def start(s, setup):
    for cell in range(CELLS):
        s.owner[cell] = 0 if cell < MEN else (1 if cell >= CELLS - MEN else NOBODY)
    s.winner = NOBODY


@compiled
def mover(s):
    return s.turns & 1 if s.winner == NOBODY else OVER


@compiled
def target_of(s, action):
    """Where an action leads: the cell `1 + action % REACH` ahead of cell `action // REACH`, or -1."""
    cell, step = action // REACH, 1 + action % REACH
    goal = cell + step if (s.turns & 1) == 0 else cell - step
    return goal if 0 <= goal < CELLS else -1


@compiled
def is_legal(s, action):
    seat, goal = s.turns & 1, target_of(s, action)
    if s.owner[action // REACH] != seat or goal < 0:
        return False
    return s.owner[goal] == 1 - seat or (action % REACH == 0 and s.owner[goal] == NOBODY)


@compiled
def legal_actions(s, out):
    n = 0
    for action in range(CELLS * REACH):
        if is_legal(s, action):
            out[n] = action
            n += 1
    return n


@compiled
def apply(s, action):
    seat, goal = s.turns & 1, target_of(s, action)
    s.owner[action // REACH] = NOBODY
    s.owner[goal] = seat
    s.turns += 1
    home = CELLS - 1 if seat == 0 else 0
    if goal == home or count_men(s, 1 - seat) == 0 or not has_move(s):
        s.winner = seat


@compiled
def count_men(s, seat):
    n = 0
    for cell in range(CELLS):
        n += s.owner[cell] == seat
    return n


@compiled
def has_move(s):
    for action in range(CELLS * REACH):
        if is_legal(s, action):
            return True
    return False


@compiled
def returns(s, out):
    out[0] = 0.0
    if s.winner != NOBODY:
        out[0] = 1.0 if s.winner == 0 else -1.0
    out[1] = -out[0]


@compiled
def evaluate(s, seat):
    return (count_men(s, seat) - count_men(s, 1 - seat)) / 10.0


@compiled
def is_noisy(s, action):
    return s.owner[target_of(s, action)] != NOBODY


@compiled
def priority(s, action):
    return 1 if is_noisy(s, action) else 0


RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns, evaluate, priority, is_noisy)


class Skirmish(TinyGame):
    words = tuple(f"{cell}+{step}" for cell in range(CELLS) for step in range(1, REACH + 1))
    rules = RULES
    info = GameInfo(
        name="skirmish",
        title="Skirmish",
        version="1.0",
        summary=__doc__,
        max_actions=2 * MEN,
        longest=48,
    )


GAME = Skirmish()
