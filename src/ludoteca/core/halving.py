"""Successive halving (Karnin, Koren and Somekh 2013; Jamieson and Talwalkar 2016): measure every candidate a little,
drop the worse half, measure the rest more, and so on. Most work goes to candidates that are close to the best."""

from collections.abc import Sequence
from typing import Any, TypeVar

from ludoteca.core.jit import compiled

T = TypeVar("T")

Scores = Any  # float64 [candidates]
Flags = Any  # numbers [candidates]: zero for a candidate that was dropped


@compiled
def count_rounds(candidates: int) -> int:
    """How many halvings leave one of so many; one at least."""
    rounds = 1
    while 1 << rounds < candidates:
        rounds += 1
    return rounds


@compiled
def drop_worse_half(scores: Scores, alive: Flags) -> int:
    """Clear the flags of the worse half of the candidates that are left, the middle one kept; of equals the later one
    is dropped first. Returns how many are left."""
    left = 0
    for i in range(len(scores)):
        left += alive[i] != 0
    for _ in range(left // 2):
        worst = -1
        for i in range(len(scores)):
            if alive[i] != 0 and (worst < 0 or scores[i] <= scores[worst]):
                worst = i
        alive[worst] = 0
    return left - left // 2


def better_half(candidates: Sequence[T], scores: Sequence[Any], least: int = 1) -> list[T]:
    """The better half, the middle one dropped, but so many at least: best first, and of equals the earlier one first.
    Scores are numbers, or tuples whose later entries decide between equals; larger is better."""
    order = sorted(range(len(candidates)), key=lambda i: scores[i], reverse=True)
    return [candidates[i] for i in order[: max(least, len(candidates) // 2)]]
