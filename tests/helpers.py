"""What several tests need: every game, every agent that claims it, random games, brute force."""

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

import tiny
from ludoteca import agents, games
from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.lab.statistics import median_interval
from ludoteca.protocol import CHANCE, OVER, Agent, Game, GameInfo

ALL_GAMES: list[Game] = [games.load(name) for name in games.names()] + list(tiny.GAMES)

# Small budgets, so that tests are quick, and tiny ones for plain Python. Agents not listed take no budget.
TINY: dict[str, dict[str, Any]] = {
    "greedy": {"worlds": 3},
    "sparta": {"worlds": 2, "samples": 2, "least": 2, "tries": 1, "readings": 2, "iterations": 2},
    "minimax": {"depth": 1},
    "alphabeta": {"nodes": 60},
    "expectiminimax": {"nodes": 60},
    "mcts": {"iterations": 8},
    "ismcts": {"iterations": 8},
    "checkers_engine": {"nodes": 60, "table": 10},
    "warlord": {"iterations": 4, "turns": 1},
    "xklism": {"depth": 1},
}
SMALL: dict[str, dict[str, Any]] = {
    "sparta": {"worlds": 12, "samples": 24, "least": 4, "tries": 60, "readings": 12, "iterations": 60},
    "minimax": {"depth": 2},
    "alphabeta": {"nodes": 300},
    "expectiminimax": {"nodes": 300},
    "mcts": {"iterations": 24},
    "ismcts": {"iterations": 24},
    "checkers_engine": {"nodes": 300, "table": 10},
    "warlord": {"iterations": 24},
}
FEW = 8 if compiles else 2  # random games to look at


BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"


def claimed(game: Game) -> list[str]:
    """The names of all agents that play this game, but for those that need a program from outside.

    Where bounds are checked, which compiles everything once more, the searches that play any game are held to the tiny
    games; the others keep their rules, their bots and the agents of their own."""
    names = list_able(game)
    if not BOUNDS_CHECKED or game in tiny.GAMES:
        return names
    held = {name for small in tiny.GAMES for name in list_able(small)} - {"bot"}
    return [name for name in names if name not in held]


def list_able(game: Game) -> list[str]:
    kinds = {name: agents.load(name) for name in agents.names()}
    return [name for name, kind in kinds.items() if kind.refusal(game.info) is None and not kind.needs_external_program]


def make_small(name: str, game: Game, seed: int = 1, **options: Any) -> Agent:
    budgets = SMALL if compiles else TINY
    return agents.make(name, game, seed=seed, **{**cut_short(name, game), **budgets.get(name, {}), **options})


def cut_short(name: str, game: Game) -> dict[str, Any]:
    """Playouts of games that may last very long end with an estimate."""
    return {"cap": 20} if name in ("mcts", "ismcts") and game.info.longest > 10_000 else {}


GAME_AGENTS = [(game, name) for game in ALL_GAMES for name in claimed(game)]


def describe(value: object) -> str | None:
    """Readable test ids."""
    return value.info.name if isinstance(value, Game) else None


def select(condition: Any) -> list[Game]:
    """Games by declared capability, never by name."""
    return [game for game in ALL_GAMES if condition(game.info)]


def random_positions(game: Game, seed: int, **options: Any) -> Iterator[Any]:
    """A random game, position by position (copies), the end included."""
    rng = new_rng(seed, "test")
    s = game.start(**options)
    while True:
        yield game.copy(s)
        who = game.mover(s)
        if who == OVER:
            return
        if who == CHANCE:
            game.play(s, game.draw_chance(s, rng))
        else:
            legal = game.legal_actions(s)
            game.play(s, legal[below(rng, len(legal))])


@cache
def played(game: Game, seed: int) -> tuple[Any, ...]:
    """The positions of a random game, kept for the next test: look, do not change. Of a long game every so many, the
    last included: some two hundred, and in plain Python, where everything is slow, some twenty."""
    line = tuple(random_positions(game, seed))
    return (*line[: -1 : 1 + len(line) // (200 if compiles else 20)], line[-1])


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


def is_duel(info: GameInfo) -> bool:
    """Two seats, zero sum, turns, nothing hidden, no chance."""
    return info.zero_sum and info.seats == (2, 2) and not (info.hidden or info.chance or info.simultaneous)


def bound_median(measure: Callable[[], float], rounds: int = 9) -> tuple[float, float]:
    """The 95 % interval of the median of a measurement, over rounds of one run: compare within a round (a ratio), so
    that a machine that others use, too, disturbs both sides alike, and judge the interval once."""
    found = [measure() for _ in range(rounds)]
    print(f"{getattr(measure, '__name__', 'measured')}: {found}")
    return median_interval(found)


def take_turns(measure: Callable[[], Any], is_good: Callable[[Any], bool], turns: int = 4) -> Any:
    """Measure a speed until it is good, a few times at most: a machine that others use, too, is slow by the minute."""
    found = []
    for _ in range(turns):
        found.append(measure())
        if is_good(found[-1]):
            break
    print(f"{getattr(measure, '__name__', 'measured')}: {found}")
    return found[-1]
