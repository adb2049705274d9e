"""The transposition table of `negamax.py`, compiled: what earlier visits found out about a position."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.scoring import MARGIN, STEP
from ludoteca.core.jit import compiled

EXACT, LOWER, UPPER = 0, 1, 2  # what an entry's value is

ENTRY = np.dtype(
    [
        ("key", np.int64),
        ("value", np.float64),
        ("action", np.int32),
        ("age", np.int32),  # of the decision that wrote it; others do not count
        ("depth", np.int16),
        ("bound", np.int8),  # EXACT, LOWER or UPPER
        ("complete", np.int8),  # whether no horizon was met below
    ],
    align=True,
)

Table = Any  # [2**n] of ENTRY
Plan = Any  # the PLAN of negamax.py: its `low`, `high`, `age` and `table_mask`


class Finding(NamedTuple):
    """What a search of a position found out."""

    key: int
    depth: int
    value: float
    bound: int
    action: int
    complete: bool


@compiled
def find_place(key: int, mask: int) -> int:
    """Where in the table a position belongs."""
    return (key ^ (key >> 17) ^ (key >> 31)) & mask


@compiled
def decides(entry: Any, value: float, depth: int, alpha: float, beta: float) -> bool:
    """Whether an entry makes it needless to search a position so deep with this window."""
    return entry.depth >= depth and (
        entry.bound == EXACT or (entry.bound == LOWER and value >= beta) or (entry.bound == UPPER and value <= alpha)
    )


@compiled
def store(table: Table, plan: Plan, ply: int, finding: Finding) -> None:
    """Write a position into its place, unless a deeper one of this decision is there."""
    entry = table[find_place(finding.key, plan.table_mask)]
    if entry.age == plan.age and entry.key != finding.key and entry.depth > finding.depth:
        return
    entry.key = finding.key
    entry.value = shift(finding.value, ply, plan.low, plan.high)
    entry.action = finding.action
    entry.age = plan.age
    entry.depth = finding.depth
    entry.bound = finding.bound
    entry.complete = finding.complete


@compiled
def read_value(entry: Any, plan: Plan, ply: int) -> float:
    """The score of an entry, counted from the root again."""
    return shift(entry.value, -ply, plan.low, plan.high)


@compiled
def shift(value: float, plies: int, low: float, high: float) -> float:
    """Move a proven score nearer to its end by so many plies; leave estimates alone. The table counts plies from the
    position itself, the search from the root."""
    margin = MARGIN * (high - low)
    if value > high - margin:
        return value + plies * STEP * (high - low)
    if value < low + margin:
        return value - plies * STEP * (high - low)
    return value
