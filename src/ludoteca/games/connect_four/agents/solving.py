"""The compiled search behind the solver: what a position of connect four is worth, and how far its end is.

A score is for the side to move: 0 for a draw; for a win, 22 less the number of discs that the winner will have dropped
by then, so that quick wins score more (`plies_to_end` turns it into plies); for a loss the same, negative. Every
question to the search is a null window: is the score greater than this? The table keeps what was proved. A proof holds
for ever, so no entry grows old.

The search is not `ludoteca/agents/negamax.py`, which plays any game, because its speed comes from what only this game
has: a move that leaves a threat unanswered or opens one is never tried (most nodes have one or two moves left), moves
are ordered by the threats that they make, a position and its mirror image are one, and a word of eight bytes holds a
key and both bounds, where the general table needs 32. The place in the table is found as there.
"""

from typing import NamedTuple

import numpy as np

from ludoteca.agents.transpositions import find_place
from ludoteca.core.arrays import IntArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.connect_four.boards import fours, landings, position_key
from ludoteca.games.connect_four.rules import CELLS, COLUMNS, FULL_COLUMN, SPAN
from ludoteca.protocol.budget import CONTROL_WORDS, DONE, LIMIT, STOP

BEST = CELLS // 2  # no score is larger
BOUND_BITS = 6  # a bound is kept as score + BEST, 0 to 42
BOUND = (1 << BOUND_BITS) - 1


class Work(NamedTuple):
    """Memory that the search writes to."""

    control: IntArray  # stop flag, nodes, limit
    table: IntArray  # [2**n]: key, upper bound, lower bound in one word
    order: IntArray  # [CELLS + 1, COLUMNS]: the moves at each ply, by rank
    low: IntArray  # [COLUMNS]: what is proved of the root's moves
    high: IntArray  # [COLUMNS]


def new_work(table: int) -> Work:
    """Memory with a table of 2 to the power of `table` positions."""
    return Work(
        np.zeros(CONTROL_WORDS, np.int64),
        np.zeros(2**table, np.int64),
        np.zeros((CELLS + 1, COLUMNS), np.int64),
        np.zeros(COLUMNS, np.int64),
        np.zeros(COLUMNS, np.int64),
    )


def plies_to_end(score: int, discs: int) -> int:
    """How many discs will still be dropped with best play, from a position with so many discs and this score. For the
    standard game, where the winner drops the last one."""
    if score == 0:
        return CELLS - discs
    first_wins = (score > 0) == (discs % 2 == 0)
    return 2 * (BEST + 1 - abs(score)) - first_wins - discs


# --- the root ------------------------------------------------------------------------------------------------------


