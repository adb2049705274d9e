"""Perft: how many lines of play there are to a depth. The measure that move generators are checked by."""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.moves import MAX_ACTIONS, count_moves, play_move, write_moves

__all__ = ["perft"]


@compiled
def count_lines(
    rules: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int, depth: int, moves: Any
) -> int:
    """The lines of `depth` moves; the last ply is counted without being played."""
    if depth == 1:
        return count_moves(rules, side, men, kings, foe_men, foe_kings, moves[depth])
    total = as_int(0)
    for i in range(write_moves(rules, side, men, kings, foe_men, foe_kings, moves[depth])):
        own_men, own_kings, his_men, his_kings = play_move(
            rules, side, men, kings, foe_men, foe_kings, as_int(moves[depth, i])
        )
        total += count_lines(rules, 1 - side, his_men, his_kings, own_men, own_kings, depth - 1, moves)
    return total


def perft(s: Any, depth: int) -> int:
    """The number of lines of `depth` whole moves from a state. Draws by repetition or quiet moves do not end them."""
    if depth <= 0:
        return 1
    side = as_int(s.to_move)
    men, kings = as_int(s.men[side]), as_int(s.kings[side])
    foe_men, foe_kings = as_int(s.men[1 - side]), as_int(s.kings[1 - side])
    moves = np.empty((depth + 1, MAX_ACTIONS), np.int64)
    return int(count_lines(as_int(s.rules), side, men, kings, foe_men, foe_kings, as_int(depth), moves))
