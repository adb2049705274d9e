"""The training loop: it learns, it resumes to the last bit, it stops early, and it says what is wrong."""

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.errors import DatasetError, PlanError, WeightsError
from ludoteca.networks.declaration import Block, Declaration, Head, Layer
from ludoteca.networks.files import load_file
from ludoteca.training.examples import Examples, fold_places, split_places
from ludoteca.training.plan import Optimiser, Plan, Split, load_plan, read_plan, write_plan

NETWORK = Declaration(
    8,
    (
        Head("policy", 3),
        Head("sum", 1, "numbers", auxiliary=True, weight=0.5),
        Head("signs", 2, "flags", auxiliary=True),
    ),
    (Layer(24, normalise="layer", dropout=0.1), Layer(16, normalise="batch", normalise_at="values")),
    (Block(2, ((0, 4),), (Layer(6),), ((4, 8),)),),
)
PLAN = Plan(NETWORK, 4, 32, 5, Optimiser(rate=0.01, schedule="cosine"))


def make_examples(n=1200, games=60):
    random = np.random.default_rng(4)
    x = random.normal(size=(n, 8)).astype(np.float16)
    wide = x.astype(np.float32)
    policy = np.argmax(wide[:, :3] + 0.5 * wide[:, 3:6], axis=1)
    numbers = wide.sum(axis=1, keepdims=True)
    numbers[::7] = np.nan
    legal = random.random((n, 3)) < 0.8
    legal[np.arange(n), policy] = True
    targets = {"policy": policy, "sum": numbers, "signs": (wide[:, :2] > 0).astype(np.uint8)}
    return Examples(x, targets, np.arange(n) % games, legal, {"game": "none"})


def run_training(folder, plan=PLAN, report=lambda *_: None):
    from ludoteca.training.loop import train

    examples = make_examples()
    return train(plan, examples, split_places(examples, plan.split)[:2], folder, report)


def test_training_learns_and_writes_what_is_inferred(tmp_path):
    pytest.importorskip("torch")
    run = run_training(tmp_path)
    assert run.history[-1]["check accuracy"] > 0.8
    assert run.history[-1]["check loss"] < run.history[0]["check loss"]
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines == run.history
    network = load_file(tmp_path / "network.safetensors")
    assert [head.name for head in network.declaration.heads] == ["policy"]
    assert network.record["plan"]["batch"] == 32
    assert network.record["game"] == "none"
    examples = make_examples()
    places = split_places(examples, PLAN.split)[1]
    output = np.where(examples.legal[places], network.start().run_batch(examples.rows(places))["policy"], -np.inf)
    right = (output.argmax(axis=1) == examples.targets["policy"][places]).mean()
    assert right == pytest.approx(run.history[-1]["check accuracy"], abs=0.01)


class StopAt:
    def __init__(self, calls):
        self.left = calls

    def __call__(self, what, done, total):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("plan", [PLAN, replace(PLAN, optimiser=Optimiser("sgd", 0.05, momentum=0.9), keep="best")])
