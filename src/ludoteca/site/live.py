"""A table in memory with everybody who looks at it."""

import asyncio
import time
from collections import deque
from itertools import pairwise
from typing import Any

from ludoteca.site.changes import write_change
from ludoteca.site.clock import Clock
from ludoteca.site.fair_queue import Owner
from ludoteca.site.table import Table
from ludoteca.site.thinking import Job
from ludoteca.site.views import Frame, Names, write_table

MOST_UNSENT = 200  # messages that wait for a client before it is dropped as too slow
KEPT = 32  # versions of a table from which a client can be told what it missed
MICROSECONDS = 1_000_000


class Connection:
    """One WebSocket at a table. It knows up to which version its client was told, so nothing waits for a slow one: it
    gets what it missed, or the whole table if that is too long ago."""

    def __init__(self, client: str, address: str = "", version: int | None = None) -> None:
        self.client, self.address, self.version = client, address, version
        self.analysis: Job | None = None
        self.too_slow = False
        self._replies: deque[dict[str, Any]] = deque()
        self._latest: dict[str, dict[str, Any]] = {}
        self._wake = asyncio.Event()
        self._wake.set()

    def refresh(self) -> None:
        """The table has changed."""
        self._wake.set()

    def go_back(self, version: int) -> None:
        """The client has no more than this version."""
        self.version = version
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

    def take(self) -> list[dict[str, Any]]:
        """What is to be sent now, before what is new at the table."""
        messages = [*self._replies, *self._latest.values()]
        self._replies.clear()
        self._latest.clear()
        return messages


class Live:
    """A table, its connections, and the task that lets its agents act."""

    def __init__(self, table: Table, names: Names) -> None:
        self.table, self._names = table, names
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.driver: asyncio.Task[None] | None = None
        self.job: Job | None = None
        self.clock: Clock | None = None
        self.used = time.monotonic()
        self.frames: deque[Frame] = deque(maxlen=KEPT)
        self._add_frame(int(time.time() * MICROSECONDS))  # so that versions also grow over a restart

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
        runs = self.clock is not None and self.clock.is_short and self.clock.seat >= 0
        unused = not self.connections and (self.driver is None or self.driver.done()) and not self.lock.locked()
        return unused and not runs

    @property
    def frame(self) -> Frame:
        """The newest version."""
        return self.frames[-1]

    def changed(self) -> None:
        """Tell everybody what is new."""
        self._add_frame(self.frame.version + 1)
        self.used = time.monotonic()
        for connection in self.connections:
            connection.refresh()

    def replace(self, table: Table) -> None:
        """Another table than the last one led to: everybody gets it whole."""
        version = self.frame.version + 1
        self.table = table
        self.frames.clear()
        self._add_frame(version)
        for connection in self.connections:
            connection.refresh()

    def start_clock(self, clock: Clock) -> None:
        """Before anybody looks: give the table its clock."""
        self.clock = clock
        version = self.frame.version
        self.frames.clear()
        self._add_frame(version)

    def _add_frame(self, version: int) -> None:
        names = {client: self._names.get(client, "") for client in self.table.people()}
        clocks = None if self.clock is None else self.clock.told
        self.frames.append(Frame(version, self.table, names, frozenset(self.connected), clocks))
        if len(self.frames) > 2:  # who is slower than that has it computed again
            self.frames[-3].memo.clear()
            if self.frames[-3].table is not self.frames[-2].table:
                self.frames[-3].table.memo.clear()

    def write_news(self, connection: Connection) -> list[str]:
        """What a client has not been told yet: changes, or the whole table."""
        behind = -1 if connection.version is None else self.frame.version - connection.version
        if not 0 <= behind < len(self.frames):
            texts = [write_table(self.frame, connection.client)]
        else:
            missed = pairwise(self.frames[place] for place in range(-behind - 1, 0))
            texts = [write_change(before, after, connection.client) for before, after in missed]
        connection.version = self.frame.version
        return texts
