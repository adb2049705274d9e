"""Games of hanab.live: its JSON (format 3) and the compact text of its replay links, read and written.

There, cards are numbered in the order of the deck, and clues name players by number; here, cards are slots and clues
count seats ahead. Colours correspond by position: red, yellow, green, blue, purple there are red, yellow, green, white,
blue here.
"""

from ludoteca.games.hanabi.replays.compact import read_compact, write_compact
from ludoteca.games.hanabi.replays.conversion import make_replay, play_through
from ludoteca.games.hanabi.replays.live_json import read_json, write_json
from ludoteca.games.hanabi.replays.model import Replay

__all__ = ["Replay", "make_replay", "play_through", "read_compact", "read_json", "write_compact", "write_json"]
