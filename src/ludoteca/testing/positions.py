"""Positions to test with: seeded random games."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from ludoteca.core.jit import compiles
from ludoteca.core.rng import Rng, below, new_rng
from ludoteca.protocol import CHANCE, OVER, Game, State
from ludoteca.protocol.rules import bot_action

FEW = 8 if compiles else 2
"""How many random games a test looks at: plain Python is slow."""
MOST_POSITIONS = 200 if compiles else 20
"""About how many positions of one game a test looks at."""


def random_positions(game: Game, seed: int, **options: Any) -> Iterator[State]:
    """A random game, position by position (copies), the end included."""

    def pick_any(s: State, rng: Rng) -> int:
        legal = game.legal_actions(s)
        return legal[below(rng, len(legal))]

    return _play(game, seed, pick_any, options)


def convention_positions(game: Game, seed: int, **options: Any) -> Iterator[State]:
    """The same of a team that follows its first convention. A search that reasons about partners finds what they did
    possible, which it hardly ever does in random games."""
    bot = game.info.find_bot(game.info.conventions[0].bot)
    return _play(game, seed, lambda s, rng: int(bot_action(s, bot, rng)), options)


def _play(game: Game, seed: int, choose: Callable[[State, Rng], int], options: Mapping[str, Any]) -> Iterator[State]:
    rng = new_rng(seed, "test")
    s = game.start(**options)
    while True:
        yield game.copy(s)
        who = game.mover(s)
        if who == OVER:
            return
        game.play(s, game.draw_chance(s, rng) if who == CHANCE else choose(s, rng))


@cache
def played(game: Game, seed: int) -> tuple[State, ...]:
    """The positions of a game, kept for the next test: look, do not change. Of a long game every so many, the last one
    included. The game is random; with every fourth seed, a team with conventions follows one."""
    follows = bool(game.info.conventions) and seed % 4 == 0
    line = tuple((convention_positions if follows else random_positions)(game, seed))
    return (*line[: -1 : 1 + len(line) // MOST_POSITIONS], line[-1])


@cache
def count_plies(game: Game, seed: int) -> int:
    """How many actions the random game of this seed has, chance included."""
    return sum(1 for _ in random_positions(game, seed)) - 1


def some_positions(game: Game) -> list[State]:
    """Positions of a few random games."""
    return [s for seed in range(FEW) for s in played(game, seed)]


def seats_and_positions(game: Game) -> Iterator[tuple[int, State]]:
    """Each of these positions with each of its seats."""
    for s in some_positions(game):
        for seat in range(game.seats(s)):
            yield seat, s
