"""What a search has found so far can be seen while it runs: depth, values and line as they stand."""

import threading

import pytest

from helpers import wait_until
from ludoteca import agents, games
from ludoteca.protocol import Watch

SPECS = [  # they are stopped from outside, however busy the machine
    ("connect_four", "alphabeta:seconds=3600"),
    ("connect_four", "mcts:seconds=3600,max_nodes=100000"),
    ("connect_four", "expectiminimax:seconds=3600,depth=40"),
    ("checkers", "checkers_engine:seconds=3600"),
]


@pytest.mark.parametrize(("name", "spec"), SPECS)
def test_what_a_running_search_has_found_can_be_seen(name, spec):
    game = games.load(name)
    agent = agents.make_from_spec(spec, game)
    view, watch, answers = game.start(), Watch(), []
    agent.warm_up(view)
    assert watch.partial_analysis() is None
    thread = threading.Thread(target=lambda: answers.append(agent.decide(view, None, watch)))
    thread.start()
    seen = []

    def sees_more():
        found = watch.partial_analysis()
        if found is None or not (found.depth or found.iterations):
            return False
        if seen and found.nodes + found.iterations <= seen[-1].nodes + seen[-1].iterations:
            return False
        seen.append(found)
        return True

    for _ in range(10):
        wait_until(sees_more)
    assert not answers
    watch.stop()
    thread.join()
    legal = game.legal_actions(view)
    for found in seen:
        assert found.line[0] in legal
        assert {row.action for row in found.actions} <= set(legal)
        assert -1.0 <= found.value <= 1.0
    assert answers[0].analysis.nodes >= seen[-1].nodes


def test_looking_does_not_change_the_decision():
    game = games.load("connect_four")
    view = game.start()
    alone = agents.make_from_spec("mcts:iterations=20000", game, seed=5).decide(view)
    watch = Watch()
    agent, answers = agents.make_from_spec("mcts:iterations=20000", game, seed=5), []
    thread = threading.Thread(target=lambda: answers.append(agent.decide(view, None, watch)))
    thread.start()
    while thread.is_alive():
        watch.partial_analysis()
    assert answers[0].action == alone.action
    assert answers[0].analysis.actions == alone.analysis.actions
