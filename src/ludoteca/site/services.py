"""The parts of a running site, and who is connected to it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ludoteca.core.errors import Refusal
from ludoteca.site.game_pages import GamePage, find_pages
from ludoteca.site.identity import Identity
from ludoteca.site.limits import Buckets, Limits
from ludoteca.site.store import Store
from ludoteca.site.table_service import Hall
from ludoteca.site.thinking import Thinking
from ludoteca.site.warming import Warming


class Crowd:
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
class Parts:
    limits: Limits
    store: Store
    thinking: Thinking
    warming: Warming
    hall: Hall
    identity: Identity
    crowd: Crowd
    talk: Buckets
    """WebSocket messages by client."""
    pages: dict[str, GamePage]
    """The pages of the games that have one."""


def build(database: str, limits: Limits, warming: Warming) -> Parts:
    store = Store(database)
    thinking = Thinking(limits.thinkers, limits.analysts)
    hall = Hall(store, thinking, warming, limits)
    identity = Identity(store.secret)
    talk = Buckets(limits.messages_per_second)
    return Parts(limits, store, thinking, warming, hall, identity, Crowd(limits), talk, find_pages(warming.games))
