"""The site and a browser, started for tests and screenshots."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
PATIENCE = 120.0  # seconds until something that must happen is given up: a busy machine takes long
PREPARING = 900  # seconds: on a machine that has compiled nothing yet
SIZES: dict[str, Any] = {
    "desktop": {"viewport": {"width": 1280, "height": 860}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, port: int = 0, installed: Path | None = None, games: str = "") -> Iterator[str]:
    """The address of a site that keeps its database and its log in `folder`. It offers the games of serve.py, or only
    `games` (with commas between) of packages that are `installed` in a folder of their own."""
    port, log = port or free_port(), folder / "log"
    command = [sys.executable, str(HERE / "serve.py"), str(port), f"sqlite:///{folder / 'site.sqlite'}", games]
    paths = [str(HERE.parents[1]), str(installed or HERE / "outside"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with log.open("w") as file, subprocess.Popen(command, stdout=file, stderr=file, env=environment) as server:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(PATIENCE)


def wait_until_ready(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Every game and every agent is compiled."""
    for _ in range(PREPARING * 2):
        assert server.poll() is None, f"the server ended: {log.read_text()}"
        try:
            with urllib.request.urlopen(f"{address}/api/status") as answer:
                games = json.load(answer)["games"].values()
            if all(game["done"] >= game["total"] for game in games):
                return
        except OSError:
            pass
        time.sleep(0.5)
    raise TimeoutError(f"the games were not ready after {PREPARING} seconds: {log.read_text()}")
