"""Opponents for people, and the thesis's players."""

from ludoteca.core.errors import UnknownName
from ludoteca.protocol import Level

THESIS = "mcts:reward=hearts_last,shared=yes,chance=open,picks=sequential,exploration=0.5,known_bug=absentees"
"""The program of the thesis: every seat in its tree maximises the reward of the seat that decides, chance is drawn anew
at every visit, picks are made one after the other in sight of all; UCT with Cp = 1/2; most visits; its searches forget
who rests or has left, and expect them to perform again."""

IMPROVED_SETTINGS = {
    "lead": "mcts:reward=lead,chance=open,exploration=0.5",
    "lead, keen": "mcts:reward=lead,chance=open,exploration=0.15",
    "lead, prudent": "mcts:reward=lead,chance=open,exploration=0.5,playout=prudent",
    "lead, chance nodes": "mcts:reward=lead,chance=closed,exploration=0.5",
    "lead, modelled": "mcts:reward=lead,chance=open,exploration=0.5,others=playout",
    "win": "mcts:reward=win,chance=open,exploration=0.5",
    "win, modelled": "mcts:reward=win,chance=open,exploration=0.5,others=playout",
}
"""Players that differ from the thesis's in this: every seat in the tree maximises its own success (the win, or the lead
over the best other), picks are hidden from each other (decoupled), and who has left is known to have left."""


def improved_spec(settings: str, iterations: int) -> str:
    """One of IMPROVED_SETTINGS as an agent."""
    if settings not in IMPROVED_SETTINGS:
        raise UnknownName("settings", settings, IMPROVED_SETTINGS)
    return f"{IMPROVED_SETTINGS[settings]},iterations={iterations}"


LEVELS = (
    Level("Easy", "random", "any of its moves, at random"),
    Level("Console", "bot:bot=console", "the habits of the handheld's opponents"),
    Level("Thesis 100", f"{THESIS},iterations=100", "the thesis's program with a hundred thoughts a turn"),
    Level("Thesis 10000", f"{THESIS},iterations=10000", "the thesis's program at its strongest"),
    Level("Master", improved_spec("lead", 10_000), "each contestant for itself, and picks hidden from each other"),
)
