"""Long work on finished games, for everybody who looks at one: one run for each game and kind, with progress, that
whoever asked for it can stop, and whose result is kept."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.errors import LudotecaError, Refusal, StoreError
from ludoteca.site.fair_queue import Owner
from ludoteca.site.limits import Limits
from ludoteca.site.store import Store

Json = dict[str, Any]
Work = Callable[["Run"], Awaitable[Json]]
log = logging.getLogger("ludoteca.site")


@dataclass
class Run:
    """Work under way."""

    table: str
    kind: str
    owner: Owner
    askers: set[str]
    done: int = 0
    total: int = 0
    stopped: bool = False
    error: str | None = None
    task: "asyncio.Task[None] | None" = None
    stops: list[Callable[[], None]] = field(default_factory=list)
    """Called when it is stopped."""

    def tell(self) -> Json:
        state = "failed" if self.error else "running"
        return {"state": state, "done": self.done, "total": self.total, **({"error": self.error} if self.error else {})}


class Background:
    """The runs of all games, and what they found."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._runs: dict[tuple[str, str], Run] = {}

    async def look(self, table: str, kind: str, client: str, mark: str) -> Json:
        """What is known: the result, how far the work is, or that nobody has asked for it. A result that was found with
        another `mark` (another judge, say) does not count."""
        run = self._runs.get((table, kind))
        if run is not None:
            return {**run.tell(), "yours": client in run.askers}
        found = await self._read(table, kind, mark)
        return {"state": "none"} if found is None else {"state": "done", "found": found}

    async def begin(self, table: str, kind: str, owner: Owner, mark: str, work: Work) -> None:
        """Do this work, unless it is done already; somebody who asks while it runs joins those who wait for it."""
        if await self._read(table, kind, mark) is not None:
            return
        run = self._runs.get((table, kind))
        if run is not None and not run.error:
            run.askers.add(owner.client)
            return
        self._require_room(owner)
        run = self._runs[table, kind] = Run(table, kind, owner, {owner.client})
        run.task = asyncio.create_task(self._work(run, mark, work))

    def stop(self, table: str, kind: str, client: str) -> None:
        """Somebody no longer wants it; once nobody does, it ends."""
        run = self._runs.get((table, kind))
        if run is None:
            return
        run.askers.discard(client)
        if not run.askers:
            self._end(run)

    async def close(self) -> None:
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for run in list(self._runs.values()):
            self._end(run)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _require_room(self, owner: Owner) -> None:
        running = [run for run in self._runs.values() if not run.error]
        most = self._limits.analyses_per_client
        if sum(owner.client in run.askers for run in running) >= most:
            raise Refusal("too_many_analyses", f"you have {most} analyses running; wait for one", 429, most=most)
        if len(running) >= self._limits.analyses_at_once:
            raise Refusal("analyses_busy", "many games are being analysed; try again in a minute", 429)

    async def _work(self, run: Run, mark: str, work: Work) -> None:
        key = run.table, run.kind
        try:
            found = await work(run)
            await self._write(run, mark, found)
            self._runs.pop(key, None)
        except asyncio.CancelledError:
            self._runs.pop(key, None)
        except Exception as error:
            if not isinstance(error, LudotecaError):
                log.exception("table %s: %s failed", run.table, run.kind)
            run.error = str(error) if isinstance(error, LudotecaError) else "the server failed to do this"
            asyncio.get_running_loop().call_later(60.0, self._forget, run)

    def _forget(self, run: Run) -> None:
        if self._runs.get((run.table, run.kind)) is run:
            del self._runs[run.table, run.kind]

    def _end(self, run: Run) -> None:
        run.stopped = True
        for stop in run.stops:
            stop()
        self._forget(run)
        if run.task is not None:
            run.task.cancel()

    # --- what is kept ----------------------------------------------------------------------------------------------

    async def _read(self, table: str, kind: str, mark: str) -> Json | None:
        chosen = "SELECT content FROM analyses WHERE table_id = :id AND kind = :kind AND mark = :mark"
        row = await self._store.read(lambda work: work.first(chosen, id=table, kind=kind, mark=mark))
        return None if row is None else json.loads(row[0])

    async def _write(self, run: Run, mark: str, found: Json) -> None:
        content = json.dumps(found, separators=(",", ":"))
        row = {"table_id": run.table, "kind": run.kind, "mark": mark, "content": content, "at": time.time()}
        with contextlib.suppress(StoreError):  # the table was removed meanwhile
            await self._store.write({"analysis": [row], "trim_analyses": [{"most": self._limits.analyses_kept}]})
