"""What several tests need: every game, every agent that claims it, random games, brute force."""

import os
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

import tiny
from ludoteca import agents, games
from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.protocol import CHANCE, OVER, Agent, Game, GameInfo
from ludoteca.protocol import rules as generic

ALL_GAMES: list[Game] = [games.load(name) for name in games.names()] + list(tiny.GAMES)

# Small budgets, so that tests are quick, and tiny ones for plain Python. Agents not listed take no budget.
TINY: dict[str, dict[str, Any]] = {
    "greedy": {"worlds": 3},
    "sparta": {"worlds": 2, "samples": 2, "least": 2, "tries": 30, "readings": 2, "iterations": 3},
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
SHORT = 50  # plies: the playouts of such a game are quick in plain Python, too


BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
RULES_SEEN_BY_OTHERS = {"greedy", "minimax", "expectiminimax"}  # they call nothing that mcts and alphabeta do not call


def claimed(game: Game) -> list[str]:
    """The names of all agents that play this game, but for those that need a program from outside.

    Where bounds are checked, which compiles everything once more, games other than the tiny ones go without searches
    that call only rules that others call, too."""
    names = agents.agents_for(game)
    if not BOUNDS_CHECKED or game in tiny.GAMES:
        return names
    return [name for name in names if name not in RULES_SEEN_BY_OTHERS]


def make_small(name: str, game: Game, seed: int = 1, **options: Any) -> Agent:
    budget = SMALL.get(name, {}) if compiles else tiny_budget(name, game)
    return agents.make(name, game, seed=seed, **{**cut_short(name, game), **budget, **options})


def tiny_budget(name: str, game: Game) -> dict[str, Any]:
    """A budget for plain Python. In a short game it is large enough for all that a search on a convention does."""
    return SMALL[name] if name == "sparta" and game.info.longest <= SHORT else TINY.get(name, {})


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

    def pick_any(s: Any, rng: Any) -> int:
        legal = game.legal_actions(s)
        return legal[below(rng, len(legal))]

    return positions_by(game, seed, pick_any, **options)


def convention_positions(game: Game, seed: int, **options: Any) -> Iterator[Any]:
    """The same of a team that follows its first convention: a search that reasons about partners finds what they did
    possible, which it hardly ever does in random games."""
    bot = game.info.find_bot(game.info.conventions[0].bot)
    return positions_by(game, seed, lambda s, rng: int(generic.bot_action(s, bot, rng)), **options)


def positions_by(game: Game, seed: int, choose: Callable[[Any, Any], int], **options: Any) -> Iterator[Any]:
    rng = new_rng(seed, "test")
    s = game.start(**options)
    while True:
        yield game.copy(s)
        who = game.mover(s)
        if who == OVER:
            return
        game.play(s, game.draw_chance(s, rng) if who == CHANCE else choose(s, rng))


@cache
def played(game: Game, seed: int) -> tuple[Any, ...]:
    """The positions of a game, kept for the next test: look, do not change. Of a long game every so many, the last
    included: some two hundred, and in plain Python, where everything is slow, some twenty. The game is random;
    with every fourth seed, a team with conventions follows one."""
    follows = bool(game.info.conventions) and seed % 4 == 0
    line = tuple((convention_positions if follows else random_positions)(game, seed))
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


def is_two_player_zero_sum(info: GameInfo) -> bool:
    """Two seats, zero sum, turns, nothing hidden, no chance."""
    return info.zero_sum and info.seats == (2, 2) and not (info.hidden or info.chance or info.simultaneous)


def wait_until(condition: Callable[[], Any], seconds: float = 300) -> None:
    """Wait for a state of another thread. The time is only there so that a test that hangs fails."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.001)


def take_turns(measure: Callable[[], Any], is_good: Callable[[Any], bool], turns: int = 4) -> Any:
    """Measure a speed until it is good, a few times at most: a machine that others use, too, is slow by the minute."""
    found = []
    for _ in range(turns):
        found.append(measure())
        if is_good(found[-1]):
            break
    print(f"{getattr(measure, '__name__', 'measured')}: {found}")
    return found[-1]
