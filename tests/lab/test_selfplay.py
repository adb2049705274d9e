"""Learning by self-play: runs that go on after a stop to the same ladder, every kind of game that it can and cannot
play, the test of a candidate, the doctor, and what is refused."""

import json
import random
import re
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import replace

import numpy as np
import pytest

from commands import run_command
from helpers import wait_until
from ludoteca import agents, games
from ludoteca.cli.train import choose_plan
from ludoteca.core.errors import PlanError, PluginError, RulesError, SetupError, UnknownName, WeightsError
from ludoteca.core.plugins import load_plugin
from ludoteca.lab.exploitability import expected_value, measure_exploitability, policy_of
from ludoteca.lab.parallel import SerialPool
from ludoteca.lab.selfplay import Limits, train_game
from ludoteca.lab.selfplay.curves import LOSSES, MOST_POINTS, RATING, draw_curves
from ludoteca.lab.selfplay.doctor import examine, judge
from ludoteca.lab.selfplay.gate import FIRST_RUNG, Rung, Verdict, climb, try_candidate
from ludoteca.lab.selfplay.tasks import Table, TrialTask, make_seatings, play_chunk, split_games
from ludoteca.networks.files import load_file
from ludoteca.training.selfplay import SelfPlayLearner
from ludoteca.training.selfplay_games import Search
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_plan import Doctor, Gate, SelfPlayPlan, read_selfplay_plan
from tiny import dice_race, kuhn, lanterns, runners

pytest.importorskip("torch")

TINY = SelfPlayPlan(
    hidden=(16, 16),
    games=24,
    batch=64,
    search=Search(simulations=6, quick=2, full_share=0.6, opening=4, opening_share=0.5),
    gate=Gate(every=2, simulations=2, pairs=32),
    doctor=Doctor(every=3, games=4, simulations=4, rollouts=10),
)
C4 = Table("connect_four", {})
DICE = Table("tiny.dice_race:GAME", {})


def keep_time_out(log):
    return [{key: value for key, value in entry.items() if key != "cpu_seconds"} for entry in log]


def interrupt_at(number):
    """A report that stops the run when it is called for the so-manieth time."""
    calls = iter(range(1, number + 1))

    def report(what, done, total):
        if next(calls) == number:
            raise KeyboardInterrupt

    return report


def test_a_stopped_run_goes_on_to_the_same_ladder(tmp_path):
    limits = Limits(iterations=4)
    whole = train_game(C4, TINY, limits, tmp_path / "whole")
    for stop in (3, 5, 2, 7):  # in the first iteration, in a test, before anything, later on
        with pytest.raises(KeyboardInterrupt):
            train_game(C4, TINY, limits, tmp_path / "parts", report=interrupt_at(stop))
    parts = train_game(C4, TINY, limits, tmp_path / "parts")
    assert parts.ladder == whole.ladder
    assert keep_time_out(parts.log) == keep_time_out(whole.log)
    assert parts.network.read_bytes() == whole.network.read_bytes()
    assert [entry["iteration"] for entry in whole.log] == [1, 2, 3, 4]
    assert all(np.isfinite(entry["policy_loss"]) for entry in whole.log[1:])
    assert (tmp_path / "parts" / LOSSES).read_text().startswith("<svg")
    again = train_game(C4, TINY, limits, tmp_path / "parts")
    assert again.ladder == parts.ladder  # a finished run is left as it is
    with pytest.raises(WeightsError, match=r"plan.rate is 0.002, not 0.1.*choose another folder"):
        train_game(C4, replace(TINY, rate=0.1), limits, tmp_path / "parts")


def test_a_run_is_drawn():
    rungs = [FIRST_RUNG, Rung(2, 120.0, 50.0, 120.0, 70.0, 170.0, 32), Rung(4, 90.0, 100.0, -30.0, -70.0, 10.0, 32)]
    log = [{"iteration": number, "cpu_seconds": 30.0 * number} for number in range(1, 5)]
    assert draw_curves(rungs[:1], log) == {}  # nothing has been learned yet
    for entry in log[1:]:
        entry |= {"policy_loss": 1.0 / entry["iteration"], "value_loss": 0.1}
    charts = draw_curves(rungs, log)
    assert set(charts) == {RATING, LOSSES}
    texts = {name: re.findall(r">([^<>]+)</text>", chart) for name, chart in charts.items()}
    assert {"the best network so far", "CPU-minutes", "0", "1", "2"} <= set(texts[RATING])
    assert {"policy", "value", "1.5"} <= set(texts[LOSSES])
    many = [{"iteration": i, "cpu_seconds": 1.0 * i, "policy_loss": 1.0, "value_loss": 0.1} for i in range(1, 1000)]
    assert draw_curves(rungs[:1], many)[LOSSES].count("<circle") <= MOST_POINTS + 1


