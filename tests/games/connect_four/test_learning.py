"""How runs have learned: the networks that a run has kept, their mistakes, the table and the chart."""

import json

import pytest

from commands import run_command
from ludoteca import agents, games
from ludoteca.core.errors import WeightsError
from ludoteca.games.connect_four.study.learning import draw_stages, list_rungs, measure_run, tell_stages, write_stages
from ludoteca.games.connect_four.study.mistakes import find_mistakes, select_positions
from ludoteca.lab.selfplay.files import LOG, RUNGS, write_rung
from ludoteca.training.selfplay import SelfPlayLearner
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_plan import SelfPlayPlan

pytest.importorskip("torch")

GAME = games.load("connect_four")
FEW = select_positions(5)


@pytest.fixture
def run(tmp_path):
    """A run with two networks that have learned nothing."""
    task = SelfPlayTask.make(GAME, GAME.start(), games.encoder("connect_four", "lines"), SelfPlayPlan(hidden=(8,)))
    folder = tmp_path / "seed-1"
    folder.mkdir()
    for iteration in (2, 4):
        network = SelfPlayLearner(task, SelfPlayPlan(hidden=(8,), seed=iteration)).network({"game": "connect_four"})
        write_rung(folder, iteration, network)
    lines = [json.dumps({"iteration": number, "cpu_seconds": 30.0 * number}) for number in range(1, 6)]
    (folder / LOG).write_text("\n".join(lines) + "\n")
    return folder


def test_each_network_is_measured_at_its_time(run):
    stages = measure_run(run, FEW)
    assert [(stage.iteration, stage.cpu_minutes) for stage in stages] == [(2, 1.0), (4, 2.0)]
    path = run / RUNGS / "000004.safetensors"
    by_hand = [
        agents.make("neural", GAME, weights=str(path)),
        agents.make("guided", GAME, weights=str(path), iterations=200),
    ]
    assert [stages[1].bare, stages[1].searched] == [sum(find_mistakes(player, FEW)) for player in by_hand]
    assert stages[0].bare > stages[0].searched, "what has learned nothing needs the search"


def test_the_table_and_the_charts_name_the_run(run, tmp_path):
    stages = measure_run(run, FEW)
    share = f"{stages[0].bare / len(FEW):.2%} ({stages[0].bare})"
    assert tell_stages(stages)[2].startswith(f"| seed-1 | 2 | 1.0 | {share} |")
    write_stages(stages, tmp_path / "charts")
    for name, chart in draw_stages(stages).items():
        assert "seed-1" in chart
        assert (tmp_path / "charts" / name).read_text() == chart
    kept = json.loads((tmp_path / "charts" / "connect-four.json").read_text())
    assert [each["searched"] for each in kept] == [stage.searched for stage in stages]


def test_what_is_no_run_is_refused(run, tmp_path):
    with pytest.raises(WeightsError, match=r"is no run of `ludoteca train`"):
        list_rungs(tmp_path)
    (run / LOG).write_text("")
    with pytest.raises(WeightsError, match="does not tell when"):
        list_rungs(run)
    done = run_command("connect_four", "learning", tmp_path / "nothing")
    assert done.returncode != 0
    assert "no run of" in done.stderr
    assert "Traceback" not in done.stderr
