"""How hard was this deal: the game's levels play the same deck, map or line-up, and a result stands among theirs.

What chance did before the first decision is played again, and what it drew later, where the game can say so
(`fix_chance`). A team is replaced as a whole; among rivals the level takes one seat, and those at the others stay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.rng import split_seed
from ludoteca.lab.match import OngoingMatch
from ludoteca.lab.statistics.intervals import bootstrap_clusters, wilson
from ludoteca.protocol import CHANCE, Game, Watch

GAMES = 12
"""Games of each level."""


@dataclass(frozen=True)
class Deal:
    """What a game was dealt."""

    setup: dict[str, Any]
    opening: tuple[int, ...]
    """What chance did before anybody decided."""


@dataclass(frozen=True)
class DealResult:
    """What a level made of a deal: the mean of `games` results, with a 95 % interval."""

    level: str
    results: tuple[float, ...]
    mean: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "results": list(self.results)}


def find_deal(game: Game, setup: Mapping[str, Any], actions: Sequence[int]) -> Deal | None:
    """The deal of a game; None where nothing is dealt."""
    if not game.info.chance:
        return None
    s = game.start(setup)
    opening: list[int] = []
    while game.mover(s) == CHANCE and len(opening) < len(actions):
        opening.append(actions[len(opening)])
        game.play(s, opening[-1])
    return Deal(game.fix_chance(setup, actions), tuple(opening))


def seat_level(game: Game, seated: Sequence[str | None], seat: int, level: str) -> list[str]:
    """Who plays: a team of this level; or this level at `seat`, and where another person sat."""
    if game.info.co_operative:
        return [level] * len(seated)
    return [level if place == seat or spec is None else spec for place, spec in enumerate(seated)]


def play_deal(
    game: Game, deal: Deal, players: Sequence[str], seat: int, seed: int, watch: Watch | None = None
) -> float | None:
    """One game of these players with a deal: what `seat` made of it, 1 for a win, or the points of the team. None if it
    was stopped."""
    s = game.start(deal.setup)
    for action in deal.opening:
        game.play(s, action)
    match = OngoingMatch(game, players, seed, s)
    for _ in match.turns():
        if watch is not None and watch.is_stopped:
            return None
    assert match.result is not None
    return score_of(game, match.state, match.result.returns, seat)


def score_of(game: Game, s: Any, returns: Sequence[float], seat: int) -> float:
    """A result as it is compared: points of a team, or 1 for a win and 0 for a loss."""
    return returns[seat] if game.info.co_operative else round(game.win_chance(s, returns[seat]), 6)


def seed_of(level: str, number: int) -> int:
    """Of the n-th game of a level: fixed, so that a deal is judged alike whenever it is judged."""
    return split_seed(number, "deal", level)


def sum_up(game: Game, level: str, results: Sequence[float]) -> DealResult:
    mean = sum(results) / len(results)
    if not game.info.co_operative:
        interval = wilson(sum(results), len(results))
    elif len(results) > 1:
        interval = bootstrap_clusters(results, [1.0] * len(results))
    else:
        interval = (mean, mean)
    return DealResult(level, tuple(results), round(mean, 4), round(interval[0], 4), round(interval[1], 4))


def rank(results: Sequence[DealResult], own: float) -> float | None:
    """The share of all their games that `own` beats; equal ones count half."""
    every = [value for row in results for value in row.results]
    if not every:
        return None
    return round(sum((own > value) + 0.5 * (own == value) for value in every) / len(every), 4)