@pytest.mark.slow
def test_a_command_killed_at_random_moments_goes_on_to_the_same_ladder(tmp_path):
    """Killed by the system, while the first iterations and later ones play, learn, test or write."""
    rng, limits = random.Random(22), Limits(iterations=10)
    plan, run = tmp_path / "plan.toml", tmp_path / "parts"
    plan.write_text(
        "hidden = [16, 16]\ngames = 24\nbatch = 64\nseed = 3\n[search]\nsimulations = 6\nopening = 4\n"
        "[gate]\nevery = 2\nsimulations = 2\npairs = 32\nh1 = 200.0\n"
        "[doctor]\nevery = 3\ngames = 4\nsimulations = 4\nrollouts = 10\n"
    )
    words = ["train", "connect_four", "--plan", plan, "--out", run, "--iterations", limits.iterations, "--workers", 1]
    command = [sys.executable, "-m", "ludoteca", *map(str, words)]

    def count_done():
        return len((run / "log.jsonl").read_text().splitlines()) if (run / "log.jsonl").exists() else 0

    def kill_after(iterations):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            wait_until(lambda: count_done() >= iterations or process.poll() is not None)
            time.sleep(rng.uniform(0.0, 0.1))
            process.kill()
        assert process.returncode == -signal.SIGKILL

    kill_after(1)
    kill_after(rng.randint(3, 5))
    wanted = read_selfplay_plan(tomllib.loads(plan.read_text()))
    parts = train_game(C4, wanted, limits, run)
    whole = train_game(C4, wanted, limits, tmp_path / "whole")
    assert parts.ladder == whole.ladder
    assert len(whole.ladder) > 1
    assert keep_time_out(parts.log) == keep_time_out(whole.log)
    assert parts.network.read_bytes() == whole.network.read_bytes()


def test_its_network_takes_a_seat(tmp_path):
    outcome = train_game(C4, TINY, Limits(iterations=1), tmp_path)
    game = games.load("connect_four")
    for name, options in (("neural", {}), ("guided", {"iterations": 8})):
        agent = agents.make(name, game, weights=str(outcome.network), **options)
        assert agent.decide(game.start()).action in range(7)
    assert load_file(outcome.network).record["game"] == "connect_four"
    assert {check.rival for check in outcome.checks} == {"random", "greedy", "rollouts"}
    with pytest.raises(WeightsError, match="is a network for connect_four"):
        agents.make("guided", dice_race.GAME, weights=str(outcome.network))


@pytest.mark.parametrize(
    ("table", "game", "values"),
    [(DICE, dice_race.GAME, 1), (Table("tiny.runners:GAME", {"players": 3}), runners.GAME, 3)],
    ids=["chance", "three seats"],
)
def test_chance_and_several_seats_are_learned_too(tmp_path, table, game, values):
    outcome = train_game(table, TINY, Limits(iterations=2), tmp_path)
    network = load_file(outcome.network)
    assert network.declaration.encoder == "plain"
    assert network.declaration.head("value").units == values
    s = table.open()[1]
    decision = agents.make("guided", game, weights=str(outcome.network), iterations=20).decide(s)
    assert decision.analysis.iterations == 20 or decision.analysis.proven
    assert len(outcome.checks) == 2 * (3 + len(game.info.bots))


def test_it_learns_what_there_is_to_learn(tmp_path):
    """Two iterations of connect four: the sequential test says that the network has become better."""
    plan = replace(
        TINY, hidden=(32, 32), games=256, reuse=10.0, batch=256, rate=5e-3,
        search=Search(12, opening=16, opening_share=0.8),
        gate=Gate(every=2, simulations=4, pairs=200, opening=4), doctor=Doctor(every=99, games=2, rollouts=2),
    )  # fmt: skip
    outcome = train_game(C4, plan, Limits(iterations=2), tmp_path)
    assert len(outcome.ladder) == 2
    assert outcome.ladder[1].rating > 30
    assert outcome.ladder[1].low < outcome.ladder[1].gain < outcome.ladder[1].high
    assert [path.name for path in (tmp_path / "rungs").iterdir()] == ["000002.safetensors"]
    assert (tmp_path / "rungs" / "000002.safetensors").read_bytes() == outcome.network.read_bytes()


