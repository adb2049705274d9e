"""Connect four: the model game that others are copied from. See README.md for the rules and tables."""

from ludoteca.games.connect_four.game import GAME

__all__ = ["GAME"]
