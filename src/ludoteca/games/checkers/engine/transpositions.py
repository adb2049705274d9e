"""The table of positions met before. An entry is two words: the key, and action, bound, depth and score in one.

A position near a draw by counting has a key of its own for each number of plies left: what is known of the same pieces
far from the draw does not hold there.
"""

from typing import NamedTuple

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.draws import NEAR, plies_to_draw
from ludoteca.games.checkers.engine.network import PLIES
from ludoteca.games.checkers.engine.workspace import CERTAIN, MATERIAL_DRAW, QUIET_DRAW, WIN, Memory, Node

EXACT, LOWER, UPPER = 0, 1, 2  # what the score is


class Entry(NamedTuple):
    action: int
    bound: int
    depth: int
    score: int  # counted from the root


@compiled
def table_key(memory: Memory, node: Node, plies_left: int) -> int:
    """The key of a node; `plies_left` before its material makes a draw."""
    by_quiet = plies_to_draw(as_int(memory.quiet_limit), node.quiet)
    by_material = min(plies_left, as_int(NEAR))
    draws = memory.draw_keys[QUIET_DRAW, by_quiet] ^ memory.draw_keys[MATERIAL_DRAW, by_material]
    return as_int(node.hash ^ draws)


@compiled
def store(table: IntArray, place: int, key: int, entry: Entry, ply: int) -> None:
    """Write an entry over whatever is there. A forced end is counted from the position itself."""
    score = entry.score
    if score > CERTAIN:
        score += ply
    elif score < -CERTAIN:
        score -= ply
    data = entry.action | entry.bound << 31 | min(entry.depth, as_int(255)) << 33
    table[place] = key
    table[place + 1] = data | (score + WIN + PLIES) << 41


@compiled
def read_entry(data: int, ply: int) -> Entry:
    score = (data >> 41) - WIN - PLIES
    if score > CERTAIN:
        score -= ply
    elif score < -CERTAIN:
        score += ply
    return Entry(data & 0x7FFFFFFF, data >> 31 & 3, data >> 33 & 255, score)


@compiled
def decides(entry: Entry, depth: int, alpha: int, beta: int) -> bool:
    """Whether the entry makes a search of this depth and window needless."""
    if entry.depth < depth:
        return False
    if entry.bound == LOWER:
        return entry.score >= beta
    return entry.bound == EXACT or entry.score <= alpha
