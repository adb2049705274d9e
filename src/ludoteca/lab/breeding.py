"""Breeding the weights of hanabi's `keen`: an evolution strategy (pycma's, with a diagonal covariance) that lets every
candidate play the same decks of a generation.

A candidate's fitness is its mean score where a strike-out counts zero: half of the games among its own kind, half as
the last of a table of `smart`. The mean of all candidates is tried on decks that never breed, and the best such mean
is what comes out.
"""

import os
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.games.hanabi.bots.keen import BRED, SMART_ORDER, tabulate
from ludoteca.games.hanabi.bots.keen_sight import DETAILS, MOMENT, MOVES
from ludoteca.games.hanabi.bots.keen_weights import WEIGHTS
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.table import play_table
from ludoteca.lab.extras import load_extra
from ludoteca.lab.hanabi import replace_file
from ludoteca.rng import split_seed

DIGITS = 2  # of a weight in the file
USED = np.array([[i < len(MOMENT) + len(DETAILS[kind]) for i in range(BRED.shape[2])] for kind in MOVES])
"""[kind of move, column]: whether there is such a weight."""


@dataclass(frozen=True)
class Breeding:
    players: int = 2
    generations: int = 40
    population: int = 40
    games: int = 3200
    """Of each candidate, in each generation."""
    trials: int = 10_000
    """Games of a mean on decks that never breed."""
    every: int = 5
    """Generations between two such trials."""
    spread: float = 0.3
    """How far the first candidates lie from the weights to begin with."""
    fresh: bool = False
    """Whether to begin with smart's order of moves, and not with the weights there are."""
    seed: int = 1


@dataclass(frozen=True)
class Trial:
    generation: int
    mean: float
    standard_error: float
    table: Any


def breed(plan: Breeding, report: Callable[[int, Trial], None] | None = None) -> Trial:
    """The best trial of all; the first is of the weights to begin with. Ctrl-C ends it with the best so far.
    `report(generation, best)` is called after each generation."""
    cma = _import_cma()
    table = tabulate(SMART_ORDER) if plan.fresh else BRED[plan.players]
    best = try_out(plan, 0, table)
    options = {
        "popsize": plan.population,
        "CMA_diagonal": True,
        "seed": split_seed(plan.seed, "breeding") % 2**32,
        "verbose": -9,
    }
    strategy = cma.CMAEvolutionStrategy(table[USED], plan.spread, options)
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for generation in range(1, plan.generations + 1):
                deck_seed = split_seed(plan.seed, "generation", generation)
                candidates = strategy.ask()
                rate = partial(score, plan.players, games=plan.games, seed=deck_seed)
                strategy.tell(candidates, [-float(found.mean()) for found in pool.map(rate, map(unfold, candidates))])
                if generation % plan.every == 0 or generation == plan.generations:
                    best = max(best, try_out(plan, generation, unfold(strategy.mean)), key=lambda trial: trial.mean)
                if report:
                    report(generation, best)
    except KeyboardInterrupt:
        pass
    return best


def _import_cma() -> Any:
    """pycma, which warns that it cannot draw without matplotlib; nothing is drawn here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return load_extra("cma")


def unfold(weights: Any) -> Any:
    """A candidate's weights as a table, as they would stand in the file."""
    table = np.zeros(USED.shape)
    table[USED] = np.round(weights, DIGITS)
    return table


def score(players: int, table: Any, games: int, seed: int) -> Any:
    """The scores of weights, a strike-out counting zero."""
    tables = BRED.copy()
    tables[players] = table
    teams = ["keen"] * players, ["smart"] * (players - 1) + ["keen"]
    found = [
        play_table(GAME, team, games // 2, split_seed(seed, place), weights=tables).zero
        for place, team in enumerate(teams)
    ]
    if any(len(scores) < games // 2 for scores in found):  # a table that is stopped tells of the games so far
        raise KeyboardInterrupt
    return np.concatenate(found)


def try_out(plan: Breeding, generation: int, table: Any) -> Trial:
    found = score(plan.players, table, plan.trials, split_seed(plan.seed, "trial"))
    return Trial(generation, float(found.mean()), float(found.std(ddof=1) / len(found) ** 0.5), table)


def write_weights(path: Path, players: int, table: Any) -> None:
    """Write the file of weights anew, with this table for a number of players."""
    tables = {n: BRED[n] for n in WEIGHTS} | {players: table}
    text = [
        '"""What each kind of move of `keen` weighs, for a number of players: a row a kind, moments first, then',
        "details (`keen_sight.py` names them). Bred by an evolution strategy: see docs/results/hanabi.md.",
        '"""',
        "",
        "# fmt: off",
        "WEIGHTS = {",
    ]
    for n in sorted(tables):
        text += [f"    {n}: (", *_format_rows(tables[n]), "    ),"]
    replace_file(path, "\n".join([*text, "}", "# fmt: on", ""]))


def _format_rows(table: Any) -> list[str]:
    lines = []
    for kind, row, used in zip(MOVES, table, USED, strict=True):
        words = [f"{weight + 0.0:.{DIGITS}f}" for weight in row[used]]
        lines.append(f"        (  # {kind}")
        lines += ["            " + ", ".join(words[i : i + 10]) + "," for i in range(0, len(words), 10)]
        lines.append("        ),")
    return lines
