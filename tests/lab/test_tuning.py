"""Tuning: the searches climb a known hill, and a real one is confirmed."""

import math
from random import Random
from types import SimpleNamespace

import pytest

from ludoteca.core.errors import LudotecaError, StoreError, TournamentError
from ludoteca.core.progress import silent
from ludoteca.lab import tuning
from ludoteca.lab.parallel import SerialPool
from ludoteca.lab.ranges import Range, list_candidates, parse_range
from ludoteca.lab.tuning import Problem, spsa, successive_halving, tune, with_settings


class Hill:
    """Meetings whose games are coins: the nearer a setting to the top, the stronger."""

    def __init__(self, top, seed=1):
        self.top, self.random, self.games = top, Random(seed), 0

    def strength(self, spec):
        settings = dict(item.split("=") for item in spec.partition(":")[2].split(","))
        return -sum(1200 * abs(float(settings.get(name, 0)) - top) for name, top in self.top.items())

    def play(self, label, first, second, games, stop=None):
        edge = 1 / (1 + 10 ** ((self.strength(second) - self.strength(first)) / 400))
        self.games += games
        return SimpleNamespace(score=sum(self.random.random() < edge for _ in range(games)) / games)


@pytest.fixture
def hill(monkeypatch):
    monkeypatch.setattr(tuning, "score_of", lambda outcome: (outcome.score, (0.0, 1.0)))
    return Hill({"x": 0.8, "y": 0.3})


RANGES = (Range("x", low=0.0, high=1.0), Range("y", low=0.0, high=1.0))
PROBLEM = Problem("connect_four", "agent:x=0,y=0", RANGES, games=4000)


def distance(settings):
    return math.dist((float(settings["x"]), float(settings["y"])), (0.8, 0.3))


def test_spsa_climbs(hill):
    found, history = spsa(PROBLEM, hill, silent)
    assert distance(found) < 0.15 < distance({"x": "0.5", "y": "0.5"})
    assert hill.games == 4000 == sum(step["games"] for step in history)


def test_halving_keeps_the_best_of_its_candidates(hill):
    found, history = successive_halving(PROBLEM, hill, silent, candidates=16)
    drawn = [item["settings"] for item in history if item["round"] == 0]
    assert len(drawn) == 16
    assert sorted(map(distance, drawn)).index(distance(found)) < 3
    assert [sum(item["round"] == turn for item in history) for turn in range(4)] == [16, 8, 4, 2]
    assert hill.games <= 4000


@pytest.mark.slow
def test_a_deeper_search_is_found_and_confirmed(tmp_path):
    problem = Problem("connect_four", "minimax:depth=1", (parse_range("depth=1..4"),), 160, 3, opening=3)
    told = []
    tuned = tune(problem, "halving", tmp_path / "run", SerialPool(), lambda what, *_: told.append(what))
    assert int(tuned.settings["depth"]) >= 3
    assert (tuned.verdict, tuned.spec) == ("H1", f"minimax:depth={tuned.settings['depth']}")
    assert tuned.score > 0.5
    low, high = tuned.score_95
    assert 0.5 < low < tuned.score < high
    assert told
    again = tune(problem, "halving", tmp_path / "run", SerialPool())
    assert again == tuned
    other = Problem("connect_four", "minimax:depth=2", (parse_range("depth=1..4"),), 160, 3, opening=3)
    with pytest.raises(StoreError, match="another search"):
        tune(other, "halving", tmp_path / "run", SerialPool())


def test_ranges_are_read():
    assert parse_range("exploration=0.2..2.0") == Range("exploration", low=0.2, high=2.0)
    assert parse_range("depth=2..8").show(4.6) == "5"
    assert parse_range("chance=open|closed").choices == ("open", "closed")
    assert with_settings("mcts:iterations=5", {"exploration": "1"}) == "mcts:iterations=5,exploration=1"
    few = list_candidates((parse_range("depth=1..3"),), 16, Random(1))
    assert sorted(settings["depth"] for settings in few) == ["1", "2", "3"]


@pytest.mark.parametrize("text", ["depth", "depth=", "depth=3", "depth=5..2", "depth=a..b", "depth=1..inf"])
def test_ranges_that_are_none(text):
    with pytest.raises(TournamentError, match=r"write name=|ends of a range|must be below"):
        parse_range(text)


@pytest.mark.parametrize(
    ("problem", "method", "complaint"),
    [
        (Problem("connect_four", "minimax", (parse_range("dept=1..3"),)), "halving", "did you mean depth"),
        (Problem("connect_four", "minimax", ()), "halving", "nothing to tune"),
        (Problem("connect_four", "minimax", (parse_range("depth=1..3"),)), "grid", "choose from halving, spsa"),
        (Problem("connect_four", "mcts", (parse_range("chance=open|closed"),)), "spsa", "spsa tunes numbers only"),
        (Problem("tiny.lanterns:GAME", "mcts", (parse_range("exploration=0.1..1.0"),)), "spsa", "cannot play|co-op"),
    ],
)
def test_searches_that_cannot_be(problem, method, complaint, tmp_path):
    with pytest.raises(LudotecaError, match=complaint):
        tune(problem, method, tmp_path / "run", SerialPool())
