"""One way from a text to an agent: what is wrong in the text is told, with what was probably meant."""

import subprocess
import sys

import pytest

from ludoteca import agents
from ludoteca.core.errors import BudgetError, SettingsError, UnknownName
from ludoteca.games.connect_four.game import GAME as CONNECT_FOUR
from ludoteca.protocol import Budget
from tiny import kuhn


@pytest.mark.parametrize("key", ["seed", "name", "game", "settings", "budget", "self"])
def test_names_of_arguments_are_no_settings(key):
    """They were once passed on to functions that have arguments of these names."""
    with pytest.raises(UnknownName, match=f"there is no setting '{key}'; "):
        agents.make_from_spec(f"mcts:{key}=3", CONNECT_FOUR)


def test_the_command_line_tells_it_in_a_sentence():
    command = [sys.executable, "-m", "ludoteca", "match", "connect_four", "mcts:seed=3", "random", "--games", "2"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode != 0
    assert "there is no setting 'seed'" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        ("mcts:iteratons=5", "iterations"),
        ("mcts:secons=5", "seconds"),
        ("alphabeta:nods=5", "nodes"),
        ("mcts:exploraton=5", "exploration"),
    ],
)
def test_a_budget_can_be_meant(spec, meant):
    with pytest.raises(UnknownName, match=f"did you mean .*{meant}"):
        agents.make_from_spec(spec, CONNECT_FOUR)


@pytest.mark.parametrize(("spec", "unit"), [("mcts:nods=5", "nodes"), ("alphabeta:iteratons=5", "iterations")])
def test_no_budget_is_suggested_that_the_agent_would_refuse(spec, unit):
    with pytest.raises(UnknownName) as caught:
        agents.make_from_spec(spec, CONNECT_FOUR)
    assert unit not in caught.value.known


def test_an_agent_that_does_not_search_has_no_budget_to_suggest():
    with pytest.raises(UnknownName, match="there is no setting 'secons'; there are none here"):
        agents.make_from_spec("random:secons=5", CONNECT_FOUR)


def test_an_unknown_opponent_gets_the_levels_and_the_agents_of_the_game():
    with pytest.raises(UnknownName, match="agent or level of connect_four 'zzz'; choose from ") as caught:
        agents.make_from_spec("zzz", CONNECT_FOUR)
    levels = [level.name for level in CONNECT_FOUR.info.levels]
    assert caught.value.known == sorted([*levels, *agents.agents_for(CONNECT_FOUR)])
    assert "warlord" not in caught.value.known


@pytest.mark.parametrize(("spec", "meant"), [("expret", "Expert"), ("alfabeta", "alphabeta")])
def test_an_opponent_is_found_by_a_near_miss(spec, meant):
    with pytest.raises(UnknownName, match=f"did you mean {meant}"):
        agents.make_from_spec(spec, CONNECT_FOUR)


def test_agents_that_cannot_play_are_not_suggested():
    with pytest.raises(UnknownName) as caught:
        agents.make("alfabeta", kuhn.GAME)
    assert "alphabeta" not in caught.value.known
    assert "ismcts" in caught.value.known


def test_a_specification_is_read_without_making_an_agent():
    found = agents.read_spec("mcts:iterations=5,exploration=0.5", CONNECT_FOUR)
    assert (found.kind, found.budget, found.settings.exploration) == (agents.load("mcts"), Budget(iterations=5), 0.5)
    assert agents.read_spec("expert", CONNECT_FOUR).kind is agents.load("alphabeta")


@pytest.mark.parametrize(
    ("spec", "error", "told"),
    [
        ("mcts:iterations=many", BudgetError, "iterations must be a number, not 'many'"),
        ("mcts:nodes=5", BudgetError, "counts iterations, not nodes"),
        ("random:seconds=5", SettingsError, "random does not search: it takes no budget"),
        ("mcts:exploration=x", SettingsError, "exploration must be a number, not 'x'"),
    ],
)
def test_what_cannot_be_read_is_told(spec, error, told):
    with pytest.raises(error, match=told):
        agents.make_from_spec(spec, CONNECT_FOUR)
