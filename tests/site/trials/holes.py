"""Holes that an earlier version of the site had, each tried over HTTP and WebSocket against any version of the source:
an old one must fail here, the present one must not."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server import Person, hear, wait_until_ready
from websockets.exceptions import WebSocketException

GAMES = ("connect_four", "checkers", "contest")
CROWD = 80  # more than the server lets in: it is started with a smaller limit
LIMITS = ("connections=80", "newcomers_per_minute=1e6", "requests_per_second=1e6", "tables_per_client=1000")
SLOWEST = 2.0  # seconds for one request, on a busy machine
LINE = [3, 3, 2, 4, 2, 2, 4, 1, 3, 3, 5, 4, 4, 0, 1, 1, 5, 5, 5, 0]  # columns: nobody wins


def try_crowd(port: int) -> str:
    """People at tables get in while one address without a cookie holds all sockets that it can."""

    async def run() -> str:
        maker, stranger = Person(port), Person(port, "127.0.0.5")
        table = await asyncio.to_thread(maker.new_table, "me", "me")
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(CROWD):
                with contextlib.suppress(OSError, WebSocketException):
                    place = await stack.enter_async_context(stranger.sit(table))
                    await place.recv()
            async with maker.sit(table) as place:
                told = json.loads(await place.recv())
        return "" if told["type"] == "table" else f"the table's maker is refused: {told['message']}"

    return asyncio.run(run())


def try_long_option(port: int) -> str:
    """A request of 240 kB costs no more than a short one."""
    begun = time.perf_counter()
    text = _fail(Person(port), "/api/games/contest/position", {"options": {"contestants": "x" * 240_000}})
    seconds = time.perf_counter() - begun
    return "" if seconds < SLOWEST and " 500 " not in text else f"{seconds:.1f} s: {text[:60]}"


def try_nines(port: int) -> str:
    """A number of 5,000 digits is no square, and no failure of the server."""
    text = _fail(Person(port), "/api/games/checkers/position", {"options": {"fen": "W:W" + "9" * 5_000 + ":B1"}})
    return "" if " 422 " in text else text[:80]


def try_replay(port: int) -> str:
    """A replay comes in pages."""
    person = Person(port)
    table = _import(person, LINE)
    found = person.ask("GET", f"/api/tables/{table}/replay?from=0&count=5")
    return "" if len(found["positions"]) <= 5 else f"{len(found['positions'])} positions where 5 were asked for"


def try_traffic(port: int) -> str:
    """What one move sends does not grow with the moves before it."""

    async def run() -> str:
        person, sizes = Person(port), []
        table = await asyncio.to_thread(person.new_table, "me", "me")
        async with person.sit(table) as place:
            await place.recv()
            for ply, column in enumerate(LINE):
                await place.send(json.dumps({"type": "play", "id": ply, "ply": ply, "action": column}))
                texts: list[str] = []
                while len(texts) < 2 or not any('"ack"' in text for text in texts):
                    texts.append(await place.recv())
                sizes.append(sum(map(len, texts)))
        early, late = sum(sizes[2:5]), sum(sizes[-3:])
        return "" if late < 1.2 * early else f"{early // 3} bytes for each of moves 3 to 5, {late // 3} at the end"

    return asyncio.run(run())


def try_fairness(port: int) -> str:
    """Who has many tables with thinking agents does not make others wait for all of them."""

    async def answer(person: Person, done: list[str], name: str, seconds: int) -> None:
        table = await asyncio.to_thread(person.new_table, "me", f"mcts:seconds={seconds}")
        async with person.sit(table) as place:
            await place.send(json.dumps({"type": "play", "id": 0, "ply": 0, "action": 3}))
            await hear(place, 0)
            while await asyncio.to_thread(_count, person, table) < 2:
                await asyncio.sleep(0.1)
        done.append(name)

    async def run() -> str:
        many, one, done = Person(port), Person(port, "127.0.0.3"), []
        many.ask("GET", "/api/me")
        crowd = [asyncio.create_task(answer(many, done, "many", 2)) for _ in range(12)]
        await asyncio.sleep(1.5)
        await answer(one, done, "one", 1)
        waited = done.index("one")
        await asyncio.gather(*crowd)
        return "" if waited <= 6 else f"{waited} of 12 decisions of another client came first"

    return asyncio.run(run())


def _count(person: Person, table: str) -> int:
    return int(person.ask("GET", f"/api/tables/{table}")["ply"])


def try_abort(port: int) -> str:
    """Who has made a table of programs can end it and take it off the list."""
    person = Person(port)
    table = person.new_table("Easy", "Easy")
    try:
        person.ask("POST", f"/api/tables/{table}/abort")
        person.ask("DELETE", f"/api/tables/{table}")
    except ConnectionError as error:
        return str(error)[:80]
    return ""


def try_host(port: int) -> str:
    """A name that nobody has allowed is refused."""
    text = _fail(Person(port), "/api/me", None, method="GET", host="evil.example")
    return "" if " 421 " in text else "the site answers to the name evil.example"


def try_nickname(port: int) -> str:
    """Nobody can be called like a level."""
    text = _fail(Person(port), "/api/me", {"nickname": "Master"}, method="PUT")
    return "" if text else "a person is called Master, as a level is"


TRIALS: dict[str, Callable[[int], str]] = {
    name.removeprefix("try_"): found for name, found in list(globals().items()) if name.startswith("try_")
}


def _import(person: Person, actions: list[int]) -> str:
    wish = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "me"}], "actions": actions}
    return str(person.ask("POST", "/api/tables", wish)["table"])


def _fail(person: Person, path: str, body: Any, method: str = "POST", host: str | None = None) -> str:
    """What is answered to a request that should fail; nothing if it does not."""
    try:
        person.ask(method, path, body, {} if host is None else {"host": host})
    except ConnectionError as error:
        return str(error)
    except OSError as error:
        return f"no answer: {error}"
    return ""


def run(port: int, source: Path | None) -> dict[str, str]:
    """By hole: what went wrong; `closed` where nothing did."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="ludoteca-trial-") as folder:
        words = [word for game in GAMES for word in ("--only", game)] + [
            w for item in LIMITS for w in ("--limit", item)
        ]
        command = [sys.executable, "-m", "ludoteca", "serve", "--port", str(port), *words]
        environment = os.environ | ({} if source is None else {"PYTHONPATH": str(source.resolve())})
        process = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/site.sqlite3"], env=environment)
        try:
            wait_until_ready(port, process)
            for name, trial in TRIALS.items():
                found[name] = trial(port) or "closed"
                print(f"{name}: {found[name]}", flush=True)
        finally:
            process.terminate()
            process.wait(30)
    return found
