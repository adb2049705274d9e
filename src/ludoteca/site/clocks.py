"""The clocks of all tables: they are kept, and claimed, by the server.

The rules, as people are told them (`docs/site.md`):
- the time of the seat to act runs once all seats are taken; with short times, from the first move on;
- while a player is not connected the clock stands still, for 30 seconds in all in a game;
- while the server is down all clocks stand still, and go on when it is back;
- who runs out of time loses, by the rule of the game.

The store has, for each running clock, how much the seat to act has left and since when that runs; and a few times a
second the time at which the server was last alive, so that a clock is right after `kill -9`, too. Tables without a
clock are not touched.
"""

import asyncio
import contextlib
import heapq
import logging
import time
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError, Refusal, StoreError
from ludoteca.site.clock import open_clock
from ludoteca.site.clock_rows import ClockRows
from ludoteca.site.clock_setup import MILLISECONDS
from ludoteca.site.events import Event
from ludoteca.site.live import Live
from ludoteca.site.store import Store
from ludoteca.site.table import Table
from ludoteca.site.thinking import Job

if TYPE_CHECKING:
    from ludoteca.site.table_service import TableService

BEAT = 0.25  # seconds between the marks of being alive, while a short clock runs
SLOW_BEAT = 30.0  # the same while only clocks of days run
POLL = 0.02  # seconds until a search that has not begun is looked at again

log = logging.getLogger("ludoteca.site")


class Clocks:
    def __init__(self, tables: "TableService", store: Store) -> None:
        self._tables, self.rows = tables, ClockRows(store)
        self._due: list[tuple[float, str]] = []  # a heap; entries that are no longer true are harmless
        self._short: set[str] = set()  # tables in memory whose short clock runs
        self._long = 0.0  # until when a clock of days runs
        self._news = asyncio.Event()
        self._hurries: set[asyncio.Task[None]] = set()

    # --- tables come and go ----------------------------------------------------------------------------------------

    async def attach(self, live: Live) -> None:
        """Give a table that comes into memory its clock, if it has one."""
        if live.table.setup.clock is None or live.table.result is not None:
            return
        kept = await self.rows.find(live.table.name)
        now = time.monotonic()
        live.start_clock(open_clock(live.table, kept, now).look(is_present(live), now))
        self.schedule(live)

    def look(self, live: Live) -> bool:
        """Somebody has come or gone: whether the clock has changed."""
        if live.clock is None or (after := live.clock.look(is_present(live), time.monotonic())) is live.clock:
            return False
        live.clock = after
        self.schedule(live)
        self.rows.save_soon(after.row(live.table.name))
        return True

    def schedule(self, live: Live) -> None:
        """Remember when to look at a clock again."""
        clock, name = live.clock, live.table.name
        due = None if clock is None else clock.due()
        if clock is None or due is None:
            self._short.discard(name)
            return
        if clock.is_short:
            self._short.add(name)
        else:
            self._long = max(self._long, due)
        heapq.heappush(self._due, (due, name))
        self._news.set()

    # --- time runs out ---------------------------------------------------------------------------------------------

    async def flag(self, live: Live) -> bool:
        """Under the table's lock: end the game if the seat to act has run out of time; whether it has."""
        if live.clock is None or not live.clock.is_out(time.monotonic()):
            return False
        await self._tables.commit(live, Event("timeout", {"seat": live.clock.seat}))
        return True

    async def run(self) -> None:
        """Until cancelled: claim what is due."""
        while True:
            self._news.clear()
            pause = max(0.0, self._due[0][0] - time.monotonic()) if self._due else None
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), pause)
            while self._due and self._due[0][0] <= time.monotonic():
                await self._claim(heapq.heappop(self._due)[1])

    async def _claim(self, name: str) -> None:
        try:
            live = await self._tables.open(name)
            async with live.lock:
                if not await self.flag(live) and self.look(live):
                    live.changed()
        except Refusal:
            self._short.discard(name)  # the table is gone
        except LudotecaError as error:
            log.error("table %s: its clock could not be claimed: %s", name, error)

    # --- down times ------------------------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Until cancelled: write down that the server is alive, as long as a clock runs."""
        while True:
            runs_long = self._long > time.monotonic()
            if self._short or runs_long:
                with contextlib.suppress(StoreError):
                    await self.rows.mark_alive()
            await asyncio.sleep(BEAT if self._short or not runs_long else SLOW_BEAT)

    async def resume(self) -> None:
        """After the server has started: clocks go on from where they stood when it was last alive."""
        for name, remaining, is_short in await self.rows.start_all():
            if is_short:
                with contextlib.suppress(LudotecaError):
                    await self._tables.open(name)
            else:
                heapq.heappush(self._due, (time.monotonic() + remaining / MILLISECONDS, name))
                self._long = max(self._long, time.monotonic() + remaining / MILLISECONDS)
        self._news.set()

    # --- agents ----------------------------------------------------------------------------------------------------

    def limit(self, live: Live, job: Job) -> None:
        """An agent is about to be asked: its clock runs from now on, and says how long it may think."""
        if live.clock is None or live.clock.seat < 0:
            return
        now = time.monotonic()
        live.clock = live.clock.excuse(now)
        self.schedule(live)
        budget = live.clock.budget(now)
        if budget < job.seconds:
            job.seconds = budget
            task = asyncio.create_task(self._hurry(job))
            self._hurries.add(task)
            task.add_done_callback(self._hurries.discard)

    async def _hurry(self, job: Job) -> None:
        """Stop a search when its time is up: the general check is too coarse."""
        await asyncio.sleep(job.seconds)
        while not job.answer.done():
            if job.started is not None and time.monotonic() - job.started >= job.seconds:
                job.watch.stop()
                return
            await asyncio.sleep(POLL)


def is_present(live: Live, table: Table | None = None) -> bool:
    """Whether who is to act (at what the table becomes) is connected; an agent always is."""
    table = table or live.table
    if table.mover < 0:
        return True
    seat = table.seats[table.mover]
    return seat.kind == "agent" or seat.client in live.connected
