"""Ludoteca: a home for games and the agents that play them.

    >>> import ludoteca
    >>> game = ludoteca.load_game("connect_four")
    >>> agent = ludoteca.make_agent("mcts", game, iterations=1000, seed=7)
    >>> game.format_action(None, agent.decide(game.start()).action)
    'd'

The names below are loaded when they are first used: `import ludoteca` alone costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "load_game": ("ludoteca.games", "load"),
    "make_agent": ("ludoteca.agents", "make"),
    "Budget": ("ludoteca.protocol", "Budget"),
    "Watch": ("ludoteca.protocol", "Watch"),
    "CHANCE": ("ludoteca.protocol", "CHANCE"),
    "OVER": ("ludoteca.protocol", "OVER"),
}
__all__ = ["CHANCE", "OVER", "Budget", "Watch", "__version__", "load_game", "make_agent"]

if TYPE_CHECKING:
    from ludoteca.agents import make as make_agent
    from ludoteca.games import load as load_game
    from ludoteca.protocol import CHANCE, OVER, Budget, Watch


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ludoteca' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
