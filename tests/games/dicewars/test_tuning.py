"""Tuning warlord's weights: the same again from the same seed, also in pieces; other searches stay untouched.

A quick score of the weights replaces the games, so that only the search is tested; test_training_warlord.py plays.
"""

import json

import numpy as np
import pytest

from ludoteca.core.errors import WeightsError
from ludoteca.games.dicewars.agents.warlord.weights import FILE, load_weights
from ludoteca.games.dicewars.training import tuning
from ludoteca.games.dicewars.training.tuning import GUESS, Tuning, tune

PLAN = Tuning(generations=6, boards=25, drawn=8, kept=3, seed=5)


class Boards:
    def __init__(self, first, boards, seed):
        self.first, self.seats = first, np.zeros(4 * boards)


@pytest.fixture(autouse=True)
def quick_games(monkeypatch):
    """Weights win the more, the nearer their sum is to 10; every generation has its own boards."""
    asked = []

    def count_wins(games, weights):
        asked.append(games.first)
        return int(100 - 20 * abs(sum(weights) - 10) - games.first % 7)

    monkeypatch.setattr(tuning, "set_up", Boards)
    monkeypatch.setattr(tuning, "count_wins", count_wins)
    return asked


def stop_after(generations):
    def report(what, done, total):
        if done == generations:
            raise KeyboardInterrupt

    return report


def test_it_finds_better_weights_and_finds_them_again(tmp_path, quick_games):
    said = []
    found = tune(PLAN, tmp_path / "a.json", report=lambda what, done, total: said.append(done))
    assert said == [0, 1, 2, 3, 4, 5, 6]
    assert sorted(set(quick_games)) == [tuning.FIRST_BOARD + 25 * i for i in range(6)]
    assert abs(sum(found) - 10) < abs(sum(GUESS) - 10)
    assert found == tune(PLAN, tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert np.allclose(load_weights(tmp_path / "a.json"), found, atol=1e-4)


def test_a_search_that_was_stopped_resumes_and_ends_as_if_it_had_not_been(tmp_path, quick_games):
    whole = tune(PLAN, tmp_path / "whole.json")
    quick_games.clear()
    with pytest.raises(KeyboardInterrupt):
        tune(PLAN, tmp_path / "cut.json", report=stop_after(4))
    assert len(json.loads((tmp_path / "cut.json").read_text())["record"]["won by the mean"]) == 4
    assert tune(PLAN, tmp_path / "cut.json") == whole
    assert len(quick_games) == 6 * PLAN.drawn  # no generation was played twice
    assert (tmp_path / "cut.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    assert tune(PLAN, tmp_path / "cut.json") == whole
    assert len(quick_games) == 6 * PLAN.drawn  # a finished search is left as it is


def test_a_finished_search_is_extended_by_more_generations(tmp_path):
    longer = Tuning(generations=9, boards=25, drawn=8, kept=3, seed=5)
    tune(PLAN, tmp_path / "grown.json")
    assert tune(longer, tmp_path / "grown.json") == tune(longer, tmp_path / "whole.json")
    assert (tmp_path / "grown.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_another_search_and_files_without_one_are_refused_and_left_alone(tmp_path, quick_games):
    path = tmp_path / "kept.json"
    tune(PLAN, path)
    before, played = path.read_bytes(), len(quick_games)
    with pytest.raises(WeightsError, match="holds another search: its seed is 5, not 6; nothing was changed"):
        tune(Tuning(generations=6, boards=25, drawn=8, kept=3, seed=6), path)
    with pytest.raises(WeightsError, match="its begin is"):
        tune(PLAN, path, GUESS._replace(kill=1.0))
    assert path.read_bytes() == before
    shipped = tmp_path / "shipped.json"
    shipped.write_bytes(FILE.read_bytes())
    with pytest.raises(WeightsError, match="holds no search that could be resumed"):
        tune(PLAN, shipped)
    content = json.loads(before)
    content["record"]["search"]["mean"] = [1, None]
    path.write_text(json.dumps(content))
    with pytest.raises(WeightsError, match="is damaged"):
        tune(PLAN, path)
    assert len(quick_games) == played


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path, quick_games):
    with pytest.raises(WeightsError, match="No such file"):
        tune(PLAN, tmp_path / "nowhere" / "weights.json")
    assert quick_games == []
