"""How long a move takes to be acknowledged when many people play: a server and its clients on loopback.

The server runs in a process of its own with an empty SQLite database. Two clients sit at each table and move at random
after a pause; games that end are played again. Then some of the tables get an agent that always thinks.
"""

import asyncio
import contextlib
import gc
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ludoteca.core.errors import SetupError
from ludoteca.site.load_clients import Mover, Tally, Visitor

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
    processor: float = 0.0
    """Seconds of processor that the server used, thinking included."""

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


# --- measuring -----------------------------------------------------------------------------------------------------


def seat_everybody(port: int, plan: Plan, thinking: int, tally: Tally) -> list[Mover]:
    """Make the tables and join them; at tables that think the second client watches."""
    movers = []
    for i in range(plan.tables):
        maker, guest = Visitor(port), Visitor(port)
        thinks = i < thinking
        other = {"kind": "agent", "agent": THINKER} if thinks else {"kind": "link"}
        wish = {"game": plan.game, "seats": [{"kind": "me"}, other]}
        table = maker.ask("POST", "/api/tables", wish)["table"]
        guest.ask("GET", "/api/me")
        if not thinks:
            path = maker.ask("GET", f"/api/tables/{table}")["links"]["join"][0]["path"]
            guest.ask("POST", f"/api/tables/{table}/join", {"key": path.partition("join=")[2]})
        pause = 0.0 if thinks else plan.pause
        movers += [Mover(maker, table, tally, pause, 2 * i), Mover(guest, table, tally, pause, 2 * i + 1)]
    return movers


async def measure(plan: Plan, thinking: int, port: int, process: int, report: Callable[[str, float], None]) -> Part:
    part, tally = Part(thinking, 2 * plan.tables, plan.seconds), Tally()
    report("taking seats", 0.0)
    movers = await asyncio.to_thread(seat_everybody, port, plan, thinking, tally)
    tasks = []
    for mover in movers:
        tasks.append(asyncio.create_task(mover.run()))
        await asyncio.sleep(RAMP)
    await asyncio.sleep(plan.pause)
    gc.collect()
    gc.disable()  # the clients' own pauses would be measured, too
    gc.freeze()
    tally.counting, tally.refused = True, 0
    _, before = used_by(process)
    started = time.perf_counter()
    while (gone := time.perf_counter() - started) < plan.seconds:
        report("playing", gone / plan.seconds)
        await asyncio.sleep(0.2)
    part.memory, after = used_by(process)
    part.processor, part.seconds = after - before, time.perf_counter() - started
    tally.counting = False
    gc.enable()
    for task in tasks:
        task.cancel()
    failures = [error for error in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(error, Exception)]
    if failures:
        raise failures[0]
    part.waits, part.refused, part.decisions = sorted(tally.waits), tally.refused, tally.decisions
    return part


def run(plan: Plan, report: Callable[[str, float], None] = lambda label, share: None) -> list[Part]:
    """Measure without and with thinking, each on a fresh server."""
    parts = []
    for thinking in (0, plan.thinking):
        report("starting the server", 0.0)
        with running_server(plan) as (port, process):
            parts.append(asyncio.run(measure(plan, thinking, port, process, report)))
    return parts
