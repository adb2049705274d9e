"""The services of a running site, and how many connections it allows."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ludoteca.core.errors import Refusal
from ludoteca.site.game_pages import GamePage, find_pages
from ludoteca.site.identity import Identity
from ludoteca.site.limits import Buckets, Limits
from ludoteca.site.store import Store
from ludoteca.site.table_service import TableService
from ludoteca.site.thinking import Thinking
from ludoteca.site.warming import Warming


class ConnectionLimits:
    """Counts the open connections, in all and by client."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._open = limits, Counter[str]()

    @contextmanager
    def enter(self, client: str) -> Iterator[None]:
        if self._open.total() >= self._limits.connections:
            raise Refusal("full", "the site is full; try again later", 429)
        if self._open[client] >= self._limits.connections_per_client:
            raise Refusal("too_many_connections", "you have too many tables open; close one", 429)
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


@dataclass
class Services:
    limits: Limits
    store: Store
    thinking: Thinking
    warming: Warming
    tables: TableService
    identity: Identity
    connection_limits: ConnectionLimits
    message_rate: Buckets
    """WebSocket messages by client."""
    pages: dict[str, GamePage]
    """The pages of the games that have one."""


def build(database: str, limits: Limits, warming: Warming) -> Services:
    store = Store(database)
    thinking = Thinking(limits.thinkers, limits.analysts)
    tables = TableService(store, thinking, warming, limits)
    return Services(
        limits=limits,
        store=store,
        thinking=thinking,
        warming=warming,
        tables=tables,
        identity=Identity(store.secret),
        connection_limits=ConnectionLimits(limits),
        message_rate=Buckets(limits.messages_per_second),
        pages=find_pages(warming.games),
    )
