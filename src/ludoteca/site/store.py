"""The database: tables with their events in order, in SQLite or PostgreSQL.

An event counts once it is committed. One thread writes. What arrives while it commits is committed together in the next
transaction, so that hundreds of tables share the cost of one flush to disk.
"""

import asyncio
import contextlib
import json
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from ludoteca.core.errors import StoreError
from ludoteca.lab.optional_imports import load_extra
from ludoteca.site.events import Event, Summary

SCHEMA = "1"
MOST_AT_ONCE = 256
MOST_LISTED = 200
NOBODY = ""  # the maker of a table that its maker has removed from the list
MOST_REMOVED = 500  # tables in one transaction, so that moves do not wait
READERS = 8  # threads, and so connections, that read at once

T = TypeVar("T")
Rows = dict[str, list[dict[str, Any]]]  # what one piece of work writes, by the names of STATEMENTS

_schema = sql.MetaData()
_meta = sql.Table(
    "meta", _schema, sql.Column("name", sql.Text, primary_key=True), sql.Column("value", sql.Text, nullable=False)
)
_people = sql.Table(
    "people",
    _schema,
    sql.Column("client", sql.Text, primary_key=True),
    sql.Column("nickname", sql.Text, nullable=False),
)
_tables = sql.Table(
    "tables",
    _schema,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("maker", sql.Text, nullable=False, index=True),
    sql.Column("head", sql.Text, nullable=False),  # JSON: the set-up, which never changes
    sql.Column("summary", sql.Text, nullable=False),  # JSON: how far the game is
    sql.Column("waiting", sql.Text, nullable=False, index=True),  # for: agent, person, nobody (once over)
    sql.Column("updated", sql.Double, nullable=False),
)
_events = sql.Table(
    "events",
    _schema,
    sql.Column("table_id", sql.Text, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("data", sql.Text, nullable=False),
    sql.Column("at", sql.Double, nullable=False),
)
_sittings = sql.Table(
    "sittings",
    _schema,
    sql.Column("client", sql.Text, primary_key=True),
    sql.Column("table_id", sql.Text, sql.ForeignKey("tables.id"), primary_key=True),
)

_update_table = sql.update(_tables).where(_tables.c.id == sql.bindparam("key"))
STATEMENTS: dict[str, sql.Executable] = {  # in the order in which they are executed; rows of several tables go together
    "table": sql.insert(_tables),
    "event": sql.insert(_events),
    "summary": _update_table.values({name: sql.bindparam(f"new_{name}") for name in ("summary", "waiting", "updated")}),
    "sitting": sql.insert(_sittings),
    "unseat": sql.delete(_sittings).where(
        _sittings.c.client == sql.bindparam("key"), _sittings.c.table_id == sql.bindparam("table")
    ),
    "disown": sql.update(_tables)
    .where(_tables.c.maker == sql.bindparam("key"), _tables.c.id == sql.bindparam("table"))
    .values(maker=NOBODY),
    "unname": sql.delete(_people).where(_people.c.client == sql.bindparam("key")),
    "name": sql.insert(_people),
    "remove_events": sql.delete(_events).where(_events.c.table_id == sql.bindparam("key")),
    "remove_sittings": sql.delete(_sittings).where(_sittings.c.table_id == sql.bindparam("key")),
    "remove_table": sql.delete(_tables).where(_tables.c.id == sql.bindparam("key")),
}


def data_folder() -> Path:
    """Where a user's data lives; LUDOTECA_DATA moves it."""
    if chosen := os.environ.get("LUDOTECA_DATA"):
        return Path(chosen).expanduser()
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ludoteca"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "ludoteca"


def default_url() -> str:
    return f"sqlite:///{data_folder() / 'site.sqlite3'}"


class Store:
    """The tables of one site. Methods that write return once it is on disk."""

    def __init__(self, url: str) -> None:
        self.engine = _open_engine(url)
        try:
            _schema.create_all(self.engine)
            with self.engine.begin() as connection:
                found = connection.scalar(sql.select(_meta.c.value).where(_meta.c.name == "schema"))
                if found is None:
                    rows = [{"name": "schema", "value": SCHEMA}, {"name": "secret", "value": secrets.token_hex(32)}]
                    connection.execute(sql.insert(_meta), rows)
                secret = connection.scalar(sql.select(_meta.c.value).where(_meta.c.name == "secret"))
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise StoreError(f"the database {_hide_password(url)} cannot be used: {_first_line(error)}") from None
        if found not in (None, SCHEMA):
            self.engine.dispose()
            raise StoreError(f"the database is of version {found}; this program reads version {SCHEMA}")
        self.secret = str(secret)
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(READERS, "store-read")

    def close(self) -> None:
        """Write what is queued, let readers finish, then close the database."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # --- tables ----------------------------------------------------------------------------------------------------

    async def add_table(self, table: str, maker: str, setup: dict[str, Any], summary: Summary) -> None:
        row = {"id": table, "maker": maker, "head": json.dumps(setup), **_summary_row(summary)}
        await self._commit({"table": [row], "sitting": _sitting_rows(table, summary.clients)})

    async def append(
        self, table: str, number: int, events: list[Event], summary: Summary, seated: tuple[str, ...] = ()
    ) -> None:
        """Write events with numbers from `number` on. Fails if others have these numbers: then load the table anew."""
        rows = [
            {"table_id": table, "number": number + i, "kind": kind, "data": json.dumps(data), "at": time.time()}
            for i, (kind, data) in enumerate(events)
        ]
        update = {"key": table, **{f"new_{name}": value for name, value in _summary_row(summary).items()}}
        await self._commit({"event": rows, "summary": [update], "sitting": _sitting_rows(table, seated)})

    async def load(self, table: str) -> tuple[str, dict[str, Any], list[Event]] | None:
        """Maker, set-up and events of a table; None if there is no such table."""

        def read(connection: sql.Connection) -> tuple[str, dict[str, Any], list[Event]] | None:
            row = connection.execute(sql.select(_tables.c.maker, _tables.c.head).where(_tables.c.id == table)).first()
            if row is None:
                return None
            chosen = sql.select(_events.c.kind, _events.c.data).where(_events.c.table_id == table)
            found = connection.execute(chosen.order_by(_events.c.number))
            return row.maker, json.loads(row.head), [Event(kind, json.loads(data)) for kind, data in found]

        return await self._read(read)

    async def list_waiting(self) -> list[str]:
        """The tables where an agent is to act."""
        chosen = sql.select(_tables.c.id).where(_tables.c.waiting == "agent").order_by(_tables.c.updated)
        return await self._read(lambda connection: list(connection.scalars(chosen)))

    async def list_of(self, client: str) -> list["ListedTable"]:
        """All tables that a client sits at or has made, newest first."""
        seated = sql.select(_sittings.c.table_id).where(_sittings.c.client == client)
        chosen = (
            sql.select(_tables.c.id, _tables.c.maker, _tables.c.head, _tables.c.summary, _tables.c.updated)
            .where(sql.or_(_tables.c.maker == client, _tables.c.id.in_(seated)))
            .order_by(_tables.c.updated.desc())
            .limit(MOST_LISTED)
        )

        def read(connection: sql.Connection) -> list[ListedTable]:
            return [
                ListedTable(table, maker, json.loads(head), json.loads(summary), updated)
                for table, maker, head, summary, updated in connection.execute(chosen)
            ]

        return await self._read(read)

    async def count_open(self, client: str) -> int:
        """How many unfinished tables a client has made."""
        chosen = (
            sql.select(sql.func.count())
            .select_from(_tables)
            .where(_tables.c.maker == client, _tables.c.waiting != "nobody")
        )
        return await self._read(lambda connection: int(connection.scalar(chosen) or 0))

    async def is_seated(self, table: str, client: str) -> bool:
        chosen = sql.select(_sittings.c.client).where(_sittings.c.client == client, _sittings.c.table_id == table)
        return await self._read(lambda connection: connection.execute(chosen).first() is not None)

    async def forget(self, client: str, table: str) -> None:
        """Take a table off a client's list. Others may still look at it."""
        row = {"key": client, "table": table}
        await self._commit({"unseat": [row], "disown": [row]})

    async def list_expired(self, unstarted: float, unfinished: float, finished: float) -> list[str]:
        """Tables to be removed, the oldest first: last used before these moments."""
        played = sql.exists().where(_events.c.table_id == _tables.c.id)
        over = _tables.c.waiting == "nobody"
        chosen = sql.select(_tables.c.id).where(
            sql.or_(
                sql.and_(sql.not_(played), _tables.c.updated < unstarted),
                sql.and_(sql.not_(over), _tables.c.updated < unfinished),
                sql.and_(over, _tables.c.updated < finished),
            )
        )
        chosen = chosen.order_by(_tables.c.updated).limit(MOST_REMOVED)
        return await self._read(lambda connection: list(connection.scalars(chosen)))

    async def remove(self, tables: list[str]) -> None:
        """Remove tables with all their events."""
        rows = [{"key": table} for table in tables]
        await self._commit({"remove_events": rows, "remove_sittings": rows, "remove_table": rows})

    # --- people ----------------------------------------------------------------------------------------------------

    async def name_person(self, client: str, nickname: str) -> None:
        await self._commit({"unname": [{"key": client}], "name": [{"client": client, "nickname": nickname}]})

    async def find_names(self, clients: set[str]) -> dict[str, str]:
        if not clients:
            return {}
        chosen = sql.select(_people.c.client, _people.c.nickname).where(_people.c.client.in_(clients))
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(chosen)})

    # --- threads ---------------------------------------------------------------------------------------------------

    async def _read(self, work: Callable[[sql.Connection], T]) -> T:
        def run() -> T:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                raise StoreError(f"the database cannot be read: {_first_line(error)}") from error

        try:
            reading = asyncio.get_running_loop().run_in_executor(self._readers, run)
        except RuntimeError:
            raise StoreError("the database is closed: the site is shutting down") from None
        return await reading

    async def _commit(self, rows: Rows) -> None:
        loop = asyncio.get_running_loop()
        work = Work(rows, loop, loop.create_future())
        self._queue.put(work)
        try:
            await work.done
        except SQLAlchemyError as error:
            raise StoreError(f"the database refused to write: {_first_line(error)}") from error

    def _write(self) -> None:
        while batch := self._take_batch():
            try:
                self._execute(batch)
                answers: list[BaseException | None] = [None] * len(batch)
            except BaseException:  # find out which of them cannot be written, so that the others are
                answers = [self._try(work) for work in batch]
            for loop in {work.loop for work in batch}:
                told = [(work, error) for work, error in zip(batch, answers, strict=True) if work.loop is loop]
                with contextlib.suppress(RuntimeError):  # it has stopped: nobody waits any more
                    loop.call_soon_threadsafe(_resolve, told)

    def _take_batch(self) -> "list[Work]":
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

    def _execute(self, batch: "list[Work]") -> None:
        """All of it in one transaction, and what is alike in one statement."""
        with self.engine.begin() as connection:
            for name, statement in STATEMENTS.items():
                rows = [row for work in batch for row in work.rows.get(name, ())]
                if rows:
                    connection.execute(statement, rows)

    def _try(self, work: "Work") -> BaseException | None:
        try:
            self._execute([work])
        except BaseException as error:
            return error
        return None


