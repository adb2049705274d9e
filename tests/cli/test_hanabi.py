"""`ludoteca hanabi`: scores, cross-play, games of hanab.live."""

import json

import pytest

from games.hanabi.test_replays import a_game
from ludoteca.cli import main
from ludoteca.jit import compiles

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


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("score", "--bots", "smart"), "two to five players"),
        (("score", "--bots", "smart,clever"), "no bot of hanabi 'clever'"),
        (("crossplay", "--players", "2,7"), "numbers from 2 to 5"),
        (("import", "no-such-file.json"), "cannot be read"),
        (("import", "nonsense"), "compact form"),
    ],
)
def test_bad_input_is_refused(run_json, words, complaint):
    code, found = run_json(*words)
    assert code == 2
    assert complaint in found["error"]["message"]


def test_a_game_of_hanab_live_is_read(run_json, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(a_game())
    code, found = run_json("import", str(path))
    assert code == 0
    assert found["score"] == 2.0
    assert found["moves"] == ["Ann: play-1", "Ben: tell-0-2", "Ann: play-3", "Ben: tell-0-red"]
