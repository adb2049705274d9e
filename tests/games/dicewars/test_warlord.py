"""warlord: it sees what a game in its head shows, and answers in time."""

import time

import pytest

from games.dicewars.scenes import set_up, settle
from ludoteca import agents
from ludoteca.games.dicewars import GAME
from ludoteca.jit import compiles
from ludoteca.protocol import Budget


def test_it_takes_the_last_area_and_leaves_a_hopeless_attack():
    s = set_up([0, 0, 1], [2, 8, 1])
    warlord = agents.make("warlord", GAME, iterations=200 if compiles else 20, cap=100)
    decision = warlord.decide(s)
    assert GAME.format_action(s, decision.action) == "attack 2>3"
    assert decision.analysis.value > 0.9
    assert decision.analysis.actions[0].visits > 0


def test_candidates_are_legal_and_each_is_there_once():
    warlord = agents.make("warlord", GAME, iterations=30, cap=20)
    for seed in range(1, 6 if compiles else 2):
        s = settle(GAME.start(map_seed=seed), seed)
        rows = warlord.decide(s).analysis.actions
        assert len({row.action for row in rows}) == len(rows) > 1
        assert {row.action for row in rows} <= set(GAME.legal_actions(s))


@pytest.mark.skipif(not compiles, reason="seconds each uncompiled")
def test_it_keeps_to_a_budget_in_seconds():
    warlord = agents.make("warlord", GAME)
    s = settle(GAME.start(map_seed=4))
    warlord.decide(s)
    started = time.perf_counter()
    warlord.decide(s, Budget(seconds=0.05))
    assert time.perf_counter() - started < 2.0
