"""Which moves `negamax.py` tries first, compiled: the table's, the game's own priorities, killers and history."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import State
from ludoteca.protocol.rules import mover, priority

HISTORY = 4096  # history scores are kept by seat and action, modulo this
FIRST, KILLER, SECOND_KILLER = 1 << 60, 1 << 40, 1 << 39  # ranks; history stays below

Plan = Any  # the PLAN of negamax.py
Frame = Any  # one row of its frame_dtype


@compiled
def rank_moves(s: State, frame: Frame, plan: Plan, hint: int) -> None:
    """Give each move of the frame a rank; `hint` is the table's, or NONE."""
    who = mover(s)
    for i in range(frame.count):
        move = as_int(frame.moves[i])
        rank = as_int(0)
        if plan.priorities:
            rank += (as_int(priority(s, move)) + 512) << 41
        if plan.killers:
            if move == frame.killers[0]:
                rank += KILLER
            elif move == frame.killers[1]:
                rank += SECOND_KILLER
            rank += plan.history[who, move % HISTORY]
        if move == hint:
            rank = FIRST
        frame.ranks[i] = rank


@compiled
def take_next(frame: Any, i: int) -> int:
    """Bring the move with the largest rank among those from place i on to place i (the first of equals)."""
    top = i
    for j in range(i + 1, frame.count):
        if frame.ranks[j] > frame.ranks[top]:
            top = j
    move, rank = frame.moves[top], frame.ranks[top]
    for j in range(top, i, -1):
        frame.moves[j] = frame.moves[j - 1]
        frame.ranks[j] = frame.ranks[j - 1]
    frame.moves[i] = move
    frame.ranks[i] = rank
    return as_int(move)


@compiled
def remember(frame: Frame, plan: Plan, who: int, move: int, depth: int) -> None:
    """A move that refuted: a killer at this ply, and a little more history."""
    if frame.killers[0] != move:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = move
    plan.history[who, move % HISTORY] = min(plan.history[who, move % HISTORY] + depth * depth, SECOND_KILLER - 1)
