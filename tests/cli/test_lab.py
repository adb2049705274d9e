"""The commands of the lab, in processes of their own."""

import json
import re
import signal
import subprocess

import pytest

from cli.test_cli import COMMAND, read, run
from helpers import wait_until
from ludoteca.lab.store import Store

FILE = """game = "connect_four"
games = 40
seed = 5
opening = 2
[agents]
greedy = "greedy"
random = "random"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    (folder / "duel.toml").write_text(FILE)
    told = read("tournament", str(folder / "duel.toml"), "--workers", "2")
    return folder, told


def test_a_tournament_is_played_and_told(played):
    folder, told = played
    assert (told["games"], told["ended"], told["seed"]) == (40, "games", 5)
    assert told["standings"][0]["agent"] == "greedy"
    assert (folder / "duel" / "games.parquet").exists()
    again = run("tournament", str(folder / "duel.toml"), "--out", str(folder / "again"), "--workers", "1").stdout
    assert "greedy leads with" in " ".join(again.split())
    same = read("report", str(folder / "again"), "--html", str(folder / "page.html"))
    assert {k: v for k, v in same["standings"][0].items() if k != "seconds_per_action"} == {
        k: v for k, v in told["standings"][0].items() if k != "seconds_per_action"
    }


def test_a_resumed_tournament_is_described_anew_only_when_nobody_plays_in_it(played, tmp_path):
    """Another run holds the lock: the description stays as it was."""
    folder, _ = played
    description = folder / "duel" / "tournament.json"
    before = description.read_bytes()
    with Store(folder / "duel").lock():
        shown = run("tournament", str(folder / "duel.toml"), "--resume", "--games", "80", code=2).stderr
    assert "another run is playing" in " ".join(shown.split())
    assert description.read_bytes() == before


def test_a_match_of_few_games_says_so_and_what_its_intervals_are(tmp_path):
    shown = " ".join(run("match", "connect_four", "greedy", "random", "--games", "2", "--seed", "1").stdout.split())
    assert "±" not in shown
    assert "Intervals are by deal" in shown
    assert "play at least 5: --games 10" in shown
    told = read(
        "match", "connect_four", "greedy", "random", "--games", "12", "--seed", "1", "--save", str(tmp_path / "g")
    )
    first = told["players"][0]
    assert (first["games"], first["deals"]) == (12, 6)
    low, high = first["mean_return_95"]
    assert low <= first["mean_return"] <= high


def test_a_replay_shows_what_the_agents_reported(tmp_path):
    run("match", "connect_four", "minimax:depth=2", "random", "--seed", "1", "--save", str(tmp_path / "g"))
    record = str(tmp_path / "g" / "game-000000.json")
    assert re.search(r"ply 0 +played: . +\(value .*depth 2, .*nodes", run("replay", record).stdout)
    first, second = read("replay", record)["steps"][:2]
    assert first["info"]["depth"] == 2
    assert set(second["info"]) <= {"seconds"}


def test_a_report_is_written_and_nothing_overwritten(played, tmp_path):
    folder, _ = played
    assert "wrote" in run("report", str(folder / "duel")).stdout
    assert (folder / "duel" / "report.html").stat().st_size > 10**6
    page = tmp_path / "page.md"
    page.write_text("mine")
    assert "nothing was overwritten" in " ".join(
        run("report", str(folder / "duel"), "--markdown", str(page), code=2).stderr.split()
    )
    assert page.read_text() == "mine"
    run("report", str(folder / "duel"), "--markdown", str(page), "--force")
    assert page.read_text().startswith("# Connect four")
    record = run("report", str(folder / "duel"), "--record", "3").stdout
    (tmp_path / "game.json").write_text(record)
    assert read("replay", str(tmp_path / "game.json"), "--ply", "0")["game"] == "connect_four"
    refused = run("report", str(folder / "duel"), "--record", "40", code=2).stderr
    assert "no game 40" in " ".join(refused.split())


@pytest.mark.parametrize(
    ("change", "args", "complaint"),
    [
        (('greedy"', 'greddy"'), (), "agent 'greedy' .*did you mean greedy"),
        (('random = "random"\n', ""), (), "1 agent for the 2 seats"),
        (("games = 40", "games = -40"), (), "games must be a whole number from 1"),
        (("", ""), ("--games", "-3"), "games must be a whole number from 1"),
        (("", ""), ("--workers", "0"), "workers must be from 1"),
        (("seed = 5", "seed = 6"), ("--resume",), "another tournament: its seed is 5, not 6"),
        (("", ""), (), "continue it with --resume"),
        (("", ""), ("--resume", "--cluster", "tcp://127.0.0.1:9"), "no cluster answers"),
    ],
)
def test_bad_tournaments_are_refused_and_nothing_is_touched(played, change, args, complaint, tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.lab.parallel.PATIENCE", 1)
    folder, _ = played
    (tmp_path / "bad.toml").write_text(FILE.replace(*change, 1) if change[0] else FILE)
    before = (folder / "duel" / "games.parquet").read_bytes()
    shown = run("tournament", str(tmp_path / "bad.toml"), "--out", str(folder / "duel"), *args, code=2).stderr
    assert re.search(complaint, " ".join(shown.split())), shown
    assert (folder / "duel" / "games.parquet").read_bytes() == before


def test_ctrl_c_keeps_the_games_and_resume_goes_on(tmp_path):
    (tmp_path / "long.toml").write_text(FILE.replace("games = 40", "games = 100000"))
    folder = tmp_path / "long"
    process = subprocess.Popen(
        [*COMMAND, "tournament", str(tmp_path / "long.toml"), "--workers", "2", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until(lambda: len(list(folder.glob("chunks/*.parquet"))) >= 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    told = json.loads(out)
    assert told["ended"] == "interrupted"
    assert told["games"] > 0
    more = read("tournament", str(tmp_path / "long.toml"), "--resume", "--games", "40", "--workers", "1")
    assert (more["games"], more["ended"]) == (40, "games")


def test_tune_and_reproduce_tell_what_is_wrong(tmp_path):
    out = ("--out", str(tmp_path / "t"))
    for args, complaint in (
        (("tune", "connect_four", "minimax", "depth=5..2", *out), "must be below"),
        (("tune", "connect_four", "minimax", "dept=1..2", *out), "did you mean depth"),
        (("reproduce", "flat_earth"), "no study 'flat_earth'"),
        (("reproduce", "hanabi", "--page-only"), "by a whole run only"),
        (("reproduce", "hanabi-outcome", "--page-only", "--out", "nowhere"), "lacks figures of the study"),
        (("report", str(tmp_path)), "holds no tournament"),
    ):
        assert complaint in " ".join(run(*args, code=2).stderr.split())
    assert not (tmp_path / "t").exists()
    assert isinstance(read("reproduce"), list)


@pytest.mark.slow
def test_tune_finds_a_deeper_search(tmp_path):
    told = read("tune", "connect_four", "minimax:depth=1", "depth=1..3", "--out", str(tmp_path / "t"), "--games", "60",
                "--opening", "3", "--seed", "1", "--workers", "2", "--markdown", str(tmp_path / "page.md"))  # fmt: skip
    assert told["verdict"] == "H1"
    assert told["settings"]["depth"] in ("2", "3")
    page = (tmp_path / "page.md").read_text()
    assert "confirmed: it is better" in page
    assert page.count("| 1 | ") == 3
