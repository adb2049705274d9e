"""A search can be looked at while it runs: depth, values and line as they stand."""

import threading
import time

import pytest

from ludoteca import agents, games
from ludoteca.protocol import Watch

SPECS = [
    ("connect_four", "alphabeta:seconds=30"),
    ("connect_four", "mcts:seconds=30,max_nodes=100000"),
    ("connect_four", "expectiminimax:seconds=30,depth=12"),
    ("checkers", "checkers_engine:seconds=30"),
]


@pytest.mark.parametrize(("name", "spec"), SPECS)
def test_what_a_running_search_has_found_can_be_seen(name, spec):
    game = games.load(name)
    agent = agents.make_from_spec(spec, game)
    view, watch, answers = game.start(), Watch(), []
    agent.warm_up(view)
    assert watch.glimpse() is None
    thread = threading.Thread(target=lambda: answers.append(agent.decide(view, None, watch)))
    thread.start()
    deadline, seen = time.monotonic() + 20, []
    while time.monotonic() < deadline and len(seen) < 40:
        found = watch.glimpse()
        if found is not None and (found.depth or found.iterations):
            seen.append(found)
        time.sleep(0.002)
    watch.stop()
    thread.join(10)
    assert answers
    assert len(seen) == 40
    legal = game.legal_actions(view)
    for found in seen:
        assert found.line[0] in legal
        assert {row.action for row in found.actions} <= set(legal)
        assert -1.0 <= found.value <= 1.0
    assert seen[-1].nodes > seen[0].nodes
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
        watch.glimpse()
    assert answers[0].action == alone.action
    assert answers[0].analysis.actions == alone.analysis.actions
