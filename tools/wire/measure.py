"""Bytes on the wire of whole games: what somebody who sits at a table from the beginning receives.

python tools/wire/measure.py checkers:300 dicewars

Games are played at random. The sizes are those of the messages' JSON, before any compression.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np

from ludoteca import games
from ludoteca.protocol import Game
from ludoteca.site.changes import write_change
from ludoteca.site.events import Event
from ludoteca.site.replays import tell_replay
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.views import Frame, write_table

PAGE = 100
MOST = 10**6


@dataclass
class Size:
    """What one game took."""

    moves: int
    actions: int
    bytes: int
    per_move: float
    first_half: float
    """Bytes per move in the first half of the game."""
    second_half: float
    page_bytes: int
    """The first page of the replay."""
    page_seconds: float


def new_table(game: Game) -> Table:
    count = game.seats(game.start({}))
    seats = tuple(asdict(Seat("person", f"client {place}")) for place in range(count))
    options = game.format_setup(game.parse_setup({}))
    return Table("t", "client 0", TableSetup(game.info.name, game.info.version, options, 1, seats), game)


def play(game: Game, seed: int, most: int) -> Iterator[Table]:
    """The table after each move with its chance, until so many moves or the end."""
    rng = np.random.default_rng(seed)
    table = new_table(game)
    table.draw_chance()
    yield table
    while table.result is None and table.log.count < most:
        legal = table.legal_actions()
        table = table.fork(Event("play", {"action": legal[rng.integers(len(legal))]}))
        table.draw_chance()
        yield table


def measure(tables: list[Table]) -> Size:
    frames = [Frame(version, table, {}, frozenset()) for version, table in enumerate(tables)]
    sizes = [len(write_change(*pair, "client 0")) for pair in pairwise(frames)]
    total, half = len(write_table(frames[0], "client 0")) + sum(sizes), len(sizes) // 2
    started = time.perf_counter()
    page = len(json.dumps(tell_replay(tables[-1], "client 0", {}, 0, PAGE), separators=(",", ":")))
    seconds = time.perf_counter() - started
    first, second = sum(sizes[:half]) / half, sum(sizes[half:]) / (len(sizes) - half)
    last = tables[-1]
    return Size(len(sizes), last.ply, total, total / len(sizes), first, second, page, seconds)


def find_long(game: Game, seed: int, most: int) -> list[Table]:
    """The first game from this seed on that is long enough."""
    while True:
        tables = list(play(game, seed, most))
        if len(tables) > most:
            return tables
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="NAME to play a game to its end, NAME:300 for one of 300 moves")
    parser.add_argument("--seed", type=int, default=1, help="what the games are played from (default: 1)")
    given = parser.parse_args()
    for name, _, most in (word.partition(":") for word in given.games):
        game = games.load(name)
        tables = find_long(game, given.seed, int(most)) if most else list(play(game, given.seed, MOST))
        print(json.dumps({key: round(value, 3) for key, value in asdict(measure(tables)).items()} | {"game": name}))


if __name__ == "__main__":
    main()
