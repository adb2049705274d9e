"""The database: tables with their events in order, in SQLite or PostgreSQL.

An event counts once it is committed. One thread writes (`store_writer.py`), others read.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from ludoteca.core.errors import StoreError
from ludoteca.site.database import Database, DatabaseError, Transaction, hide_password
from ludoteca.site.events import Event, Summary
from ludoteca.site.schema import SCHEMA, TABLES
from ludoteca.site.store_writer import Rows, Writer

MOST_LISTED = 200
MOST_REMOVED = 500  # tables in one transaction, so that moves do not wait
READERS = 8  # threads, and so connections, that read at once

T = TypeVar("T")


class Store:
    """The tables of one site. Methods that write return once it is on disk."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        try:
            version, self.secret = self._prepare()
        except DatabaseError as error:
            self.database.close()
            raise StoreError(f"the database {hide_password(url)} cannot be used: {error}") from None
        if version != SCHEMA:
            self.database.close()
            raise StoreError(f"the database is of version {version}; this program reads version {SCHEMA}")
        self.writer = Writer(self.database)
        self._readers = ThreadPoolExecutor(READERS, "store-read")

    def _prepare(self) -> tuple[str, str]:
        """Make the tables where they are missing. The version of the schema, and the secret of the cookies."""
        with self.database.transaction() as transaction:
            for statement in TABLES.split(";"):
                transaction.run(statement)
            found = dict(transaction.all("SELECT name, value FROM meta"))
            if "schema" not in found:
                found = {"schema": SCHEMA, "secret": secrets.token_hex(32)}
                rows = [{"name": name, "value": value} for name, value in found.items()]
                transaction.execute("INSERT INTO meta VALUES (:name, :value)", rows)
        return found["schema"], found["secret"]

    def close(self) -> None:
        """Write what is queued, let readers finish, then close the database."""
        self.writer.close()
        self._readers.shutdown()
        self.database.close()

    # --- tables ----------------------------------------------------------------------------------------------------

    async def add_table(self, table: str, maker: str, setup: dict[str, Any], summary: Summary) -> None:
        row = {"id": table, "maker": maker, "head": json.dumps(setup), **_summary_row(summary)}
        listed = [{"id": table, "game": setup["game"]}] if setup.get("public") else []
        rated = [{"id": table}] if setup.get("rated") else []
        sitting = _sitting_rows(table, summary.clients)
        await self.writer.commit({"table": [row], "sitting": sitting, "list": listed, "to_rate": rated})

    async def append(
        self,
        table: str,
        number: int,
        events: list[Event],
        summary: Summary,
        seated: tuple[str, ...] = (),
        more: Rows | None = None,
    ) -> None:
        """Write events with numbers from `number` on, and more rows with them. Fails if others have these numbers: then
        load the table anew."""
        rows = [
            {"table_id": table, "number": number + i, "kind": kind, "data": json.dumps(data), "at": time.time()}
            for i, (kind, data) in enumerate(events)
        ]
        update = {"id": table, **_summary_row(summary)}
        sitting = _sitting_rows(table, seated)
        await self.writer.commit({"event": rows, "summary": [update], "sitting": sitting, **(more or {})})

    async def load(self, table: str) -> tuple[str, dict[str, Any], list[Event]] | None:
        """Maker, set-up and events of a table; None if there is no such table."""

        def read(transaction: Transaction) -> tuple[str, dict[str, Any], list[Event]] | None:
            row = transaction.first("SELECT maker, head FROM tables WHERE id = :id", id=table)
            if row is None:
                return None
            found = transaction.all("SELECT kind, data FROM events WHERE table_id = :id ORDER BY number", id=table)
            return row[0], json.loads(row[1]), [Event(kind, json.loads(data)) for kind, data in found]

        return await self._read(read)

    async def list_waiting(self) -> list[str]:
        """The tables where an agent is to act."""
        return await self._list_names("SELECT id FROM tables WHERE waiting = 'agent' ORDER BY updated")

    async def list_of(self, client: str) -> list["ListedTable"]:
        """All tables that a client sits at or has made, newest first."""
        chosen = """
            SELECT id, maker, head, summary, updated FROM tables
            WHERE maker = :client OR id IN (SELECT table_id FROM sittings WHERE client = :client)
            ORDER BY updated DESC LIMIT :most
        """

        def read(transaction: Transaction) -> list[ListedTable]:
            return [
                ListedTable(table, maker, json.loads(head), json.loads(summary), updated)
                for table, maker, head, summary, updated in transaction.all(chosen, client=client, most=MOST_LISTED)
            ]

        return await self._read(read)

    async def count_open(self, client: str) -> int:
        """How many unfinished tables a client has made."""
        chosen = "SELECT COUNT(*) FROM tables WHERE maker = :client AND waiting <> 'nobody'"
        return await self._read(lambda transaction: int(transaction.all(chosen, client=client)[0][0]))

    async def is_seated(self, table: str, client: str) -> bool:
        chosen = "SELECT 1 FROM sittings WHERE client = :client AND table_id = :table"
        return await self._read(lambda transaction: bool(transaction.all(chosen, client=client, table=table)))

    async def forget(self, client: str, table: str) -> None:
        """Take a table off a client's list. Others may still look at it."""
        row = {"client": client, "table_id": table}
        await self.writer.commit({"unseat": [row], "disown": [row]})

    async def list_expired(self, unstarted: float, unfinished: float, finished: float) -> list[str]:
        """Tables to be removed, the oldest first: last used before these moments."""
        chosen = """
            SELECT id FROM tables
            WHERE (updated < :unstarted AND waiting <> 'nobody'
                   AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = tables.id))
               OR (updated < :unfinished AND waiting <> 'nobody')
               OR (updated < :finished AND waiting = 'nobody')
            ORDER BY updated LIMIT :most
        """
        moments = {"unstarted": unstarted, "unfinished": unfinished, "finished": finished}
        return await self._list_names(chosen, **moments, most=MOST_REMOVED)

    async def remove(self, tables: list[str]) -> None:
        """Remove tables with all their events."""
        rows = [{"id": table} for table in tables]
        kinds = (
            "no_clock",
            "unlist",
            "rated",
            "remove_chat",
            "remove_analyses",
            "remove_events",
            "remove_sittings",
            "remove_table",
        )
        await self.writer.commit(dict.fromkeys(kinds, rows))

    # --- people ----------------------------------------------------------------------------------------------------

    async def name_person(self, client: str, nickname: str) -> None:
        await self.writer.commit({"unname": [{"client": client}], "name": [{"client": client, "nickname": nickname}]})

    async def find_names(self, clients: set[str]) -> dict[str, str]:
        if not clients:
            return {}
        names = {f"client{number}": client for number, client in enumerate(sorted(clients))}
        chosen = f"SELECT client, nickname FROM people WHERE client IN ({', '.join(f':{name}' for name in names)})"
        return await self._read(lambda transaction: dict(transaction.all(chosen, **names)))

    # --- for those who keep more here ------------------------------------------------------------------------------

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return await self._read(work)

    async def write(self, rows: Rows) -> None:
        await self.writer.commit(rows)

    # --- threads ---------------------------------------------------------------------------------------------------

    async def _list_names(self, statement: str, **values: Any) -> list[str]:
        return await self._read(lambda transaction: [row[0] for row in transaction.all(statement, **values)])

    async def _read(self, work: Callable[[Transaction], T]) -> T:
        def run() -> T:
            try:
                with self.database.transaction() as transaction:
                    return work(transaction)
            except DatabaseError as error:
                raise StoreError(f"the database cannot be read: {error}") from error

        try:
            reading = asyncio.get_running_loop().run_in_executor(self._readers, run)
        except RuntimeError:
            raise StoreError("the database is closed: the site is shutting down") from None
        return await reading


class ListedTable(NamedTuple):
    """A table in a list."""

    name: str
    maker: str
    setup: dict[str, Any]
    summary: dict[str, Any]
    updated: float
    """When the last event happened."""


def _summary_row(summary: Summary) -> dict[str, Any]:
    return {"summary": json.dumps(summary.content), "waiting": summary.waiting, "updated": time.time()}


def _sitting_rows(table: str, clients: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{"client": client, "table_id": table} for client in sorted(set(clients))]
