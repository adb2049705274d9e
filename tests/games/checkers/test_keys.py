"""Keys of positions: what a search may treat as equal, and nothing else, has an equal key."""

import numpy as np
import pytest

from ludoteca import agents
from ludoteca.core.jit import compiles
from ludoteca.games.checkers.board import BRAZILIAN, RULE_SETS, RUSSIAN
from ludoteca.games.checkers.draws import limit_of
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import Budget, words_of
from ludoteca.protocol import rules as generic
from ludoteca.testing import random_positions


def key_of(s):
    return int(generic.key(s, words_of(np.array([s], s.dtype))[0]))


def place(fen, rules="english", **options):
    return GAME.start(rules=rules, fen=fen, **options)


def describe(s):
    """What must be told apart: the pieces, the side to move, the rule set, and how near a draw is."""
    rules, federation = int(s.rules), bool(s.federation_draws)
    limits = [2 * int(s.quiet_moves) or 1000, {RUSSIAN: 30, BRAZILIAN: 40}[rules] if federation else 1000]
    left = min(40, min(limits) - int(s.quiet)), min(40, int(limit_of(s)) - int(s.unchanged)) if federation else 40
    return tuple(s.men.tolist()), tuple(s.kings.tolist()), int(s.to_move), rules, left


def random_set_up(rng):
    squares = rng.permutation(np.arange(5, 29))[: rng.integers(2, 14)].tolist()
    names = [f"K{square}" if rng.random() < 0.5 else str(square) for square in squares]
    half = rng.integers(1, len(names))
    return f"{'WB'[rng.integers(2)]}:W{','.join(names[:half])}:B{','.join(names[half:])}"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("W:W21,27:B1,12", "W:W21:B12"),  # men whose bits once cancelled out
        ("W:WK21,K27:BK1,K12", "W:WK21:BK12"),  # and kings
        ("W:W21:B12", "W:WK21:B12"),
        ("W:W21:B12", "B:W21:B12"),
        ("W:W21:B12", "W:W12:B21"),
    ],
)
def test_positions_that_once_collided_have_different_keys(first, second):
    assert key_of(place(first)) != key_of(place(second))


def test_different_positions_have_different_keys():
    """Positions of random games and set-up positions, by the thousand."""
    found = {}
    rng = np.random.default_rng(11)
    states = [
        place(random_set_up(rng), quiet_moves=int(rng.integers(0, 41))) for _ in range(20_000 if compiles else 300)
    ]
    for rules in RULE_SETS:
        for seed in range(12 if compiles else 1):
            states += random_positions(GAME, seed, rules=rules)
    for s in states:
        found.setdefault(key_of(s), set()).add(describe(s))
    assert [same for same in found.values() if len(same) > 1] == []
    assert len(found) > (20_000 if compiles else 300)


def test_a_draw_by_quiet_moves_that_comes_near_changes_the_key():
    s = place("W:WK32:BK1", quiet_moves=5)
    keys = set()
    for quiet in range(10):
        s.quiet = quiet
        keys.add(key_of(s))
    assert len(keys) == 10
    distant = place("W:WK32:BK1", quiet_moves=40)
    before = key_of(distant)
    distant.quiet = 20
    assert key_of(distant) == before


def test_both_counts_of_a_federations_draws_change_the_key():
    """Quiet moves and moves with the same balance count apart: each pair of them is a position of its own."""
    s = place("W:WK32,K28,K24:BK1", rules="russian", federation_draws="on")
    limit = int(limit_of(s))
    counts = [(quiet, unchanged) for quiet in range(20, 30) for unchanged in range(limit - 10, limit)]
    keys = set()
    for s.quiet, s.unchanged in counts:
        keys.add(key_of(s))
    assert len(keys) == len(counts)


@pytest.mark.parametrize("fen", ["W:WK15,8:BK14,12", "W:WK15,8,K5:BK11", "W:WK11,7:BK6,5", "W:WK9,5:BK22,6"])
@pytest.mark.skipif(not compiles, reason="too slow uncompiled")
def test_the_table_of_alpha_beta_does_not_hide_a_draw_by_quiet_moves(fen):
    """The same position with fewer quiet moves left is another one: with and without the table the value is one."""
    values = []
    for table in (0, 16):
        agent = agents.make("alphabeta", GAME, depth=8, iterative="no", window=0, table=table)
        s = place(fen, quiet_moves=2, repetition="off")
        values.append(agent.decide(s, Budget(nodes=10**8)).analysis.value)
    assert values[0] == values[1]


@pytest.mark.skipif(not compiles, reason="too slow uncompiled")
def test_the_engines_table_does_not_hide_a_draw_by_quiet_moves():
    """What the engine remembers of a position far from the draw does not count two plies before it."""
    engine = agents.make("checkers_engine", GAME, endgames="no")
    s = place("W:WK15,K18,K23:BK1,K5", repetition="off")
    assert engine.decide(s, Budget(nodes=300_000)).analysis.value > 0.2
    s.quiet = 2 * int(s.quiet_moves) - 2
    engine.limit = 4
    assert engine.decide(s, Budget(nodes=300_000)).analysis.value == 0.0
