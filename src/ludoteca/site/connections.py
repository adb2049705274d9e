"""How many WebSockets may be open, and how much they may send: in all, by client and by address.

A flood from one address fills its own share and no more. A part of all connections is kept for people who sit at the
table that they open, so that watchers can never lock players out.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from ludoteca.core.errors import Refusal
from ludoteca.site.limits import Buckets, Limits

Key = TypeVar("Key")


@dataclass(frozen=True)
class Asker:
    """Who opens a connection."""

    client: str
    address: str
    has_cookie: bool = True
    is_seated: bool = False
    """Whether the client sits at the table that the connection is for."""

    @property
    def counted_as(self) -> str:
        """Whose limits count. Without a cookie each connection would be a new client: its address counts instead."""
        return self.client if self.has_cookie else self.address


class Connections:
    """Counts the open connections."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_client, self._by_address = Counter[str](), Counter[tuple[str, bool]]()

    @contextmanager
    def enter(self, asker: Asker) -> Iterator[None]:
        """Count a connection while it is open, or refuse it."""
        self._check(asker)
        client, address = asker.counted_as, (asker.address, asker.is_seated)
        self._by_client[client] += 1
        self._by_address[address] += 1
        try:
            yield
        finally:
            _count_down(self._by_client, client)
            _count_down(self._by_address, address)

    def _check(self, asker: Asker) -> None:
        limits, open_now = self._limits, self._by_client.total()
        most = limits.connections if asker.is_seated else int(limits.connections * (1 - limits.seated_share))
        if open_now >= most:
            raise Refusal("full", "the site is full; try again later", 429)
        if self._by_client[asker.counted_as] >= limits.connections_per_client:
            raise Refusal("too_many_connections", "you have too many tables open; close one", 429)
        if self._by_address[asker.address, asker.is_seated] >= limits.connections_per_address:
            raise Refusal("crowded_address", "too many tables are open at your address; try again later", 429)


def _count_down(counter: Counter[Key], key: Key) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


class MessageRates:
    """How many messages and bytes come from a client and from an address."""

    def __init__(self, limits: Limits) -> None:
        self._by_client = Buckets(limits.messages_per_second)
        self._by_address = Buckets(limits.messages_per_address)
        self._bytes = Buckets(limits.bytes_per_address)

    def take(self, asker: Asker, size: int) -> bool:
        """Whether one more message of this size may be read now."""
        return (
            self._by_client.take(asker.counted_as)
            and self._by_address.take(asker.address)
            and self._bytes.take(asker.address, size)
        )
