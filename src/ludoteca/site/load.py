"""How long a move takes to be acknowledged when many people play: a server and its clients on loopback.

The server runs in a process of its own with an empty SQLite database. Two clients sit at each table and move at random
after a pause; games that end are played again. Then some of the tables get an agent that always thinks.
"""

import asyncio
import contextlib
import gc
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludoteca.core.errors import SetupError
from ludoteca.site.following import apply_change

THINKER = "alphabeta:seconds=1"
RAISED = (  # all clients come from one address here
    "newcomers_per_minute=1e6",
    "connections_per_minute=1e6",
    "connections_per_address=1000000",
    "connections=10000",
    "tables_per_hour=1e6",
    "requests_per_address=1e6",
    "messages_per_address=1e6",
    "bytes_per_address=1e9",
)
RAMP = 0.02  # seconds between connections as they are opened


@dataclass(frozen=True)
class Plan:
    game: str
    tables: int = 500
    thinking: int = 20
    """Tables with an agent that thinks for a second on each of its moves, in the second part."""
    pause: float = 2.0
    """Mean seconds between seeing the board and moving."""
    seconds: float = 30.0
    """Of each part, once everybody is connected."""


@dataclass
class Part:
    """What was measured with so many tables thinking."""

    thinking: int
    clients: int
    seconds: float
    waits: list[float] = field(default_factory=list)
    """Seconds from sending a move to its acknowledgement, sorted."""
    refused: int = 0
    decisions: int = 0
    memory: float = 0.0
    """Megabytes of the server, at the end."""
    busy: float = 0.0
    """Cores that the server kept busy."""

    def percentile(self, share: float) -> float:
        return self.waits[min(len(self.waits) - 1, int(share * len(self.waits)))] if self.waits else 0.0


# --- the server ----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def running_server(plan: Plan) -> Iterator[tuple[int, int]]:
    """(port, process) of a server that is ready."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-load-") as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [
            sys.executable,
            "-m",
            "ludoteca",
            "serve",
            "--port",
            str(port),
            "--only",
            plan.game,
        ]
        command += [word for limit in RAISED for word in ("--limit", limit)]
        process = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/site.sqlite3"])
        try:
            _wait_until_ready(port, process, plan.game)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(20)


def _wait_until_ready(port: int, process: "subprocess.Popen[bytes]", game: str) -> None:
    """Until everything of the game is compiled: compiling beside it would be measured too."""
    visitor = Visitor(port)
    while process.poll() is None:
        with contextlib.suppress(OSError):
            status = visitor.ask("GET", "/api/status")
            if status["games"][game]["done"] == status["games"][game]["total"]:
                return
        time.sleep(0.5)
    raise SetupError("the server stopped before it was ready")


def used_by(process: int) -> tuple[float, float]:
    """Megabytes and seconds of processor that a process has used so far (Linux; elsewhere zeros)."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0, 0.0
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(resident.split()[1]) / 1024, (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


# --- the clients ---------------------------------------------------------------------------------------------------


class Visitor:
    """A client with a cookie."""

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


class Mover:
    """A client at a table: plays at random after a pause; follows to the next table when a game is over."""

    def __init__(self, visitor: Visitor, table: str, part: Part, pause: float, seed: int) -> None:
        self.visitor, self.table, self.part, self.pause = visitor, table, part, pause
        self.rng = random.Random(seed)
        self.sent: dict[int, float] = {}
        self.counting = False
        self.seen: dict[str, Any] = {}
        self._ply = -1
        self._moves: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        while True:
            url = f"ws://127.0.0.1:{self.visitor.port}/api/tables/{self.table}/ws"
            headers = {"Cookie": self.visitor.cookie}
            self._ply = -1
            with contextlib.suppress(ConnectionClosed):
                async with connect(url, additional_headers=headers, compression=None, max_size=None) as place:
                    async for text in place:
                        message = json.loads(text)
                        if await self._hear(place, message):
                            break

    async def _hear(self, place: Any, message: dict[str, Any]) -> bool:
        """Whether it is time to go to another table."""
        now = time.perf_counter()
        if message["type"] == "ack" and message["id"] in self.sent:
            waited = now - self.sent.pop(message["id"])
            if self.counting:
                self.part.waits.append(waited)
        elif message["type"] == "error":
            self.part.refused += 1
        elif message["type"] == "table":
            self.seen = message
            return await self._look(place, message)
        elif message["type"] == "change":
            apply_change(self.seen, message)
            return await self._look(place, self.seen)
        return False

    async def _look(self, place: Any, table: dict[str, Any]) -> bool:
        last = table["last"]
        if self.counting and table["you"] and last and last["seat"] >= 0 and last["ply"] > self._ply:
            self.part.decisions += table["seats"][last["seat"]]["kind"] == "agent"
        if table["result"] is not None:
            if not table["rematch"]:
                if not table["you"]:
                    return False  # a watcher: those who sit here decide, and the table says so
                path = f"/api/tables/{self.table}/rematch"
                table["rematch"] = (await asyncio.to_thread(self.visitor.ask, "POST", path))["table"]
            self.table = table["rematch"]
            return True
        if table["legal"] and table["ply"] > self._ply:
            self._ply = table["ply"]
            task = asyncio.create_task(self._move(place, table["ply"], self.rng.choice(table["legal"])["action"]))
            self._moves.add(task)
            task.add_done_callback(self._moves.discard)
        return False

    async def _move(self, place: Any, ply: int, action: int) -> None:
        if self.pause:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pause)
        self.sent[ply] = time.perf_counter()
        with contextlib.suppress(ConnectionClosed):
            await place.send(json.dumps({"type": "play", "id": ply, "ply": ply, "action": action}))


