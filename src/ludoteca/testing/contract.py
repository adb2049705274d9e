"""The contract of one game, put together from what the game declares."""

from collections.abc import Callable
from typing import Any

from ludoteca.protocol import Game
from ludoteca.protocol.published import find_known_bugs, has_fixed_actions
from ludoteca.testing.agents import AgentsContract
from ludoteca.testing.encoders import EncodersContract
from ludoteca.testing.extensions import ConventionsContract, FixedActionsContract, KnownBugsContract
from ludoteca.testing.presentation import PresentationContract, SecretPresentationContract
from ludoteca.testing.rules import BotsContract, ChanceContract, PicksContract, RewardsContract, RulesContract
from ludoteca.testing.twins import TwinsContract
from ludoteca.testing.views import HiddenContract, OpenContract, SecretsContract, ViewsContract


def _is_secret(game: Game) -> bool:
    return game.info.hidden or game.info.simultaneous


PARTS: dict[type, Callable[[Game], bool]] = {  # and for which games each holds
    RulesContract: lambda game: True,
    ChanceContract: lambda game: game.info.chance,
    PicksContract: lambda game: game.info.simultaneous,
    RewardsContract: lambda game: bool(game.info.rewards),
    BotsContract: lambda game: bool(game.info.bots),
    ConventionsContract: lambda game: bool(game.info.conventions),
    KnownBugsContract: lambda game: bool(find_known_bugs(game)),
    FixedActionsContract: lambda game: bool(has_fixed_actions(game.start())),
    ViewsContract: lambda game: True,
    OpenContract: lambda game: not _is_secret(game),
    HiddenContract: _is_secret,
    EncodersContract: lambda game: True,
    PresentationContract: lambda game: True,
    SecretPresentationContract: _is_secret,
    AgentsContract: lambda game: True,
    SecretsContract: _is_secret,
    TwinsContract: lambda game: True,
}
OF_AGENTS = (AgentsContract, SecretsContract)


def list_parts(game: Game, agents: bool = True) -> list[type]:
    """The parts of the contract that hold for this game."""
    return [part for part, holds in PARTS.items() if holds(game) and (agents or part not in OF_AGENTS)]


def contract_of(game: Game, agents: bool = True) -> Any:
    """A base class of tests: `class TestHeap(contract_of(GAME)): ...` holds the game to all that it declares, and every
    agent that claims it (unless `agents` is False) to what is asked of agents."""
    return type(f"ContractOf_{game.info.name}", tuple(list_parts(game, agents)), {"game": game})
