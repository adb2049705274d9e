"""Fitting the weights: games of the engine against itself, then logistic regression of their results.

The chance to win is modelled as a logistic function of the evaluation. The fit starts from the weights that played the
games, and a Gaussian prior of width PRIOR keeps it near them, so that rare features keep sensible weights.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int
from ludoteca.core.rng import new_rng
from ludoteca.games.checkers.board import CELLS, RULE_SETS
from ludoteca.games.checkers.engine.agent import FEATURES as FEATURES_ONLY
from ludoteca.games.checkers.engine.agent import Engine, EngineSettings
from ludoteca.games.checkers.engine.evaluation import FEATURES, FULL, MAN, MEN_AT, PHASES, write_features
from ludoteca.games.checkers.engine.weights import load_weights
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.moves import has_capture
from ludoteca.games.checkers.training.self_play import WON, boards_of, play_game
from ludoteca.protocol import Budget, State

OPENING = 6  # random plies before the engine plays
PRIOR = 20.0  # points: the standard deviation of a weight around its last value
STEPS = 25  # of Newton's method, at the most


@dataclass(frozen=True)
class Sample:
    """Quiet positions of many games."""

    features: Any
    """float32 [position, phase * feature], from the mover's side, already blended by phase."""
    results: Any
    """[position]: 1 for a win of the mover, 0.5 for a draw, 0."""


@dataclass(frozen=True)
class Fit:
    weights: Any
    """int64 [phase, feature]"""
    slope: float
    loss_before: float
    loss_after: float


def play_games(rules: str, games: int, nodes: int, seed: int, report: Callable[[int], None]) -> Sample:
    """Let the engine play itself; keep the positions where nothing can be taken, with the game's result."""
    engine = Engine(GAME, EngineSettings(table=16, evaluation=FEATURES_ONLY), seed, Budget(nodes=nodes))
    kept: list[tuple[Any, int]] = []
    for game in range(games):
        kept += play_game(engine, rules, OPENING, new_rng(seed, "game", game), keep_features)
        report(game + 1)
    return Sample(np.array([row for row, _ in kept], np.float32), np.array([result / WON for _, result in kept]))


def keep_features(s: State, score: int) -> Any:
    return blend_features(s) if is_calm(s) else None


def is_calm(s: State) -> bool:
    """Whether neither side could take anything."""
    rules = as_int(s.rules)
    return not any(has_capture(rules, as_int(side), *boards_of(s, side)) for side in (0, 1))


def blend_features(s: State) -> Any:
    """The features of a position, once for each phase, each by its share."""
    side = int(s.to_move)
    features = np.zeros(FEATURES, np.int64)
    pieces = write_features(as_int(s.rules), as_int(side), *boards_of(s, side), features)
    return np.concatenate([features * (pieces / FULL), features * (1 - pieces / FULL)]).astype(np.float32)


def fit_weights(rules: str, sample: Sample) -> Fit:
    """Newton's method on the log loss and the prior."""
    before, slope = load_weights(RULE_SETS.index(rules))
    start = before.reshape(-1) * slope
    found = start.copy()
    precision = 1.0 / (PRIOR * slope) ** 2
    x, y = sample.features.astype(np.float64), sample.results

    def cost(point: Any) -> float:
        return len(y) * _loss(x @ point, y) + precision / 2 * float(((point - start) ** 2).sum())

    for _ in range(STEPS):
        chances = _chances(x @ found)
        gradient = x.T @ (chances - y) + precision * (found - start)
        curvature = (x * (chances * (1 - chances))[:, None]).T @ x + precision * np.eye(len(found))
        step = np.linalg.solve(curvature, gradient)
        reach = 1.0
        while cost(found - reach * step) > cost(found) and reach > 1e-6:  # far from the goal a full step can overshoot
            reach /= 2
        found -= reach * step
        if np.abs(reach * step).max() < 1e-6:
            break
    table = found.reshape(PHASES, FEATURES)
    new_slope = float(_mean_man(sample, table) / MAN)
    weights = np.rint(table / new_slope).astype(np.int64)
    return Fit(weights, new_slope, _loss(x @ start, y), _loss(x @ found, y))


def _mean_man(sample: Sample, table: Any) -> float:
    """What a man is worth on average, by how often each square was held."""
    seen = np.abs(sample.features).sum(axis=0).reshape(PHASES, FEATURES)[:, MEN_AT : MEN_AT + CELLS]
    return float((table[:, MEN_AT : MEN_AT + CELLS] * seen).sum() / seen.sum())


def _chances(scores: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.clip(scores, -30, 30)))


def _loss(scores: Any, results: Any) -> float:
    chances = np.clip(_chances(scores), 1e-9, 1 - 1e-9)
    return float(-(results * np.log(chances) + (1 - results) * np.log(1 - chances)).mean())
