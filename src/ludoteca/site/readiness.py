"""How long until games can be played on a machine that has compiled nothing yet.

`python -m ludoteca.site.readiness [GAME...]` starts `ludoteca serve` with an empty cache and without the code that
ships, asks the API four times a second what is ready, and prints when each game and level was, as Markdown.
"""

import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ludoteca.lab.bench import describe_machine
from ludoteca.lab.tables import markdown_table

PAUSE = 0.25  # seconds between two questions
PATIENCE = 1800.0


@dataclass
class Times:
    """Seconds since the server was started, in the order in which things happened."""

    up: float = 0.0
    playable: dict[str, float] = field(default_factory=dict)
    levels: dict[tuple[str, str], float] = field(default_factory=dict)
    complete: dict[str, float] = field(default_factory=dict)
    cpu: float = 0.0
    """CPU-seconds of the server and of all that it started."""
    load: tuple[float, float] = (0.0, 0.0)
    """How many processes wanted a core before, and at the end: more than the cores means that others were there."""

    def note(self, status: Mapping[str, Any], now: float) -> bool:
        """Note what is new; say whether everything is there."""
        for name, told in status["games"].items():
            if told["ready"]:
                self.playable.setdefault(name, now)
            for level, ready in told["levels"].items():
                if ready:
                    self.levels.setdefault((name, level), now)
            if told["done"] == told["total"]:
                self.complete.setdefault(name, now)
        return len(self.complete) == len(status["games"])


def measure_readiness(names: list[str]) -> Times:
    """Start a server with an empty cache and watch it until everything is there."""
    times, before, load = Times(), _children_seconds(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="ludoteca-readiness-") as folder, _serve(folder, names) as address:
        started = time.monotonic()
        complete = False
        while not complete:
            if time.monotonic() - started > PATIENCE:
                raise TimeoutError(f"not everything was ready after {PATIENCE:.0f} s")
            time.sleep(PAUSE)
            try:
                with urllib.request.urlopen(f"{address}/api/status", timeout=PATIENCE) as answer:
                    status = json.load(answer)
            except OSError:  # it is not up yet
                continue
            times.up = times.up or time.monotonic() - started
            complete = times.note(status, time.monotonic() - started)
    times.cpu, times.load = _children_seconds() - before, (load, os.getloadavg()[0])
    return times


@contextmanager
def _serve(folder: str, names: list[str]) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    surroundings = {**os.environ, "LUDOTECA_CACHE": folder, "LUDOTECA_KERNELS": "no"}
    command = [sys.executable, "-m", "ludoteca", "serve", "--port", str(port), "--database", f"sqlite:///{folder}/db"]
    for name in names:
        command += ["--only", name]
    with subprocess.Popen(command, env=surroundings) as server:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _children_seconds() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def format_times(times: Times) -> str:
    first, easiest, everything = (
        min(times.playable.values()),
        max(times.playable.values()),
        max(times.complete.values()),
    )
    lines = [
        f"Made by `python -m ludoteca.site.readiness`. {describe_machine()} Load average {times.load[0]:.1f} before "
        f"and {times.load[1]:.1f} at the end; {times.cpu:.0f} CPU-seconds in all.",
        "",
        f"The page was up after {times.up:.1f} s, the first game could be played after {first:.0f} s, every game at "
        f"its easiest level after {easiest:.0f} s, and everything was there after {everything:.0f} s.",
        "",
    ]
    rows = [
        [
            name,
            f"{seconds:.0f}",
            ", ".join(f"{level} {when:.0f}" for (game, level), when in times.levels.items() if game == name),
            f"{times.complete[name]:.0f}",
        ]
        for name, seconds in times.playable.items()
    ]
    lines += markdown_table(["game", "playable", "levels", "all agents"], rows, left=("levels",))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(format_times(measure_readiness(sys.argv[1:])))
