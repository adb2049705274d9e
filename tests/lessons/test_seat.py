"""A student's function at a match, through the bot protocol."""

import shlex
import sys

import pytest

from ludoteca import games
from ludoteca.lab.match import play_match
from ludoteca.lab.warming import first_view
from ludoteca.lessons.seat import read_state
from ludoteca.programs.telling import tell_state

CHOOSE = "def choose(game, view, rng):\n    print('thinking')\n    return rng.choice(game.legal_actions(view))\n"


@pytest.mark.parametrize("name", games.names())
def test_a_state_is_read_as_it_was_told(name):
    game = games.load(name)
    view = first_view(game)
    assert game.same(read_state(game, tell_state(view)), view)


def agent(path):
    return f"program:{shlex.join([sys.executable, '-m', 'ludoteca.lessons.seat', str(path)])}"


def test_two_students_play_and_one_that_fails_loses(tmp_path):
    anna, bruno = tmp_path / "anna.py", tmp_path / "bruno.py"
    anna.write_text(CHOOSE)
    bruno.write_text(CHOOSE.replace("print('thinking')", "view.nothing_of_this_name"))
    game = games.load("connect_four")
    match = play_match(game, [agent(anna), agent(anna)], seed=1)
    assert match.result is not None
    assert match.result.forfeit is None
    match = play_match(game, [agent(anna), agent(bruno)], seed=1)
    assert match.result is not None
    assert match.result.forfeit == 1
    assert "raised AttributeError" in match.result.reason
