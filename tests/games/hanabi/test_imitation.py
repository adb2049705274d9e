"""The study of networks that imitate Bot2, in its smallest form."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from ludoteca.agents.neural import Policy
from ludoteca.core.errors import PlanError, SetupError
from ludoteca.games.hanabi.encoders.bologna import SLICES
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study import imitation
from ludoteca.games.hanabi.study.imitation import EXTRA, TRIALS, OutOfStep, Size, pick_trials, rewrite
from ludoteca.games.hanabi.study.imitation_own import play_and_label
from ludoteca.games.hanabi.study.imitation_page import MEANINGS, share_right
from ludoteca.games.hanabi.study.imitation_players import ENCODER, TEACHER
from ludoteca.games.hanabi.study.network_teams import shipped_networks
from ludoteca.lab.datasets.making import Order, make_dataset
from ludoteca.lab.match import new_rngs, repeat_states
from ludoteca.lab.match.networks import play_networks
from ludoteca.lab.parallel import open_pool
from ludoteca.networks.files import load_file
from ludoteca.training.grading import grade
from ludoteca.training.loop import NETWORK, train
from ludoteca.training.reading import open_decisions
from ludoteca.training.sources import plan_for, read_examples, read_tables


@pytest.mark.slow
def test_a_study_writes_its_page_and_does_nothing_twice(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    pytest.importorskip("sklearn")
    names = ("scaled", "net_bot2", "quarter", "out_of_step")
    monkeypatch.setattr(imitation, "QUICK", Size(40, 4, 1, pick_trials(*names), 2))
    imitation.run(quick=True, out=tmp_path)
    page = (tmp_path / "hanabi-imitation.md").read_text()
    for name in names:
        assert f"| {name} | {MEANINGS[name]} |" in page
    assert "their rule" in page
    assert (tmp_path / "hanabi-imitation.html").exists()
    entry = json.loads((tmp_path / "hanabi-imitation.work" / "net_bot2" / "entry.json").read_text())["entry"]
    assert entry["accuracy"] > 0.9
    rewrite(tmp_path)
    assert (tmp_path / "hanabi-imitation.md").read_text() == page
    monkeypatch.setattr(imitation, "train_and_grade", None)  # would fail if it were called
    imitation.run(quick=True, out=tmp_path)
    assert (tmp_path / "hanabi-imitation.md").read_text() == page


def test_the_page_in_the_documents_is_what_its_figures_say(tmp_path):
    results = Path(__file__).parents[3] / "docs" / "results"
    shutil.copytree(results / "hanabi-imitation", tmp_path / "hanabi-imitation")
    rewrite(tmp_path)
    for name in ("hanabi-imitation.md", "hanabi-imitation.html", "hanabi-imitation/accuracy.svg"):
        assert (tmp_path / name).read_text() == (results / name).read_text()
    (tmp_path / "hanabi-imitation" / "figures.json").write_text("{}")
    with pytest.raises(SetupError, match="lacks figures of the study"):
        rewrite(tmp_path)


def test_every_trial_has_a_plan_and_a_meaning():
    for trial in (*TRIALS, *EXTRA):
        assert (imitation.PLANS / f"{trial.plan or trial.name}.toml").exists()
        assert trial.name in MEANINGS


def test_out_of_step_moves_own_slots_only():
    rows = np.arange(2 * 195).reshape(2, 195)
    moved = OutOfStep(rows, 1)[np.array([0, 1])]
    own = np.zeros(195, bool)
    for name, part in SLICES.items():
        own[part] = name.startswith("current_")
    assert np.array_equal(moved[:, ~own], rows[:, ~own])
    slots = np.argsort(moved[0, SLICES["current_playability"]])
    shares = moved[0, SLICES["current_colour_shares"]].reshape(5, 5)
    assert np.array_equal(shares[slots].ravel(), rows[0, SLICES["current_colour_shares"]])
    assert any(not np.array_equal(order[own], np.flatnonzero(own)) for order in OutOfStep(rows, 1).orders)


def test_kinds_of_action_are_told_apart():
    report = {"PLAY_1st": {"recall": 1.0, "support": 3}, "PLAY_2nd": {"recall": 0.5, "support": 1},
              "HINT_RED": {"recall": 0.25, "support": 4}}  # fmt: skip
    assert share_right(report) == [0.875, 0.0, 0.25]


@pytest.mark.slow
def test_the_plan_for_more_players_in_its_shortest_form(tmp_path):
    pytest.importorskip("torch")
    with open_pool(1) as pool:
        make_dataset(Order("hanabi", (TEACHER,), ENCODER, 12, 1, {"players": 3}), tmp_path / "data", pool)
    data = open_decisions(tmp_path / "data")
    plan = plan_for(imitation.PLANS / "hands.toml", data)
    assert [reading.at for reading in plan.network.heads[0].reads] == [0, 5, 10, 20]
    examples = read_examples(data, plan)
    places = np.arange(len(examples))
    train(plan, examples, (places[100:], places[:100]), tmp_path / "run")
    policy = Policy(GAME, load_file(tmp_path / "run" / NETWORK))
    states = repeat_states(GAME, [GAME.start(players=3)], 2)
    play_networks(GAME, states, [policy] * 3, new_rngs(1, "pupils", 2))
    assert states["over"].all()


def test_own_games_are_labelled_by_the_teacher():
    """A network that plays as Bot2 does is told what it did."""
    network = load_file(shipped_networks()["net_bot2"])
    own = play_and_label(network, 20, 1)
    grades = grade(network, own, np.arange(len(own)))
    assert len(own) > 1000
    assert 0.95 < grades.accuracy < 1.0


def test_a_plan_may_take_the_network_of_another(tmp_path):
    (tmp_path / "a.toml").write_text("[network]\nencoder = 'bologna'\n")
    (tmp_path / "b.toml").write_text("network = 'a.toml'\nepochs = 2\n")
    assert read_tables(tmp_path / "b.toml") == {"network": {"encoder": "bologna"}, "epochs": 2}
    (tmp_path / "c.toml").write_text("network = '../a.toml'\n")
    with pytest.raises(PlanError, match="network must be a table, or the name of a plan"):
        read_tables(tmp_path / "c.toml")
