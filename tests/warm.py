"""Compile what the tests need before they run, one game a process: otherwise every test worker compiles it all.

python tests/warm.py
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from helpers import ALL_GAMES, BOUNDS_CHECKED, claimed, make_small, random_positions
from ludoteca.games.hanabi.table import play_table
from ludoteca.jit import compiles


def warm_game(place: int) -> str:
    """Play a game and let every agent decide once."""
    game = ALL_GAMES[place]
    positions = list(random_positions(game, 1))
    view = next(game.observe(s, game.mover(s)) for s in positions if game.mover(s) >= 0)
    for name in claimed(game):
        make_small(name, game).warm_up(view)
    if game.info.name == "hanabi" and not BOUNDS_CHECKED:  # its tables of bots, which several files of tests play
        play_table(game, ["smart", "smart"], 1, 1)
    return game.info.name


def size_of(place: int) -> int:
    """Bytes of the game's own sources: about what decides how long it compiles."""
    path = Path(str(sys.modules[type(ALL_GAMES[place]).__module__].__file__))
    files = path.parent.rglob("*.py") if path.name in ("game.py", "__init__.py") else [path]
    return sum(file.stat().st_size for file in files)


def main() -> None:
    if not compiles:
        return
    largest_first = sorted(range(len(ALL_GAMES)), key=size_of, reverse=True)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for name in pool.map(warm_game, largest_first):
            print("compiled", name, file=sys.stderr)


if __name__ == "__main__":
    main()
