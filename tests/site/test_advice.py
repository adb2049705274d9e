"""Who gives hints: the strongest level, adapted to the time that a hint may take."""

from dataclasses import replace

import pytest

from ludoteca import agents, games
from ludoteca.site.advice import HINT_SECONDS, hint_spec
from tiny import kuhn


@pytest.mark.parametrize("name", ["checkers", "connect_four", "contest", "dicewars"])
def test_hints_come_from_the_strongest_level(name):
    game = games.load(name)
    strongest = agents.read_spec(game.info.levels[-1].name, game)
    hints = agents.read_spec(hint_spec(game), game)
    assert hints.kind is strongest.kind
    assert hints.budget.seconds == HINT_SECONDS
    assert hints.budget.iterations is None
    wanted = strongest.settings
    assert hints.settings == (replace(wanted, exact=True) if hasattr(wanted, "exact") else wanted)


def test_the_settings_of_a_level_are_kept():
    assert agents.read_spec(hint_spec(games.load("contest")), games.load("contest")).settings.reward == "lead"
    assert agents.parse_spec(hint_spec(games.load("dicewars")))[0] == "warlord"


def test_where_the_strongest_level_does_not_search_a_search_gives_hints():
    hanabi = games.load("hanabi")
    assert agents.load(agents.parse_spec(hanabi.info.levels[-1].agent)[0]).budget is None
    assert hint_spec(hanabi) == f"sparta:seconds={HINT_SECONDS}"
    assert not kuhn.GAME.info.levels
    assert hint_spec(kuhn.GAME) == f"ismcts:seconds={HINT_SECONDS}"
