"""The clients of a load test: as light as they can be, since they share the processors with the server.

A wait ends when the acknowledgement is read from the socket, before anything is made of it.
"""

import asyncio
import http.client
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from ludoteca.core.errors import SetupError

FOLLOWED = ("ply", "legal", "result", "rematch", "you", "seats")  # the parts of a table that a mover looks at


@dataclass
class Tally:
    """What the clients have counted."""

    waits: list[float] = field(default_factory=list)
    """Seconds from sending a move to its acknowledgement."""
    refused: int = 0
    decisions: int = 0
    """Moves of agents."""
    counting: bool = False


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"content-type": "application/json", "cookie": self.cookie}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            if cookie := answer.getheader("set-cookie"):
                self.cookie = cookie.partition(";")[0]
            told = json.loads(answer.read())
        finally:
            connection.close()
        if answer.status >= 400:
            raise SetupError(f"{method} {path}: {told['error']['message']}")
        return told


class Socket(asyncio.Protocol):
    """A WebSocket that hands each text on with the moment at which it was read."""

    def __init__(self, url: str, cookie: str, hear: Callable[[str, float], None]) -> None:
        self._inside, self._cookie, self._hear = ClientProtocol(parse_uri(url), max_size=None), cookie, hear
        self.closed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        request = self._inside.connect()
        request.headers["Cookie"] = self._cookie
        self._inside.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._inside.receive_data(data)
        for event in self._inside.events_received():
            if self.transport.is_closing():
                return  # on the way to another table: what the packet still tells of this one is old
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(bytes(event.data).decode(), now)
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def send(self, text: str) -> None:
        if not self.transport.is_closing():
            self._inside.send_text(text.encode())
            self._flush()

    def _flush(self) -> None:
        for data in self._inside.data_to_send():
            if data:
                self.transport.write(data)


class Mover:
    """A client at a table: plays at random after a pause; follows to the next table when a game is over."""

    def __init__(self, visitor: Visitor, table: str, tally: Tally, pause: float, seed: int) -> None:
        self.visitor, self.table, self.tally, self.pause = visitor, table, tally, pause
        self.rng = random.Random(seed)
        self.seen: dict[str, Any] = {}
        self._sent: dict[int, float] = {}
        self._ply = self._counted = -1
        self._socket: Socket | None = None
        self._rematch: asyncio.Task[Any] | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._ply = self._counted = -1
            _, self._socket = await loop.create_connection(self._new_socket, "127.0.0.1", self.visitor.port)
            try:
                await self._socket.closed
            finally:
                self._socket.transport.abort()

    def _new_socket(self) -> Socket:
        url = f"ws://127.0.0.1:{self.visitor.port}/api/tables/{self.table}/ws"
        return Socket(url, self.visitor.cookie, self._hear)

    def _hear(self, text: str, now: float) -> None:
        message = json.loads(text)
        kind = message["type"]
        if kind == "ack" and message["id"] in self._sent:
            waited = now - self._sent.pop(message["id"])
            if self.tally.counting:
                self.tally.waits.append(waited)
        elif kind == "error":
            self.tally.refused += 1
        elif kind in ("table", "change"):
            self.seen |= {part: message[part] for part in FOLLOWED if part in message}
            self._count_decisions(message.get("moves", ()))
            self._look()

    def _count_decisions(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["ply"] > self._counted:
                self._counted = row["ply"]
                is_agent = self.seen["seats"][row["seat"]]["kind"] == "agent"
                self.tally.decisions += self.tally.counting and bool(self.seen["you"]) and is_agent

    def _look(self) -> None:
        """Move if it is time to, or go on to the next table."""
        seen = self.seen
        if seen["result"] is not None:
            if seen["rematch"]:
                self._leave_for(seen["rematch"])
            elif seen["you"] and self._rematch is None:  # a watcher waits until those who sit here have decided
                self._rematch = asyncio.create_task(self._play_again())
        elif seen["legal"] and seen["ply"] > self._ply:
            self._ply = seen["ply"]
            action = self.rng.choice(seen["legal"])["action"]
            pause = self.rng.uniform(0.5, 1.5) * self.pause
            asyncio.get_running_loop().call_later(pause, self._move, self._socket, seen["ply"], action)

    def _move(self, socket: Socket | None, ply: int, action: int) -> None:
        if socket is None or socket is not self._socket:
            return  # at another table by now
        self._sent[ply] = time.perf_counter()
        socket.send(json.dumps({"type": "play", "id": ply, "ply": ply, "action": action}))

    async def _play_again(self) -> None:
        told = await asyncio.to_thread(self.visitor.ask, "POST", f"/api/tables/{self.table}/rematch")
        self._rematch = None
        self._leave_for(told["table"])

    def _leave_for(self, table: str) -> None:
        if table != self.table and self._socket is not None:
            self.table, self.seen = table, {}
            self._sent.clear()
            self._socket.transport.abort()
