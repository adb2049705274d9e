"""The study of networks that imitate Bot2, in its smallest form."""

import json

import numpy as np
import pytest

from ludoteca.games.hanabi.encoders.bologna import SLICES
from ludoteca.games.hanabi.study import imitation
from ludoteca.games.hanabi.study.imitation import EXTRA, TRIALS, OutOfStep, Size, pick_trials
from ludoteca.games.hanabi.study.imitation_page import MEANINGS, share_right


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
    monkeypatch.setattr(imitation, "train_and_grade", None)  # would fail if it were called
    imitation.run(quick=True, out=tmp_path)
    assert (tmp_path / "hanabi-imitation.md").read_text() == page


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
