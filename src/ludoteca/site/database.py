"""A database, SQLite or PostgreSQL, spoken to in plain SQL with `:name` for values."""

import contextlib
import re
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ludoteca.core.errors import StoreError
from ludoteca.lab.optional_imports import load_extra

Row = tuple[Any, ...]
Values = Mapping[str, Any]


class DatabaseError(Exception):
    """What the database answered, in one line."""


class Transaction:
    """Statements that take effect together."""

    def __init__(self, cursor: Any, dialect: "Dialect") -> None:
        self._cursor, self._dialect = cursor, dialect

    def execute(self, statement: str, rows: Sequence[Values]) -> None:
        """The same statement for each of these rows."""
        self._cursor.executemany(self._dialect.write(statement), rows)

    def all(self, statement: str, **values: Any) -> list[Row]:
        self._cursor.execute(self._dialect.write(statement), values)
        return list(self._cursor.fetchall())

    def first(self, statement: str, **values: Any) -> Row | None:
        found = self.all(statement, **values)
        return found[0] if found else None

    def run(self, statement: str) -> None:
        """A statement without values and without an answer."""
        self._cursor.execute(self._dialect.write(statement))


class Dialect(ABC):
    """How one kind of database is opened and written to."""

    errors: type[Exception]

    @abstractmethod
    def open(self) -> Any:
        """A new connection, by the rules of PEP 249."""

    def write(self, statement: str) -> str:
        return statement

    def is_alive(self, connection: Any) -> bool:
        return True


class Sqlite(Dialect):
    errors = sqlite3.Error

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser()
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def open(self) -> Any:
        """With a log that survives `kill -9` and power loss, and lets readers read while it is written."""
        connection = sqlite3.connect(self.path, timeout=30, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


class Postgresql(Dialect):
    def __init__(self, url: str) -> None:
        self.psycopg = load_extra("psycopg", "postgres")
        self.errors = self.psycopg.Error
        self.url = url

    def open(self) -> Any:
        return self.psycopg.connect(self.url)

    def write(self, statement: str) -> str:
        return re.sub(r":(\w+)", r"%(\1)s", statement)

    def is_alive(self, connection: Any) -> bool:
        """Whether the server still answers: it may have restarted since the connection was last used."""
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except self.errors:
            return False
        return True


class Database:
    """Connections to one database, for any number of threads. Those that are idle are used again."""

    def __init__(self, url: str) -> None:
        self.dialect = find_dialect(url)
        self._idle: list[Any] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Statements that are committed at the end, or taken back if something is raised."""
        connection = None
        try:
            connection = self._take()
            yield Transaction(connection.cursor(), self.dialect)
            connection.commit()
        except BaseException as error:
            if connection is not None:
                self._drop(connection)
            if isinstance(error, self.dialect.errors):
                raise DatabaseError(first_line(error)) from error
            raise
        with self._lock:
            self._idle.append(connection)

    def close(self) -> None:
        """Close what is idle. Whoever still has a transaction must have ended it."""
        with self._lock:
            while self._idle:
                self._idle.pop().close()

    def _take(self) -> Any:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                return self.dialect.open()
            if self.dialect.is_alive(connection):
                return connection
            self._drop(connection)

    def _drop(self, connection: Any) -> None:
        """Close a connection. What it has not committed is taken back first: a statement that is still open would keep
        its lock."""
        for end in (connection.rollback, connection.close):
            with contextlib.suppress(self.dialect.errors):
                end()


def find_dialect(url: str) -> Dialect:
    kind, _, rest = url.partition("://")
    try:
        if kind in ("postgresql", "postgresql+psycopg", "postgres"):
            return Postgresql(f"postgresql://{rest}")
        if kind == "sqlite" and rest.startswith("/") and len(rest) > 1:
            return Sqlite(Path(rest[1:]))
    except (OSError, ImportError) as error:
        raise StoreError(f"the database {hide_password(url)} cannot be opened: {first_line(error)}") from None
    raise StoreError(f"{hide_password(url)} is no database: use sqlite:///path/to/file or postgresql://user@host/name")


def hide_password(url: str) -> str:
    try:
        parts = urlsplit(url)
        return url if parts.password is None else url.replace(f":{parts.password}@", ":***@", 1)
    except ValueError:
        return "URL"


def first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
