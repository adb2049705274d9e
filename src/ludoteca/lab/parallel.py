"""Work on several processes or machines: one interface, three kinds of pool; what is lost is done again.

`run_tasks(pool, function, tasks)` yields (task, result) as they come. Tasks must be independent and their results
depend on the task alone, so that a task done twice does no harm. A worker that dies costs the task it held: the task is
given out again, at most RETRIES times. An exception inside a task is not retried: it would happen again.
"""

import logging
import os
import signal
import sys
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ludoteca.core.errors import ClusterError, SetupError, WorkError
from ludoteca.lab.optional_imports import load_extra

RETRIES = 3
PATIENCE = 10  # seconds for a cluster to answer
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class WorkerPool(ABC):
    """Where tasks are run. Use it as a context: leaving by an exception stops what is under way."""

    workers: int
    capacity: int
    """How many tasks it holds at once."""
    losses: int = 0
    """How many times a worker was lost."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]": ...

    def is_loss(self, error: BaseException) -> bool:
        """Whether the error says that a worker died, rather than that the task failed."""
        return False

    def repair(self) -> None:
        """Make good what was lost."""

    def close(self, at_once: bool = False) -> None: ...

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close(at_once=kind is not None)


class SerialPool(WorkerPool):
    """In this process, one after the other."""

    workers = capacity = 1

    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(function(*args))
        return future


class ProcessPool(WorkerPool):
    """Processes of this machine. Each worker is a pool of its own, so a dead one takes no other's work with it."""

    def __init__(self, workers: int) -> None:
        self._loky = load_extra("loky.process_executor")
        self.workers = self.capacity = workers
        self._pools: list[Any] = [None] * workers
        self._held: list[Future[Any] | None] = [None] * workers

    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]":
        slot = next(i for i, held in enumerate(self._held) if held is None or self._is_over(held))
        try:
            future: Future[Any] = self._open(slot).submit(function, *args)
        except self._loky.BrokenProcessPool:  # its worker died while it had nothing to do
            self._discard(slot)
            self.losses += 1
            future = self._open(slot).submit(function, *args)
        self._held[slot] = future
        return future

    def _is_over(self, held: "Future[Any]") -> bool:
        """Whether a worker is free. One that was lost is not until `repair` has replaced it."""
        return held.done() and not self._was_lost(held)

    def _was_lost(self, held: "Future[Any]") -> bool:
        error = held.exception() if held.done() and not held.cancelled() else None
        return error is not None and self.is_loss(error)

    def _open(self, slot: int) -> Any:
        if self._pools[slot] is None:
            self._pools[slot] = self._loky.ProcessPoolExecutor(
                max_workers=1, timeout=None, initializer=_prepare_worker, env=ONE_THREAD
            )
        return self._pools[slot]

    def _discard(self, slot: int) -> None:
        self._pools[slot].shutdown(wait=False, kill_workers=True)
        self._pools[slot], self._held[slot] = None, None

    def is_loss(self, error: BaseException) -> bool:
        return isinstance(error, self._loky.BrokenProcessPool | self._loky.ShutdownExecutorError)

    def repair(self) -> None:
        self.losses += 1
        for slot, held in enumerate(self._held):
            if held is not None and self._was_lost(held):
                self._discard(slot)

    def pids(self) -> list[int]:
        """The processes of the workers."""
        return [pid for pool in self._pools if pool is not None for pid in (pool._processes or {})]

    def close(self, at_once: bool = False) -> None:
        for pool in self._pools:
            if pool is not None:
                pool.shutdown(wait=True, kill_workers=at_once)
        self._pools = [None] * self.workers


