"""Pokémon Live Contests: four contestants, five turns, simultaneous picks. See README.md for the rules and tables."""

from ludoteca.games.contest.game import GAME

__all__ = ["GAME"]
