"""A real server on loopback for tests, and guests who talk to it as browsers do."""

import contextlib
import copy
import faulthandler
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import psycopg
import uvicorn
from websockets.sync.client import connect

from ludoteca.site.app import create_app
from ludoteca.site.corked import cork_sockets
from ludoteca.site.following import apply_change
from ludoteca.site.limits import Limits
from ludoteca.site.warming import Warming

GENEROUS = {
    "messages_per_second": 1e6,
    "messages_per_address": 1e6,
    "requests_per_second": 1e6,
    "requests_per_address": 1e6,
    "bytes_per_address": 1e9,
    "newcomers_per_minute": 1e6,
    "connections_per_minute": 1e6,
    "connections_per_address": 1_000_000,
    "tables_per_hour": 1e6,
}
PATIENCE = 120.0
PREPARING = 900  # seconds: on a machine that has compiled nothing yet


def new_warming(*names, extra=()):
    return Warming(extra, names, apart=False)


class House:
    """The site in a thread of this process."""

    def __init__(self, database, warming, limits=None, static=None, program_place=None, manual=None):
        kinds = {"program_place": program_place, "manual": manual} | ({} if static is None else {"static": static})
        self.limits = limits or Limits(**GENEROUS)
        self.app = create_app(database, self.limits, warming, **kinds)
        config = uvicorn.Config(
            self.app,
            host="127.0.0.1",
            port=0,
            log_level="warning",
            ws=cork_sockets(),
            ws_max_size=self.limits.message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.guests = []

    @property
    def services(self):
        return self.app.state.services

    def __enter__(self):
        self.thread.start()
        wait_until(lambda: self.server.started)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        return self

    def __exit__(self, *error):
        for guest in self.guests:
            guest.http.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        if self.thread.is_alive():
            faulthandler.dump_traceback(sys.__stderr__)  # what each thread waits for
        assert not self.thread.is_alive()

    def guest(self, nickname=""):
        self.guests.append(Guest(self.port, nickname))
        return self.guests[-1]


class Guest:
    """A client with a cookie of its own."""

    def __init__(self, port, nickname=""):
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.get("/api/me")
        if nickname:
            self.put("/api/me", {"nickname": nickname})

    def get(self, path):
        return self.http.get(path)

    def put(self, path, body):
        return self.http.put(path, json=body)

    def post(self, path, body=None):
        return self.http.post(path, json=body)

    @property
    def cookie(self):
        return self.http.cookies["ludoteca"]

    def new_table(self, game, *seats, **more):
        """`new_table("checkers", "me", "Easy")`; "link" is a seat for another person."""
        wishes = [{"kind": seat} if seat in ("me", "link") else {"kind": "agent", "agent": seat} for seat in seats]
        answer = self.post("/api/tables", {"game": game, "seats": wishes, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]

    def table(self, name):
        return self.get(f"/api/tables/{name}").json()

    def join(self, maker, name, seat=None):
        """Take a seat by the link that its maker sees."""
        links = maker.table(name)["links"]["join"]
        link = links[0] if seat is None else next(item for item in links if item["seat"] == seat)
        answer = self.post(f"/api/tables/{name}/join", {"key": link["path"].partition("join=")[2]})
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextlib.contextmanager
    def sit(self, name, **headers):
        url = f"ws://127.0.0.1:{self.port}/api/tables/{name}/ws"
        cookie = {"Cookie": f"ludoteca={self.cookie}"}
        with connect(url, additional_headers={**cookie, **headers}, compression=None, max_size=None) as socket:
            yield Chair(socket)


class Chair:
    """A WebSocket at a table; `table` is the newest state that came."""

    def __init__(self, socket):
        self.socket = socket
        self.seen = []
        self.table = {}
        self.wait(lambda message: message["type"] == "table")

    def send(self, type, **data):  # noqa: A002
        self.socket.send(json.dumps({"type": type, **data}))

    def ask(self, type, **data):  # noqa: A002
        """Send and wait for its ack, error or answer."""
        self.send(type, id=f"{type}-{len(self.seen)}", **data)
        wanted = f"{type}-{len(self.seen)}"
        return self.wait(lambda message: message.get("id") == wanted)

    def receive(self, timeout=PATIENCE):
        message = json.loads(self.socket.recv(timeout=timeout))
        self.seen.append(message)
        if message["type"] == "table":
            self.table = copy.deepcopy(message)
        elif message["type"] == "change":
            apply_change(self.table, copy.deepcopy(message))
        return message

    def wait(self, condition, timeout=PATIENCE):
        deadline = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, deadline - time.monotonic()))
            if condition(message):
                return message

    def until(self, condition):
        """Wait until the table is so."""
        while not condition(self.table):
            self.receive()
        return self.table

    def play(self, place=0):
        """Play one of the legal actions, and wait until it shows; returns what the server answered."""
        ply, action = self.table["ply"], self.table["legal"][place]["action"]
        answer = self.ask("play", ply=ply, action=action)
        self.until(lambda table: table["ply"] > ply)
        return answer

    def my_turn(self):
        return self.until(lambda table: table["legal"] or table["result"])


