"""The commands of `ludoteca contest`."""

import json
import re

import pytest
from typer.testing import CliRunner

from ludoteca.core.errors import LudotecaError
from ludoteca.core.jit import compiles
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


def test_advice_is_explained_in_the_order_of_the_table(tmp_path):
    words = ["advise", str(tmp_path / "log.toml"), "--contestants", "Betta, Speranza, Macy, Plumy", "--me", "Speranza"]
    result = run(app, [*words, "--agent", "mcts:iterations=50"], input="")
    lines = result.output.splitlines()
    first = next(i for i, line in enumerate(lines) if "<- advised" in line)
    assert "visits" in " ".join(lines[:first])  # the heading: the advised move is the first row
    assert sum("%" in line for line in lines[:first]) == 0
    shares = [int(share) for share in re.findall(r"(\d+) %$", "\n".join(line.rstrip() for line in lines), re.M)]
    assert len(shares) == 4
    explained = " ".join(lines)
    assert "% of its 50 visits on it." in explained


FIND = ["find", "Round", "Dazzling Gleam", "Surf", "Petal Dance", "Karate Chop", "--rank", "normal"]
FEW = ["--contests", "10", "--iterations", "5", "--seed", "3"]


@pytest.mark.skipif(not compiles, reason="a minute uncompiled")
def test_the_best_moves_are_found():
    found = json.loads(run(app, [*FIND, *FEW, "--json"]).stdout)
    assert len(found) == 5  # five moves make five sets of four
    assert len({tuple(row["moves"]) for row in found}) == 5
    assert all(set(row["moves"]) < set(FIND[1:6]) and row["contests"] == 10 for row in found)
    assert [row["rate"] for row in found] == sorted((row["wins"] / 10 for row in found), reverse=True)
    shown = run(app, [*FIND, *FEW])
    assert ", ".join(found[0]["moves"]).split(",")[0] in shown.stdout
    assert "10 contests each, played by a search of 5 iterations" in " ".join(shown.stdout.split())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["find", "Round", "Surf", "Cut", *FEW], "four moves to choose from are needed"),
        ([*FIND, "--against", "Betta, Trod", *FEW], "three opponents are needed at least, not 2"),
        ([*FIND, "--condition", "pretty", *FEW], "no condition 'pretty'"),
        ([*FIND, "--against", "Betta, Trod, Lapras", *FEW], "no contestant 'Lapras'"),
        (["find", "Sarf", *FEW], "no move 'Sarf'"),
    ],
)
def test_what_cannot_be_searched_is_refused(words, complaint):
    error = run(app, words).exception
    assert isinstance(error, LudotecaError)
    assert complaint in str(error)
