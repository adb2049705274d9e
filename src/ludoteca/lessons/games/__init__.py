"""The games of the lessons, by name; any other name is an installed game."""

from collections.abc import Callable
from functools import lru_cache

from ludoteca.lessons.games.dice_race import DiceRace
from ludoteca.lessons.games.drawn_tree import read_tree
from ludoteca.lessons.games.kuhn import Kuhn
from ludoteca.lessons.games.pile import Pile
from ludoteca.lessons.games.plain import PlainGame
from ludoteca.lessons.games.tic_tac_toe import TicTacToe
from ludoteca.protocol import Game

TREE = "tree:"
OWN: dict[str, Callable[[], PlainGame]] = {
    "dice_race": DiceRace,
    "kuhn": Kuhn,
    "pile": Pile,
    "tic_tac_toe": TicTacToe,
}


def find_game(name: str) -> Game:
    """A game of the lessons (`pile`, or `tree:` and a tree in JSON), else an installed one."""
    if name.startswith(TREE):
        return read_tree(name.removeprefix(TREE))
    if name in OWN:
        return _make(name)
    from ludoteca.games import load

    return load(name)


@lru_cache
def _make(name: str) -> PlainGame:
    return OWN[name]()


__all__ = ["OWN", "TREE", "PlainGame", "find_game"]
