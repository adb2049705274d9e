"""Agents run in worker threads: compiled code releases the GIL, so the server can answer meanwhile.

There are two lanes, one for decisions and hints and one for analyses, so that a long analysis never delays a game.
Within a lane time is shared fairly (`fair_queue.py`). Agents are reused: before each decision they forget earlier
searches and get a new seed, so that a decision depends only on the position, the table's seed and the ply.
"""

import asyncio
import contextlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from ludoteca import agents
from ludoteca.lab.match.clock import Listener
from ludoteca.protocol import Agent, Decision, Game, State, Watch
from ludoteca.site.fair_queue import NOBODY, FairQueue, Owner

MOST_KEPT = 6  # idle agents: the trees of some take a hundred megabytes
MOST_PROGRAMS = 8  # that are asked at once
FAIR_SHARE = 3.0  # seconds of an analysis before it makes room for others that wait
NICENESS = 5  # thinking yields to serving
TICK = 0.25  # seconds between reports of progress


@dataclass
class Job:
    """One decision to be made."""

    table: str
    game: Game
    spec: str
    view: State
    seed: int
    seconds: float
    """After this time it is stopped, whatever its own budget."""
    owner: Owner = NOBODY
    watch: Watch = field(default_factory=Watch)
    answer: "Future[Decision]" = field(default_factory=Future)
    started: float | None = None
    action: int | None = None
    """What somebody has chosen, to be valued beside the agent's own choice; None if only that matters."""
    work: Callable[[Watch], Any] | None = None
    """Something else than one decision of an agent, to be done in a thread of the lane."""
    history: Callable[[], list[dict[str, Any]]] = list
    """What was played before, as far as the seat may know it: for a program that listens."""

    def stop(self) -> None:
        """Answer now with the best action so far; a job that has not begun is cancelled."""
        self.answer.cancel()
        self.watch.stop()

    def hurry(self, others_wait: bool) -> None:
        """Called while it runs: raises the stop flag when its time is up."""
        if self.started is None:
            return
        spent = time.monotonic() - self.started
        if spent > self.seconds or (others_wait and spent > FAIR_SHARE):
            self.watch.stop()

    @property
    def fraction(self) -> float:
        if self.started is None:
            return 0.0
        return max(self.watch.fraction, min(1.0, (time.monotonic() - self.started) / self.seconds))


class Pool:
    """Agents by game and specification, each used by one job at a time; a limited number of idle ones is kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: OrderedDict[tuple[str, str], list[Agent]] = OrderedDict()
        self._lock = threading.Lock()

    def borrow(self, game: Game, spec: str) -> Agent:
        with self._lock:
            kept = self._idle.get((game.info.name, spec))
            if kept:
                return kept.pop()
        return agents.make_from_spec(spec, game)

    def give_back(self, game: Game, spec: str, agent: Agent) -> None:
        with self._lock:
            key = game.info.name, spec
            self._idle.setdefault(key, []).append(agent)
            self._idle.move_to_end(key)
            while sum(map(len, self._idle.values())) > self._most:
                oldest = next(iter(self._idle))
                if self._idle[oldest]:
                    self._idle[oldest].pop()
                if not self._idle[oldest]:
                    del self._idle[oldest]

    def close(self) -> None:
        """End the programs of idle agents."""
        with self._lock:
            for agent in [agent for kept in self._idle.values() for agent in kept]:
                if isinstance(agent, Listener):
                    agent.close()
            self._idle.clear()


class Lane:
    """Jobs in a fair order, and the threads that run them."""

    def __init__(self, name: str, threads: int, pool: Pool) -> None:
        self._waiting = FairQueue()
        self._condition = threading.Condition()
        self._pool, self._open = pool, True
        self.running: list[Job] = []
        self._threads = [threading.Thread(target=self._work, name=f"{name}-{i}", daemon=True) for i in range(threads)]
        for thread in self._threads:
            thread.start()

    def put(self, job: Job) -> None:
        with self._condition:
            self._waiting.put(job)
            self._condition.notify()

    @property
    def crowded(self) -> bool:
        return len(self._waiting) > 0

    def hurry(self) -> None:
        for job in list(self.running):
            job.hurry(self.crowded)

    def close(self) -> None:
        with self._condition:
            self._open = False
            for job in self._waiting:
                job.answer.cancel()
            self._waiting.clear()
            self._condition.notify_all()
        for job in list(self.running):
            job.watch.stop()
        for thread in self._threads:
            thread.join(2.0)
        self._pool.close()

    def _take(self) -> Job | None:
        """The next job; None once the lane is closed."""
        with self._condition:
            while self._open and not self._waiting:
                self._condition.wait()
            if not self._open:
                return None
            job: Job = self._waiting.take()
            return job

    def _work(self) -> None:
        _be_nice()
        while (job := self._take()) is not None:
            if not job.answer.set_running_or_notify_cancel():
                continue
            job.started = time.monotonic()
            self.running.append(job)
            try:
                job.answer.set_result(self._decide(job))
            except BaseException as error:
                job.answer.set_exception(error)
            finally:
                self.running.remove(job)
                with self._condition:
                    self._waiting.charge(job, time.monotonic() - job.started)

    def _decide(self, job: Job) -> Decision:
        if job.work is not None:
            done: Decision = job.work(job.watch)
            return done
        agent = self._pool.borrow(job.game, job.spec)
        agent.forget()
        agent.reseed(job.seed)
        if isinstance(agent, Listener):
            agent.give_time(job.seconds)
            for event in job.history():
                agent.hear(event)
        if job.action is None:
            decision = agent.decide(job.view, None, job.watch)
        else:
            decision = agent.weigh(job.view, job.action, None, job.watch)
        self._pool.give_back(job.game, job.spec, agent)
        return decision


class Thinking:
    """All lanes. `hurry` must be called regularly: it stops what runs too long. Programs from outside have a lane of
    their own, where waiting for one that hangs delays nobody's search."""

    def __init__(self, thinkers: int, analysts: int) -> None:
        self.decisions = Lane("think", thinkers, Pool(MOST_KEPT))
        self.analyses = Lane("analyse", analysts, Pool(analysts))
        self.programs = Lane("program", MOST_PROGRAMS, Pool(MOST_KEPT))

    async def decide(self, job: Job) -> Decision:
        """CancelledError if it was stopped before it began."""
        is_outside = agents.read_spec(job.spec, job.game).kind.needs_external_program
        (self.programs if is_outside else self.decisions).put(job)
        return await asyncio.wrap_future(job.answer)

    async def analyse(self, job: Job) -> Decision:
        self.analyses.put(job)
        return await asyncio.wrap_future(job.answer)

    def hurry(self) -> None:
        self.decisions.hurry()
        self.analyses.hurry()
        self.programs.hurry()

    def close(self) -> None:
        self.decisions.close()
        self.analyses.close()
        self.programs.close()


def _be_nice() -> None:
    """Lower the priority of this thread and those it starts, where threads have one (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        niceness = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
