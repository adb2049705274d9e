"""Breeding weights: it betters what it began with, can be repeated, and writes a file that reads as it was."""

import runpy

import numpy as np
import pytest

from ludoteca.games.hanabi.bots.keen import BRED, SMART_ORDER, tabulate
from ludoteca.games.hanabi.bots.keen_weights import WEIGHTS
from ludoteca.jit import compiles
from ludoteca.lab import breeding

pytestmark = pytest.mark.skipif(not compiles, reason="thousands of games")

PLAN = breeding.Breeding(generations=6, population=12, games=400, trials=2000, every=3, spread=0.5, fresh=True, seed=3)


def test_it_betters_what_it_began_with_and_can_be_repeated():
    seen = []
    best = breeding.breed(PLAN, lambda generation, trial: seen.append((generation, trial.generation)))
    start = breeding.try_out(PLAN, 0, tabulate(SMART_ORDER))
    assert best.generation in (3, 6)
    assert best.mean > start.mean + start.standard_error
    assert [generation for generation, _ in seen] == [1, 2, 3, 4, 5, 6]
    assert np.array_equal(best.table, breeding.breed(PLAN).table)


def test_weights_are_written_as_they_are_read(tmp_path):
    file = tmp_path / "keen_weights.py"
    breeding.write_weights(file, 2, BRED[2])
    assert runpy.run_path(str(file))["WEIGHTS"] == WEIGHTS
    breeding.write_weights(file, 3, tabulate(SMART_ORDER))
    assert sorted(runpy.run_path(str(file))["WEIGHTS"]) == sorted({*WEIGHTS, 3})
    assert [path.name for path in tmp_path.iterdir()] == ["keen_weights.py"]


def test_ctrl_c_keeps_the_best_so_far():
    def stop(generation, trial):
        if generation == 4:
            raise KeyboardInterrupt

    assert breeding.breed(PLAN, stop).generation in (0, 3)
