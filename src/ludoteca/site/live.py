"""A table in memory with everybody who looks at it."""

import asyncio
import time
from collections import deque
from typing import Any

from ludoteca.site.fair_queue import Owner
from ludoteca.site.table import Table
from ludoteca.site.thinking import Job

MOST_UNSENT = 200  # messages that wait for a client before it is dropped as too slow


class Connection:
    """One WebSocket at a table. The table is always sent whole, so a slow client only misses intermediate states."""

    def __init__(self, client: str, address: str = "") -> None:
        self.client, self.address = client, address
        self.analysis: Job | None = None
        self.too_slow = False
        self._replies: deque[dict[str, Any]] = deque()
        self._latest: dict[str, dict[str, Any]] = {}
        self._stale = True
        self._wake = asyncio.Event()
        self._wake.set()

    def refresh(self) -> None:
        """The table has changed: send it."""
        self._stale = True
        self._wake.set()

    def reply(self, message: dict[str, Any]) -> None:
        """Send this, in order."""
        self._replies.append(message)
        self.too_slow = self.too_slow or len(self._replies) > MOST_UNSENT
        self._wake.set()

    def report(self, message: dict[str, Any]) -> None:
        """Send this unless a newer one of its type comes first."""
        self._latest[message["type"]] = message
        self._wake.set()

    async def wait(self) -> None:
        await self._wake.wait()
        self._wake.clear()

    def take(self) -> tuple[list[dict[str, Any]], bool]:
        """What is to be sent now, and whether the table is to be sent after it."""
        messages = [*self._replies, *self._latest.values()]
        self._replies.clear()
        self._latest.clear()
        stale, self._stale = self._stale, False
        return messages, stale


class Live:
    """A table, its connections, and the task that lets its agents act."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.driver: asyncio.Task[None] | None = None
        self.job: Job | None = None
        self.version = int(time.time() * 1000)  # so that it also grows over a restart
        self.used = time.monotonic()

    @property
    def connected(self) -> set[str]:
        return {connection.client for connection in self.connections}

    @property
    def owner(self) -> Owner:
        """For whom its agents think: somebody who sits there or watches, else its maker."""
        people = self.table.people()
        here = sorted((item.client not in people, item.client, item.address) for item in self.connections)
        return Owner(*here[0][1:]) if here else Owner(self.table.maker)

    @property
    def is_idle(self) -> bool:
        return not self.connections and (self.driver is None or self.driver.done()) and not self.lock.locked()

    def changed(self) -> None:
        """Send the table to everybody."""
        self.version += 1
        self.used = time.monotonic()
        for connection in self.connections:
            connection.refresh()
