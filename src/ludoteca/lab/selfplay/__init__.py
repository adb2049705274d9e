"""`ludoteca train`: a game learned by self-play, from its rules to a player. `train_game` is the whole of it."""

from ludoteca.lab.selfplay.run import Limits, Outcome, train_game

__all__ = ["Limits", "Outcome", "train_game"]