# --- measuring -----------------------------------------------------------------------------------------------------


def seat_everybody(port: int, plan: Plan, part: Part) -> list[Mover]:
    """Make the tables and join them; at tables that think the second client watches."""
    movers = []
    for i in range(plan.tables):
        maker, guest = Visitor(port), Visitor(port)
        thinks = i < part.thinking
        other = {"kind": "agent", "agent": THINKER} if thinks else {"kind": "link"}
        wish = {"game": plan.game, "seats": [{"kind": "me"}, other]}
        table = maker.ask("POST", "/api/tables", wish)["table"]
        guest.ask("GET", "/api/me")
        if not thinks:
            path = maker.ask("GET", f"/api/tables/{table}")["links"]["join"][0]["path"]
            guest.ask("POST", f"/api/tables/{table}/join", {"key": path.partition("join=")[2]})
        pause = 0.0 if thinks else plan.pause
        movers += [Mover(maker, table, part, pause, 2 * i), Mover(guest, table, part, pause, 2 * i + 1)]
    return movers


async def measure(plan: Plan, thinking: int, port: int, process: int, report: Callable[[str, float], None]) -> Part:
    part = Part(thinking, 2 * plan.tables, plan.seconds)
    report("taking seats", 0.0)
    movers = await asyncio.to_thread(seat_everybody, port, plan, part)
    tasks = []
    for mover in movers:
        tasks.append(asyncio.create_task(mover.run()))
        await asyncio.sleep(RAMP)
    await asyncio.sleep(plan.pause)
    gc.collect()
    gc.disable()  # the clients' own pauses would be measured, too
    for mover in movers:
        mover.counting = True
    part.refused = 0
    _, before = used_by(process)
    started = time.perf_counter()
    while (gone := time.perf_counter() - started) < plan.seconds:
        report("playing", gone / plan.seconds)
        await asyncio.sleep(0.2)
    part.memory, after = used_by(process)
    part.busy = (after - before) / (time.perf_counter() - started)
    gc.enable()
    for task in tasks:
        task.cancel()
    failures = [error for error in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(error, Exception)]
    if failures:
        raise failures[0]
    part.waits.sort()
    return part


def run(plan: Plan, report: Callable[[str, float], None] = lambda label, share: None) -> list[Part]:
    """Measure without and with thinking, each on a fresh server."""
    parts = []
    for thinking in (0, plan.thinking):
        report("starting the server", 0.0)
        with running_server(plan) as (port, process):
            parts.append(asyncio.run(measure(plan, thinking, port, process, report)))
    return parts
