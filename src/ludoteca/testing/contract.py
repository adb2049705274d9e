"""The contract of one game, put together from what the game declares."""

from typing import Any

from ludoteca.protocol import Game
from ludoteca.testing.agents import AgentsContract
from ludoteca.testing.presentation import PresentationContract, SecretPresentationContract
from ludoteca.testing.rules import BotsContract, ChanceContract, PicksContract, RewardsContract, RulesContract
from ludoteca.testing.twins import TwinsContract
from ludoteca.testing.views import HiddenContract, OpenContract, SecretsContract, ViewsContract


def list_parts(game: Game, agents: bool = True) -> list[type]:
    """The parts of the contract that hold for this game."""
    info = game.info
    secret = info.hidden or info.simultaneous
    parts = {
        RulesContract: True,
        ChanceContract: info.chance,
        PicksContract: info.simultaneous,
        RewardsContract: bool(info.rewards),
        BotsContract: bool(info.bots),
        ViewsContract: True,
        OpenContract: not secret,
        HiddenContract: secret,
        PresentationContract: True,
        SecretPresentationContract: secret,
        AgentsContract: agents,
        SecretsContract: agents and secret,
        TwinsContract: True,
    }
    return [part for part, holds in parts.items() if holds]


def contract_of(game: Game, agents: bool = True) -> Any:
    """A base class of tests: `class TestHeap(contract_of(GAME)): ...` holds the game to all that it declares, and every
    agent that claims it (unless `agents` is False) to what is asked of agents."""
    return type(f"ContractOf_{game.info.name}", tuple(list_parts(game, agents)), {"game": game})
