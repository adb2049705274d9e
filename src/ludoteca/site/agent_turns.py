"""Agents and chance act when it is their turn."""

import asyncio
import logging
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError, StoreError
from ludoteca.core.rng import split_seed
from ludoteca.lab.record import info_of
from ludoteca.protocol import CHANCE, Decision
from ludoteca.site.bot_events import tell_history
from ludoteca.site.events import Event
from ludoteca.site.live import Live
from ludoteca.site.table import Table
from ludoteca.site.thinking import TICK, Job, Thinking

if TYPE_CHECKING:
    from ludoteca.site.table_service import TableService

PACE = 0.7  # seconds between actions where two agents play: people want to see them; of more, each takes less

log = logging.getLogger("ludoteca.site")


class AgentTurns:
    def __init__(self, tables: "TableService", thinking: Thinking) -> None:
        self._tables, self._thinking = tables, thinking

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
                await self._tables.commit(live, live.table.next_chance())

    async def _ask(self, live: Live) -> None:
        """Let the agent whose turn it is decide, unless the table has moved on meanwhile."""
        table, mover = live.table, live.table.mover
        spec = table.seats[mover].agent or ""
        seed = split_seed(table.setup.seed, "seat", mover, table.ply)
        job = Job(table.name, table.game, spec, table.view(mover), seed, self._tables.limits.move_seconds, live.owner)
        job.history = lambda: tell_history(table, mover)
        live.job = job
        try:
            await self._tables.warming.wait_for_agent(table.game, spec)
            self._tables.clocks.limit(live, job)
            event = _as_event(table, mover, await self._thinking.decide(job))
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
            if live.table.turns == table.turns and not await self._tables.clocks.flag(live):
                await self._tables.commit(live, event)

    async def report(self) -> None:
        """Until cancelled: stop searches whose time is up, and report the progress of the others."""
        while True:
            await asyncio.sleep(TICK)
            self._thinking.hurry()
            for job in [*self._thinking.decisions.running, *self._thinking.programs.running]:
                live = self._tables.live.get(job.table)
                if live is not None and live.job is job:
                    message = {"type": "thinking", "seat": live.table.mover, "fraction": round(job.fraction, 3)}
                    for connection in live.connections:
                        connection.report(message)

    async def close(self) -> None:
        drivers = [live.driver for live in self._tables.live.values() if live.driver is not None]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)


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
