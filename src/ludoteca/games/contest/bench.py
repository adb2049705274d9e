"""Live Contests beside the published program: Lua under LuaJIT, whose rate was measured once and is a constant here."""

import time

from ludoteca import agents, games
from ludoteca.games.contest.levels import THESIS
from ludoteca.games.contest.study.published import LUA_ITERATIONS
from ludoteca.lab.bench import Row, make_row, rate
from ludoteca.lab.bench.peers import our_playouts

NAME = "contest"
PLAYOUTS = 5_000
ITERATIONS = 10_000
LUA = "the thesis's program under LuaJIT, measured once"
TURNS = 3


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def measure_playouts(seconds: float) -> list[Row]:
    """Random contests; the peer's rate is that of its search, whose every iteration ends in one."""
    game = games.load(NAME)
    ours = our_playouts(game, game.start(), PLAYOUTS)
    ours()
    us = _median([rate(ours, seconds / TURNS) for _ in range(TURNS)])
    return [make_row(NAME, "playouts", us, LUA_ITERATIONS, f"{LUA}: iterations of its search", "contests/CPU-s")]


def measure_uct(seconds: float) -> list[Row]:
    """The thesis's search from the first turn, per CPU-second, and by the clock in decisions of 10,000 iterations."""
    game = games.load(NAME)
    name, options = agents.parse_spec(THESIS)
    agent = agents.make(name, game, 1, **options, iterations=ITERATIONS)
    start = game.start()
    took: list[float] = []

    def ours() -> int:
        started = time.perf_counter()
        done = agent.decide(start).analysis.iterations
        took.append(time.perf_counter() - started)
        return done

    ours()
    took.clear()
    us = _median([rate(ours, seconds / TURNS) for _ in range(TURNS)])
    return [
        make_row(NAME, "uct", us, LUA_ITERATIONS, LUA, "iterations/CPU-s"),
        make_row(
            NAME,
            "decision",
            ITERATIONS / _median(took),
            LUA_ITERATIONS,
            LUA,
            "iterations/s by the clock, 10,000 a decision",
        ),
    ]


COVERS = ("mcts",)
MEASURES = (measure_playouts, measure_uct)