def test_an_interrupted_run_goes_on_in_the_middle_of_an_epoch(tmp_path, plan):
    pytest.importorskip("torch")
    whole = run_training(tmp_path / "whole", plan)
    for calls in (4, 3, 4):  # reports: two an epoch, the second in its middle
        with pytest.raises(KeyboardInterrupt):
            run_training(tmp_path / "cut", plan, StopAt(calls))
    again = run_training(tmp_path / "cut", plan)
    assert [entry["check loss"] for entry in again.history] == [entry["check loss"] for entry in whole.history]
    same = [(tmp_path / name / "network.safetensors").read_bytes() for name in ("whole", "cut")]
    assert same[0] == same[1]


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from ludoteca.training import loop
from training.test_loop import PLAN, run_training
from dataclasses import replace
loop.SECONDS = 0.0
run_training(Path({folder!r}), replace(PLAN, epochs=12))
"""


@pytest.mark.slow
def test_a_killed_run_ends_with_the_same_weights(tmp_path):
    pytest.importorskip("torch")
    tests = str(Path(__file__).parent.parent)

    def start(folder):
        code = KILLED.format(tests=tests, folder=str(tmp_path / folder))
        return subprocess.Popen([sys.executable, "-c", code])

    whole = start("whole")
    cut = start("cut")
    while cut.poll() is None and not (tmp_path / "cut" / "log.jsonl").exists():
        time.sleep(0.005)
    assert cut.poll() is None
    cut.kill()
    cut.wait()
    assert not (tmp_path / "cut" / "network.safetensors").exists()
    assert start("cut").wait() == 0
    assert whole.wait() == 0
    same = [(tmp_path / name / "network.safetensors").read_bytes() for name in ("whole", "cut")]
    assert same[0] == same[1]


def test_a_run_can_begin_with_the_weights_of_another(tmp_path):
    pytest.importorskip("torch")
    from ludoteca.training.checkpoints import read_start
    from ludoteca.training.loop import train

    first = run_training(tmp_path / "first")
    start = read_start(tmp_path / "first")
    examples = make_examples()
    plan = replace(PLAN, epochs=1, optimiser=replace(PLAN.optimiser, rate=1e-9))
    sides = split_places(examples, plan.split)[:2]
    second = train(plan, examples, sides, tmp_path / "second", start=start)
    assert second.history[-1]["check loss"] == pytest.approx(first.history[-1]["check loss"], rel=0.02)
    assert load_file(tmp_path / "second" / "network.safetensors").record["started_from"]["epoch"] == PLAN.epochs
    other = replace(plan, network=replace(plan.network, layers=(Layer(3),)))
    with pytest.raises(WeightsError, match="another network"):
        train(other, examples, sides, tmp_path / "third", start=start)
    with pytest.raises(WeightsError, match="no run to start from"):
        read_start(tmp_path / "nowhere")


def test_it_stops_early_and_keeps_the_best(tmp_path):
    pytest.importorskip("torch")
    plan = replace(PLAN, epochs=60, patience=2, keep="best", optimiser=Optimiser(rate=0.05))
    run = run_training(tmp_path, plan)
    losses = [entry["check loss"] for entry in run.history]
    assert len(losses) < 60
    assert losses.index(min(losses)) == len(losses) - 3
    assert run.best
    before = (tmp_path / "network.safetensors").read_bytes()
    run_training(tmp_path, plan)
    assert (tmp_path / "network.safetensors").read_bytes() == before


def test_another_run_is_refused_and_more_epochs_are_not(tmp_path):
    pytest.importorskip("torch")
    plan = replace(PLAN, epochs=1, optimiser=Optimiser())
    run_training(tmp_path, plan)
    with pytest.raises(WeightsError, match="another training: its plan has another batch"):
        run_training(tmp_path, replace(plan, batch=64))
    assert len(run_training(tmp_path, replace(plan, epochs=2)).history) == 2
    (tmp_path / "checkpoint.safetensors").write_bytes(b"cut off")
    with pytest.raises(WeightsError, match="no checkpoint of a training, or damaged"):
        run_training(tmp_path, plan)


def test_wrong_data_are_refused_in_words():
    good = make_examples(20)
    good.check(NETWORK)
    with pytest.raises(DatasetError, match="takes 8 inputs"):
        replace(good, features=good.features[:, :5]).check(NETWORK)
    with pytest.raises(DatasetError, match="no targets for the head 'sum'; they have policy"):
        replace(good, targets={"policy": good.targets["policy"]}).check(NETWORK)
    with pytest.raises(DatasetError, match="must be from 0 to 2"):
        replace(good, targets={**good.targets, "policy": good.targets["policy"] + 1}).check(NETWORK)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"epoks": 3}, "no 'epoks'; did you mean epochs"),
        ({"optimiser": {"kind": "adamm"}}, "did you mean adam"),
        ({"optimiser": {"rates": 1.0}}, "did you mean rate"),
        ({"split": {"by": "games"}}, "did you mean game"),
        ({"split": {"train": 0.9, "check": 0.2}}, "more than everything"),
        ({"epochs": 0}, "epochs must be from 1"),
        ({"optimiser": {"schedule": "steps"}}, "needs them"),
        ({"batch": "many"}, "plan.batch must be a whole number, not 'many'"),
    ],
)
def test_plans_are_refused_in_words(change, words):
    table = {"network": {"inputs": 3, "heads": [{"name": "policy", "units": 2}]}, **change}
    with pytest.raises(PlanError, match=words):
        read_plan(table)


def test_plans_are_read_from_toml(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('epochs = 3\n[network]\ninputs = 4\nheads = [{ name = "policy", units = 2 }]\n')
    assert load_plan(path).epochs == 3
    assert read_plan(json.loads(json.dumps(write_plan(PLAN)))) == PLAN
    path.write_text("epochs = = 3")
    with pytest.raises(PlanError, match="not TOML"):
        load_plan(path)
    with pytest.raises(PlanError, match="cannot read"):
        load_plan(tmp_path / "nowhere.toml")


def test_rates_follow_their_schedule():
    steps = Optimiser(schedule="steps", steps=((2, 0.1), (4, 0.01)))
    assert [steps.rate_at(epoch, 6) for epoch in (0, 1.9, 2, 3, 5)] == [0.1, 0.1, 0.01, 0.01, 0.01]
    cosine = Optimiser(rate=1.0, schedule="cosine", last_rate=0.2, warm_up=1.0)
    assert [round(cosine.rate_at(epoch, 4), 6) for epoch in (0, 0.5, 2, 4)] == [0.0, 0.484776, 0.6, 0.2]
    assert Optimiser(rate=1.0, schedule="linear").rate_at(3, 4) == 0.25


def test_splits_and_folds_keep_games_together():
    groups = np.repeat(np.arange(50), 7)
    for by, apart in (("game", True), ("state", False)):
        sides = split_places(Examples(np.zeros((350, 1)), {}, groups), Split(by, 0.7, 0.2))
        assert sorted(np.concatenate(sides)) == list(range(350))
        assert [len(side) for side in sides] == [245, 70, 35]
        assert set(groups[sides[0]]).isdisjoint(groups[sides[1]]) == apart
    folds = list(fold_places(groups, "game", 5, 1))
    assert sorted(np.concatenate([check for _, check in folds])) == list(range(350))
    for train, check in folds:
        assert set(groups[train]).isdisjoint(groups[check])
        assert len(train) == 280
    with pytest.raises(DatasetError, match="too few"):
        list(fold_places(np.zeros(9), "game", 2, 1))
    with pytest.raises(DatasetError, match="too few to split"):
        split_places(Examples(np.zeros((9, 1)), {}, np.zeros(9)), Split())
