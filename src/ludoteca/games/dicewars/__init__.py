"""Dicewars: areas, dice and neighbours. See README.md for the rules and tables."""

from ludoteca.games.dicewars.game import GAME

__all__ = ["GAME"]
