"""How right labels of self-play are: the comparison with the solver."""

import math

import numpy as np
import pytest

from ludoteca import games
from ludoteca.core.errors import StatisticsError
from ludoteca.games.connect_four.agents.solver import Solver, SolverSettings
from ludoteca.games.connect_four.study.labels import LABELS, compare, measure_labels, tell_label, value_for_first
from ludoteca.training.selfplay import SelfPlayLearner
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_plan import SelfPlayPlan

pytest.importorskip("torch")

GAME = games.load("connect_four")


@pytest.fixture(scope="module")
def network():
    task = SelfPlayTask.make(GAME, GAME.start(), games.encoder("connect_four", "sides"), SelfPlayPlan(hidden=(8,)))
    return SelfPlayLearner(task, SelfPlayPlan(hidden=(8,))).network({"game": "connect_four"})


def test_each_label_is_compared_with_and_without_proofs(network):
    found = {item.name: item for item in measure_labels(network, 24, 20_000, 3)}
    assert list(found) == [*LABELS, *(f"{name}, proven" for name in LABELS)]
    assert len({item.positions for item in found.values()}) == 1
    assert 4 <= found["the result"].positions <= 24
    assert found["the search"].explained == pytest.approx(found["the search, proven"].explained)
    assert found["the result"].explained != found["the result, proven"].explained
    assert all(item.interval[0] <= item.explained <= item.interval[1] for item in found.values())
    assert found["the result"].to_json()["positions"] == found["the result"].positions


def test_labels_that_are_right_explain_everything():
    true = np.array([-1.0, 0.0, 1.0, 1.0, -1.0, 0.0])
    right, upside_down = compare("right", 0.5 * true, true), compare("wrong", -true, true)
    assert right.explained == pytest.approx(1.0)
    assert right.means == pytest.approx((-0.5, 0.0, 0.5))
    assert upside_down.means == (1.0, 0.0, -1.0)
    nothing = compare("nothing", np.zeros(6), true)
    assert nothing.explained == 0.0
    assert tell_label(nothing)[:3] == ["nothing", "6", "0.00"]
    assert math.isnan(compare("no draws", np.arange(4.0), np.array([1.0, -1.0, 1.0, -1.0])).means[1])


def test_values_are_of_the_seat_that_began():
    solver = Solver(GAME, SolverSettings(table=18))
    s = GAME.start()
    for letter in "ababab":
        GAME.play(s, "abcdefg".index(letter))
    assert value_for_first(solver, s) == 1.0  # it has three in a column and moves
    GAME.play(s, "abcdefg".index("c"))
    assert value_for_first(solver, s) == -1.0  # now the other one does


def test_too_few_games_are_refused(network):
    with pytest.raises(StatisticsError, match="play more games"):
        measure_labels(network, 2, 100, 3)
