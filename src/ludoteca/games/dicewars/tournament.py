"""The tournaments of the course, with one agent under test: boards, line-ups and chance.

On every board the agent meets three of the five reference agents, first the one that it has met least. The four sit in
a random order, and all four rotations of it are played with the same chance.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from ludoteca.core.rng import split_seed
from ludoteca.games.dicewars.bots import BOTS, REFERENCE
from ludoteca.games.dicewars.game import GAME
from ludoteca.protocol import State, new_states

SEATS = 4
TESTED = "tested"


def choose_line_up(met: dict[str, int], random: Random) -> list[str]:
    """The tested agent, the opponent that it has met least, and two others; in random order."""
    second = min(REFERENCE, key=lambda name: (met.get(name, 0), random.random()))
    rest = random.sample([name for name in REFERENCE if name != second], SEATS - 2)
    line_up = [TESTED, second, *rest]
    random.shuffle(line_up)
    return line_up


def line_ups(seed: int) -> Iterator[list[str]]:
    """The line-up of each board in turn."""
    random, met = Random(seed), dict.fromkeys(REFERENCE, 0)
    while True:
        line_up = choose_line_up(met, random)
        for name in line_up:
            if name != TESTED:
                met[name] += SEATS
        yield line_up


def rotations(line_up: list[str]) -> list[list[str]]:
    """The seatings of a line-up: everybody sits at every seat once."""
    return [line_up[turn:] + line_up[:turn] for turn in range(SEATS)]


def find_places(seating: Sequence[str], tested: int) -> list[int]:
    """The place in BOTS of who sits at each seat; `tested` stands for the agent under test."""
    return [tested if name == TESTED else BOTS.index(name) for name in seating]


def start_games(boards: Sequence[int], seed: int) -> tuple[Any, Any]:
    """A game of the course for each board (the seed of a map), and its generator: equal boards have equal chance."""
    states = new_states(GAME.state_dtype, len(boards))
    rngs = np.empty((len(boards), 1), np.uint64)
    known: dict[int, State] = {}
    for i, board in enumerate(boards):
        if board not in known:
            known[board] = GAME.start(players=SEATS, variant="course", map_seed=board)
        states[i] = known[board]
        rngs[i] = split_seed(seed, "board", board)
    return states, rngs
