"""PPO: the advantages, masks, learning of a team and against rivals, exact resumption, and export."""

import json

import numpy as np
import pytest

from ludoteca import games as library
from ludoteca.core.errors import SettingsError, WeightsError
from ludoteca.core.jit import compiled
from ludoteca.networks.files import load_file
from ludoteca.protocol import Encoder
from ludoteca.training.ppo import POLICY, Learner, PPOSettings, Task
from ludoteca.training.ppo_games import draw_outputs, estimate_advantages, new_games, new_steps
from ludoteca.training.ppo_run import Evaluations, evaluate, export_network, run
from tiny import lanterns

pytest.importorskip("torch")
TEAM = {"games": 64, "steps": 16, "epochs": 3, "batch": 256, "rate": 5e-3, "last_rate": 1e-3}


@compiled
def fill(view, out):
    """The mover's lantern if it was shown, who was shown theirs, the matches, the turns."""
    out[:] = 0.0
    seat = view.turns & 1
    if view.shown[seat]:
        out[view.lantern[seat]] = 1.0
    out[3], out[4], out[5], out[6] = view.shown[seat], view.shown[1 - seat], view.matches, view.turns


ENCODER = Encoder(
    name="mover_first", summary="a lantern as its mover sees it", inputs=7, outputs=lanterns.COLOURS + 1, fill=fill
)


def lantern_task():
    return Task.make(lanterns.GAME, lanterns.GAME.start(), ENCODER, (32,))


def expected_advantages(rewards, values, after, gamma, decay):
    """Of one chain of decisions, by the definition: discounted sums of temporal differences."""
    following = [*values[1:], after]
    deltas = [r + gamma * v1 - v0 for r, v0, v1 in zip(rewards, values, following, strict=True)]
    return [sum((gamma * decay) ** (j - i) * deltas[j] for j in range(i, len(deltas))) for i in range(len(deltas))]


def test_advantages_of_a_team_follow_every_decision():
    steps = new_steps(3, 1, 2)
    steps.seats[:, 0] = [0, 1, 0, 1]
    steps.rewards[:, 0, :] = np.array([1.0, 0.0, 2.0])[:, None]
    values = np.array([[0.5], [0.25], [1.0], [3.0]], np.float32)
    found = np.zeros((3, 1), np.float32)
    estimate_advantages(steps, values, 0.9, 0.8, True, found)
    assert found[:, 0] == pytest.approx(expected_advantages([1, 0, 2], [0.5, 0.25, 1.0], 3.0, 0.9, 0.8))


def test_advantages_of_rivals_follow_their_own_decisions_to_the_end_of_the_game():
    steps = new_steps(4, 1, 2)
    steps.seats[:, 0] = [0, 1, 0, 1, 0]
    steps.rewards[1, 0] = [-1.0, 1.0]  # the second seat wins with its only move
    steps.over[1, 0] = True
    values = np.array([[0.5], [0.25], [1.0], [0.75], [2.0]], np.float32)
    found = np.zeros((4, 1), np.float32)
    estimate_advantages(steps, values, 1.0, 0.5, False, found)
    assert found[0, 0] == pytest.approx(-1.0 - 0.5)
    assert found[1, 0] == pytest.approx(1.0 - 0.25)
    assert found[2, 0] == pytest.approx(2.0 - 1.0), "the next decision of seat 0 is the one after the last step"
    assert np.isnan(found[3, 0]), "what follows for seat 1 is not known yet"


def test_illegal_outputs_are_never_drawn_and_probabilities_are_those_of_the_legal_ones():
    games = new_games(lanterns.GAME, lanterns.GAME.start(), 400, 1)
    scores = np.tile(np.array([9.0, 1.0, 0.0, 2.0], np.float32), (400, 1))
    legal = np.tile(np.array([False, True, True, False]), (400, 1))
    outputs, logs = np.zeros(400, np.int64), np.zeros(400, np.float32)
    draw_outputs(games, scores, legal, False, outputs, logs)
    odds = np.exp(1.0) / (np.exp(1.0) + 1)
    assert set(outputs) == {1, 2}
    assert (outputs == 1).mean() == pytest.approx(odds, abs=0.08)
    assert np.exp(logs[outputs == 1]) == pytest.approx(odds)
    draw_outputs(games, scores, legal, True, outputs, logs)
    assert set(outputs) == {1}
    draw_outputs(games, scores, np.zeros_like(legal), True, outputs, logs)
    assert set(outputs) == {-1}


