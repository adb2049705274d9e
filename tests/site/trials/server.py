"""A server in a process of its own, and people who play at it from addresses of their own."""

import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GAME = "connect_four"
PATIENCE = 600.0  # seconds: on a machine that has compiled nothing yet


@contextlib.contextmanager
def serving(port: int, *limits: str, bot_port: int | None = None) -> Iterator[int]:
    """The process of a server that is ready, with these limits changed."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-trial-") as folder:
        chosen = [word for limit in limits for word in ("--limit", limit)]
        chosen += [] if bot_port is None else ["--bot-port", str(bot_port)]
        command = [sys.executable, "-m", "ludoteca", "serve", "--port", str(port), "--only", GAME, *chosen]
        process = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/site.sqlite3"])
        try:
            wait_until_ready(port, process)
            yield process.pid
        finally:
            process.terminate()
            process.wait(30)


def wait_until_ready(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "the server ended"
        with contextlib.suppress(OSError):
            if Person(port).ask("GET", "/api/status")["ready"]:
                return
        time.sleep(0.2)
    raise TimeoutError("the server is not ready")


class Person:
    """Somebody with a cookie, at an address."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address, self.cookie = port, address, ""

    def ask(self, method: str, path: str, body: Any = None, more: dict[str, str] | None = None) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(self.address, 0))
        headers = {"content-type": "application/json", "cookie": self.cookie, **(more or {})}
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            if cookie := answer.getheader("set-cookie"):
                self.cookie = cookie.partition(";")[0]
            text = answer.read()
        finally:
            line.close()
        if answer.status >= 400:
            raise ConnectionError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return json.loads(text) if text else None

    def new_table(self, *seats: str) -> str:
        wishes = [{"kind": seat} if seat in ("me", "link") else {"kind": "agent", "agent": seat} for seat in seats]
        return str(self.ask("POST", "/api/tables", {"game": GAME, "seats": wishes})["table"])

    def sit(self, table: str) -> Any:
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/ws"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        return connect(url, additional_headers=headers, compression=None, local_addr=(self.address, 0), open_timeout=30)


@dataclass
class Played:
    """What people at tables have seen."""

    waits: list[tuple[float, float]] = field(default_factory=list)
    """When a move was sent (of a clock that all processes share), and seconds until it was acknowledged."""
    turned_away: int = 0
    """How often a table or a seat was refused."""


async def play_on(person: Person, played: Played, stop: asyncio.Event, pause: float = 0.2) -> None:
    """Play both sides of games, one after another, until told to stop."""
    rng = random.Random(person.address)
    while not stop.is_set():
        try:
            table = await asyncio.to_thread(person.new_table, "me", "me")
            async with person.sit(table) as place:
                await play_game(place, played, stop, rng, pause)
        except (OSError, WebSocketException):
            played.turned_away += 1
            await asyncio.sleep(1.0)


async def play_game(place: Any, played: Played, stop: asyncio.Event, rng: random.Random, pause: float) -> None:
    ply = 0
    while not stop.is_set():
        begun = time.monotonic()
        await place.send(json.dumps({"type": "play", "id": ply, "ply": ply, "action": rng.randrange(7)}))
        told = await hear(place, ply)
        if told["type"] == "ack":
            played.waits.append((begun, time.monotonic() - begun))
            ply += 1
            await asyncio.sleep(pause)
        elif told["code"] == "game_over":
            return


async def hear(place: Any, identifier: Any) -> dict[str, Any]:
    """The answer to what was sent."""
    while True:
        told: dict[str, Any] = json.loads(await place.recv())
        if told["type"] in ("ack", "error") and told.get("id") == identifier:
            return told


def play_apart(port: int, addresses: tuple[str, ...], stop: Any, told: Any) -> None:
    """People at tables, in a process of their own: what else this machine's clients do must not slow them down."""

    async def play() -> Played:
        played, ended = Played(), asyncio.Event()
        people = [asyncio.create_task(play_on(Person(port, address), played, ended)) for address in addresses]
        await asyncio.to_thread(stop.wait)
        ended.set()
        await asyncio.gather(*people)
        return played

    told.put(asyncio.run(play()))


class Players:
    """People who play while something else goes on."""

    def __init__(self, port: int, *addresses: str) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._stop, self._told = spawn.Event(), spawn.Queue()
        self._process = spawn.Process(target=play_apart, args=(port, addresses, self._stop, self._told))
        self._process.start()

    def end(self) -> Played:
        self._stop.set()
        played: Played = self._told.get(timeout=PATIENCE)
        self._process.join()
        return played


def percentile(played: Played, share: float, since: float = 0.0, until: float = float("inf")) -> float:
    """Of the moves sent in a time, in milliseconds."""
    ordered = sorted(wait for moment, wait in played.waits if since <= moment < until)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def count_files(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd")) if Path(f"/proc/{process}/fd").is_dir() else 0