@compiled
def solve_root(work: Work, own: int, board: int, misere: int, every: int) -> int:
    """Narrow `low` and `high` of the legal moves until the best score is proved (or that of every move), the limit is
    reached or the stop flag is up. Returns the best score so far, for the side to move."""
    ply = as_int(count_bits(board))
    ranked = rank_root(work, own, board, misere)
    if every:
        for i in range(ranked):
            column = lowest_bit(work.order[ply, i]) // SPAN
            while work.low[column] < work.high[column] and work.control[STOP] == 0:
                ask(work, own, board, misere, column, choose_question(work.low[column], work.high[column]))
    else:
        narrow_best(work, own, board, misere, ranked)
    best = as_int(-BEST)
    for i in range(ranked):
        best = max(best, as_int(work.low[lowest_bit(work.order[ply, i]) // SPAN]))
    return best


@compiled
def rank_root(work: Work, own: int, board: int, misere: int) -> int:
    """All legal moves into the order to try them, with the bounds that the number of discs gives; how many."""
    ply = as_int(count_bits(board))
    n = rank_moves(work, own, board, landings(board), misere)
    for column in range(COLUMNS):
        work.low[column], work.high[column] = -BEST, BEST
    mine = fours(own, board)
    for i in range(n):
        cell = work.order[ply, i]
        column = lowest_bit(cell) // SPAN
        if cell & mine:
            score = (CELLS + 1 - ply) // 2
            work.low[column] = work.high[column] = -score if misere else score
        elif ply + 1 == CELLS:
            work.low[column] = work.high[column] = 0
        else:
            work.low[column] = -((CELLS - ply) // 2)
            work.high[column] = (CELLS - ply) // 2
    return n


@compiled
def narrow_best(work: Work, own: int, board: int, misere: int, n: int) -> None:
    """Ask about the moves in turn, until none can be better than one whose score is proved."""
    ply = as_int(count_bits(board))
    order = work.order[ply]
    while work.control[STOP] == 0:
        low, high = as_int(-BEST), as_int(-BEST)
        for i in range(n):
            column = lowest_bit(order[i]) // SPAN
            low, high = max(low, as_int(work.low[column])), max(high, as_int(work.high[column]))
        if low == high:
            return
        question = choose_question(low, high)
        for i in range(n):
            column = lowest_bit(order[i]) // SPAN
            if work.high[column] > question:
                ask(work, own, board, misere, column, question)
                if work.control[STOP] != 0:
                    return
                if work.low[column] > question:
                    bring_forward(order, i)
                    break


@compiled
def bring_forward(order: IntArray, place: int) -> None:
    cell = order[place]
    for i in range(place, 0, -1):
        order[i] = order[i - 1]
    order[0] = cell


@compiled
def choose_question(low: int, high: int) -> int:
    """What to ask next of a score between these: first of quick ends, which are soon proved and help with the rest."""
    middle = low + (high - low) // 2
    if middle <= 0 and -(-low // 2) < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


@compiled
def ask(work: Work, own: int, board: int, misere: int, column: int, question: int) -> None:
    """Is the score of a move greater than this? Moves one of its bounds."""
    cell = landings(board) & FULL_COLUMN << column * SPAN
    score = -as_int(search(work, board ^ own, board | cell, misere, -question - 1))
    if work.control[STOP] != 0:
        return
    if score > question:
        work.low[column] = max(as_int(work.low[column]), score)
    else:
        work.high[column] = min(as_int(work.high[column]), score)


# --- inside --------------------------------------------------------------------------------------------------------


@compiled
def search(work: Work, own: int, board: int, misere: int, alpha: int) -> int:
    """Whether the score of a position is greater than alpha: a lower bound above it if so, else an upper bound. The
    position is not over."""
    # 1. Count, and stop when asked
    work.control[DONE] += 1
    if work.control[DONE] >= work.control[LIMIT]:
        work.control[STOP] = 1
    if work.control[STOP] != 0:
        return alpha
    ply = as_int(count_bits(board))
    other = board ^ own
    # 2. The end is at hand
    moves = landings(board)
    if misere:
        if ply == CELLS:
            return 0
        moves &= ~fours(own, board)
        if moves == 0:
            return -((CELLS + 1 - ply) // 2)
        low, high = -((CELLS - 1 - ply) // 2), (CELLS - ply) // 2
    else:
        if moves & fours(own, board):
            return (CELLS + 1 - ply) // 2
        moves = answers(other, board, moves)
        if moves == 0:
            return 0 if ply == CELLS else -((CELLS - ply) // 2)
        if ply >= CELLS - 2:
            return 0
        low, high = -((CELLS - 2 - ply) // 2), (CELLS - 1 - ply) // 2
    # 3. What the number of discs and the table say
    key = position_key(own, board)
    place = find_place(key, work.table.shape[0] - 1)
    entry = work.table[place]
    if entry >> 2 * BOUND_BITS == key:
        low = max(low, (entry & BOUND) - BEST)
        high = min(high, (entry >> BOUND_BITS & BOUND) - BEST)
    if low > alpha:
        return low
    if high <= alpha:
        return high
    # 4. The moves, those first that make most threats
    n = rank_moves(work, own, board, moves, misere)
    best = -BEST
    for i in range(n):
        cell = work.order[ply, i]
        score = -as_int(search(work, other, board | cell, misere, -alpha - 1))
        if score > best:
            best = score
            if best > alpha:
                break
    # 5. Into the table
    if work.control[STOP] == 0:
        if best > alpha:
            low = max(low, best)
        else:
            high = min(high, best)
        work.table[place] = (key << BOUND_BITS | high + BEST) << BOUND_BITS | low + BEST
    return best


@compiled
def answers(other: int, board: int, moves: int) -> int:
    """The moves after which the other side cannot make four at once; none if there is no such move."""
    threats = fours(other, board)
    forced = moves & threats
    if forced:
        if forced & (forced - 1):
            return 0  # two at once
        moves = forced
    return moves & ~(threats >> 1)  # not below a cell where the other would make four


@compiled
def rank_moves(work: Work, own: int, board: int, moves: int, misere: int) -> int:
    """The cells of these moves into `order`, those first after which there are most cells that make four (in misere:
    fewest); among equals the middle first. Returns how many."""
    ply = as_int(count_bits(board))
    order = work.order[ply]
    n = 0
    ranks = 0  # of the moves so far, a byte each
    for i in range(COLUMNS):
        column = COLUMNS // 2 + (1 - 2 * (i % 2)) * ((i + 1) // 2)  # 3, 2, 4, 1, 5, 0, 6
        cell = moves & FULL_COLUMN << column * SPAN
        if cell == 0:
            continue
        rank = count_bits(fours(own | cell, board | cell))
        if misere:
            rank = CELLS - rank
        j = n
        while j > 0 and (ranks >> 8 * (j - 1) & 255) < rank:
            order[j] = order[j - 1]
            j -= 1
        order[j] = cell
        below = ranks & (1 << 8 * j) - 1
        ranks = (ranks >> 8 * j) << 8 * (j + 1) | rank << 8 * j | below
        n += 1
    return n
