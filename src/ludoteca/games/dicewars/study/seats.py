"""How many games each seat wins, where every game has its own chance and where all games share one stream of it.

The tournament of the course begins the chance of every game (the deal, the starting dice, the rolls, the income) with
the same seed, so its games are not independent: on every board the first picks and the first rolls are the same.
"""

from dataclasses import dataclass
from random import Random

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.tournament import SEATS, find_places, rotations, start_games
from ludoteca.lab.match import Bots, list_returns, play_batch
from ludoteca.lab.tables import markdown_table

COURSE_WINS = (284, 205, 219, 90)
"""From the first to the last seat: 800 games of the five reference agents in the course's own tournament, two of which
nobody won."""
BOARDS = 200  # with four games on each


@dataclass(frozen=True)
class SeatWins:
    """Shares of games won, [tournament, seat]."""

    own: FloatArray
    """Every board with its own chance."""
    shared: FloatArray
    """All boards of a tournament with one stream."""


def play_tournament(seed: int, shared: bool, boards: int = BOARDS) -> FloatArray:
    """The share of games that each seat wins: four of the five agents on each board, all rotations."""
    random = Random(seed)
    numbers = [random.randrange(1, 2**31) for _ in range(boards)]
    line_ups = [random.sample(list(REFERENCE), SEATS) for _ in numbers]
    seatings = [find_places(seating, 0) for line_up in line_ups for seating in rotations(line_up)]
    states, rngs = start_games([number for number in numbers for _ in range(SEATS)], seed)
    if shared:
        rngs[:] = split_seed(seed, "all boards")
    play_batch(GAME, states, Bots.seated(GAME, seatings), rngs)
    return np.mean(list_returns(GAME, states) > 0, axis=0)


def compare(tournaments: int, seed: int = 1, report: Report = silent) -> SeatWins:
    """Play so many tournaments of each kind."""
    rows: dict[bool, list[FloatArray]] = {False: [], True: []}
    for i in range(tournaments):
        for shared, found in rows.items():
            found.append(play_tournament(split_seed(seed, "tournament", i), shared))
        report("tournaments", i + 1, tournaments)
    return SeatWins(np.array(rows[False]), np.array(rows[True]))


def distance(wins: FloatArray, point: FloatArray) -> float:
    """The squared Mahalanobis distance of a point from the mean of the tournaments. Three seats decide the fourth."""
    off = (point - wins.mean(axis=0))[: SEATS - 1]
    spread = np.cov(wins[:, : SEATS - 1].T)
    return float(off @ np.linalg.solve(spread, off))


def describe(wins: SeatWins) -> list[str]:
    """A table in Markdown: means and standard deviations by seat, and how far off the course's tournament is."""
    course = np.array(COURSE_WINS) / (BOARDS * SEATS)
    head = ["chance", *(f"seat {seat + 1}" for seat in range(SEATS)), "course's distance", "tournaments as far off"]
    lines = []
    for name, rows in (("each board its own", wins.own), ("one stream for all", wins.shared)):
        far = np.mean([distance(rows, row) >= distance(rows, course) for row in rows])
        cells = [f"{mean:.1%} ± {sd:.1%}" for mean, sd in zip(rows.mean(0), rows.std(0, ddof=1), strict=True)]
        lines.append([name, *cells, f"{distance(rows, course):.1f}", f"{far:.1%} of {len(rows)}"])
    lines.append(["the course", *(f"{share:.1%}" for share in course), "", ""])
    return list(markdown_table(head, lines))
