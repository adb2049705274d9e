"""Every installed game, every tiny game and every agent is held to the contract that `ludoteca.testing` ships."""

import pytest

import tiny
from helpers import ALL_GAMES, describe
from ludoteca import agents
from ludoteca.core.errors import UnsupportedGame
from ludoteca.testing import contract_of
from ludoteca.testing.agents import quick_agent
from ludoteca.testing.contract import PARTS, list_parts

for game in ALL_GAMES:
    name = f"Test_{game.info.name}"
    globals()[name] = type(name, (contract_of(game),), {})


def test_tiny_games_have_every_part_of_the_contract():
    """So that each part is run, and for games whose rules can be read at a glance."""
    assert {part for game in tiny.GAMES for part in list_parts(game)} == set(PARTS)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
@pytest.mark.parametrize("name", agents.names())
def test_what_an_agent_cannot_play_it_refuses_and_says_what_to_use(game, name):
    kind = agents.load(name)
    if kind.refusal(game.info) is None:
        if kind.stands_alone(game.info):
            quick_agent(name, game)
        return
    with pytest.raises(UnsupportedGame, match=f"{name} cannot play {game.info.name}: .*; use "):
        agents.make(name, game)
