"""Who plays whom, from which seats, on which deals: the design of a tournament.

A **deal** is a seed: all chance of a game comes from it. A **block** is one line-up of agents on one deal, played from
every seat (all rotations, or all permutations), so that no one profits from a seat or from luck. In a **cycle** every
line-up plays the same deal. The schedule has no end; a tournament takes as many blocks of it as it needs, so a longer
tournament begins with the games of a shorter one.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from random import Random

from ludoteca.core.errors import TournamentError
from ludoteca.core.rng import split_seed

MOST_LINE_UPS = 1000  # above this a cycle would be too long: line-ups are balanced one by one instead
LineUp = tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """One line-up on one deal from every seat: `seatings` name the agent at each seat, one game each."""

    number: int
    deal: int
    first: int
    """The number of its first game."""
    seatings: tuple[LineUp, ...]


@dataclass(frozen=True)
class Design:
    """What a schedule depends on."""

    agents: int
    seats: int
    seed: int
    format: str = "all"
    """'all': everyone with everyone; 'test': the first agent with the others."""
    seating: str = "rotations"
    """'rotations' or 'permutations'."""
    co_operative: bool = False


def list_line_ups(design: Design) -> list[LineUp] | None:
    """All line-ups of a cycle, each once; None if they are too many.

    Where agents compete, nobody sits twice at a table unless there are fewer agents than seats; then every agent sits
    at least once. Teams are made with copies, too: self-play and cross-play.
    """
    n, k, fixed = design.agents, design.seats, design.format == "test"
    pool, places = (range(1, n), k - 1) if fixed else (range(n), k)
    if design.co_operative:
        if math.comb(n + k - 1, k) > MOST_LINE_UPS:
            raise TournamentError(f"{n} agents make too many teams of {k}: name fewer agents")
        teams = combinations_with_replacement(range(n), k)
        return [team for team in teams if not fixed or 0 in team]
    if len(pool) >= places:
        if math.comb(len(pool), places) > MOST_LINE_UPS:
            return None
        tables = list(combinations(pool, places))
    else:
        tables = [t for t in combinations_with_replacement(pool, places) if set(t) == set(pool)]
    return [(0, *table) if fixed else table for table in tables]


def list_seatings(line_up: LineUp, seating: str) -> tuple[LineUp, ...]:
    """Every distinct way to seat a line-up."""
    k = len(line_up)
    ways = permutations(line_up) if seating == "permutations" else (line_up[i:] + line_up[:i] for i in range(k))
    return tuple(dict.fromkeys(ways))


def plan_blocks(design: Design) -> Iterator[Block]:
    """The endless schedule."""
    number = first = 0
    for deal, line_up in _plan_line_ups(design):
        mixed = list(line_up)
        Random(split_seed(design.seed, "order", number)).shuffle(mixed)  # neighbours change from deal to deal
        seatings = list_seatings(tuple(mixed), design.seating)
        yield Block(number, deal, first, seatings)
        number, first = number + 1, first + len(seatings)


def _plan_line_ups(design: Design) -> Iterator[tuple[int, LineUp]]:
    line_ups = list_line_ups(design)
    if line_ups is None:
        yield from enumerate(_balance_line_ups(design))
        return
    deal = 0
    while True:
        mixed = list(line_ups)
        Random(split_seed(design.seed, "cycle", deal)).shuffle(mixed)
        for line_up in mixed:
            yield deal, line_up
        deal += 1


def _balance_line_ups(design: Design) -> Iterator[LineUp]:
    """One table after the other: whoever sat least, with whom they have met least."""
    n, k, fixed = design.agents, design.seats, design.format == "test"
    random = Random(split_seed(design.seed, "line-ups"))
    met = [[0] * n for _ in range(n)]
    sat = [0] * n
    while True:
        chosen = [0 if fixed else min(range(n), key=lambda i: (sat[i], random.random()))]
        while len(chosen) < k:
            rest = [i for i in range(n) if i not in chosen]
            cost = {i: (sum(met[i][j] for j in chosen), sat[i], random.random()) for i in rest}
            chosen.append(min(rest, key=cost.__getitem__))
        for i in chosen:
            sat[i] += 1
            for j in chosen:
                met[i][j] += i != j
        yield tuple(chosen)


def count_blocks(design: Design, games: int) -> int:
    """How many blocks make at least so many games: whole cycles, so that all meet equally often."""
    line_ups = list_line_ups(design)
    per_cycle = len(line_ups) if line_ups is not None else 1
    blocks = total = 0
    for block in plan_blocks(design):
        if total >= games and blocks % per_cycle == 0:
            return blocks
        blocks, total = blocks + 1, total + len(block.seatings)
    raise AssertionError("the schedule has no end")
