"""The tables in memory: opened from the store when they are asked for, let go when they have not been used for long."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ludoteca.core.errors import IncompatibleRecord, Refusal
from ludoteca.protocol import Game
from ludoteca.site.clocks import Clocks
from ludoteca.site.events import Event
from ludoteca.site.live import Live
from ludoteca.site.names import NameBook
from ludoteca.site.store import Store
from ludoteca.site.table import Table, load_table
from ludoteca.site.table_setup import TableSetup, new_id
from ludoteca.site.views import prepare
from ludoteca.site.warming import Warming


class LiveTables(dict[str, Live]):
    """By name. `wake` is called with each table that comes in."""

    def __init__(self, store: Store, warming: Warming, most: int) -> None:
        super().__init__()
        self.store, self.warming, self._most = store, warming, most
        self.names = NameBook(store, self.list_people)
        self._opening: dict[str, asyncio.Task[Live]] = {}

    def follow(self, clocks: Clocks, wake: Callable[[Live], None]) -> None:
        """Who keeps the clocks of tables that come in, and who lets their agents act."""
        self._clocks, self._wake = clocks, wake

    def list_people(self) -> set[str]:
        """Everybody who sits at one of them."""
        return set().union(*(live.table.people() for live in self.values()))

    async def create(self, maker: str, setup: TableSetup, game: Game) -> Live:
        table = await asyncio.to_thread(_make, new_id(), maker, setup, game)
        await self.store.add_table(table.name, maker, asdict(setup), table.summarise())
        return await self._keep(table)

    async def open(self, name: str) -> Live:
        """A table, from memory or from the store."""
        if name in self:
            return self[name]
        if name not in self._opening:
            task = self._opening[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(self._opening[name])

    async def _load(self, name: str) -> Live:
        return await self._keep(await self.read(name))

    async def read(self, name: str) -> Table:
        """A table as the store has it."""
        found = await self.store.load(name)
        if found is None:
            raise Refusal("no_table", "there is no such table", 404)
        maker, setup, events = found
        self.warming.require_ready(setup["game"])
        return await asyncio.to_thread(_load, name, maker, setup, events, self.warming.game(setup["game"]))

    async def _keep(self, table: Table) -> Live:
        await self.names.learn(table.people())
        live = Live(table, self.names)
        if table.setup.clock is not None:
            await self._clocks.attach(live)
        self[table.name] = live
        if len(self) > self._most:
            self._let_go()
        self._wake(live)
        return live

    def _let_go(self) -> None:
        """Drop the tables that were used least recently: the store has them."""
        idle = sorted((live for live in self.values() if live.is_idle), key=lambda live: live.used)
        for live in idle[: max(1, len(self) // 10)]:
            del self[live.table.name]

    async def resume(self) -> int:
        """Open the tables where an agent was to act when the server stopped."""
        resumed = 0
        for name in await self.store.list_waiting():
            with contextlib.suppress(Refusal, IncompatibleRecord):
                await self.open(name)
                resumed += 1
        return resumed

    async def expire(self, unstarted: float, unfinished: float, finished: float) -> int:
        """Remove the tables that were last used before these moments, unless somebody looks at them; say how many."""
        removed = 0
        while names := await self.store.list_expired(unstarted, unfinished, finished):
            unused = [name for name in names if name not in self or self[name].is_idle]
            await self.remove(unused)
            removed += len(unused)
            if len(unused) < len(names):
                break
        return removed

    async def remove(self, names: list[str]) -> None:
        for name in names:
            self.pop(name, None)
        if names:
            await self.store.remove(names)


def _make(name: str, maker: str, setup: TableSetup, game: Game) -> Table:
    table = Table(name, maker, setup, game)
    prepare(table)
    return table


def _load(name: str, maker: str, setup: dict[str, Any], events: list[Event], game: Game) -> Table:
    table = load_table(name, maker, setup, events, game)
    prepare(table)
    return table