def test_a_card_game_is_learned_towards_its_equilibrium(tmp_path):
    """The whole window and no gate make it the mean of best answers."""
    plan = replace(
        TINY, hidden=(64, 64), games=512, trust=0.0, recent=1.0, batch=256, rate=3e-3, search=Search(48),
        gate=Gate(every=25, simulations=0, pairs=32, h0=-90.0, h1=0.0), doctor=Doctor(every=99, games=2, rollouts=2),
    )  # fmt: skip
    outcome = train_game(Table("tiny.kuhn:GAME", {}), plan, Limits(iterations=25), tmp_path)
    policy = policy_of(agents.make("neural", kuhn.GAME, weights=str(outcome.network)))
    first = kuhn.GAME.start()
    assert measure_exploitability(kuhn.GAME, first, policy) < 0.25  # 0.458 for one who does anything alike often
    assert expected_value(kuhn.GAME, first, policy) == pytest.approx(-1 / 18, abs=0.1)
    assert {check.rival for check in outcome.checks} == {"random", "rollouts"}


def test_picks_at_the_same_time_are_learned_too(tmp_path):
    outcome = train_game(Table("tiny.pennies:GAME", {"rounds": 2}), TINY, Limits(iterations=2), tmp_path)
    assert all(np.isfinite(entry["policy_loss"]) for entry in outcome.log[1:])


def test_a_seat_that_is_told_too_much_is_refused(monkeypatch):
    plain, first = games.encoders_of(kuhn.GAME)["plain"], kuhn.GAME.start()
    SelfPlayTask.make(kuhn.GAME, first, plain, TINY)
    monkeypatch.setattr(kuhn.GAME, "observe", lambda s, seat: kuhn.GAME.copy(s))  # the other's card as well
    monkeypatch.setattr(kuhn.GAME, "guess", lambda s, seat, rng: deal_anew(s, seat))
    with pytest.raises(RulesError, match="tells seat 0 what it cannot know"):
        SelfPlayTask.make(kuhn.GAME, first, plain, TINY)


def deal_anew(s, seat):
    """A world in which the other has the third card."""
    world = kuhn.GAME.copy(s)
    world.card[1 - seat] = 3 - s.card[0] - s.card[1]
    return world


