"""How much a search may spend, and how another thread watches and stops it.

Compiled code has no cheap clock. A search polls a stop flag and counts into a progress word, both in one small
shared array; the time limit is kept by the Python thread that waits for it.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core.errors import BudgetError
from ludoteca.protocol.analysis import Analysis, TreeNode

STOP, DONE, LIMIT, CONTROL_WORDS = 0, 1, 2, 4  # places in the control array: stop flag, units done, units allowed
UNLIMITED = 2**62
INLINE_UNITS = 5_000  # a search this small runs in the caller's thread: starting a thread would cost more
LIMITS: dict[str, tuple[float, float]] = {"seconds": (1e-4, 86_400), "iterations": (1, 10**10), "nodes": (1, 10**13)}


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: any of seconds, iterations (of a sampling search), nodes (of a tree search)."""

    seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        given = {name: getattr(self, name) for name in LIMITS if getattr(self, name) is not None}
        if not given:
            raise BudgetError("a budget needs at least one of seconds, iterations, nodes")
        for name, value in given.items():
            low, high = LIMITS[name]
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
                raise BudgetError(f"{name} must be from {low:g} to {high:g}, not {value!r}")
            if name != "seconds" and value != int(value):
                raise BudgetError(f"{name} must be a whole number, not {value!r}")

    def units(self, kind: str) -> int:
        """The limit in `kind` ('iterations' or 'nodes'); refuses a budget in units that the search does not count."""
        other = "nodes" if kind == "iterations" else "iterations"
        if getattr(self, other) is not None:
            raise BudgetError(f"this agent counts {kind}, not {other}")
        limit = getattr(self, kind)
        return UNLIMITED if limit is None else int(limit)

    def describe(self) -> str:
        return ", ".join(f"{getattr(self, name):g} {name}" for name in LIMITS if getattr(self, name) is not None)


@dataclass
class Watch:
    """A window on a running search, for another thread: how far it is, what it has found,
    its tree, a way to stop it."""

    controls: list[Any] = field(default_factory=list)
    snapshot: Callable[[int], TreeNode | None] = lambda limit: None
    """`snapshot(limit)` draws the tree as it stands, with at most that many nodes; None if the search has no tree."""
    partial_analysis: Callable[[], Analysis | None] = lambda: None
    """What the search would answer if it stopped now: depth, values, line; None if it cannot tell."""
    _seconds: float | None = None
    _started: float = 0.0
    _stopped: bool = False

    def begin(self, controls: list[Any], seconds: float | None) -> None:
        """Called by the search as it starts."""
        self.controls, self._seconds, self._started = controls, seconds, time.perf_counter()
        if self._stopped:
            self.stop()

    def stop(self) -> None:
        """Ask the search to answer now, with the best it has. A search not yet started stops as it starts."""
        self._stopped = True
        for control in self.controls:
            control[STOP] = 1

    @property
    def is_stopped(self) -> bool:
        return self._stopped

    @property
    def done(self) -> int:
        """Iterations or nodes so far."""
        return sum(int(control[DONE]) for control in self.controls)

    @property
    def fraction(self) -> float:
        """How much of the budget is spent, 0 to 1."""
        spent = [0.0]
        limit = sum(int(control[LIMIT]) for control in self.controls)
        if 0 < limit < UNLIMITED:
            spent.append(self.done / limit)
        if self._seconds and self._started:
            spent.append((time.perf_counter() - self._started) / self._seconds)
        return min(1.0, max(spent))


def new_control(limit: int) -> Any:
    """The shared array of one search."""
    control = np.zeros(CONTROL_WORDS, np.int64)
    control[LIMIT] = limit
    return control


def run_search(
    searches: Sequence[Callable[[], Any]], controls: list[Any], seconds: float | None, watch: Watch
) -> list[Any]:
    """Run compiled searches, each in a thread of its own, until they end or the time is up; return their answers.

    Ctrl-C and `watch.stop()` end them early; an exception in one is raised here.
    """
    watch.begin(controls, seconds)
    limits = [int(control[LIMIT]) for control in controls]
    if len(searches) == 1 and seconds is None and limits[0] <= INLINE_UNITS:
        return [searches[0]()]
    answers: list[Any] = [None] * len(searches)
    threads = [
        threading.Thread(target=_keep_answer, args=(search, answers, i), daemon=True)
        for i, search in enumerate(searches)
    ]
    deadline = None if seconds is None else time.perf_counter() + seconds
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            _wait(thread, deadline, controls)
    except BaseException:
        _stop_all(controls)
        for thread in threads:
            if thread.ident is not None:
                thread.join()
        raise
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return answers


def _keep_answer(search: Callable[[], Any], answers: list[Any], i: int) -> None:
    try:
        answers[i] = search()
    except BaseException as error:  # handed to the waiting thread, which raises it
        answers[i] = error


def _wait(thread: threading.Thread, deadline: float | None, controls: list[Any]) -> None:
    """Join in short steps, so that Ctrl-C is heard; at the deadline raise the stop flag."""
    while thread.is_alive():
        left = 0.1 if deadline is None else deadline - time.perf_counter()
        if left <= 0:
            _stop_all(controls)
            thread.join()
        else:
            thread.join(min(left, 0.1))


def _stop_all(controls: list[Any]) -> None:
    for control in controls:
        control[STOP] = 1
