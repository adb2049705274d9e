"""Who gives hints: the game's judge, its strongest player with a fixed budget, so that it answers the same twice."""

import pytest

from ludoteca import agents, games
from ludoteca.site.advice import hint_spec
from tiny import kuhn


@pytest.mark.parametrize("name", ["checkers", "connect_four", "contest", "dicewars"])
def test_hints_come_from_the_strongest_level(name):
    game = games.load(name)
    hints = agents.read_spec(hint_spec(game), game)
    assert hints.kind is agents.read_spec(game.info.levels[-1].name, game).kind
    assert hints.budget.seconds is None


def test_where_the_strongest_level_does_not_search_a_search_gives_hints():
    hanabi = games.load("hanabi")
    assert agents.load(agents.parse_spec(hanabi.info.levels[-1].agent)[0]).budget is None
    assert hint_spec(hanabi) == "sparta:iterations=10000,followers=none"
    assert not kuhn.GAME.info.levels
    assert hint_spec(kuhn.GAME) == "ismcts:iterations=10000"
