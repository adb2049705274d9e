"""A network behind a TCP port, for players in other programs: a line of numbers in, a line with a class out.

    193.0 8 40 ...\n      ->  7\n
    anything else\n       ->  error: expected 195 numbers, not 2\n

Numbers are separated by spaces or commas. A connection may ask for any number of positions, game after game; several
may be open at once. A line that cannot be read costs an error line and nothing else.
"""

import contextlib
import math
import socket
import socketserver
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.core.errors import EngineError

BYTES_A_NUMBER = 32  # no honest number takes more
MOST_CONNECTIONS = 64
IDLE = 3600.0  # seconds after which a silent connection is closed
PIECE = 65_536  # bytes of a line that is too long, thrown away at a time

Answer = Callable[[Any], int]


class LineError(ValueError):
    """A line that is not what was asked for; the text says what would be."""


def format_row(row: Any) -> str:
    """Features as a line, without loss."""
    return " ".join(f"{float(value):.9g}" for value in row)


def parse_row(line: bytes, inputs: int) -> Any:
    """float32 [inputs] from a line of numbers."""
    words = line.replace(b",", b" ").split()
    if len(words) != inputs:
        raise LineError(f"expected {inputs} numbers, not {len(words)}")
    try:
        values = [float(word) for word in words]
    except ValueError:
        place = next(i for i, word in enumerate(words) if not _is_number(word))
        raise LineError(
            f"number {place + 1} cannot be read: {words[place][:20].decode('ascii', 'replace')!r}"
        ) from None
    if not all(math.isfinite(value) and abs(value) < 1e30 for value in values):
        raise LineError("every number must be finite")
    return np.array(values, np.float32)


def _is_number(word: bytes) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


class BridgeServer(socketserver.ThreadingTCPServer):
    """Answers lines until it is told to stop. `answer` gives the class for a row of features; it is called by one
    connection at a time."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, answer: Answer, inputs: int, host: str = "127.0.0.1", port: int = 0) -> None:
        self.answer, self.inputs = answer, inputs
        self.longest = inputs * BYTES_A_NUMBER
        self.answered = self.errors = self.open = 0
        self.lock = threading.Lock()
        try:
            super().__init__((host, port), _Connection)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"cannot listen at {host}:{port}: {reason}; choose another --port") from None

    @property
    def address(self) -> tuple[str, int]:
        host, port = self.server_address[:2]
        return str(host), int(port)

    def reply(self, line: bytes) -> str:
        """The answer to one line, an error included."""
        try:
            row = parse_row(line, self.inputs)
        except LineError as error:
            with self.lock:
                self.errors += 1
            return f"error: {error}"
        with self.lock:
            self.answered += 1
            return str(self.answer(row))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away costs nothing but its connection."""


class _Connection(socketserver.StreamRequestHandler):
    server: BridgeServer
    timeout = IDLE
    disable_nagle_algorithm = True

    def handle(self) -> None:
        with self.server.lock:
            self.server.open += 1
            too_many = self.server.open > MOST_CONNECTIONS
        try:
            if too_many:
                self._send(f"error: {MOST_CONNECTIONS} connections are open already")
                return
            with contextlib.suppress(OSError):  # the client went away, or was silent for too long
                while line := self.rfile.readline(self.server.longest + 1):
                    self._send(self._answer(line))
        finally:
            with self.server.lock:
                self.server.open -= 1

    def _answer(self, line: bytes) -> str:
        if len(line) > self.server.longest:
            while not line.endswith(b"\n") and line:
                line = self.rfile.readline(PIECE)
            with self.server.lock:
                self.server.errors += 1
            return f"error: a line may have {self.server.longest} bytes"
        return self.server.reply(line)

    def _send(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self.wfile.write(f"{text}\n".encode())


class BridgeClient:
    """One connection to a bridge."""

    def __init__(self, host: str, port: int, seconds: float) -> None:
        self.place = f"{host}:{port}"
        try:
            self.socket = socket.create_connection((host, port), timeout=seconds)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(
                f"no bridge answers at {self.place}: {reason}; start one with `ludoteca bridge`"
            ) from None
        self.file = self.socket.makefile("rb")

    def ask(self, row: Any, outputs: int) -> int:
        """The class that the bridge answers with."""
        try:
            self.socket.sendall(f"{format_row(row)}\n".encode())
            line = self.file.readline(1000)
        except OSError as error:
            raise EngineError(f"the bridge at {self.place} does not answer: {error}") from None
        if not line.endswith(b"\n"):
            raise EngineError(f"the bridge at {self.place} has closed the connection")
        text = line.decode("utf-8", "replace").strip()
        if not text.isdecimal() or int(text) >= outputs:
            raise EngineError(f"the bridge at {self.place} answered {text[:200]!r}, not a class below {outputs}")
        return int(text)

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def __del__(self) -> None:
        if hasattr(self, "file"):
            self.close()
