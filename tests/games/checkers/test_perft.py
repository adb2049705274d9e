"""Move generation against published counts; see perft.txt."""

from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.jit import compiles
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.perft import perft

QUICK = 25_000_000 if compiles else 3_000  # lines counted in every run; the rest are slow tests


def read_counts() -> list[tuple[str, str, int, int]]:
    cases = []
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            rules, fen, counts = (part.strip() for part in line.split(";"))
            cases += [(rules, fen, depth, int(count)) for depth, count in enumerate(counts.split(), start=1)]
    return cases


def mark(case: tuple[str, str, int, int]):
    return pytest.param(*case, marks=pytest.mark.slow) if case[3] > QUICK else case


def start(rules: str, fen: str):
    return GAME.start(rules=rules) if fen == "start" else GAME.start(rules=rules, fen=fen)


@pytest.mark.parametrize(("rules", "fen", "depth", "count"), [mark(case) for case in read_counts()])
def test_perft_equals_the_published_count(rules, fen, depth, count):
    assert perft(start(rules, fen), depth) == count


@pytest.mark.parametrize("rules", ["unisa", "english", "italian", "russian", "brazilian"])
def test_counting_by_playing_every_action_gives_the_same(rules):
    """Through the checked face, one action at a time: `apply` and `legal_actions` agree with the fast counter."""

    def count(s, depth):
        if depth == 0:
            return 1
        total = 0
        for action in GAME.legal_actions(s):
            child = GAME.copy(s)
            GAME.play(child, action)
            total += count(child, depth - 1)
        return total

    assert count(GAME.start(rules=rules), 4) == perft(GAME.start(rules=rules), 4)


def test_no_set_up_has_more_moves_than_are_listed():
    """The most that random crowds of kings and men can do stays far below the size of the list."""
    rng = np.random.default_rng(5)
    most = 0
    for _ in range(300):
        squares = rng.permutation(np.arange(5, 29))[:20]
        white = ",".join(f"K{n}" for n in squares[:10])
        black = ",".join(f"K{n}" for n in squares[10:])
        for rules in ("unisa", "russian"):
            most = max(most, len(GAME.legal_actions(GAME.start(rules=rules, fen=f"W:W{white}:B{black}"))))
    assert 10 < most < GAME.info.max_actions / 2
