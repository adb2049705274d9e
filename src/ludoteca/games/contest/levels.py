"""Opponents for people, and the thesis's players."""

from ludoteca.protocol import Level

THESIS = "mcts:reward=hearts_last,shared=yes,chance=open,picks=sequential,exploration=0.5"
"""The program of the thesis: every seat in its tree maximises the reward of the seat that decides, chance is drawn anew
at every visit, picks are made one after the other in sight of all; UCT with Cp = 1/2; most visits."""

IMPROVED = "mcts:reward=win,chance=open,picks=decoupled"

LEVELS = (
    Level("Easy", "random", "any of its moves, at random"),
    Level("Console", "bot:bot=console", "the habits of the handheld's opponents"),
    Level("Thesis 100", f"{THESIS},iterations=100", "the thesis's program with a hundred thoughts a turn"),
    Level("Thesis 10000", f"{THESIS},iterations=10000", "the thesis's program at its strongest"),
    Level("Master", f"{IMPROVED},iterations=10000", "each contestant for itself, picks hidden, sensible playouts"),
)
