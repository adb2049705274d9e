"""OpenSpiel, both ways. Our games for its algorithms, and its games for our agents.

    from ludoteca.adapters import openspiel

    game = openspiel.load_ours("checkers")            # a pyspiel.Game: its Python algorithms run on it
    bot = openspiel.make_ismcts(...)                  # its ISMCTS, with our `guess` as the resampler
    chess = openspiel.load_theirs("chess")            # a Game of ours: `ludoteca play openspiel_chess`

Its games are not compiled: each step calls back into Python, so a search is some hundred times slower than on a game
that is written for Ludoteca.
"""

from ludoteca.core.extras import load_extra

load_extra("pyspiel", "openspiel")

from ludoteca.adapters.openspiel.algorithms import make_ismcts, resample  # noqa: E402
from ludoteca.adapters.openspiel.ours import OurGame, OurState, load_ours, register_all  # noqa: E402
from ludoteca.adapters.openspiel.theirs import SpielGame, list_theirs, load_theirs  # noqa: E402

__all__ = [
    "OurGame",
    "OurState",
    "SpielGame",
    "list_theirs",
    "load_ours",
    "load_theirs",
    "make_ismcts",
    "register_all",
    "resample",
]
