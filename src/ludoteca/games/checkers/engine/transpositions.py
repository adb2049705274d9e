"""The table of positions met before: buckets of four entries, which searches in several threads can share.

An entry is two words: data (action, bound, depth, score, age), and the key combined with them by exclusive or. If two
threads wrote an entry at the same time, its words do not fit each other, and it counts as none. A bucket is a cache
line. A new entry goes where its position is already, or in the place of what is worth least: shallow, and from searches
long ago.

A position near a draw by counting has a key of its own for each number of plies left: what is known of the same pieces
far from the draw does not hold there.
"""

from typing import NamedTuple

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.draws import NEAR, plies_to_draw
from ludoteca.games.checkers.engine.network import PLIES
from ludoteca.games.checkers.engine.workspace import CERTAIN, MATERIAL_DRAW, NONE, QUIET_DRAW, WIN, Memory, Node

EXACT, LOWER, UPPER = 0, 1, 2  # what the score is
WAYS = 4  # entries in a bucket
BUCKET = 2 * WAYS  # words: 64 bytes, a cache line
LINE = 64  # bytes
BOUND_AT, DEPTH_AT, SCORE_AT, AGE_AT = 31, 33, 41, 57  # places of the bits in the data; the action is below
AGES = 64
STALE = 4  # plies of depth that an entry is worth less for each search that has passed since


class Entry(NamedTuple):
    action: int
    bound: int
    depth: int
    score: int  # counted from the root


def new_table(bits: int) -> IntArray:
    """An empty table for 2 to the power of `bits` positions, its buckets on cache lines."""
    words = 2 * 2**bits
    spare = np.zeros(words + LINE // 8, np.int64)
    first = -spare.ctypes.data % LINE // 8
    return spare[first : first + words]


@compiled
def table_key(memory: Memory, node: Node, plies_left: int) -> int:
    """The key of a node; `plies_left` before its material makes a draw."""
    by_quiet = plies_to_draw(as_int(memory.quiet_limit), node.quiet)
    by_material = min(plies_left, as_int(NEAR))
    draws = memory.draw_keys[QUIET_DRAW, by_quiet] ^ memory.draw_keys[MATERIAL_DRAW, by_material]
    return as_int(node.hash ^ draws)


@compiled
def bucket_of(memory: Memory, key: int) -> int:
    """Where the bucket of a key begins."""
    return as_int(BUCKET) * (key & as_int(memory.table_mask))


@compiled
def look_up(table: IntArray, place: int, key: int) -> int:
    """The data that the bucket at this place holds for a key, or 0."""
    for i in range(place, place + BUCKET, 2):
        data = as_int(table[i + 1])
        if table[i] ^ data == key:
            return data
    return as_int(0)


@compiled
def store(table: IntArray, place: int, key: int, entry: Entry, ply: int, age: int) -> None:
    """Write an entry into the bucket at this place. A forced end is counted from the position itself."""
    action, score = entry.action, entry.score
    if score > CERTAIN:
        score += ply
    elif score < -CERTAIN:
        score -= ply
    victim, least = place, as_int(AGES * STALE)
    for i in range(place, place + BUCKET, 2):
        old = as_int(table[i + 1])
        if table[i] ^ old == key:
            victim = i
            if action == NONE:
                action = old & 0x7FFFFFFF
            break
        worth = depth_of(old) - STALE * (age - (old >> AGE_AT) & AGES - 1) if old != 0 else -as_int(AGES * STALE)
        if worth < least:
            victim, least = i, worth
    data = action | entry.bound << BOUND_AT | min(entry.depth, as_int(255)) << DEPTH_AT
    data |= (score + WIN + PLIES) << SCORE_AT | age << AGE_AT
    table[victim] = key ^ data
    table[victim + 1] = data


@compiled
def depth_of(data: int) -> int:
    return data >> DEPTH_AT & 255


@compiled
def read_entry(data: int, ply: int) -> Entry:
    score = (data >> SCORE_AT & 0xFFFF) - WIN - PLIES
    if score > CERTAIN:
        score -= ply
    elif score < -CERTAIN:
        score += ply
    return Entry(data & 0x7FFFFFFF, data >> BOUND_AT & 3, depth_of(data), score)


@compiled
def decides(entry: Entry, depth: int, alpha: int, beta: int) -> bool:
    """Whether the entry makes a search of this depth and window needless."""
    if entry.depth < depth:
        return False
    if entry.bound == LOWER:
        return entry.score >= beta
    return entry.bound == EXACT or entry.score <= alpha
