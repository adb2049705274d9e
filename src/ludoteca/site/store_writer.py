"""The thread that writes to the database. What arrives while it commits is committed together in the next transaction,
so that hundreds of tables share the cost of one flush to disk."""

import asyncio
import contextlib
import queue
import threading
from typing import Any, NamedTuple

from ludoteca.core.errors import StoreError
from ludoteca.site.database import Database, DatabaseError
from ludoteca.site.schema import STATEMENTS

MOST_AT_ONCE = 256

Rows = dict[str, list[dict[str, Any]]]
"""What one piece of work writes, by the names of STATEMENTS."""


class Work(NamedTuple):
    """Rows to be written, and who waits for it."""

    rows: Rows
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Writer:
    def __init__(self, database: Database) -> None:
        self.database = database
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is queued, then stop."""
        self._queue.put(None)
        self._thread.join()

    async def commit(self, rows: Rows) -> None:
        """Returns once all of it is on disk; if it cannot be written, nothing of it is."""
        loop = asyncio.get_running_loop()
        work = Work(rows, loop, loop.create_future())
        self._queue.put(work)
        try:
            await work.done
        except DatabaseError as error:
            raise StoreError(f"the database refused to write: {error}") from error

    def _run(self) -> None:
        while batch := self._take_batch():
            try:
                self.execute(batch)
                answers: list[BaseException | None] = [None] * len(batch)
            except BaseException:  # find out which of them cannot be written, so that the others are
                answers = [self._try(work) for work in batch]
            for loop in {work.loop for work in batch}:
                told = [(work, error) for work, error in zip(batch, answers, strict=True) if work.loop is loop]
                with contextlib.suppress(RuntimeError):  # it has stopped: nobody waits any more
                    loop.call_soon_threadsafe(_resolve, told)

    def _take_batch(self) -> list[Work]:
        """What waits now; at least one piece of work, none when the store closes."""
        first = self._queue.get()
        batch = [] if first is None else [first]
        while batch and len(batch) < MOST_AT_ONCE:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
            if item is None:
                self._queue.put(None)  # for the next round
                break
            batch.append(item)
        return batch

    def execute(self, batch: list[Work]) -> None:
        """All of it in one transaction, and what is alike in one statement."""
        with self.database.transaction() as transaction:
            for name, statement in STATEMENTS.items():
                rows = [row for work in batch for row in work.rows.get(name, ())]
                if rows:
                    transaction.execute(statement, rows)

    def _try(self, work: Work) -> BaseException | None:
        try:
            self.execute([work])
        except BaseException as error:
            return error
        return None


def _resolve(told: list[tuple[Work, BaseException | None]]) -> None:
    for work, error in told:
        if work.done.done():
            continue  # whoever waited has gone
        if error is None:
            work.done.set_result(None)
        else:
            work.done.set_exception(error)
