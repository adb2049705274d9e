"""The opponent that errs as people do: it sees what is near, and misses what is far by chance."""

import pytest

from ludoteca import agents, games
from ludoteca.core.errors import SettingsError, UnsupportedGame
from ludoteca.games.checkers.game import GAME


def make(seed=1, **settings):
    return agents.make("checkers_human", GAME, seed=seed, **settings)


def test_how_far_it_sees_follows_its_sight():
    agent = make(depth=3, sight=0.5)
    drawn = [agent.draw_depth() for _ in range(4000)]
    for depth, share in ((1, 0.5), (2, 0.25), (3, 0.25)):
        assert drawn.count(depth) / len(drawn) == pytest.approx(share, abs=0.03)
    assert {make(depth=4, sight=1).draw_depth() for _ in range(50)} == {4}
    assert {make(depth=4, sight=0).draw_depth() for _ in range(50)} == {1}


def test_it_never_misses_what_is_in_front_of_it():
    s = GAME.start(rules="english", fen="W:W22,32:B18,11,1")
    for seed in range(5):
        assert GAME.format_action(s, make(seed, depth=1).decide(s).action) == "22x8"
    s = GAME.start(rules="unisa", fen="W:W22:B18")  # a capture that wins at once, and may be left
    assert {make(seed, depth=2, sight=0).decide(s).action for seed in range(5)} == {
        action for action in GAME.legal_actions(s) if GAME.format_action(s, action) == "22x15"
    }


def test_decisions_differ_in_how_far_they_look():
    s = GAME.start(rules="english")
    assert {make(seed, depth=3, sight=0.5).decide(s).analysis.depth for seed in range(30)} == {1, 2, 3}


def test_equal_seeds_decide_alike_after_others():
    s = GAME.start()
    first = make(4, depth=3, sight=0.5).decide(s).action
    agent = make(9, depth=3, sight=0.5)
    agent.decide(s)
    agent.reseed(4)
    assert agent.decide(s).action == first


def test_what_it_refuses():
    with pytest.raises(UnsupportedGame, match="use alphabeta or mcts"):
        agents.make("checkers_human", games.load("connect_four"))
    for wrong in ({"depth": 9}, {"sight": 1.5}, {"captures": -1}):
        with pytest.raises(SettingsError, match=next(iter(wrong))):
            make(**wrong)
