"""Whose job is next: thinking time is shared fairly by address, then by client, then by table.

Each of these has an account of the seconds that were spent for it, of which half is forgiven every minute. The next job
is one for whom least was spent. So whoever fills fifty tables with slow agents waits for them, and nobody else does.
"""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

HALF_LIFE = 60.0
NEGLIGIBLE = 1e-3  # seconds: an account with less is closed


class Owner(NamedTuple):
    """For whom a job is done."""

    client: str
    address: str = ""


NOBODY = Owner("")


class Accounts:
    """Seconds spent, by key, fading with time."""

    def __init__(self) -> None:
        self._spent: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._spent)

    def read(self, key: str) -> float:
        seconds, then = self._spent.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - then) / HALF_LIFE) if seconds else 0.0

    def charge(self, key: str, seconds: float) -> None:
        self._spent[key] = self.read(key) + seconds, time.monotonic()

    def close_small(self) -> None:
        self._spent = {key: value for key, value in self._spent.items() if self.read(key) > NEGLIGIBLE}


class FairQueue:
    """Jobs that wait. A job has a `table` and an `owner`."""

    MOST_ACCOUNTS = 10_000

    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._accounts = Accounts()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._waiting)

    def put(self, job: Any) -> None:
        self._waiting.append(job)

    def take(self) -> Any:
        """The next job; among equals the one that has waited longest."""
        costs = [tuple(self._accounts.read(key) for key in _keys(job)) for job in self._waiting]
        return self._waiting.pop(costs.index(min(costs)))

    def charge(self, job: Any, seconds: float) -> None:
        """This job took so long."""
        for key in _keys(job):
            self._accounts.charge(key, seconds)
        if len(self._accounts) > self.MOST_ACCOUNTS:
            self._accounts.close_small()

    def clear(self) -> None:
        self._waiting.clear()


def _keys(job: Any) -> tuple[str, str, str]:
    return f"address {job.owner.address}", f"client {job.owner.client}", f"table {job.table}"
