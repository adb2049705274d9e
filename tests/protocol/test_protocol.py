"""The protocol refuses what would go wrong later, and says why."""

import types
from dataclasses import replace

import numpy as np
import pytest

import ludoteca
from ludoteca import agents, games
from ludoteca.core import errors
from ludoteca.core.errors import BudgetError, LudotecaError, RulesError, UnknownName
from ludoteca.protocol import Budget, GameInfo, Watch, state_dtype
from tiny import dice_race, kuhn

INFO = dice_race.GAME.info


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seats": (0, 2)}, "seats"),
        ({"seats": (2, 99)}, "seats"),
        ({"min_return": 1.0}, "min_return"),
        ({"max_outcomes": 0}, "max_outcomes"),
        ({"chance": False}, "max_outcomes without chance"),
        ({"max_actions": 0}, "max_actions"),
        ({"version": "one"}, "version"),
        ({"name": "Dice Race"}, "name"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(change, complaint):
    with pytest.raises(RulesError, match=complaint):
        replace(INFO, **change)


def test_a_state_is_a_multiple_of_eight_bytes():
    for sizes in ((1,), (3, 1), (8, 1), (5, 7, 2)):
        dtype = state_dtype(*((f"f{i}", np.int8, (n,)) for i, n in enumerate(sizes)))
        assert dtype.itemsize % 8 == 0
    assert state_dtype(("wide", np.int64), ("narrow", np.int8)).itemsize == 16


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": 1e9},
        {"seconds": float("nan")},
        {"iterations": 0},
        {"iterations": -5},
        {"iterations": 1.5},
        {"iterations": 10**15},
        {"nodes": 0},
        {"nodes": True},
        {"nodes": "many"},
    ],
)
def test_impossible_budgets_are_refused(wrong):
    with pytest.raises(BudgetError):
        Budget(**wrong)


def test_budgets_describe_themselves():
    assert Budget(seconds=0.5, iterations=100).describe() == "0.5 seconds, 100 iterations"


def test_unknown_names_offer_the_near_misses():
    with pytest.raises(UnknownName, match="did you mean connect_four"):
        games.load("conect4")
    with pytest.raises(UnknownName, match="did you mean alphabeta"):
        agents.load("alfabeta")
    with pytest.raises(UnknownName, match="choose from"):
        games.load("zzzzzz")


def test_every_error_has_a_code_and_stands_in_the_tree():
    kinds = [item for item in vars(errors).values() if isinstance(item, type) and issubclass(item, LudotecaError)]
    assert len({kind.code for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.__name__ in errors.__doc__
        assert f'"{kind.code}"' in errors.__doc__
        assert kind.__name__ in errors.__all__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mcts", ("mcts", {})),
        ("mcts:iterations=5", ("mcts", {"iterations": "5"})),
        (" mcts : iterations = 5 , final=value,", ("mcts", {"iterations": "5", "final": "value"})),
    ],
)
def test_agents_are_named_with_their_settings(text, expected):
    assert agents.parse_spec(text) == expected


def test_a_setting_without_a_value_is_refused():
    with pytest.raises(LudotecaError, match="name=value"):
        agents.parse_spec("mcts:fast")


def test_the_package_loads_its_names_when_they_are_used():
    assert ludoteca.load_game("connect_four").info.name == "connect_four"
    assert ludoteca.Budget is Budget
    with pytest.raises(AttributeError, match="no attribute 'lode_game'"):
        ludoteca.lode_game  # noqa: B018
    assert isinstance(ludoteca, types.ModuleType)


def test_a_watch_without_a_search_is_at_zero():
    watch = Watch()
    assert (watch.done, watch.fraction, watch.snapshot(5)) == (0, 0.0, None)


@pytest.mark.parametrize("game", [games.load(name) for name in games.names()], ids=lambda game: game.info.name)
def test_every_level_can_be_made_and_found_by_name(game):
    assert game.info.levels
    for level in game.info.levels:
        name, options = agents.parse_spec(level.agent)
        assert agents.make(name, game, **options).name == name
        assert game.info.find_level(level.name.upper()) is level
    assert game.info.find_level("impossible") is None


def test_kinds_are_told_in_words():
    assert kuhn.GAME.info.kind == "2 seats, hidden information, chance, zero-sum, result at the end"
    info = GameInfo(name="x", title="X", version="1.0", summary="", max_actions=1, longest=1, seats=(2, 4))
    assert info.kind.startswith("2-4 seats, perfect information")
    assert info.seat_name(3) == "seat 3"
