"""The commands of `ludoteca contest`."""

import json

from typer.testing import CliRunner

from ludoteca.games.contest.cli import app

run = CliRunner().invoke


def test_moves_are_looked_up_in_both_languages():
    found = json.loads(run(app, ["moves", "Giornodisole", "Round", "--json"]).stdout)
    assert [row["english"] for row in found] == ["Sunny Day", "Round"]
    assert "Solar Beam" in found[0]["opens"]
    assert "Magibrillio" in run(app, ["moves", "Dazzling Gleam"]).stdout


def test_a_pool_of_opponents_says_what_it_is():
    pool = json.loads(run(app, ["roster", "--condition", "tough", "--rank", "normal", "--json"]).stdout)
    assert {entry["status"] for entry in pool} == {"stand-in"}
    assert "stand-in" in run(app, ["roster", "--condition", "tough", "--rank", "normal"]).stdout


def test_a_file_of_ones_own_is_shown_as_an_option(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[[contestant]]\nname = "Mia"\nspecies = "Ditto"\nmoves = ["Surf", "Cut", "Fly", "Coro"]\n')
    shown = run(app, ["roster", "--file", str(path)])
    assert shown.stdout.strip() == '--set contestants="Mia=Ditto:Surf/Cut/Fly/Round"'


def test_advice_is_given_and_written_down(tmp_path):
    log = tmp_path / "contest.toml"
    words = ["advise", str(log), "--contestants", "Betta, Speranza, Macy, Plumy", "--me", "Speranza"]
    agent = ["--agent", "mcts:iterations=50"]
    result = run(app, [*words, *agent], input="Counter\n3\nAttract\n2\nPlumy\n")
    assert result.exit_code == 0, result.output
    assert "<- advised" in result.output
    assert "chance to" in result.output
    assert "turn 2 of 5" in result.output
    assert 'nervous = ["Plumy"]' in log.read_text()
    again = run(app, ["advise", str(log), *agent], input="back\n")
    assert "continuing with turn 2" in again.output
    assert "turn 1 is taken back" in again.output
