"""The engine on two cores: one answer, and limits that hold for both."""

import threading
import time

import pytest

from ludoteca import agents
from ludoteca.core.errors import SettingsError
from ludoteca.core.jit import compiles
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import Budget, Watch, budget
from ludoteca.protocol.budget import DONE, LIMIT, STOP

START = GAME.start(rules="english")


def make(**settings):
    return agents.make("checkers_engine", GAME, table=14, threads=2, **settings)


def other_threads():
    return [each for each in threading.enumerate() if each is not threading.current_thread() and each.is_alive()]


def test_the_nodes_are_divided():
    nodes = 40_001 if compiles else 401
    agent = make(nodes=nodes)
    decision = agent.decide(START)
    assert decision.action in GAME.legal_actions(START)
    assert decision.analysis.nodes <= nodes
    assert decision.analysis.line[0] == decision.action
    assert sum(int(memory.control[DONE]) for memory in agent.team.memories) == decision.analysis.nodes
    assert [int(memory.control[LIMIT]) for memory in agent.team.memories] == [nodes // 2 + 1, nodes // 2]


def test_the_answer_is_that_of_the_deeper_search():
    agent = make(nodes=20_000 if compiles else 300)
    depth = agent.decide(START).analysis.depth
    assert depth == max(int(memory.depth) for memory in agent.team.memories) == agent.peek()[0]


def test_when_the_first_is_done_the_other_stops():
    """To a depth, and with a single move, where there is nothing to think about."""
    before = len(other_threads())
    agent = make(seconds=3600, depth=6 if compiles else 2)
    assert agent.decide(START).analysis.depth >= agent.settings.depth
    only = GAME.start(rules="english", fen="B:W22,31:B18,3")
    assert len(GAME.legal_actions(only)) == 1
    assert agent.decide(only).action == GAME.legal_actions(only)[0]
    assert len(other_threads()) == before


def test_stop_is_heard_by_both():
    agent, watch = make(seconds=3600), Watch()
    threading.Timer(0.3, watch.stop).start()
    decision = agent.decide(START, watch=watch)
    assert decision.analysis.depth >= 1
    assert [int(memory.control[STOP]) for memory in agent.team.memories] == [1, 1]


def test_ctrl_c_ends_both(monkeypatch):
    agent, before = make(seconds=3600), len(other_threads())
    agent.decide(START, Budget(nodes=6_000 if compiles else 60))

    def interrupt(*_):
        time.sleep(0.1)
        raise KeyboardInterrupt

    monkeypatch.setattr(budget, "_wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        agent.decide(START)
    assert len(other_threads()) == before
    monkeypatch.undo()
    assert agent.decide(START, Budget(nodes=6_000 if compiles else 60)).action in GAME.legal_actions(START)


def test_one_thread_is_what_one_gets():
    assert agents.make("checkers_engine", GAME).settings.threads == 1
    with pytest.raises(SettingsError, match="threads"):
        agents.make("checkers_engine", GAME, threads=0)


@pytest.mark.skipif(not compiles, reason="plain Python takes turns")
def test_two_find_the_same_forced_win():
    s = GAME.start(rules="english", fen="W:WK18,K19,K23:BK3,12")
    agent = agents.make("checkers_engine", GAME, threads=2, nodes=1_000_000, table=16)
    decision = agent.decide(s)
    assert decision.analysis.proven
    assert decision.analysis.value == 1.0
