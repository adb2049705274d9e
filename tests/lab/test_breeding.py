"""Breeding weights: it betters what it began with, can be repeated, and writes a file that reads as it was."""

import runpy
from dataclasses import replace

import numpy as np
import pytest

from ludoteca.games.hanabi import table
from ludoteca.games.hanabi.bots.keen import BRED, SMART_ORDER, tabulate
from ludoteca.games.hanabi.bots.keen_weights import WEIGHTS
from ludoteca.jit import compiles
from ludoteca.lab import breeding

pytestmark = pytest.mark.skipif(not compiles, reason="thousands of games")

PLAN = breeding.Breeding(generations=6, population=16, games=1000, trials=4000, every=3, spread=0.5, fresh=True, seed=3)
SHORT = replace(PLAN, generations=4, population=6, games=100, trials=100, every=2)


def test_it_betters_what_it_began_with():
    seen = []
    best = breeding.breed(PLAN, lambda generation, trial: seen.append((generation, trial.generation)))
    start = breeding.try_out(PLAN, 0, tabulate(SMART_ORDER))
    assert best.generation in (3, 6)
    assert best.mean > start.mean
    assert [generation for generation, _ in seen] == [1, 2, 3, 4, 5, 6]


def test_one_seed_breeds_the_same_weights(monkeypatch):
    tried = []
    try_out = breeding.try_out
    monkeypatch.setattr(
        breeding, "try_out", lambda plan, generation, table: tried.append(table) or try_out(plan, generation, table)
    )
    for seed in (4, 4, 5):
        breeding.breed(replace(SHORT, seed=seed))
    assert len(tried) == 9  # the start and two means of each run
    assert np.array_equal(tried[2], tried[5])
    assert not np.array_equal(tried[2], tried[8])


def test_weights_are_written_as_they_are_read(tmp_path):
    file = tmp_path / "keen_weights.py"
    breeding.write_weights(file, 2, BRED[2])
    assert runpy.run_path(str(file))["WEIGHTS"] == WEIGHTS
    breeding.write_weights(file, 3, tabulate(SMART_ORDER))
    assert sorted(runpy.run_path(str(file))["WEIGHTS"]) == sorted({*WEIGHTS, 3})
    assert [path.name for path in tmp_path.iterdir()] == ["keen_weights.py"]


def test_ctrl_c_keeps_the_best_so_far():
    def stop(generation, trial):
        if generation == 3:
            raise KeyboardInterrupt

    assert breeding.breed(SHORT, stop).generation in (0, 2)


def test_ctrl_c_in_a_trial_ends_it_too(monkeypatch):
    """A table of bots swallows Ctrl-C and tells of the games so far: no trial is made of those."""
    calls = []

    def stopped(game, names, games, seed, weights):
        calls.append(names)
        results = table.play_table(game, names, games, seed, weights=weights)
        if len(calls) == 2 + 6 * 2 * 2 + 1:  # the first table of the trial after two generations
            return replace(results, built=results.built[:9], lives=results.lives[:9])
        return results

    monkeypatch.setattr(breeding, "play_table", stopped)
    assert breeding.breed(SHORT).generation == 0
    assert len(calls) == 2 + 6 * 2 * 2 + 2
