"""Hanabi for two to five players. See README.md for the rules and tables."""

from ludoteca.games.hanabi.game import GAME

__all__ = ["GAME"]
