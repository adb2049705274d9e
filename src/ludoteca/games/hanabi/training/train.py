"""Training `smart_net` and `smart_net_partner`: rounds of samples, after each of which the weights are fitted and
evaluated."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.errors import SetupError
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.bots import BOTS, SMART
from ludoteca.games.hanabi.bots.smart_net.policy import (
    LEARNED,
    LEARNERS,
    SMART_ORDER,
    WEIGHTS,
    read_weights,
    rename_tensor,
    tabulate,
)
from ludoteca.games.hanabi.bots.team import new_team
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.games.hanabi.training.fit import fit_predictor, fit_weights, join
from ludoteca.games.hanabi.training.rollouts import (
    PER_MILLE,
    Predictor,
    Samples,
    Sampling,
    new_samples,
    new_workspace,
    take_samples,
)
from ludoteca.games.hanabi.training.score_predictor import shape_of
from ludoteca.networks.weights import load_tensors, save_tensors
from ludoteca.training.sgd import load_torch

DIGITS = 3  # of a weight that is kept
CHUNK = 2000  # samples taken at a time
SAMPLES_A_GAME = 4
MOVES_A_GAME = 66
NO_PREDICTOR = Predictor(np.zeros(0, np.float32), np.zeros(0, np.int64))
# Random streams keep the labels that they had when results were published.
SHORT_STREAM, FULL_STREAM, PREDICTOR_STREAM = "lessons", "whole lessons", "outlook"


@dataclass(frozen=True)
class TrainingPlan:
    learner: str = "smart_net"
    """smart_net learns in teams of its own kind, smart_net_partner in teams of smart."""
    players: int = 2
    rounds: int = 12
    samples: int = 180_000
    """Samples of a round, whose rollouts end early with a predicted score."""
    full_samples: int = 120_000
    """Samples whose rollouts go to the end of the game, to fit the predictor."""
    every: int = 4
    """Rounds between two fits of the predictor."""
    kept: int = 3
    """How many of the last rounds' samples the weights are fitted to."""
    horizon: int = 8
    explore: int = 40
    epochs: int = 6
    rate: float = 3e-3
    temperature: float = 0.7
    trials: int = 20_000
    """Games to evaluate new weights, on decks that no sample has."""
    fresh: bool = False
    """Whether to begin with smart's order of moves instead of the present weights."""
    seed: int = 1

    def check(self) -> None:
        if self.learner not in LEARNERS:
            raise SetupError(f"{self.learner!r} does not learn; choose one of {', '.join(LEARNERS)}")
        if not 2 <= self.players <= len(LEARNED[0]) - 1:
            raise SetupError(f"there are teams of 2 to {len(LEARNED[0]) - 1} players, not of {self.players}")


@dataclass(frozen=True)
class Evaluation:
    """The mean score of the weights of a round."""

    round: int
    mean: float
    standard_error: float
    table: FloatArray


def train(
    plan: TrainingPlan,
    report: Report = silent,
    on_evaluation: Callable[[Evaluation], None] = lambda _: None,
) -> Evaluation:
    """The best evaluation of all; the first is that of the weights to begin with. Ctrl-C ends it with the best so far.
    `on_evaluation` is called after each round."""
    plan.check()
    load_torch()  # if it is missing, say so before an hour of sampling
    table = tabulate(SMART_ORDER) if plan.fresh else LEARNED[LEARNERS.index(plan.learner), plan.players]
    best = evaluate(plan, 0, table)
    on_evaluation(best)
    predictor = NO_PREDICTOR
    full: list[Samples] = []
    kept: list[Samples] = []
    try:
        for n in range(1, plan.rounds + 1):
            if (n - 1) % plan.every == 0:
                full = [*full[-1:], gather(plan, n, table, plan.full_samples, NO_PREDICTOR, report)]
                predictor = learn_predictor(plan, n, join(full))
            kept = [*kept, gather(plan, n, table, plan.samples, predictor, report)][-plan.kept :]
            seed = split_seed(plan.seed, "weights", n) % 2**63
            table = fit_weights(table, join(kept), plan.epochs, plan.rate, plan.temperature, seed).round(DIGITS)
            found = evaluate(plan, n, table)
            best = max(best, found, key=lambda each: each.mean)
            on_evaluation(found)
    except KeyboardInterrupt:
        pass
    return best