class ClusterPool(WorkerPool):
    """A Dask cluster: the one that answers at an address, or one started here ('local')."""

    def __init__(self, address: str, workers: int) -> None:
        dask = load_extra("distributed", "cluster")
        self._local = None
        if address == "local":
            self._local = dask.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, env=ONE_THREAD,
                silence_logs=logging.CRITICAL,  # its nannies complain when they are told to close
            )  # fmt: skip
        try:
            self._client = dask.Client(self._local or address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(
                f"no cluster answers at {address!r} within {PATIENCE} s ({error or type(error).__name__}); give the "
                "address that `dask scheduler` prints, as in tcp://10.0.0.5:8786, or 'local' to start one here"
            ) from None
        self.workers = max(1, sum(self._client.ncores().values()))
        if not self._client.ncores():
            self.close()
            raise ClusterError(f"the cluster at {address} has no workers yet: start some with `dask worker {address}`")
        self.capacity = 2 * self.workers  # one waits while one runs, so that no worker idles
        self._executor = self._client.get_executor(pure=False)
        self._losses = (dask.scheduler.KilledWorker, CancelledError, dask.CancelledError)

    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]":
        future: Future[Any] = self._executor.submit(function, *args)
        return future

    def is_loss(self, error: BaseException) -> bool:
        return isinstance(error, self._losses)

    def repair(self) -> None:
        self.losses += 1  # its nannies start workers anew

    def close(self, at_once: bool = False) -> None:
        with suppress(TimeoutError):
            self._client.close(PATIENCE)
        if self._local is not None:
            self._local.close(PATIENCE)


def open_pool(workers: int | None = None, cluster: str | None = None) -> WorkerPool:
    """The pool for so many workers (all cores if left out; one works in this process), or for a cluster."""
    count = os.cpu_count() or 1 if workers is None else workers
    if not 1 <= count <= 1024:
        raise SetupError(f"workers must be from 1 to 1024, not {workers!r}")
    if cluster is not None:
        return ClusterPool(cluster, count)
    return SerialPool() if count == 1 else ProcessPool(count)


def _prepare_worker() -> None:
    """Ctrl-C is for the driver, which then stops its workers; a driver that was killed is followed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()


def _follow(driver: int) -> None:
    while os.getppid() == driver:
        time.sleep(1)
    os._exit(1)


@dataclass
class _Job:
    task: Any
    attempts: int = 1


@dataclass(frozen=True)
class _Failure:
    """What went wrong in a worker, as text: an exception may not survive the journey."""

    message: str
    details: str


@dataclass
class _Queue:
    """What is still to do: lost jobs first."""

    tasks: Iterator[Any]
    lost: deque[_Job] = field(default_factory=deque)

    def next(self) -> _Job | None:
        if self.lost:
            return self.lost.popleft()
        for task in self.tasks:
            return _Job(task)
        return None


def _call(function: Callable[[Any], Any], task: Any) -> Any:
    try:
        return function(task)
    except Exception as error:
        return _Failure(f"{type(error).__name__}: {error}", traceback.format_exc())


def run_tasks(
    pool: WorkerPool, function: Callable[[Task], Answer], tasks: Iterable[Task]
) -> Iterator[tuple[Task, Answer]]:
    """Run `function` on every task, yielding (task, result) in the order they are done. Tasks are taken as needed."""
    queue = _Queue(iter(tasks))
    under_way: dict[Future[Any], _Job] = {}
    while True:
        while len(under_way) < pool.capacity and (job := queue.next()) is not None:
            under_way[pool.submit(_call, function, job.task)] = job
        if not under_way:
            return
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            job = under_way.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                yield job.task, _unwrap(future.result())
            elif pool.is_loss(error):
                pool.repair()
                queue.lost.append(_next_attempt(job))
            else:
                raise WorkError(f"a worker failed: {type(error).__name__}: {error}")


def _next_attempt(job: _Job) -> _Job:
    if job.attempts > RETRIES:
        raise WorkError(
            f"the same piece of work was lost {job.attempts} times: it kills its worker, or memory runs out "
            f"({str(job.task)[:120]})"
        )
    return _Job(job.task, job.attempts + 1)


def _unwrap(answer: Any) -> Any:
    if isinstance(answer, _Failure):
        print(answer.details, file=sys.stderr)
        raise WorkError(f"a piece of work failed: {answer.message}")
    return answer
