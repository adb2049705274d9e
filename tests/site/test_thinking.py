"""Thinking in threads: tables take turns, time is kept, agents are lent out."""

import time

import pytest

from helpers import wait_until
from ludoteca import games
from ludoteca.protocol import Decision
from ludoteca.site import thinking
from ludoteca.site.thinking import Job, Lane, Pool, Thinking

GAME = games.load("connect_four")


def new_job(table="t", spec="alphabeta:seconds=20", seconds=30.0):
    return Job(table, GAME, spec, GAME.start(), 1, seconds)


class Recorder(Lane):
    """A lane whose agents only write down who was asked."""

    def __init__(self):
        self.order = []
        super().__init__("test", 1, Pool(0))

    def _decide(self, job):
        self.order.append(job.table)
        time.sleep(0.02)
        return Decision(0)


def wait_running(lane):
    wait_until(lambda: lane.running and lane.running[0].watch.controls)


@pytest.fixture
def service():
    agents = Thinking(1, 1)
    agents.decisions.put(warm := new_job(spec="alphabeta:nodes=10"))
    warm.answer.result(60)
    yield agents
    agents.close()


def test_tables_take_turns():
    lane = Recorder()
    jobs = [new_job("greedy") for _ in range(6)] + [new_job("modest"), new_job("third")]
    for job in jobs:
        lane.put(job)
    for job in jobs:
        job.answer.result(10)
    lane.close()
    assert lane.order.index("modest") <= 2
    assert lane.order.index("third") <= 3
    assert lane.order.count("greedy") == 6


def test_a_job_that_has_not_begun_can_be_called_off(service):
    first, second = new_job(), new_job("u")
    service.decisions.put(first)
    wait_running(service.decisions)
    service.decisions.put(second)
    second.stop()
    first.stop()
    assert first.answer.result(5).action in range(7)  # the best it had
    assert second.answer.cancelled()


def test_nobody_thinks_longer_than_allowed(service):
    job = new_job(spec="alphabeta:seconds=600", seconds=0.2)
    started = time.monotonic()
    service.decisions.put(job)
    while not job.answer.done():
        service.hurry()
        time.sleep(0.02)
    assert time.monotonic() - started < 300  # its own budget is 600 seconds
    assert job.answer.result().analysis.depth > 0


def test_a_long_analysis_makes_room_for_others(service, monkeypatch):
    monkeypatch.setattr(thinking, "FAIR_SHARE", 0.2)
    first, second = new_job("a"), new_job("b", "alphabeta:nodes=100")
    service.analyses.put(first)
    wait_running(service.analyses)
    time.sleep(0.3)
    service.hurry()
    assert not first.answer.done()  # nobody waits yet
    service.analyses.put(second)
    while not second.answer.done():
        service.hurry()
        time.sleep(0.02)
    assert first.answer.done()


def test_an_analysis_does_not_hold_up_a_decision(service):
    long, quick = new_job("a"), new_job("b", "alphabeta:nodes=100")
    service.analyses.put(long)
    wait_running(service.analyses)
    service.decisions.put(quick)
    assert quick.answer.result(10).action in range(7)
    assert not long.answer.done()
    long.stop()


def test_an_error_of_an_agent_reaches_whoever_waits(service):
    job = new_job(spec="alphabeta:depth=0")
    service.decisions.put(job)
    with pytest.raises(Exception, match="depth must be"):
        job.answer.result(10)
    after = new_job(spec="alphabeta:nodes=100")  # and the thread lives on
    service.decisions.put(after)
    assert after.answer.result(10).action in range(7)


def test_only_some_idle_agents_are_kept():
    pool = Pool(2)
    for depth in (1, 2, 3, 4):
        spec = f"alphabeta:depth={depth}"
        pool.give_back(GAME, spec, pool.borrow(GAME, spec))
    kept = pool.borrow(GAME, "alphabeta:depth=4")
    assert sum(map(len, pool._idle.values())) == 1
    assert kept.settings.depth == 4


def test_a_decision_depends_on_nothing_but_position_and_seed(service):
    answers = []
    for _ in range(2):
        job = Job("t", GAME, "mcts:iterations=300", GAME.start(), 77, 30.0)
        service.decisions.put(job)
        answers.append(job.answer.result(60).analysis.actions)
        other = Job("u", GAME, "mcts:iterations=300", GAME.start(variant="misere"), 5, 30.0)
        service.decisions.put(other)
        other.answer.result(60)
    assert answers[0] == answers[1]
