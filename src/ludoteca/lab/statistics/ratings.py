"""Strength on one scale: Bradley and Terry's model by maximum likelihood, in Elo; openskill for many seats."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.lab.optional_imports import load_extra

ELO = 400 / math.log(10)  # one unit of the model's log odds, in Elo


def score_of_elo(elo: float) -> float:
    """The expected score (a win 1, a draw half) of a player so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The difference that makes such a score likely; infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise StatisticsError(f"a score is a share from 0 to 1, not {score!r}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class Ratings:
    """Ratings around a mean of zero, their covariance, and how to read an interval off it."""

    values: tuple[float, ...]
    covariance: Any

    def error(self, i: int) -> float:
        """The standard error of one rating."""
        return math.sqrt(max(0.0, float(self.covariance[i, i])))

    def error_between(self, i: int, j: int) -> float:
        """The standard error of the difference of two ratings: what tells whether one is stronger."""
        c = self.covariance
        return math.sqrt(max(0.0, float(c[i, i] + c[j, j] - 2 * c[i, j])))

    def interval(self, i: int, z: float = 1.959964) -> tuple[float, float]:
        return (self.values[i] - z * self.error(i), self.values[i] + z * self.error(i))


def fit_bradley_terry(wins: Any, tolerance: float = 1e-10) -> Ratings:
    """Maximum likelihood in log odds, mean zero. `wins[i, j]`: how often i beat j; a draw is half a win for each.

    Raises where no maximum exists: when some players never lost to the others, or never met them (Ford 1957).
    """
    table = np.array(wins, float)
    _check_table(table)
    n = len(table)
    met = table + table.T
    won = table.sum(axis=1)
    ratings = np.zeros(n)
    for _ in range(200):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        slope = won - (met * expected).sum(axis=1)
        weights = met * expected * (1 - expected)
        information = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.solve(information + 1.0 / n, slope)  # the added constant keeps the mean at zero
        ratings = ratings + np.clip(step, -2.0, 2.0)
        ratings -= ratings.mean()
        if np.abs(step).max() < tolerance:
            break
    covariance = np.linalg.inv(information + 1.0 / n) - 1.0 / n
    return Ratings(tuple(ratings.tolist()), covariance)


def rate_elo(wins: Any, virtual_draws: float = 0.0) -> Ratings:
    """Elo ratings by maximum likelihood, mean zero.

    `virtual_draws` adds so many draws to every pair that met, half a win each: a prior that keeps the rating of a
    player who won everything finite. Zero is the plain maximum likelihood.
    """
    table = np.array(wins, float)
    if virtual_draws and table.ndim == 2:
        table += virtual_draws / 2 * ((table + table.T) > 0)
    fitted = fit_bradley_terry(table)
    return Ratings(tuple(ELO * value for value in fitted.values), ELO**2 * fitted.covariance)


def _check_table(table: Any) -> None:
    if table.ndim != 2 or table.shape[0] != table.shape[1] or len(table) < 2:
        raise StatisticsError("wins must be a square table of at least two players")
    if not np.all(np.isfinite(table)) or table.min() < 0 or np.any(np.diag(table)):
        raise StatisticsError("wins must not be negative, and nobody beats themselves")
    reach = (table > 0) | np.eye(len(table), dtype=bool)
    for _ in range(len(table)):
        reach = reach | ((reach.astype(int) @ reach.astype(int)) > 0)
    if not reach.all():
        raise StatisticsError(
            "no finite ratings fit: some players never lost to the rest or never met them; "
            "play more games, or add virtual draws"
        )


def rate_openskill(players: int, games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> list[tuple[float, float]]:
    """(mean, deviation) of every player after all games, in their order: Plackett and Luce's model (Weng and Lin 2011).

    A game is (who took part, what each returned); the higher return ranks first. It starts at (25, 25/3).
    """
    model = load_extra("openskill.models").PlackettLuce()
    ratings = [model.rating() for _ in range(players)]
    for seating, returns in games:
        if len(set(seating)) < len(seating):
            continue  # a player cannot be ranked against a copy of itself
        ranks = [sum(other > own for other in returns) for own in returns]
        rated = model.rate([[ratings[who]] for who in seating], ranks=ranks)
        for who, (after,) in zip(seating, rated, strict=True):
            ratings[who] = after
    return [(float(rating.mu), float(rating.sigma)) for rating in ratings]
