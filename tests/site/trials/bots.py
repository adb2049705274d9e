"""Broken lines over the port for programs, as fast as the server takes them; people elsewhere must not notice."""

import asyncio
import json
import random
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from broken import make_broken
from server import Person, Players, percentile, serving

SENDERS = 4
BATCH = 50


def make_line(rng: random.Random) -> bytes:
    """A broken line: those of the tables' messages, and those that a program could send."""
    kinds = [
        lambda: make_broken(rng),
        lambda: json.dumps({"type": "action", "id": rng.choice([-1, 2**70, "1", None, 0.5]), "action": 1}),
        lambda: json.dumps({"type": "action", "id": 10**6, "action": rng.choice([1, -7, 2**60])}),
        lambda: json.dumps({"type": "hello", "protocol": rng.choice([1, "1", None, -3]), "name": "x" * 99}),
        lambda: "x" * rng.choice([1, 1000, 20_000]),
    ]
    line = rng.choice(kinds)()
    data = line if isinstance(line, bytes) else line.encode("utf-8", "replace")
    return data.replace(b"\n", b" ") + b"\n"


def pester(port: int, new_token: Callable[[], str], lines: int, seed: int) -> int:
    """Send so many broken lines over as many connections as it takes, every other one at a seat of a new table; returns
    how many error lines came back: many of them are lost with the connection, which the server ends."""
    rng, sent, answered = random.Random(seed), 0, 0
    while sent < lines:
        with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
            if sent // BATCH % 2:
                hello = {"type": "hello", "protocol": 1, "name": "Pest", "token": new_token()}
                connection.sendall(json.dumps(hello).encode() + b"\n")
            file = connection.makefile("rb")
            try:
                connection.sendall(b"".join(make_line(rng) for _ in range(BATCH)))
                connection.shutdown(socket.SHUT_WR)
                answered += sum(b'"error"' in line for line in file)
            except OSError:
                pass  # it was sent away while it still wrote
            sent += BATCH
    return answered


async def storm(port: int, bot_port: int, lines: int) -> dict[str, Any]:
    sender = Person(port)
    found: list[int] = []

    def new_token() -> str:
        table = sender.new_table("me", "link")
        return str(sender.ask("POST", f"/api/tables/{table}/seats/1/token")["token"])

    def work(seed: int) -> None:
        found.append(pester(bot_port, new_token, share, seed))

    players = Players(port, "127.0.0.2", "127.0.0.3")
    begun = time.perf_counter()
    share = lines // SENDERS
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        await asyncio.to_thread(thread.join)
    seconds = time.perf_counter() - begun
    played = await asyncio.to_thread(players.end)
    return {
        "lines": share * SENDERS,
        "errors read": sum(found),
        "a second": round(share * SENDERS / seconds),
        "moves of others meanwhile": len(played.waits),
        "p99 of a move, ms": round(percentile(played, 0.99), 1),
        "server up": bool(sender.ask("GET", "/api/status")["version"]),
    }


def run(port: int, lines: int) -> dict[str, Any]:
    unlimited = [f"{name}=1e9" for name in ("messages_per_second", "messages_per_address", "bytes_per_address",
                                            "connections_per_minute", "requests_per_second", "requests_per_address",
                                            "tables_per_hour")]  # fmt: skip
    with serving(port, *unlimited, "tables_per_client=1000000", bot_port=port + 1):
        return asyncio.run(storm(port, port + 1, lines))
