"""`ludoteca hanabi`: scores, cross-play, games of hanab.live."""

import json
import os
import signal

import numpy as np
import pytest

from games.hanabi.test_replays import a_game
from ludoteca.cli import main
from ludoteca.core.jit import compiles
from ludoteca.games.hanabi import simulation
from ludoteca.games.hanabi.cli import _tell_speed
from ludoteca.games.hanabi.study import scores, teams
from ludoteca.networks.weights import load_tensors

pytestmark = pytest.mark.skipif(not compiles, reason="whole games of bots")


@pytest.fixture
def run_json(capsys):
    def call(*words):
        with pytest.raises(SystemExit) as end:
            main(["hanabi", *words, "--json"])
        out = capsys.readouterr()
        return end.value.code, json.loads(out.out or out.err)

    return call


def test_a_team_is_scored(run_json):
    code, found = run_json("score", "--bots", "smart,smart", "--games", "200", "--seed", "77")
    assert code == 0
    assert (found["games"], found["seed"], found["bots"]) == (200, 77, ["smart", "smart"])
    assert 22.2 < found["strike_out_zero"]["mean"] <= found["strike_out_keeps"]["mean"] < 23.8
    assert 0 < found["strike_out_zero"]["standard_error"] < 0.3
    assert 0.15 < found["perfect"] < 0.45
    assert found["perfect_interval"][0] < found["perfect"] < found["perfect_interval"][1]
    assert found["games_per_cpu_second"] > 0


SEARCH = "smart,sparta:worlds=10,samples=20,least=5,tries=300"


def test_a_team_that_searches_scores_the_same_on_any_number_of_processes(run_json, tmp_path):
    """Deck by deck; and the decks are those of a table of bots."""
    told = []
    for workers in ("1", "2"):
        file = tmp_path / f"{workers}.csv"
        words = ("--games", "4", "--seed", "7", "--workers", workers, "--save", str(file))
        code, found = run_json("score", "--bots", SEARCH, *words)
        assert code == 0
        assert found["games"] == 4
        assert found["cpu_seconds"] > 0
        told.append((found["strike_out_zero"], file.read_text()))
    assert told[0] == told[1]
    head, *rows = told[0][1].splitlines()
    assert head == "deck,built,lives,moves"
    assert [row.split(",")[0] for row in rows] == ["0", "1", "2", "3"]
    cells = [list(map(int, row.split(","))) for row in rows]
    assert told[0][0]["mean"] == np.mean([built if lives else 0 for _, built, lives, _ in cells])


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_games_of_a_search(workers, monkeypatch, run_json, tmp_path):
    """What is told is what was played by then, and it is saved."""

    def press(*args):
        return play_team(*args[:3], lambda done: os.kill(os.getpid(), signal.SIGINT) if done == 2 else None, args[4])

    play_team, file = teams.play_team, tmp_path / "games.csv"
    monkeypatch.setattr(teams, "play_team", press)
    words = ("--games", "100", "--seed", "7", "--workers", str(workers), "--save", str(file))
    code, found = run_json("score", "--bots", SEARCH, *words)
    assert code == 130
    assert found["games"] == 2
    assert len(file.read_text().splitlines()) == 3


def test_speed_is_told_so_that_a_search_is_not_0_games_a_second():
    assert _tell_speed(2345.6) == "2,346 games per CPU-second"
    assert _tell_speed(0.04) == "25.00 CPU-seconds a game"


def test_teach(run_json, tmp_path):
    """What is written is what was found best."""
    pytest.importorskip("torch")
    file = tmp_path / "weights.safetensors"
    words = ("--rounds", "1", "--lessons", "200", "--trials", "100", "--seed", "3", "--learner", "guest")
    code, found = run_json("teach", *words, "--out", str(file))
    assert code == 0
    assert (found["seed"], found["players"], found["learner"]) == (3, 2, "guest")
    assert [told["round"] for told in found["rounds"]] == [0, 1]
    best = found["rounds"][found["best"]]
    assert 15 < best["mean"] == max(told["mean"] for told in found["rounds"]) <= 25
    tensors, record = load_tensors(file)
    assert record["guest-2"]["mean"] == best["mean"]
    assert set(tensors) >= {"keen-2", "guest-2"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("score", "--bots", "smart"), "two to five players"),
        (("score", "--bots", "smart,clever"), "no bot of hanabi 'clever'"),
        (
            ("score", "--bots", "sparta:joint=yes,share=0.2,sparta:joint=yes"),
            "must agree on share, or its members misread each other: 0.2, 0.02",
        ),
        (("score", "--bots", "smart,smart", "--save", "/dev/null/games.csv"), "give --save a file"),
        (("teach", "--out", "/dev/null/w.safetensors"), "give --out a file"),
        (("teach", "--learner", "smart"), "one of keen, guest"),
        (("crossplay", "--players", "2,7"), "numbers from 2 to 5"),
        (("import", "no-such-file.json"), "cannot be read"),
        (("import", "nonsense"), "compact form"),
    ],
)
def test_bad_input_is_refused(run_json, words, complaint):
    code, found = run_json(*words)
    assert code == 2
    assert complaint in found["error"]["message"]


@pytest.fixture
def interrupted(monkeypatch):
    """Ctrl-C in the midst of the third table that is played: after two of its games, of which the rest is missing."""
    tables = []

    def play(*args):
        tables.append(args)
        return simulation.play_table(*args, report=press if len(tables) == 3 else None)

    def press(done):
        assert done == 2
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(simulation, "CHUNK", 2)
    monkeypatch.setattr(scores, "play_table", play)


@pytest.mark.parametrize(
    ("words", "complete"),
    [
        (("table",), ["| random | 2 |", "| random | 3 |"]),
        (("crossplay", "--players", "2"), ["| random | 0.0 (0.0) | - | - |"]),  # two tables a cell
    ],
    ids=["table", "crossplay"],
)
@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_shows_what_is_complete_and_leaves_the_file(words, complete, tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("as it was")
    with pytest.raises(SystemExit) as end:
        main(["hanabi", *words, "--games", "8", "--seed", "1", "--out", str(page)])
    shown = capsys.readouterr()
    assert end.value.code == 130
    assert all(row in shown.out for row in complete)
    assert "| random | 4 |" not in shown.out
    assert "Stopped before the end." in shown.out
    assert "left as it was" in " ".join(shown.err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert page.read_text() == "as it was"


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_during_a_crossplay_for_machines(run_json):
    code, found = run_json("crossplay", "--players", "2", "--games", "8", "--seed", "1")
    assert code == 130
    assert found["stopped"]
    assert [(cell["row"], cell["column"]) for cell in found["cells"]] == [("random", "random")]


def test_ctrl_c_during_a_score_tells_of_the_games_so_far(run_json, monkeypatch):
    def press(team, games, seed, report, engine):
        return simulation.play_table(
            teams.GAME, team, games, seed, report=lambda _: os.kill(os.getpid(), signal.SIGINT)
        )

    monkeypatch.setattr(simulation, "CHUNK", 2)
    monkeypatch.setattr(teams, "play_team", press)
    code, found = run_json("score", "--bots", "random,random", "--games", "8", "--seed", "1")
    assert code == 130
    assert found["games"] == 2


def test_a_game_of_hanab_live_is_read(run_json, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(a_game())
    code, found = run_json("import", str(path))
    assert code == 0
    assert found["score"] == 2.0
    assert found["moves"] == ["Ann: play-1", "Ben: tell-0-2", "Ann: play-3", "Ben: tell-0-red"]
