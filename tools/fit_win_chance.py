"""Fit how an engine's values become chances to win: 1 / (1 + exp(-slope * value)), by maximum likelihood.

    python tools/fit_win_chance.py connect_four --judge alphabeta:nodes=200000,exact=yes --games 200

Games of two agents from random openings; every position is valued by the judge, and its seat's result (1, 0.5 or 0) is
what the chance should be. Positions with a proven value are left out: they need no slope. The interval is a bootstrap
over games.
"""

import argparse
import math
import random

import numpy as np

from ludoteca import agents, games
from ludoteca.core.rng import split_seed
from ludoteca.lab.game_analysis import ask, list_questions
from ludoteca.lab.match import Conditions, play_match
from ludoteca.protocol import Agent, Game

Rows = list[tuple[float, float]]


def collect(game: Game, judge: Agent, players: list[str], number: int, seed: int) -> Rows:
    """Values and results of the positions of one game."""
    match = play_match(game, players, seed=split_seed(seed, number), conditions=Conditions(opening=number % 8))
    assert match.result is not None
    assert match.setup is not None
    rows: Rows = []
    for question in list_questions(game, match.setup, match.actions):
        analysis = ask(judge, question.view).analysis
        if question.is_open and analysis.value is not None and not analysis.proven:
            rows.append((analysis.value, (match.result.returns[question.seat] + 1) / 2))
    return rows


def fit(rows: Rows) -> float:
    """Newton's method on the likelihood of one slope."""
    values, results = np.array(rows).T
    slope = 1.0
    for _ in range(100):
        chances = 1 / (1 + np.exp(-slope * values))
        gradient = np.sum((results - chances) * values)
        curvature = np.sum(chances * (1 - chances) * values**2)
        step = gradient / curvature
        slope += step
        if abs(step) < 1e-9:
            break
    return float(slope)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--judge", required=True)
    parser.add_argument("--players", nargs=2, default=["Hard", "Hard"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = games.load(given.game)
    judge = agents.make_from_spec(given.judge, game)
    found = [collect(game, judge, given.players, number, given.seed) for number in range(given.games)]
    found = [rows for rows in found if rows]
    slope = fit([row for rows in found for row in rows])
    draw = random.Random(given.seed)
    again = sorted(fit([row for rows in draw.choices(found, k=len(found)) for row in rows]) for _ in range(200))
    values = [value for rows in found for value, _ in rows]
    spread = math.sqrt(sum(value * value for value in values) / len(values))
    print(f"{len(values)} positions of {len(found)} games, values of {spread:.3f} (root mean square)")
    print(f"slope {slope:.2f}, 95 % from {again[5]:.2f} to {again[194]:.2f}")


if __name__ == "__main__":
    main()