def wait_until(condition, timeout=PATIENCE):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.02)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# --- a server in a process of its own --------------------------------------------------------------------------------


class Program:
    """`ludoteca serve` in a process that can be killed."""

    def __init__(self, database, *words, python=sys.executable):
        self.database, self.words, self.port, self.python = database, words, free_port(), python
        self.guests = []

    def start(self):
        generous = [word for name, value in GENEROUS.items() for word in ("--limit", f"{name}={value:.0f}")]
        command = [self.python, "-m", "ludoteca", "serve", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen([*command, *generous, *self.words])
        return self

    def wait_for(self, *games):
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE) as http:

            def is_ready():
                assert self.process.poll() is None, "the server has stopped"
                try:
                    told = http.get("/api/status").json()["games"]
                except httpx.HTTPError:
                    return False
                return all(told[game]["done"] == told[game]["total"] for game in games)

            wait_until(is_ready, PREPARING)
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        for guest in self.guests:
            guest.http.close()
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)

    def guest(self, nickname=""):
        self.guests.append(Guest(self.port, nickname))
        return self.guests[-1]


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def find_postgres():
    """The programs of a PostgreSQL server on this machine, or None."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    return None


class Postgres:
    """A PostgreSQL server of our own in a temporary folder, run by an unprivileged user."""

    def __init__(self, programs, folder):
        self.programs, self.folder, self.port = programs, Path(folder) / "cluster", free_port()
        self.user = "nobody" if os.getuid() == 0 else None
        Path(folder).chmod(0o755)
        self.folder.mkdir(mode=0o700)
        if self.user:
            shutil.chown(self.folder, self.user)

    def _run(self, *words, **more):
        return subprocess.run(words, user=self.user, cwd="/", check=True, capture_output=True, text=True, **more)

    def __enter__(self):
        self._run(self.programs / "initdb", "-D", self.folder, "-U", "ludoteca", "--auth=trust", "--no-sync")
        command = [self.programs / "postgres", "-D", self.folder, "-p", str(self.port), "-k", self.folder]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(
            [*command, "-c", "listen_addresses=127.0.0.1"], user=self.user, cwd="/", **quiet
        )
        wait_until(self._answers)
        return self

    def _answers(self):
        try:
            psycopg.connect(f"{self.url}/postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def url(self):
        return f"postgresql://ludoteca@127.0.0.1:{self.port}"

    def new_database(self):
        """The URL of an empty database."""
        name = f"site_{time.monotonic_ns()}"
        with psycopg.connect(f"{self.url}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"{self.url}/{name}"

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGINT)  # without waiting for those who are connected
        self.process.wait(PATIENCE)
