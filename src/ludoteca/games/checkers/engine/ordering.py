"""Which moves to try first: the one that the table holds, captures, killers, then by history."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import WAY_SHIFT, is_capture
from ludoteca.games.checkers.engine.network import PLIES
from ludoteca.games.checkers.engine.workspace import Memory

FIRST, CAPTURE, KILLER, SECOND_KILLER = 1 << 40, 1 << 30, 1 << 29, 1 << 28  # ranks; history stays below


@compiled
def rank_moves(memory: Memory, side: int, ply: int, n: int, hint: int) -> None:
    for i in range(n):
        action = as_int(memory.moves[ply, i])
        if action == hint:
            memory.ranks[ply, i] = FIRST
        elif is_capture(action):
            memory.ranks[ply, i] = CAPTURE + (action >> WAY_SHIFT)
        elif action == memory.killers[ply, 0]:
            memory.ranks[ply, i] = KILLER
        elif action == memory.killers[ply, 1]:
            memory.ranks[ply, i] = SECOND_KILLER
        else:
            memory.ranks[ply, i] = memory.history[side, action]


@compiled
def take_next(memory: Memory, ply: int, i: int, n: int) -> int:
    """Swap the best-ranked move from place i on to place i."""
    top = i
    for j in range(i + 1, n):
        if memory.ranks[ply, j] > memory.ranks[ply, top]:
            top = j
    action = as_int(memory.moves[ply, top])
    if top != i:
        memory.moves[ply, top], memory.ranks[ply, top] = memory.moves[ply, i], memory.ranks[ply, i]
        memory.moves[ply, i] = action
    return action


@compiled
def remember(memory: Memory, side: int, ply: int, action: int, depth: int) -> None:
    """A quiet move that refuted: a killer at this ply, and more history."""
    if memory.killers[ply, 0] != action:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = action
    memory.history[side, action] = min(memory.history[side, action] + depth * depth, SECOND_KILLER - 1)


@compiled
def keep_line(memory: Memory, ply: int, action: int) -> None:
    """The principal variation from here: the move, then the child's."""
    length = as_int(memory.length[ply + 1])
    memory.line[ply, 0] = action
    for i in range(length):
        memory.line[ply, i + 1] = memory.line[ply + 1, i]
    memory.length[ply] = min(length + 1, PLIES)
