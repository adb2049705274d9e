"""Checkers under five rule sets. See README.md for the rules and tables."""

from ludoteca.games.checkers.game import GAME

__all__ = ["GAME"]
