"""A server of its own and a browser of the system, both started once a run (once a worker, where there are several)."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hand import Hand

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
PREPARING = 900  # seconds: on a machine that has compiled nothing yet


def find_browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        message = "NO BROWSER: install chromium (`make browser` tries to) to run the tests of the pages"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is."""
    port, folder = free_port(), tmp_path_factory.mktemp("site")
    log = (folder / "log").open("w")
    command = [sys.executable, str(HERE / "serve.py"), str(port), f"sqlite:///{folder / 'site.sqlite'}"]
    paths = [str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with log, subprocess.Popen(command, stdout=log, stderr=log, env=environment) as server:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", server, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


def wait_until_ready(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Every game and every agent that the tests use is compiled."""
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
    pytest.fail(f"the games were not ready after {PREPARING} seconds: {log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = find_browser()
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=SWITCHES)
        yield started
        started.close()


def is_trouble(said: Any) -> bool:
    """Errors on the console; that the API refused something with a reason is none."""
    refused = "/api/" in said.location["url"] and "status of 4" in said.text
    return said.type == "error" and not refused


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Callable[..., Hand]]:
    """Makes visitors, each with a browser profile of their own; complains about errors in their pages."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def make(noisy: bool = False, **how: Any) -> Hand:
        how = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"} | how
        context = browser.new_context(base_url=address, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        if not noisy:
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if is_trouble(said) else None)
        return Hand(page)

    yield make
    for context in contexts:
        context.close()
    assert troubles == [], "errors in the pages"


@pytest.fixture
def hand(visit: Callable[..., Hand]) -> Hand:
    """One visitor at a desk."""
    return visit()
