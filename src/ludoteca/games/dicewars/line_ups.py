"""Who sits where in the tournaments of the course, with one agent under test.

On every board it meets three of the five reference agents, first the one that it has met least; the four sit in a
random order, and all four rotations of it are played.
"""

from collections.abc import Iterator
from random import Random

from ludoteca.games.dicewars.bots import REFERENCE

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
    return [line_up[turn:] + line_up[:turn] for turn in range(SEATS)]
