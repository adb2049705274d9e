"""What several tests need: every game, every agent that claims it, random games, brute force."""

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import tiny
from ludoteca import games
from ludoteca.lab.statistics import median_interval
from ludoteca.protocol import CHANCE, OVER, Game, GameInfo

ALL_GAMES: list[Game] = [games.load(name) for name in games.names()] + list(tiny.GAMES)

BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"


def describe(value: object) -> str | None:
    """Readable test ids."""
    return value.info.name if isinstance(value, Game) else None


def select(condition: Any) -> list[Game]:
    """Games by declared capability, never by name."""
    return [game for game in ALL_GAMES if condition(game.info)]


def brute_force(game: Game, s: Any, known: dict[bytes, list[float]] | None = None) -> list[float]:
    """The expected return of every seat under best play, by trying everything: the first of equal actions is played.
    `known` remembers positions met before."""
    known = {} if known is None else known
    spot = s.tobytes()
    if spot not in known:
        known[spot] = _try_everything(game, s, known)
    return known[spot]


def _try_everything(game: Game, s: Any, known: dict[bytes, list[float]]) -> list[float]:
    who = game.mover(s)
    if who == OVER:
        return game.returns(s)
    if who == CHANCE:
        total = np.zeros(game.seats(s))
        for outcome, p in game.chances(s):
            total += p * np.array(brute_force(game, after(game, s, outcome), known))
        return total.tolist()
    values = [brute_force(game, after(game, s, action), known) for action in game.legal_actions(s)]
    return max(values, key=lambda value: value[who])


def after(game: Game, s: Any, action: int) -> Any:
    child = game.copy(s)
    game.play(child, action)
    return child


def is_two_player_zero_sum(info: GameInfo) -> bool:
    """Two seats, zero sum, turns, nothing hidden, no chance."""
    return info.zero_sum and info.seats == (2, 2) and not (info.hidden or info.chance or info.simultaneous)


def bound_median(measure: Callable[[], float], rounds: int = 9) -> tuple[float, float]:
    """The 95 % interval of the median of a measurement, over rounds of one run: compare within a round (a ratio), so
    that a machine that others use, too, disturbs both sides alike, and judge the interval once."""
    found = [measure() for _ in range(rounds)]
    print(f"{getattr(measure, '__name__', 'measured')}: {found}")
    return median_interval(found)


def wait_until(condition: Callable[[], Any], seconds: float = 300) -> None:
    """Wait for a state of another thread. The time is only there so that a test that hangs fails."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.001)
