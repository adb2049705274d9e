"""Thousands of WebSockets from one address, kept open and opened again: people at tables play on, others get in.

A real crowd has processors of its own. This one shares those of the server, so it yields to it and to the people (by
its niceness), and makes its handshakes itself, of bytes that are written once.
"""

import asyncio
import contextlib
import json
import os
import time
from typing import Any

from server import Person, Played, Players, hear, percentile, serving
from websockets.exceptions import WebSocketException

HANDSHAKE = (  # without a cookie
    "GET /api/tables/{table}/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CROWD_NICENESS = 15
RETRY = 10.0  # seconds until a socket that was refused tries again
OPENING = 200  # sockets that the crowd opens at once
OTHERS, NEIGHBOURS = ("127.0.0.3", "127.0.0.4"), ("127.0.0.5", "127.0.0.5")  # these share the crowd's address


async def keep_open(port: int, table: str, stop: asyncio.Event, gate: asyncio.Semaphore, got_in: list[int]) -> None:
    """One socket of the crowd: opened, and opened again some time after it was refused."""
    while not stop.is_set():
        with contextlib.suppress(OSError, TimeoutError):
            async with gate:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(NEIGHBOURS[0], 0))
                writer.write(HANDSHAKE.format(table=table, port=port).encode())
                is_in = await asyncio.wait_for(hears_of_table(reader), 30)
            got_in[0] += is_in
            if is_in:
                await stop.wait()
            writer.transport.abort()
        await asyncio.sleep(RETRY)


async def hears_of_table(reader: asyncio.StreamReader) -> bool:
    """Whether the server tells what is on the table; it closes the connection, or tells an error, otherwise."""
    heard = b""
    while data := await reader.read(65_536):
        heard += data
        if b'"type":"table"' in heard:
            return True
        if b'"type":"error"' in heard:
            return False
    return False


async def besiege(port: int, sockets: int, seconds: float) -> dict[str, Any]:
    table = Person(port).new_table("me", "me")
    others, neighbours = Players(port, *OTHERS), Players(port, *NEIGHBOURS)
    await asyncio.sleep(seconds / 3)
    os.nice(CROWD_NICENESS)
    stop, gate, got_in = asyncio.Event(), asyncio.Semaphore(OPENING), [0]
    begun = time.monotonic()
    crowd = [asyncio.create_task(keep_open(port, table, stop, gate, got_in)) for _ in range(sockets)]
    newcomers, tried, most = 0, 0, 0
    while time.monotonic() - begun < seconds:
        newcomers += await asyncio.to_thread(gets_in, port)
        tried, most = tried + 1, max(most, got_in[0])
        await asyncio.sleep(1.0)
    theirs, near = await asyncio.gather(asyncio.to_thread(others.end), asyncio.to_thread(neighbours.end))
    stop.set()
    await asyncio.gather(*crowd)
    return {
        "sockets that try": sockets,
        "sockets of them that get in, at most": most,
        **tell("other addresses", theirs, begun),
        **tell("the crowd's address", near, begun),
        "new people from another address who sat down": f"{newcomers} of {tried}",
    }


def tell(whose: str, played: Played, begun: float) -> dict[str, Any]:
    return {
        f"moves from {whose} meanwhile": sum(moment >= begun for moment, _ in played.waits),
        f"p99 from {whose} before, ms": round(percentile(played, 0.99, until=begun), 1),
        f"p99 from {whose} meanwhile, ms": round(percentile(played, 0.99, since=begun), 1),
        f"turned away from {whose}": played.turned_away,
    }


def gets_in(port: int) -> bool:
    """Whether somebody new makes a table, sits down and plays."""
    person = Person(port, "127.0.0.2")

    async def play() -> bool:
        async with person.sit(person.new_table("me", "me")) as place:
            await place.send(json.dumps({"type": "play", "id": 0, "ply": 0, "action": 3}))
            return (await hear(place, 0))["type"] == "ack"

    try:
        return asyncio.run(play())
    except (OSError, WebSocketException):
        return False


def run(port: int, sockets: int, seconds: float) -> dict[str, Any]:
    with serving(port):
        return asyncio.run(besiege(port, sockets, seconds))
