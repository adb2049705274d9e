"""The levels, and the players of the thesis as settings of `mcts`."""

from ludoteca.core.errors import UnknownName
from ludoteca.protocol import Level

THESIS = "mcts:reward=hearts_last,shared=yes,chance=open,picks=sequential,exploration=0.5,known_bug=absentees"
"""The program of the thesis. Every seat in its tree maximises the reward of the seat that decides. Chance is redrawn at
every visit (open loop). Seats pick one after the other and see earlier picks. UCT with Cp = 1/2; most visits. Its
searches forget who rests or has left, and expect them to perform again."""

IMPROVED_SETTINGS = {
    "lead": "mcts:reward=lead,chance=open,exploration=0.5",
    "lead, keen": "mcts:reward=lead,chance=open,exploration=0.15",
    "lead, prudent": "mcts:reward=lead,chance=open,exploration=0.5,playout=prudent",
    "lead, chance nodes": "mcts:reward=lead,chance=closed,exploration=0.5",
    "lead, modelled": "mcts:reward=lead,chance=open,exploration=0.5,others=playout",
    "win": "mcts:reward=win,chance=open,exploration=0.5",
    "win, modelled": "mcts:reward=win,chance=open,exploration=0.5,others=playout",
}
"""Players that differ from the thesis's in three ways: every seat in the tree maximises its own reward (the win, or the
lead over the best other), picks are hidden from each other (decoupled), and contestants that have left stay away."""


def improved_spec(settings: str, iterations: int) -> str:
    """One of IMPROVED_SETTINGS as an agent."""
    if settings not in IMPROVED_SETTINGS:
        raise UnknownName("settings", settings, IMPROVED_SETTINGS)
    return f"{IMPROVED_SETTINGS[settings]},iterations={iterations}"


LEVELS = (
    Level("Easy", "random", "any move, at random"),
    Level("Console", "bot:bot=console", "plays like the opponents on the handheld"),
    Level("Thesis 100", f"{THESIS},iterations=100", "the thesis's program with 100 playouts a turn"),
    Level("Thesis 10000", f"{THESIS},iterations=10000", "the thesis's program with 10,000 playouts a turn"),
    Level(
        "Master",
        improved_spec("lead", 10_000),
        "each contestant plays for itself, and picks are hidden",
    ),
)
