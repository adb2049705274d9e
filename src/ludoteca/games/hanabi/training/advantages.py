"""`net_best`: the scores of `smart_net` plus what each move is expected to gain over the others.

A policy gradient hardly moves choices that `smart_net` is sure of, right or wrong. A regression of the results of moves
finds the wrong ones among them; in close calls it is too rough to replace what was learned before. So both are added.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.bots.smart_net.policy import LEARNED
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.games.hanabi.training.fit import fit_advantages
from ludoteca.games.hanabi.training.move_network import write
from ludoteca.games.hanabi.training.rollouts import Samples
from ludoteca.games.hanabi.training.train import (
    DIGITS,
    NO_PREDICTOR,
    TrainingPlan,
    gather,
    learn_predictor,
    place_table,
)
from ludoteca.training.sgd import load_torch

HIDDEN, EPOCHS = 32, 8
PARTS = (2 / 3, 1.0)
"""The shares of the samples that regressions are fitted to: two that err differently are better than one."""


@dataclass(frozen=True)
class Gain:
    """What adding advantages brought, on decks that no sample has."""

    before: float
    after: float
    difference: float
    standard_error: float
    """Of the difference, deck by deck."""


def train_best(plan: TrainingPlan, weight: float, report: Report = silent) -> tuple[Any, Gain]:
    """The table of smart_net for two players with `weight` times the advantages that were found, and what it gains."""
    load_torch()
    table = LEARNED[0, 2]
    predictor = learn_predictor(plan, 1, gather(plan, 1, table, plan.full_samples, NO_PREDICTOR, report))
    samples = gather(plan, 1, table, plan.samples, predictor, report)
    best = table
    for i, share in enumerate(PARTS):
        part = Samples(*(array[: int(share * len(array))] for array in samples))
        found = fit_advantages(part, HIDDEN, EPOCHS, split_seed(plan.seed, "advantages", i) % 2**63)
        best = add_advantages(best, found, weight / len(PARTS))
    best = best.round(DIGITS)
    return best, measure_gain(plan, best, lambda done: report("trials", done, 2 * plan.trials))


def add_advantages(table: FloatArray, advantages: FloatArray, weight: float) -> Any:
    """One table of the hidden units of both, whose scores are the sum of the one's and `weight` times the other's."""
    units = table.shape[2]
    both = np.concatenate([table, advantages[:, :, 1:]], axis=2)
    both[:, :-1, 0] += weight * advantages[:, :-1, 0]
    both[:, -1, units:] *= weight
    return both


def measure_gain(plan: TrainingPlan, table: FloatArray, report: Callable[[int], None] = lambda _: None) -> Gain:
    seed, team = split_seed(plan.seed, "trial"), ["smart_net"] * 2
    before = play_bots(team, plan.trials, seed, report=report).zero
    weights = place_table(plan, table)
    after = play_bots(team, plan.trials, seed, report=lambda n: report(plan.trials + n), weights=weights).zero
    if len(after) < plan.trials or len(before) < plan.trials:  # Ctrl-C stopped it midway
        raise KeyboardInterrupt
    gains = after - before
    error = float(gains.std(ddof=1) / len(gains) ** 0.5)
    return Gain(float(before.mean()), float(after.mean()), float(gains.mean()), error)


def save_best(path: Path, table: FloatArray, plan: TrainingPlan, weight: float, gain: Gain) -> None:
    used = {name: asdict(plan)[name] for name in ("samples", "full_samples", "horizon", "explore", "trials", "seed")}
    made = "ludoteca hanabi train-best"
    write(path, table, {"game": "hanabi", "made": made, "weight": weight, **used, **asdict(gain)})
