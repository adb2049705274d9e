"""Dicewars beside the course's own program, whose times were measured once: it is not installable as a peer."""

from collections.abc import Callable
from itertools import count

from ludoteca import agents
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.tournament import SEATS, start_games
from ludoteca.lab.bench import TURNS, Row, make_row, rate
from ludoteca.lab.match import ASK, Bots, play_batch, play_beside

NAME = "dicewars"
GAMES = 200
COURSE_GAME = 0.37  # CPU-seconds a game of the five in one process of the course's program
XKLISM_GAME = 9.4  # seconds a game with the real xklism00 on the course's server, the median of 200
BOARDS = count(1)


def median_rate(work: Callable[[], int], seconds: float) -> float:
    work()
    return sorted(rate(work, seconds / TURNS) for _ in range(TURNS))[TURNS // 2]


def measure_bots(seconds: float) -> list[Row]:
    """Whole games of the course's five reference agents, four at a time."""

    def play() -> int:
        boards = [next(BOARDS) for _ in range(GAMES)]
        states, rngs = start_games(boards, 1)
        places = [[(board + seat) % len(REFERENCE) for seat in range(SEATS)] for board in boards]
        play_batch(GAME, states, Bots.seated(GAME, places), rngs)
        return GAMES

    name = f"the course's program in one process, {COURSE_GAME} CPU-s a game, measured once"
    return [make_row(NAME, "games of five bots", median_rate(play, seconds), 1 / COURSE_GAME, name, "games/CPU-s")]


def measure_xklism(seconds: float) -> list[Row]:
    """Whole games of xklism, depth 3, and three of the five."""
    agent = agents.make("xklism", GAME, depth=3)

    def play() -> int:
        board = next(BOARDS)
        states, rngs = start_games([board], 1)
        bots = Bots.seated(GAME, [ASK, *((board + i) % len(REFERENCE) for i in range(SEATS - 1))])
        for _ in play_beside(GAME, states, bots, rngs, {0: agent}):
            pass
        return 1

    name = f"the real xklism00 on the course's server, {XKLISM_GAME} s a game (by the clock), measured once"
    return [make_row(NAME, "games with xklism", median_rate(play, seconds), 1 / XKLISM_GAME, name, "games/CPU-s")]


MEASURES = (measure_bots, measure_xklism)
COVERS = ("bot", "xklism")
ALONE = (("bots", "games of five bots"),)
