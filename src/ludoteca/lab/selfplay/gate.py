"""The sequential test that a network must pass to become the best so far, and the ladder of those that passed.

Two rivals play pairs of games from the same openings with seats changed, and the test is of Elo. Other games are
judged by the difference of mean returns in a block, in thousandths of the range of returns.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.progress import Report, silent
from ludoteca.lab.parallel import WorkerPool, run_tasks
from ludoteca.lab.selfplay.tasks import TrialAnswer, TrialTask, play_blocks, split_blocks
from ludoteca.lab.statistics import Sprt, elo_of_score, judge_means, judge_pairs
from ludoteca.protocol import Game

AT_ONCE = 32  # blocks of one task
NORMAL = 1.96  # standard errors of a 95 % interval
LEAST_SCORE = 0.001  # Elo of a score of 0 or 1 has no bound


@dataclass(frozen=True)
class Verdict:
    """How a test ended."""

    passed: bool
    decided: bool
    gain: float
    """What the candidate is better by: Elo, or thousandths of the range of returns."""
    low: float
    high: float
    """95 % interval of the gain."""
    blocks: int
    llr: float
    seconds: float
    """CPU-seconds."""


def is_duel(game: Game, seats: int) -> bool:
    """Whether games are won and lost between two."""
    return seats == 2 and not game.info.co_operative and game.info.utility != "general"


def try_candidate(task: TrialTask, pool: WorkerPool, report: Report = silent) -> Verdict:
    """Play blocks until the test is decided, or there are as many as the plan allows. Blocks are judged in their order:
    how many workers play them changes nothing."""
    game, first = task.table.open()
    gate = task.plan.gate
    duel = is_duel(game, game.seats(first))
    sprt = Sprt(gate.h0, gate.h1)
    waiting: dict[int, TrialAnswer] = {}
    found: list[float] = []
    llr, verdict, seconds = 0.0, "undecided", 0.0

    def list_pieces() -> Iterator[TrialTask]:
        """No more once it is decided; what is under way then is waited for, since the pool is needed again."""
        for piece in split_blocks(task, gate.pairs, AT_ONCE):
            if verdict != "undecided":
                return
            yield piece

    for done, answer in run_tasks(pool, play_blocks, list_pieces()):
        waiting[done.first] = answer
        seconds += answer.seconds
        while len(found) in waiting and verdict == "undecided":
            found += _measure(game, waiting.pop(len(found)), duel)
            llr, verdict = _judge(sprt, found, duel)
        report(f"testing: {len(found)} blocks", len(found), gate.pairs)
    return Verdict(verdict == "H1", verdict != "undecided", *_rate(found, duel), len(found), llr, seconds)


def _measure(game: Game, answer: TrialAnswer, duel: bool) -> list[float]:
    """Of each block: the candidate's score of the pair (0 to 2), or how much more it earned than the other."""
    own = answer.seating == 0
    if duel:
        margin = np.sign(np.where(own, answer.returns, -answer.returns).sum(2))
        return list(map(float, ((margin + 1) / 2).sum(1)))
    earned = (answer.returns * own).sum((1, 2)) / own.sum()
    other = (answer.returns * ~own).sum((1, 2)) / (~own).sum()
    return list(map(float, 1000.0 * (earned - other) / (game.info.max_return - game.info.min_return)))


def _judge(sprt: Sprt, found: list[float], duel: bool) -> tuple[float, str]:
    if duel:
        return judge_pairs(sprt, np.bincount(np.round(2 * np.array(found)).astype(int), minlength=5).tolist())
    return judge_means(sprt, found)


def _rate(found: list[float], duel: bool) -> tuple[float, float, float]:
    """The gain with its interval."""
    values: Any = np.array(found) / 2 if duel else np.array(found)
    mean = float(values.mean())
    error = NORMAL * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    if not duel:
        return mean, mean - error, mean + error
    low, middle, high = (min(1 - LEAST_SCORE, max(LEAST_SCORE, score)) for score in (mean - error, mean, mean + error))
    return elo_of_score(middle), elo_of_score(low), elo_of_score(high)


@dataclass(frozen=True)
class Rung:
    """A network that was the best so far, and by how much."""

    iteration: int
    rating: float
    """Above the first, untrained network: the gains added up."""
    error: float
    """Half the width of its 95 % interval: those of the gains, their squares added up."""
    gain: float
    low: float
    high: float
    blocks: int


def climb(ladder: list[Rung], iteration: int, verdict: Verdict) -> Rung:
    """The next rung."""
    last = ladder[-1]
    error = math.hypot(last.error, (verdict.high - verdict.low) / 2)
    rating = last.rating + verdict.gain
    return Rung(iteration, rating, error, verdict.gain, verdict.low, verdict.high, verdict.blocks)


FIRST_RUNG = Rung(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)
