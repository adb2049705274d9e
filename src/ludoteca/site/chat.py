"""What people say at a table: plain text, one line at a time, limited in length, number and rate.

Nobody hears anything before they ask for it, and whoever asks says at once whom they do not want to hear: so a line is
never sent to somebody who has muted its speaker.
"""

import asyncio
import time
import unicodedata
from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

from ludoteca.core.errors import Refusal
from ludoteca.site.database import Transaction
from ludoteca.site.limits import MINUTE, Buckets, Limits
from ludoteca.site.live import Connection, Live
from ludoteca.site.store import Store
from ludoteca.site.table import Table

KEPT = 200  # lines of a table
LONGEST = 300  # characters of a line

Line = dict[str, Any]


class Room:
    """The chat of one table."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = deque(lines, maxlen=KEPT)
        self.muted: WeakKeyDictionary[Connection, frozenset[int]] = WeakKeyDictionary()
        """Who listens, and to which seats not."""

    @property
    def next_number(self) -> int:
        return int(self.lines[-1]["number"]) + 1 if self.lines else 1


class Chat:
    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._rooms: WeakKeyDictionary[Live, Room] = WeakKeyDictionary()
        self._lock = asyncio.Lock()
        self._of_client = Buckets(limits.chat_per_minute / MINUTE, burst=max(1.0, limits.chat_per_minute / 5))
        self._of_address = Buckets(limits.chat_per_address / MINUTE, burst=max(1.0, limits.chat_per_address / 5))

    async def say(self, live: Live, client: str, address: str, text: str) -> None:
        """A line by somebody who sits at the table, to everybody who listens."""
        seat = speaking_seat(live.table, client)
        line = clean_line(text)
        if not (self._of_client.take(client) and self._of_address.take(address)):
            raise Refusal("chat_fast", "you write too fast; wait a moment", 429)
        room = await self._room(live)
        async with self._lock:
            said = {"number": room.next_number, "seat": seat, "text": line, "at": time.time()}
            await self._keep(live.table.name, said)
            room.lines.append(said)
        for connection in live.connections:
            if seat not in room.muted.get(connection, (seat,)):
                connection.reply({"type": "chat", "lines": [said], "whole": False})

    async def listen(self, live: Live, connection: Connection, muted: frozenset[int]) -> None:
        """From now on this connection hears what seats say that it has not muted; first what they have said so far."""
        room = await self._room(live)
        room.muted[connection] = muted
        lines = [line for line in room.lines if line["seat"] not in muted]
        connection.reply({"type": "chat", "lines": lines, "whole": True})

    def leave(self, live: Live, connection: Connection) -> None:
        if live in self._rooms:
            self._rooms[live].muted.pop(connection, None)

    async def _keep(self, table: str, line: Line) -> None:
        rows = {"chat": [{"table_id": table, **line}]}
        if line["number"] > KEPT:
            rows["trim_chat"] = [{"table_id": table, "number": line["number"] - KEPT}]
        await self._store.write(rows)

    async def _room(self, live: Live) -> Room:
        async with self._lock:
            if live not in self._rooms:
                self._rooms[live] = Room(await self._load(live.table.name))
            return self._rooms[live]

    async def _load(self, table: str) -> list[Line]:
        chosen = "SELECT number, seat, text, at FROM chat WHERE table_id = :id ORDER BY number"

        def read(transaction: Transaction) -> list[Line]:
            names = ("number", "seat", "text", "at")
            return [dict(zip(names, row, strict=True)) for row in transaction.all(chosen, id=table)]

        return await self._store.read(read)


def speaking_seat(table: Table, client: str) -> int:
    """The seat that a line is said from; refuses whoever may not speak here."""
    own = table.seats_of(client)
    if not own:
        raise Refusal("not_seated", "you watch this table; you have no seat at it", 403)
    if not has_chat(table):
        raise Refusal("no_chat", "there is no chat at this table")
    return own[0]


def has_chat(table: Table) -> bool:
    """Whether people may talk: where there is somebody to talk to, and the maker of the table wants it."""
    return table.setup.chat and table.is_between_people()


def clean_line(text: str) -> str:
    """One line fit to be shown: no control or direction characters, not too long."""
    plain = unicodedata.normalize("NFC", text)
    plain = "".join(" " if mark.isspace() else mark for mark in plain)
    plain = " ".join("".join(mark for mark in plain if unicodedata.category(mark)[0] != "C").split())
    if not plain:
        raise Refusal("chat_empty", "there is nothing to say in this line", 422)
    if len(plain) > LONGEST:
        raise Refusal("chat_long", f"a line has at most {LONGEST} characters, not {len(plain)}", 422, most=LONGEST)
    return plain
