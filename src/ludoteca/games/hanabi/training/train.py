"""School for `keen` and `guest`: rounds of lessons, after each of which the weights are fitted anew and tried out."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import SetupError
from ludoteca.core.rng import new_rng, split_seed
from ludoteca.games.hanabi.bots import BOTS, SMART
from ludoteca.games.hanabi.bots.smart_net.policy import (
    LEARNED,
    LEARNERS,
    SMART_ORDER,
    WEIGHTS,
    read_weights,
    tabulate,
)
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.simulation import play_table
from ludoteca.games.hanabi.training.fit import fit_outlook, fit_weights, join
from ludoteca.games.hanabi.training.rollouts import PER_MILLE, Lessons, give_lessons, new_lessons, new_room
from ludoteca.games.hanabi.training.score_predictor import shape_of
from ludoteca.networks.weights import load_tensors, save_tensors
from ludoteca.training.sgd import load_torch

DIGITS = 3  # of a weight that is kept
CHUNK = 2000  # lessons given at a time
LESSONS_A_GAME = 4
MOVES_A_GAME = 66
NO_JUDGE = np.zeros(0, np.float32), np.zeros(0, np.int64)

Report = Callable[[str, int, int], None]
"""`report(what, done, total)`"""


@dataclass(frozen=True)
class Schooling:
    learner: str = "keen"
    """keen learns among its own kind, guest at a table of smart."""
    players: int = 2
    rounds: int = 12
    lessons: int = 180_000
    """Of a round; they are ended early by the outlook."""
    whole_lessons: int = 120_000
    """Games played to the end, to learn the outlook."""
    every: int = 4
    """Rounds between two of these."""
    kept: int = 3
    """Rounds whose lessons the weights are fitted to."""
    horizon: int = 8
    explore: int = 40
    epochs: int = 6
    rate: float = 3e-3
    temperature: float = 0.7
    trials: int = 20_000
    """Games of new weights on decks that no lesson has."""
    fresh: bool = False
    """Whether to begin with smart's order of moves, and not with the weights there are."""
    seed: int = 1

    def check(self) -> None:
        if self.learner not in LEARNERS:
            raise SetupError(f"{self.learner!r} does not learn; it is one of {', '.join(LEARNERS)}")
        if not 2 <= self.players <= len(LEARNED[0]) - 1:
            raise SetupError(f"{self.players} players; there are 2 to {len(LEARNED[0]) - 1}")


@dataclass(frozen=True)
class Trial:
    round: int
    mean: float
    standard_error: float
    table: Any


def teach(plan: Schooling, report: Report = lambda *_: None, told: Callable[[Trial], None] = lambda _: None) -> Trial:
    """The best trial of all; the first is of the weights to begin with. Ctrl-C ends it with the best so far.
    `told(trial)` is called after each round."""
    plan.check()
    load_torch()  # or say that it is missing before an hour of lessons
    place = LEARNERS.index(plan.learner)
    table = tabulate(SMART_ORDER) if plan.fresh else LEARNED[place, plan.players]
    best = try_out(plan, 0, table)
    told(best)
    judge: tuple[Any, Any] = NO_JUDGE
    whole: list[Lessons] = []
    kept: list[Lessons] = []
    try:
        for n in range(1, plan.rounds + 1):
            if (n - 1) % plan.every == 0:
                whole = [*whole[-1:], gather(plan, n, table, plan.whole_lessons, NO_JUDGE, report)]
                judge = _learn_outlook(plan, n, join(whole))
            kept = [*kept, gather(plan, n, table, plan.lessons, judge, report)][-plan.kept :]
            seed = split_seed(plan.seed, "weights", n) % 2**63
            table = fit_weights(table, join(kept), plan.epochs, plan.rate, plan.temperature, seed).round(DIGITS)
            trial = try_out(plan, n, table)
            best = max(best, trial, key=lambda found: found.mean)
            told(trial)
    except KeyboardInterrupt:
        pass
    return best


def _learn_outlook(plan: Schooling, n: int, lessons: Lessons) -> tuple[Any, Any]:
    shape = shape_of(plan.players)
    flat = fit_outlook(shape, lessons, plan.epochs, split_seed(plan.seed, "outlook", n) % 2**63)
    return flat, np.array(shape.sizes, np.int64)


def gather(plan: Schooling, n: int, table: Any, count: int, judge: tuple[Any, Any], report: Report) -> Lessons:
    """So many lessons, on all cores: which they are depends on the plan and the round only."""
    kind = "lessons" if len(judge[1]) else "whole lessons"
    sizes = [min(CHUNK, count - at) for at in range(0, count, CHUNK)]

    def give(chunk: int) -> Lessons:
        inputs = shape_of(plan.players).sizes[0]
        lessons = new_lessons(sizes[chunk], 0 if len(judge[1]) else inputs)
        room = _furnish(plan, chunk, table, judge, inputs)
        give_lessons(room, lessons, new_rng(split_seed(plan.seed, kind, n, chunk)))
        return lessons

    parts, done = [], 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(give, range(len(sizes))):
            parts.append(part)
            done += len(part.counts)
            report(f"round {n}: {kind}", done, count)
    return join(parts)


def _furnish(plan: Schooling, chunk: int, table: Any, judge: tuple[Any, Any], inputs: int) -> Any:
    """keen sits everywhere, guest in one seat, which goes round."""
    learner = BOTS.index(plan.learner)
    bots = np.full(plan.players, learner)
    if plan.learner == "guest":
        bots[:] = SMART
        bots[chunk % plan.players] = learner
    own_moves = MOVES_A_GAME * int((bots == learner).sum()) // plan.players
    chance = PER_MILLE * LESSONS_A_GAME // own_moves
    start = GAME.start(players=plan.players)
    weights = _place(plan, table)
    return new_room(start, bots, learner, table, weights, chance, plan.explore, plan.horizon, *judge, inputs)


def _place(plan: Schooling, table: Any) -> Any:
    """The weights of all learners, with this table in its place."""
    weights = LEARNED.copy()
    weights[LEARNERS.index(plan.learner), plan.players] = table
    return weights


def try_out(plan: Schooling, n: int, table: Any) -> Trial:
    """On decks that no lesson has, as many in each seat."""
    if plan.learner == "keen":
        teams = [["keen"] * plan.players]
    else:
        teams = [["guest" if seat == at else "smart" for seat in range(plan.players)] for at in range(plan.players)]
    games, seed = plan.trials // len(teams), split_seed(plan.seed, "trial")
    found = [play_table(GAME, team, games, seed, weights=_place(plan, table)).zero for team in teams]
    if any(len(scores) < games for scores in found):  # a table that is stopped tells of the games so far
        raise KeyboardInterrupt
    scores = np.concatenate(found)
    return Trial(n, float(scores.mean()), float(scores.std(ddof=1) / len(scores) ** 0.5), table)


def find_kept(path: Path) -> Path:
    """The file whose other weights are kept: the one to be written, which must be one of weights, or the package's."""
    if not path.exists():
        return WEIGHTS
    read_weights(path)
    return path


def save_weights(path: Path, plan: Schooling, best: Trial) -> None:
    """Write the weights there are with this table in its place, and how it was come by."""
    tensors, record = load_tensors(find_kept(path))
    name = f"{plan.learner}-{plan.players}"
    tensors[name] = best.table
    record[name] = asdict(plan) | {"round": best.round, "mean": best.mean, "standard_error": best.standard_error}
    save_tensors(path, tensors, record)
