"""The games, by name. A game's module is imported when it is asked for, and only then."""

from importlib import import_module

from ludoteca.errors import UnknownName
from ludoteca.protocol import Game

MODULES = {
    "checkers": "ludoteca.games.checkers",
    "connect_four": "ludoteca.games.connect_four",
    "contest": "ludoteca.games.contest",
    "dicewars": "ludoteca.games.dicewars",
    "hanabi": "ludoteca.games.hanabi",
}


def names() -> list[str]:
    return list(MODULES)


def load(name: str) -> Game:
    """The game called `name`."""
    if name not in MODULES:
        raise UnknownName("game", name, MODULES)
    game: Game = import_module(MODULES[name]).GAME
    return game
