"""All live tables. An event is checked, written to the store, applied, and then sent to everybody."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ludoteca.core.errors import IncompatibleRecord, LudotecaError, Refusal, StoreError
from ludoteca.core.rng import split_seed
from ludoteca.lab.record import info_of
from ludoteca.protocol import CHANCE, Decision, Game
from ludoteca.site import actions
from ludoteca.site.bot_events import tell_history
from ludoteca.site.clocks import Clocks, is_present
from ludoteca.site.events import Event
from ludoteca.site.limits import Limits
from ludoteca.site.live import Connection, Live
from ludoteca.site.store import Store
from ludoteca.site.table import Table, TableSetup, load_table, new_id
from ludoteca.site.thinking import Job, Thinking
from ludoteca.site.views import prepare
from ludoteca.site.warming import Warming

PACE = 0.7  # seconds between actions where two agents play: people want to see them; of more, each takes less
MOST_NAMES = 20_000  # kept in memory before those of people who have left are dropped
TICK = 0.25  # seconds between reports of progress
LONG_EVENTS = ("undo", "answer")  # they may need an earlier position

log = logging.getLogger("ludoteca.site")


class TableService:
    def __init__(self, store: Store, thinking: Thinking, warming: Warming, limits: Limits) -> None:
        self.store, self.thinking, self.warming, self.limits = store, thinking, warming, limits
        self.names: dict[str, str] = {}
        self.clocks = Clocks(self, store)
        self.when_over: list[Callable[[Table], None]] = []
        """Called with a table whose game has ended."""
        self._live: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Task[Live]] = {}

    def game(self, name: str) -> Game:
        return self.warming.game(name)

    # --- tables ----------------------------------------------------------------------------------------------------

    async def create(self, maker: str, setup: TableSetup, game: Game) -> Live:
        table = await asyncio.to_thread(_make, new_id(), maker, setup, game)
        await self.store.add_table(table.name, maker, asdict(setup), table.summarise())
        await self._learn_names(table)
        return self._keep(await self._seat(table))

    async def open(self, name: str) -> Live:
        """A table, from memory or from the store."""
        if name in self._live:
            return self._live[name]
        if name not in self._opening:
            task = self._opening[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(self._opening[name])

    async def _load(self, name: str) -> Live:
        table = await self._read(name)
        await self._learn_names(table)
        return self._keep(await self._seat(table))

    async def _seat(self, table: Table) -> Live:
        live = Live(table, self.names)
        if table.setup.clock is not None:
            await self.clocks.attach(live)
        return live

    async def _read(self, name: str) -> Table:
        found = await self.store.load(name)
        if found is None:
            raise Refusal("no_table", "there is no such table", 404)
        maker, setup, events = found
        self.warming.require_ready(setup["game"])
        return await asyncio.to_thread(_load, name, maker, setup, events, self.game(setup["game"]))

    def _keep(self, live: Live) -> Live:
        self._live[live.table.name] = live
        if len(self._live) > self.limits.live_tables:
            self._let_go()
        self.wake(live)
        return live

    def list_live(self) -> list[Live]:
        """The tables in memory."""
        return list(self._live.values())

    def _let_go(self) -> None:
        """Drop the tables that were used least recently: the store has them."""
        idle = sorted((live for live in self._live.values() if live.is_idle), key=lambda live: live.used)
        for live in idle[: max(1, len(self._live) // 10)]:
            del self._live[live.table.name]

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
            unused = [name for name in names if name not in self._live or self._live[name].is_idle]
            await self.remove(unused)
            removed += len(unused)
            if len(unused) < len(names):
                break
        return removed

    async def remove(self, names: list[str]) -> None:
        for name in names:
            self._live.pop(name, None)
        if names:
            await self.store.remove(names)

    # --- people ----------------------------------------------------------------------------------------------------

    async def is_seated(self, name: str, client: str) -> bool:
        """Whether a client sits at a table; a table that is not in memory is not loaded for it."""
        if name in self._live:
            return client in self._live[name].table.people()
        return await self.store.is_seated(name, client)

    def connected(self, name: str) -> set[str]:
        """The clients that are connected to a table now."""
        return self._live[name].connected if name in self._live else set()

    async def _learn_names(self, table: Table) -> None:
        unknown = table.people() - self.names.keys()
        if unknown:
            if len(self.names) > MOST_NAMES:
                self._forget_names()
            self.names.update(dict.fromkeys(unknown, "") | await self.store.find_names(unknown))

    def _forget_names(self) -> None:
        """Keep the names of people at live tables; the store has the others."""
        present = set().union(*(live.table.people() for live in self._live.values()))
        for client in self.names.keys() - present:
            del self.names[client]

    async def nickname(self, client: str) -> str:
        if client not in self.names:
            found = await self.store.find_names({client})
            return found.get(client, "")
        return self.names[client]

    async def rename(self, client: str, nickname: str) -> None:
        await self.store.name_person(client, nickname)
        self.names[client] = nickname
        for live in self._live.values():
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
        self.wake(live)

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
                live.replace(await self._read(table.name))  # whatever the store has is true
            raise
        live.table = after
        if clock is not live.clock:
            live.clock = clock
            self.clocks.schedule(live)
        if seated:
            await self._learn_names(after)
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

    # --- agents ----------------------------------------------------------------------------------------------------

    def wake(self, live: Live) -> None:
        """Make sure that agents and chance act when it is their turn."""
        waits = live.table.waiting_for() == "agent"
        if waits and (live.driver is None or live.driver.done()):
            live.driver = asyncio.create_task(self._drive(live))

    async def _drive(self, live: Live) -> None:
        while live.table.waiting_for() == "agent":
            if not live.table.people() and not await self._has_audience(live):
                return
            try:
                if live.table.mover == CHANCE:
                    await self._draw(live)
                else:
                    await self._ask(live)
            except StoreError as error:
                log.error("table %s: %s", live.table.name, error)
                await asyncio.sleep(1.0)

    async def _has_audience(self, live: Live) -> bool:
        """Tables with agents only go on while somebody watches, slowly enough to be followed."""
        await asyncio.sleep(2 * PACE / max(2, len(live.table.seats)))
        return bool(live.connections)

    async def _draw(self, live: Live) -> None:
        async with live.lock:
            if live.table.mover == CHANCE:
                await self.commit(live, live.table.next_chance())

    async def _ask(self, live: Live) -> None:
        """Let the agent whose turn it is decide, unless the table has moved on meanwhile."""
        table, mover = live.table, live.table.mover
        spec = table.seats[mover].agent or ""
        seed = split_seed(table.setup.seed, "seat", mover, table.ply)
        job = Job(table.name, table.game, spec, table.view(mover), seed, self.limits.move_seconds, live.owner)
        job.history = lambda: tell_history(table, mover)
        live.job = job
        try:
            await self.warming.wait_for_agent(table.game, spec)
            self.clocks.limit(live, job)
            event = _as_event(table, mover, await self.thinking.decide(job))
        except asyncio.CancelledError:
            if job.answer.cancelled() and not _is_cancelling():
                return  # the table has moved on
            raise
        except Exception as error:
            log.exception("table %s: %s failed", table.name, spec)
            why = str(error) if isinstance(error, LudotecaError) else "its program failed"
            event = Event("resign", {"seat": mover, "why": why})
        finally:
            live.job = None
        async with live.lock:
            if live.table.turns == table.turns and not await self.clocks.flag(live):
                await self.commit(live, event)

    async def report(self) -> None:
        """Until cancelled: stop searches whose time is up, and report the progress of the others."""
        while True:
            await asyncio.sleep(TICK)
            self.thinking.hurry()
            for job in [*self.thinking.decisions.running, *self.thinking.programs.running]:
                live = self._live.get(job.table)
                if live is not None and live.job is job:
                    message = {"type": "thinking", "seat": live.table.mover, "fraction": round(job.fraction, 3)}
                    for connection in live.connections:
                        connection.report(message)

    # --- connections -----------------------------------------------------------------------------------------------

    def connect(self, live: Live, connection: Connection) -> None:
        new = connection.client not in live.connected
        live.connections.add(connection)
        if new and connection.client in live.table.people():
            self.clocks.look(live)
            live.changed()
        self.wake(live)

    def disconnect(self, live: Live, connection: Connection) -> None:
        live.connections.discard(connection)
        if connection.analysis is not None:
            connection.analysis.stop()
        if connection.client in live.table.people() and connection.client not in live.connected:
            self.clocks.look(live)
            live.changed()

    async def close(self) -> None:
        drivers = [live.driver for live in self._live.values() if live.driver is not None]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)


def _make(name: str, maker: str, setup: TableSetup, game: Game) -> Table:
    table = Table(name, maker, setup, game)
    prepare(table)
    return table


def _load(name: str, maker: str, setup: dict[str, Any], events: list[Event], game: Game) -> Table:
    table = load_table(name, maker, setup, events, game)
    prepare(table)
    return table


def _follow(table: Table, event: Event, prepares: bool = False) -> tuple[Table, list[Event]]:
    after = table.fork(event)
    drawn = after.draw_chance()
    if prepares:
        prepare(after)
    return after, [event, *drawn]


def _as_event(table: Table, mover: int, decision: Decision) -> Event:
    analysis = decision.analysis
    data = {"action": decision.action, "evaluation": evaluate(table, mover, analysis.value)}
    info = info_of(analysis).to_json()
    return Event("play", {**data, "info": info} if info else data)


def evaluate(table: Table, mover: int, value: float | None) -> float | None:
    """What an agent expects, as seat 0's expectation from -1 to 1; for two-player zero-sum games without hidden
    information."""
    info = table.game.info
    if value is None or table.secretive or len(table.seats) != 2 or not info.zero_sum:
        return None
    scaled = 2.0 * (value - info.min_return) / (info.max_return - info.min_return) - 1.0
    return round(max(-1.0, min(1.0, scaled if mover == 0 else -scaled)), 4)


def _is_cancelling() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
