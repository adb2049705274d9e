"""`ludoteca hanabi`: scores, cross-play, games of hanab.live."""

import json
import os
import signal

import numpy as np
import pytest

from games.hanabi.test_replays import a_game
from ludoteca.cli import main
from ludoteca.core.jit import compiles
from ludoteca.games.hanabi.cli.studies import format_speed
from ludoteca.games.hanabi.study import scores, simulation, teams
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


@pytest.mark.slow
def test_a_team_that_searches_scores_the_same_on_any_number_of_processes(run_json, tmp_path):
    """Deck by deck; and the decks are those of a team of bots."""
    results = []
    for workers in ("1", "2"):
        file = tmp_path / f"{workers}.csv"
        words = ("--games", "4", "--seed", "7", "--workers", workers, "--save", str(file))
        code, found = run_json("score", "--bots", SEARCH, *words)
        assert code == 0
        assert found["games"] == 4
        assert found["cpu_seconds"] > 0
        results.append((found["strike_out_zero"], file.read_text()))
    assert results[0] == results[1]
    head, *rows = results[0][1].splitlines()
    assert head == "deck,built,lives,moves"
    assert [row.split(",")[0] for row in rows] == ["0", "1", "2", "3"]
    cells = [list(map(int, row.split(","))) for row in rows]
    assert results[0][0]["mean"] == np.mean([built if lives else 0 for _, built, lives, _ in cells])


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_games_of_a_search(workers, monkeypatch, run_json, tmp_path):
    """The games played by then are shown and saved."""

    def press(*args):
        return play_team(*args[:3], lambda done: os.kill(os.getpid(), signal.SIGINT) if done == 2 else None, args[4])

    play_team, file = teams.play_team, tmp_path / "games.csv"
    monkeypatch.setattr(teams, "play_team", press)
    words = ("--games", "100", "--seed", "7", "--workers", str(workers), "--save", str(file))
    code, found = run_json("score", "--bots", SEARCH, *words)
    assert code == 130
    assert found["games"] == 2
    assert len(file.read_text().splitlines()) == 3


def test_the_speed_of_a_search_is_not_shown_as_0_games_a_second():
    assert format_speed(2345.6) == "2,346 games per CPU-second"
    assert format_speed(0.04) == "25.00 CPU-seconds a game"


def test_train(run_json, tmp_path):
    """The best weights are written. The older words of the command give the same."""
    pytest.importorskip("torch")
    file = tmp_path / "weights.safetensors"
    words = ("--rounds", "1", "--trials", "100", "--seed", "3")
    code, found = run_json("train", *words, "--samples", "200", "--learner", "smart_net_partner", "--out", str(file))
    assert code == 0
    assert (found["seed"], found["players"], found["learner"]) == (3, 2, "smart_net_partner")
    assert [row["round"] for row in found["rounds"]] == [0, 1]
    best = found["rounds"][found["best"]]
    assert 15 < best["mean"] == max(row["mean"] for row in found["rounds"]) <= 25
    tensors, record = load_tensors(file)
    assert record["smart_net_partner-2"]["mean"] == best["mean"]
    assert set(tensors) >= {"smart_net-2", "smart_net_partner-2"}
    assert run_json("teach", *words, "--lessons", "200", "--learner", "guest") == (0, found)


def test_older_commands_are_hidden(capsys):
    with pytest.raises(SystemExit) as end:
        main(["hanabi", "--help"])
    shown = capsys.readouterr().out
    assert end.value.code == 0
    assert "train" in shown
    assert "teach" not in shown


def test_older_names_of_bots_are_scored_under_the_new_ones(run_json):
    code, found = run_json("score", "--bots", "keen,guest", "--games", "3", "--seed", "5")
    again = run_json("score", "--bots", "smart_net,smart_net_partner", "--games", "3", "--seed", "5")[1]
    assert code == 0
    assert found["bots"] == again["bots"] == ["smart_net", "smart_net_partner"]
    assert found["strike_out_zero"] == again["strike_out_zero"]


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
        (("train", "--out", "/dev/null/w.safetensors"), "give --out a file"),
        (("train", "--learner", "smart"), "one of smart_net, smart_net_partner"),
        (("crossplay", "--players", "2,7"), "numbers from 2 to 5"),
        (("import", "no-such-file.json"), "there is no file 'no-such-file.json'"),
        (("import", "nope"), "there is no file 'nope'"),
        (("import", "."), "cannot be read"),
        (("import", "a\0b"), "cannot be read"),
        (("import", "x" * 5000), "cannot be read"),
        (("import", "non,sense"), "compact form"),
    ],
)
def test_bad_input_is_refused(run_json, words, complaint):
    code, found = run_json(*words)
    assert code == 2
    assert complaint in found["error"]["message"]


@pytest.fixture
def interrupted(monkeypatch):
    """Ctrl-C while the third team plays: after two of its games, so that the rest is missing."""
    teams = []

    def play(*args):
        teams.append(args)
        return simulation.play_bots(*args, report=press if len(teams) == 3 else None)

    def press(done):
        assert done == 2
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(simulation, "CHUNK", 2)
    monkeypatch.setattr(scores, "play_bots", play)


@pytest.mark.parametrize(
    ("words", "complete"),
    [
        (("table",), ["| random | 2 |", "| random | 3 |"]),
        (("crossplay", "--players", "2"), ["| random | 0.0 (0.0) | - | - |"]),  # two teams a cell
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
    assert "was not changed" in " ".join(shown.err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert page.read_text() == "as it was"


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_during_a_crossplay_for_machines(run_json):
    code, found = run_json("crossplay", "--players", "2", "--games", "8", "--seed", "1")
    assert code == 130
    assert found["stopped"]
    assert [(cell["row"], cell["column"]) for cell in found["cells"]] == [("random", "random")]


def test_ctrl_c_during_a_score_shows_the_games_so_far(run_json, monkeypatch):
    def press(team, games, seed, report, engine):
        return simulation.play_bots(team, games, seed, report=lambda _: os.kill(os.getpid(), signal.SIGINT))

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


def test_a_recorded_game_goes_to_hanab_live_and_back(run_json, tmp_path, capsys):
    """As JSON in a file and as the text of a link: the same moves and the same score."""
    with pytest.raises(SystemExit):
        main(["match", "hanabi", "bot:bot=piers", "bot:bot=iggi", "--games", "1", "--save", str(tmp_path / "games")])
    (record,) = (tmp_path / "games").glob("*.json")
    played = json.loads(record.read_text())
    capsys.readouterr()
    texts = []
    for words in ((), ("--compact",)):
        with pytest.raises(SystemExit) as end:
            main(["hanabi", "export", str(record), *words])
        assert end.value.code == 0
        texts.append(capsys.readouterr().out.strip())
    path = tmp_path / "game.json"
    path.write_text(texts[0])
    for source in (str(path), texts[1], f"https://hanab.live/replay-json/{texts[1]}"):
        code, found = run_json("import", source)
        assert code == 0
        assert found["actions"] == [action for _, action, *_ in played["actions"]]
        assert found["score"] == played["result"]["returns"][0]


def test_only_records_of_hanabi_are_exported(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["match", "connect_four", "random", "random", "--games", "1", "--save", str(tmp_path / "games")])
    (record,) = (tmp_path / "games").glob("*.json")
    with pytest.raises(SystemExit) as end:
        main(["hanabi", "export", str(record)])
    assert end.value.code == 2
    assert "is a game of connect_four, not of hanabi" in " ".join(capsys.readouterr().err.split())
