"""What the store keeps of running clocks."""

import asyncio
import json
import time
from typing import Any

from ludoteca.site.clock_setup import MILLISECONDS, is_fischer
from ludoteca.site.database import Transaction
from ludoteca.site.store import Store

Row = dict[str, Any]


class ClockRows:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: set[asyncio.Task[None]] = set()

    async def find(self, table: str) -> tuple[int, float | None] | None:
        """Milliseconds that the seat to act has left, and since when that runs; None if no clock runs."""
        chosen = "SELECT remaining, since FROM clocks WHERE table_id = :id"

        def read(transaction: Transaction) -> tuple[int, float | None] | None:
            row = transaction.first(chosen, id=table)
            return None if row is None else (int(row[0]), row[1])

        return await self._store.read(read)

    def save_soon(self, row: Row) -> None:
        """Write a row; nobody waits for it."""
        task = asyncio.create_task(self._store.write({"clock": [row]}))
        self._writing.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._writing.discard(task)
        if not task.cancelled():
            task.exception()  # a store that cannot be written says so with the next move

    async def mark_alive(self) -> None:
        await self._store.write({"alive": [{"value": repr(time.time())}]})

    async def settle(self) -> None:
        """Before anything else happens: every clock that ran is stopped where it was when the server was last alive."""

        def read(transaction: Transaction) -> list[Row]:
            marks = transaction.all("SELECT value FROM meta WHERE name = 'alive'")
            used = transaction.all("SELECT MAX(tables.updated) FROM tables JOIN clocks ON clocks.table_id = tables.id")
            alive = max([float(value) for (value,) in marks] + [float(value or 0) for (value,) in used])
            running = transaction.all("SELECT table_id, remaining, since FROM clocks WHERE since IS NOT NULL")
            return [
                {"table_id": table, "remaining": _charge(remaining, alive - since), "since": None}
                for table, remaining, since in running
            ]

        rows = await self._store.read(read)
        if rows:
            await self._store.write({"clock": rows})

    async def start_all(self) -> list[tuple[str, int, bool]]:
        """Tables with clocks that may run again: name, milliseconds left, and whether the time is short. Clocks of days
        run from now on; the others when their table is opened."""
        chosen = "SELECT table_id, remaining, head, since FROM clocks JOIN tables ON tables.id = clocks.table_id"

        def read(transaction: Transaction) -> list[tuple[str, int, bool, float | None]]:
            return [
                (table, int(remaining), is_fischer(json.loads(head)["clock"]), since)
                for table, remaining, head, since in transaction.all(chosen)
            ]

        found = await self._store.read(read)
        now = time.time()
        started = [
            {"table_id": table, "remaining": remaining, "since": now}
            for table, remaining, is_short, since in found
            if not is_short and since is None
        ]
        if started:
            await self._store.write({"clock": started})
        return [(table, remaining, is_short) for table, remaining, is_short, _ in found]


def _charge(remaining: float, seconds: float) -> int:
    return max(0, int(remaining) - round(max(0.0, seconds) * MILLISECONDS))
