"""Perft: how many lines of play there are to a depth. The measure that move generators are checked by."""

from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS
from ludoteca.games.checkers.moves import count_moves, play_move, write_moves
from ludoteca.protocol import State


class Boards(NamedTuple):
    """The pieces of the mover and of the other side."""

    men: int
    kings: int
    foe_men: int
    foe_kings: int


@compiled
def count_lines(rules: int, side: int, boards: Boards, depth: int, moves: Actions) -> int:
    """The lines of `depth` moves; the last ply is counted without being played."""
    men, kings, foe_men, foe_kings = boards
    if depth == 1:
        return count_moves(rules, side, men, kings, foe_men, foe_kings, moves[depth])
    total = as_int(0)
    for i in range(write_moves(rules, side, men, kings, foe_men, foe_kings, moves[depth])):
        own_men, own_kings, his_men, his_kings = play_move(
            rules, side, men, kings, foe_men, foe_kings, as_int(moves[depth, i])
        )
        after = Boards(his_men, his_kings, own_men, own_kings)
        total += count_lines(rules, 1 - side, after, depth - 1, moves)
    return total


def perft(s: State, depth: int) -> int:
    """The number of lines of `depth` whole moves from a state. Draws by repetition or quiet moves do not end them."""
    if depth <= 0:
        return 1
    side = as_int(s.to_move)
    boards = Boards(as_int(s.men[side]), as_int(s.kings[side]), as_int(s.men[1 - side]), as_int(s.kings[1 - side]))
    moves = np.empty((depth + 1, MAX_ACTIONS), np.int64)
    return int(count_lines(as_int(s.rules), side, boards, as_int(depth), moves))
