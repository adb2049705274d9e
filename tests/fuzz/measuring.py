"""CPU time of a call, in units of a loop that is measured beside it: a busy machine slows both alike."""

import time
from collections.abc import Callable
from typing import Any

LOOP = 900_000  # rounds that take about 50 ms of one core of the machine that the limit was set on
LIMIT = 1.0  # loops: 50 ms


def count_loop() -> float:
    start = time.thread_time()
    total = 0
    for i in range(LOOP):
        total += i & 3
    return time.thread_time() - start


def cost_of(call: Callable[[], Any], tries: int = 3) -> float:
    """The least of a few tries, as a multiple of the loop's least."""
    costs = []
    for _ in range(tries):
        start = time.thread_time()
        call()
        spent = time.thread_time() - start
        costs.append(spent / count_loop())
        if costs[-1] < LIMIT / 4:
            break
    return min(costs)
