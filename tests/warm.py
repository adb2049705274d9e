"""Compile what the tests need before they run, one game a process: otherwise every test worker compiles it all.

python tests/warm.py
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from helpers import ALL_GAMES, claimed, make_small, random_positions
from ludoteca.jit import compiles


def warm_game(place: int) -> str:
    """Play a game and let every agent decide once."""
    game = ALL_GAMES[place]
    positions = list(random_positions(game, 1))
    view = next(game.observe(s, game.mover(s)) for s in positions if game.mover(s) >= 0)
    for name in claimed(game):
        make_small(name, game).warm_up(view)
    return game.info.name


def main() -> None:
    if not compiles:
        return
    largest_first = sorted(range(len(ALL_GAMES)), key=lambda place: -ALL_GAMES[place].info.max_actions)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for name in pool.map(warm_game, largest_first):
            print("compiled", name, file=sys.stderr)


if __name__ == "__main__":
    main()
