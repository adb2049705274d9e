"""All live tables. An event is checked, written to the store, applied, and then sent to everybody."""

import asyncio
import contextlib
import time
from collections.abc import Callable

from ludoteca.core.errors import Refusal, StoreError
from ludoteca.protocol import Game
from ludoteca.site import actions
from ludoteca.site.agent_turns import AgentTurns
from ludoteca.site.clocks import Clocks, is_present
from ludoteca.site.events import Event
from ludoteca.site.limits import Limits
from ludoteca.site.live import Connection, Live
from ludoteca.site.live_tables import LiveTables
from ludoteca.site.store import Store
from ludoteca.site.table import Table
from ludoteca.site.table_setup import TableSetup
from ludoteca.site.thinking import Thinking
from ludoteca.site.views import prepare
from ludoteca.site.warming import Warming

LONG_EVENTS = ("undo", "answer")  # they may need an earlier position


class TableService:
    def __init__(self, store: Store, thinking: Thinking, warming: Warming, limits: Limits) -> None:
        self.store, self.warming, self.limits = store, warming, limits
        self.clocks = Clocks(self, store)
        self.turns = AgentTurns(self, thinking)
        self.live = LiveTables(store, warming, limits.live_tables)
        self.live.follow(self.clocks, self.turns.wake)
        self.names = self.live.names
        self.when_over: list[Callable[[Table], None]] = []
        """Called with a table whose game has ended."""

    async def create(self, maker: str, setup: TableSetup, game: Game) -> Live:
        return await self.live.create(maker, setup, game)

    async def open(self, name: str) -> Live:
        """A table, from memory or from the store."""
        return await self.live.open(name)

    # --- people ----------------------------------------------------------------------------------------------------

    async def is_seated(self, name: str, client: str) -> bool:
        """Whether a client sits at a table; a table that is not in memory is not loaded for it."""
        if name in self.live:
            return client in self.live[name].table.people()
        return await self.store.is_seated(name, client)

    def connected(self, name: str) -> set[str]:
        """The clients that are connected to a table now."""
        return self.live[name].connected if name in self.live else set()

    async def rename(self, client: str, nickname: str) -> None:
        await self.store.name_person(client, nickname)
        self.names[client] = nickname
        for live in self.live.values():
            if client in live.table.people():
                live.changed()

    # --- events ----------------------------------------------------------------------------------------------------

    async def act(self, live: Live, decide: Callable[[Table], Event | None]) -> None:
        """Let `decide` check and return an event; write it to the store, apply it, and tell everybody."""
        async with live.lock:
            event = decide(live.table)
            if event is None:
                return
            if live.clock is not None and await self.clocks.flag(live):
                raise Refusal("out_of_time", "the time has run out")
            await self.commit(live, event)
            if event.kind == "offer":
                reply = actions.agents_answer(live.table)
                if reply is not None:
                    await self.commit(live, reply)
        self.turns.wake(live)

    async def commit(self, live: Live, event: Event) -> None:
        """Under the table's lock: an event, and what chance does after it."""
        table, clock, now = live.table, live.clock, time.monotonic()
        event = event if clock is None else clock.stamp(event, now)
        after, events = await self._follow(table, event)
        seated = tuple(after.people() - table.people())
        rows = None
        if clock is not None:
            clock = clock.follow(after, event, is_present(live, after), now)
            rows = clock.rows(after.name)
        try:
            await self.store.append(table.name, table.number, events, after.summarise(), seated, rows)
        except StoreError:
            with contextlib.suppress(StoreError):
                live.replace(await self.live.read(table.name))  # whatever the store has is true
            raise
        live.table = after
        if clock is not live.clock:
            live.clock = clock
            self.clocks.schedule(live)
        if seated:
            await self.names.learn(after.people())
        if live.job is not None and after.turns != table.turns:
            live.job.stop()
        for connection in live.connections:
            if connection.analysis is not None and after.turns != table.turns:
                connection.analysis.stop()
        live.changed()
        if after.result is not None and table.result is None:
            for tell in self.when_over:
                tell(after)

    async def _follow(self, table: Table, event: Event) -> tuple[Table, list[Event]]:
        """What a table becomes, and the events that lead there; in another thread where that may take many actions."""
        if event.kind in LONG_EVENTS or (event.kind == "play" and (table.secretive or table.game.info.chance)):
            return await asyncio.to_thread(_follow, table, event, True)
        return _follow(table, event)

    # --- connections -----------------------------------------------------------------------------------------------

    def connect(self, live: Live, connection: Connection) -> None:
        new = connection.client not in live.connected
        live.connections.add(connection)
        if new and connection.client in live.table.people():
            self.clocks.look(live)
            live.changed()
        self.turns.wake(live)

    def disconnect(self, live: Live, connection: Connection) -> None:
        live.connections.discard(connection)
        if connection.analysis is not None:
            connection.analysis.stop()
        if connection.client in live.table.people() and connection.client not in live.connected:
            self.clocks.look(live)
            live.changed()


def _follow(table: Table, event: Event, prepares: bool = False) -> tuple[Table, list[Event]]:
    after = table.fork(event)
    drawn = after.draw_chance()
    if prepares:
        prepare(after)
    return after, [event, *drawn]