def test_a_residual_network_is_learned_and_goes_on(tmp_path):
    plan = replace(TINY, kind="residual", channels=4, blocks=1)
    whole = train_game(C4, plan, Limits(iterations=2), tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        train_game(C4, plan, Limits(iterations=2), tmp_path / "parts", report=interrupt_at(4))
    parts = train_game(C4, plan, Limits(iterations=2), tmp_path / "parts")
    assert parts.network.read_bytes() == whole.network.read_bytes()
    assert len(load_file(whole.network).declaration.boards[0].layers) == 3
    with pytest.raises(PlanError, match="plain declares none"):
        train_game(DICE, plan, Limits(iterations=1), tmp_path / "none")
    with pytest.raises(PlanError, match=r"search\.longest.*has none"):
        train_game(Table("tiny.kuhn:GAME", {}), replace(TINY, search=Search(longest=4)), Limits(iterations=1), tmp_path)


def test_training_in_bfloat16_leaves_the_process_as_it_was(tmp_path):
    torch = pytest.importorskip("torch")
    before = torch.get_float32_matmul_precision()
    plan = replace(TINY, precision="bfloat16")
    outcome = train_game(C4, plan, Limits(iterations=2), tmp_path / "run")
    assert outcome.log[-1]["policy_loss"] > 0.0
    assert torch.get_float32_matmul_precision() == before
    with pytest.raises(PlanError, match="precision 'bfloat' is not known; did you mean bfloat16"):
        read_selfplay_plan({"precision": "bfloat"})


def test_with_muon_a_stopped_run_goes_on_to_the_same_network(tmp_path):
    plan = replace(TINY, optimiser="muon", muon_rate=0.01)
    whole = train_game(C4, plan, Limits(iterations=3), tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        train_game(C4, plan, Limits(iterations=3), tmp_path / "parts", report=interrupt_at(7))
    parts = train_game(C4, plan, Limits(iterations=3), tmp_path / "parts")
    assert [entry["iteration"] for entry in parts.log] == [1, 2, 3]
    assert parts.network.read_bytes() == whole.network.read_bytes()
    other = train_game(C4, TINY, Limits(iterations=3), tmp_path / "adamw")
    assert [entry["value_loss"] for entry in other.log[2:]] != [entry["value_loss"] for entry in whole.log[2:]]
    with pytest.raises(PlanError, match="optimiser 'moun' is not known; did you mean muon"):
        read_selfplay_plan({"optimiser": "moun"})


def test_muon_has_the_weights_between_layers_and_adamw_the_rest():
    game, first = C4.open()
    plan = replace(TINY, optimiser="muon", rate=0.002, last_rate=0.0, muon_rate=0.02)
    task = SelfPlayTask.make(game, first, games.encoder("connect_four", "planes"), replace(plan, hidden=(16, 8)))
    learner = SelfPlayLearner(task, plan)
    adamw, muon = learner.optimisers.parts
    shapes = [[tuple(one.shape) for one in part.param_groups[0]["params"]] for part in (adamw, muon)]
    assert shapes[1] == [(16, 84), (8, 16)]
    assert sorted(shapes[0]) == sorted([(16,), (8,), (7, 8), (7,), (1, 8), (1,)])
    learner.optimisers.set_progress(0.5)
    assert [part.param_groups[0]["lr"] for part in (adamw, muon)] == pytest.approx([0.001, 0.01])


def test_layers_for_the_rows_of_a_board(tmp_path):
    """All rows share their weights, and Muon moves them; the trunk sees what they find."""
    rows = replace(TINY, encoder="sides", row_layers=(6, 4), optimiser="muon")
    outcome = train_game(C4, rows, Limits(iterations=2), tmp_path / "rows")
    shapes = load_file(outcome.network).declaration.tensors()
    assert shapes["block0.0.weight"] == (6, 30)
    assert shapes["trunk.0.weight"] == (16, 349 + 7 * 4)
    rest = replace(rows, rest_layers=(5,))
    outcome = train_game(C4, rest, Limits(iterations=2), tmp_path / "rest")
    network = load_file(outcome.network)
    assert network.declaration.tensors()["block1.0.weight"] == (5, 139)
    assert network.declaration.tensors()["trunk.0.weight"] == (16, 7 * 4 + 5)
    weights = str(outcome.network)
    single = agents.make("neural", games.load("connect_four"), weights=weights)
    assert single.decide(games.load("connect_four").start()).action in range(7)
    for bad, words in (
        ({"encoder": "planes", "rest_layers": (5,)}, "rest_layers need features beside the board, and planes has none"),
        ({"kind": "residual"}, "row_layers are of a perceptron"),
        ({"row_layers": ()}, "give row_layers, too"),
        ({"row_layers": (0,)}, "row_layers must be up to 5 layers"),
    ):
        with pytest.raises(PlanError, match=words):
            train_game(C4, replace(rest, **bad), Limits(iterations=1), tmp_path / "bad")
    with pytest.raises(PlanError, match="row_layers needs an encoder with a board"):
        train_game(DICE, replace(TINY, row_layers=(4,)), Limits(iterations=1), tmp_path / "bad")


def test_how_many_workers_play_changes_nothing():
    game, first = C4.open()
    task = SelfPlayTask.make(game, first, games.encoder("connect_four", "planes"), replace(TINY, hidden=(16,)))
    network = SelfPlayLearner(task, TINY).network({"game": "connect_four"})
    (whole,) = split_games(C4, network, TINY, 3)
    halves = [play_chunk(replace(whole, first=at, count=12)) for at in (0, 12)]
    together = play_chunk(whole)
    rows = np.concatenate([half.rows.x for half in halves])
    assert sorted(map(bytes, rows)) == sorted(map(bytes, together.rows.x))
    assert sum(half.moves for half in halves) == together.moves
    verdict = try_candidate(TrialTask(C4, (network, network), TINY, 1, 0, 0), SerialPool())
    assert verdict.gain == pytest.approx(0.0)  # against itself every pair is shared
    assert (verdict.passed, verdict.blocks) == (False, 32)


def test_blocks_of_a_test_are_fair():
    assert make_seatings(dice_race.GAME, 2).tolist() == [[0, 1], [1, 0]]
    assert make_seatings(runners.GAME, 3).tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert make_seatings(lanterns.GAME, 2).tolist() == [[0, 0], [1, 1]]
    rung = climb([FIRST_RUNG], 4, Verdict(True, True, 40.0, 10.0, 70.0, 50, 3.0, 1.0))
    rung = climb([FIRST_RUNG, rung], 8, Verdict(True, True, 30.0, -10.0, 70.0, 50, 3.0, 1.0))
    assert (rung.rating, rung.error) == (70.0, 50.0)


def test_the_doctor_says_what_is_wrong(tmp_path):
    assert judge("network", "random", [1.0] * 20).words == ""
    assert "learned nothing" in judge("network", "random", [0.0] * 20).words
    assert "values mislead" in judge("search", "greedy", [0.0] * 20).words
    assert "weaker than rollouts" in judge("search", "rollouts", [0.0] * 20).words
    assert judge("network", "rollouts", [0.0] * 20).words == ""
    outcome = train_game(DICE, TINY, Limits(iterations=1), tmp_path)
    checks = examine(dice_race.GAME, {}, outcome.network, TINY.doctor, 5)
    assert checks == examine(dice_race.GAME, {}, outcome.network, TINY.doctor, 5)


def test_plans_are_checked():
    with pytest.raises(PlanError, match=r"plan has no 'hiden'.*hidden"):
        read_selfplay_plan({"hiden": [8]})
    with pytest.raises(PlanError, match=r"plan.search has no 'sims'"):
        read_selfplay_plan({"search": {"sims": 8}})
    with pytest.raises(PlanError, match=r"search\.simulations must be from 1"):
        read_selfplay_plan({"search": {"simulations": 0}})
    with pytest.raises(PlanError, match="h0 must be below"):
        read_selfplay_plan({"gate": {"h0": 50.0}})
    with pytest.raises(PlanError, match=r"kind 'residul'.*residual"):
        read_selfplay_plan({"kind": "residul"})
    with pytest.raises(SetupError, match="iterations or after minutes"):
        Limits()
    with pytest.raises(UnknownName, match="planes"):
        train_game(C4, replace(TINY, encoder="plane"), Limits(iterations=1), None)


@pytest.mark.parametrize("name", [name for name in games.names() if games.self_play_plan(name)])
def test_the_plan_of_a_game_fits_it(name):
    plan = choose_plan(name, None, 3)
    assert plan == replace(read_selfplay_plan(tomllib.loads(games.self_play_plan(name).read_text())), seed=3)
    game = games.load(name)
    first, known = game.start(), games.encoders_of(game)
    encoder = known[plan.encoder] if plan.encoder else next(one for one in known.values() if one.supports(first))
    learner = SelfPlayLearner(SelfPlayTask.make(game, first, encoder, plan), plan)
    assert [layer.units for layer in learner.task.network.layers] == list(plan.hidden)


def test_without_a_plan_there_is_one_for_most_games(tmp_path, monkeypatch):
    assert choose_plan("checkers", None, None) == SelfPlayPlan()
    (tmp_path / "own.toml").write_text("games = 7\n")
    assert choose_plan("connect_four", tmp_path / "own.toml", None) == SelfPlayPlan(games=7)
    broken = replace(load_plugin("checkers"), self_play="none.toml")
    monkeypatch.setattr(games, "load_plugin", lambda name: broken)
    with pytest.raises(PluginError, match=r"'none.toml', is not in .*checkers"):
        choose_plan("checkers", None, None)


def test_the_command_trains_and_tells(tmp_path):
    (tmp_path / "plan.toml").write_text(
        "hidden = [16]\ngames = 16\n[search]\nsimulations = 4\n[gate]\npairs = 4\n"
        "[doctor]\ngames = 2\nsimulations = 2\nrollouts = 4\n"
    )
    words = ["train", "connect_four", "--plan", tmp_path / "plan.toml", "--out", tmp_path / "run", "--workers", 1]
    done = run_command(*words, "--iterations", 2, "--seed", 5, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["iterations"] == 2
    assert {row["rival"] for row in told["doctor"]} == {"random", "greedy", "rollouts"}
    shown = run_command(*words, "--iterations", 2, "--seed", 5)
    assert "the doctor" in shown.stdout
    other = run_command(*words, "--iterations", 2, "--seed", 6)
    assert other.returncode == 2
    assert "plan.seed is 5, not 6" in other.stderr.replace("\n", " ")
    both = run_command(*words, "--iterations", 2, "--minutes", 1)
    assert "give one of them" in both.stderr