def learn_predictor(plan: TrainingPlan, n: int, samples: Samples) -> Predictor:
    shape = shape_of(plan.players)
    flat = fit_predictor(shape, samples, plan.epochs, split_seed(plan.seed, PREDICTOR_STREAM, n) % 2**63)
    return Predictor(flat, np.array(shape.sizes, np.int64))


def gather(plan: TrainingPlan, n: int, table: FloatArray, count: int, predictor: Predictor, report: Report) -> Samples:
    """So many samples, taken on all cores. They depend on the plan and the round only."""
    short = len(predictor.sizes) > 0
    sizes = [min(CHUNK, count - at) for at in range(0, count, CHUNK)]
    inputs = shape_of(plan.players).sizes[0]

    def take(chunk: int) -> Samples:
        samples = new_samples(sizes[chunk], 0 if short else inputs)
        seed = split_seed(plan.seed, SHORT_STREAM if short else FULL_STREAM, n, chunk)
        take_samples(seat_learner(plan, chunk, table, predictor), samples, seed)
        return samples

    parts, done = [], 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(take, range(len(sizes))):
            parts.append(part)
            done += len(part.counts)
            report(f"round {n}: {'samples' if short else 'full samples'}", done, count)
    return join(parts)


def seat_learner(plan: TrainingPlan, chunk: int, table: FloatArray, predictor: Predictor) -> Any:
    """smart_net sits everywhere; smart_net_partner sits in one seat, each in turn."""
    learner = BOTS.index(plan.learner)
    bots = np.full(plan.players, learner)
    if plan.learner == "smart_net_partner":
        bots[:] = SMART
        bots[chunk % plan.players] = learner
    own_moves = MOVES_A_GAME * int((bots == learner).sum()) // plan.players
    sampling = Sampling(PER_MILLE * SAMPLES_A_GAME // own_moves, plan.explore, plan.horizon)
    team = new_team(bots, place_table(plan, table))
    inputs = shape_of(plan.players).sizes[0]
    return new_workspace(GAME.start(players=plan.players), team, learner, table, sampling, predictor, inputs)


def place_table(plan: TrainingPlan, table: FloatArray) -> Any:
    """The weights of all learners, with this table in its place."""
    weights = np.zeros((*LEARNED.shape[:-1], table.shape[-1]))  # a table may have more hidden units than theirs
    weights[..., : LEARNED.shape[-1]] = LEARNED
    weights[LEARNERS.index(plan.learner), plan.players] = table
    return weights


def evaluate(plan: TrainingPlan, n: int, table: FloatArray) -> Evaluation:
    """The mean score on decks that no sample has, as many in each seat."""
    learner, players = plan.learner, range(plan.players)
    if learner == "smart_net":
        teams = [[learner] * plan.players]
    else:
        teams = [[learner if seat == at else "smart" for seat in players] for at in players]
    games, seed = plan.trials // len(teams), split_seed(plan.seed, "trial")
    found = [play_bots(team, games, seed, weights=place_table(plan, table)).zero for team in teams]
    if any(len(scores) < games for scores in found):  # Ctrl-C stopped it midway
        raise KeyboardInterrupt
    scores = np.concatenate(found)
    return Evaluation(n, float(scores.mean()), float(scores.std(ddof=1) / len(scores) ** 0.5), table)


def find_kept(path: Path) -> Path:
    """The file whose other weights are kept: the one to be written, if it exists (it must be one of weights), else the
    package's own."""
    if not path.exists():
        return WEIGHTS
    read_weights(path)
    return path


def save_weights(path: Path, plan: TrainingPlan, best: Evaluation) -> None:
    """Write the weights that there are, with this table in its place, and a record of how it was trained."""
    tensors, record = load_tensors(find_kept(path))
    tensors = {rename_tensor(name): tensor for name, tensor in tensors.items()}
    record = {rename_tensor(name): entry for name, entry in record.items()}
    name = f"{plan.learner}-{plan.players}"
    tensors[name] = best.table
    record[name] = asdict(plan) | {"round": best.round, "mean": best.mean, "standard_error": best.standard_error}
    save_tensors(path, tensors, record)
