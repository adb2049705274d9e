"""Compile what the tests need before they run, one game a process: otherwise every test worker compiles it all.

python tests/warm.py
"""

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.util import find_spec
from multiprocessing import get_context

import tiny
from helpers import ALL_GAMES, BOUNDS_CHECKED
from ludoteca import agents
from ludoteca.core.jit import compiles
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.lab.warming import RULES, expect_seconds
from ludoteca.testing import random_positions
from ludoteca.testing.agents import quick_agent

INSTALLED = [game for game in ALL_GAMES if game not in tiny.GAMES]


def warm_game(place: int) -> str:
    """Play a game and let every agent decide once."""
    game = ALL_GAMES[place]
    positions = list(random_positions(game, 1))
    view = next(game.observe(s, game.mover(s)) for s in positions if game.mover(s) >= 0)
    for name in agents.agents_for(game):
        quick_agent(name, game).warm_up(view)
    if game.info.name == "hanabi" and not BOUNDS_CHECKED:  # its teams of bots, which several files of tests play
        play_bots(["smart", "smart"], 1, 1)
    return game.info.name


def warm_training() -> str:
    """The smallest training of a bot of hanabi: three files of tests have more."""
    from ludoteca.games.hanabi.training.train import TrainingPlan, train

    train(TrainingPlan(rounds=1, samples=20, full_samples=20, trials=20, epochs=1))
    return "training"


def expect(place: int) -> float:
    """About how many seconds a game compiles; a tiny one brings no measurement, and is quick."""
    game = ALL_GAMES[place]
    return sum(expect_seconds(game, name) for name in (RULES, *agents.agents_for(game))) if game in INSTALLED else 0.0


def main() -> None:
    if not compiles:
        return
    longest_first = sorted(range(len(ALL_GAMES)), key=expect, reverse=True)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(warm_game, place) for place in longest_first[:1]]
        if find_spec("torch") and not BOUNDS_CHECKED:
            jobs.append(pool.submit(warm_training))
        jobs += [pool.submit(warm_game, place) for place in longest_first[1:]]
        for job in as_completed(jobs):
            print("compiled", job.result(), file=sys.stderr)


if __name__ == "__main__":
    main()