class ListedTable(NamedTuple):
    """A table in a list."""

    name: str
    maker: str
    setup: dict[str, Any]
    summary: dict[str, Any]
    updated: float
    """When the last event happened."""


class Work(NamedTuple):
    """Rows to be written, and who waits for it."""

    rows: Rows
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


def _resolve(told: list[tuple[Work, BaseException | None]]) -> None:
    for work, error in told:
        if work.done.done():
            continue  # whoever waited has gone
        if error is None:
            work.done.set_result(None)
        else:
            work.done.set_exception(error)


def _summary_row(summary: Summary) -> dict[str, Any]:
    return {"summary": json.dumps(summary.content), "waiting": summary.waiting, "updated": time.time()}


def _sitting_rows(table: str, clients: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{"client": client, "table_id": table} for client in sorted(set(clients))]


def _open_engine(url: str) -> sql.Engine:
    try:
        parsed = sql.make_url(url)
        if parsed.get_backend_name() == "postgresql":
            load_extra("psycopg", "postgres")
            return sql.create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
            engine = sql.create_engine(parsed, connect_args={"timeout": 30})
            sql.event.listen(engine, "connect", _prepare_sqlite)
            return engine
    except (SQLAlchemyError, OSError, ImportError) as error:
        raise StoreError(f"the database {_hide_password(url)} cannot be opened: {_first_line(error)}") from None
    raise StoreError(f"{_hide_password(url)} is no database: use sqlite:///path/to/file or postgresql://user@host/name")


def _prepare_sqlite(connection: Any, record: Any) -> None:
    """A log that survives `kill -9` and power loss, and lets readers read while it is written."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _hide_password(url: str) -> str:
    try:
        return sql.make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "URL"


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