def test_a_team_learns_to_tell_each_other_what_they_hold():
    """Guessing all six turns is worth 2 points; two matches well spent are worth two thirds more, which is the most."""
    settings = PPOSettings(**{**TEAM, "games": 256, "batch": 1024}, entropy=0.05, last_entropy=0.0, iterations=40)
    curve = run(Learner(lantern_task(), settings), Evaluations(every=40, games=1000))
    assert curve[0]["sampled_return"]["mean"] < 1.8
    assert curve[-1]["greedy_return"]["mean"] > 2.5
    assert curve[-1]["decisions"] == 40 * 256 * 16


def test_connect_four_against_random_players():
    game = library.load("connect_four")
    task = Task.make(game, game.start(), library.encoder("connect_four", "planes"), (64,))
    settings = PPOSettings(games=128, steps=32, epochs=2, batch=512, rate=3e-3, entropy=0.01, iterations=30, seed=2)
    learner = Learner(task, settings)
    before = evaluate(learner, Evaluations(games=500))
    for _ in range(settings.iterations):
        learner.run_iteration()
    after = evaluate(learner, Evaluations(games=500))
    assert before["sampled_return"]["mean"] < 0.3
    assert after["sampled_return"]["mean"] > 0.55


def test_a_run_that_was_cut_off_ends_as_if_it_had_not_been(tmp_path):
    plan = Evaluations(every=2, games=50)
    settings = PPOSettings(**TEAM, iterations=4)
    whole = Learner(lantern_task(), settings)
    curve = run(whole, plan, tmp_path / "whole.safetensors")

    def stop(what, done, total):
        if done == 3:
            raise KeyboardInterrupt

    path = tmp_path / "cut.safetensors"
    with pytest.raises(KeyboardInterrupt):
        run(Learner(lantern_task(), settings), plan, path, report=stop)
    assert [point["iteration"] for point in map(json.loads, path.with_suffix(".jsonl").read_text().splitlines())] == [
        0,
        2,
    ]
    resumed = Learner(lantern_task(), settings)
    again = run(resumed, plan, path)
    for one, other in zip(whole.model.parameters(), resumed.model.parameters(), strict=True):
        assert (one == other).all()
    assert [strip(point) for point in again] == [strip(point) for point in curve]
    with pytest.raises(WeightsError, match="another run: its settings differ"):
        run(Learner(lantern_task(), PPOSettings(**TEAM, iterations=5)), plan, path)


def strip(point):
    return {name: value for name, value in point.items() if name != "cpu_seconds"}


def test_the_exported_network_scores_as_the_trained_one(tmp_path):
    learner = Learner(lantern_task(), PPOSettings(**TEAM, iterations=2))
    learner.run_iteration()
    export_network(learner, tmp_path / "net.safetensors", {"game": "lanterns"})
    rows = learner.x[0, :20]
    with learner.torch.no_grad():
        wanted = learner.model(learner.torch.from_numpy(rows))[POLICY].numpy()
    inference = load_file(tmp_path / "net.safetensors").start()
    found = np.array([inference.run(row)[POLICY].copy() for row in rows])
    assert found == pytest.approx(wanted, abs=1e-4)


def test_a_teacher_holds_the_policy_back():
    free, held = (Learner(lantern_task(), PPOSettings(**TEAM, iterations=9, anchor=anchor)) for anchor in (0.0, 50.0))
    teacher = Learner(lantern_task(), PPOSettings(**TEAM))
    held.teacher = teacher.model
    for _ in range(3):
        free.run_iteration()
        held.run_iteration()
    rows = free.torch.from_numpy(free.x[0])
    with free.torch.no_grad():
        policies = [learner.model(rows)[POLICY].softmax(1) for learner in (free, held, teacher)]
    assert (policies[1] - policies[2]).abs().mean() < 0.5 * (policies[0] - policies[2]).abs().mean()


def test_senseless_settings_are_refused():
    with pytest.raises(SettingsError, match="at least 1"):
        Learner(lantern_task(), PPOSettings(games=0))
    with pytest.raises(SettingsError, match="gamma"):
        Learner(lantern_task(), PPOSettings(gamma=1.5))
