"""DXP over a socket: messages that end with a zero byte."""

import socket
import time

from ludoteca.core.errors import EngineError
from ludoteca.games.checkers.dxp.messages import LONGEST, Message, format_message, parse_message


class Connection:
    """One end of a conversation."""

    def __init__(self, link: socket.socket, name: str) -> None:
        self.link, self.name = link, name
        """`name`: whom error messages name"""
        self._unread = b""

    def send(self, message: Message) -> None:
        try:
            self.link.sendall(format_message(message).encode("ascii", "replace") + b"\0")
        except OSError as error:
            raise EngineError(f"{self.name} does not listen any more: {error.strerror or error}") from None

    def receive(self, seconds: float | None = None) -> Message | None:
        """The next message; None once the other side has hung up. EngineError if nothing comes in time."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while b"\0" not in self._unread:
            if len(self._unread) > LONGEST:
                raise EngineError(f"{self.name} sent more than {LONGEST} characters without an end")
            try:
                self.link.settimeout(None if deadline is None else max(0.001, deadline - time.monotonic()))
                part = self.link.recv(4096)
            except TimeoutError:
                raise EngineError(f"{self.name} sent nothing within {seconds:g} s") from None
            except OSError as error:
                raise EngineError(f"the connection to {self.name} broke: {error.strerror or error}") from None
            if not part:
                return None
            self._unread += part
        text, _, self._unread = self._unread.partition(b"\0")
        return parse_message(text.decode("latin-1"))

    def close(self) -> None:
        self.link.close()


def call(host: str, port: int, seconds: float) -> Connection:
    """Connect to a program that listens."""
    try:
        return Connection(socket.create_connection((host, port), seconds), f"{host}:{port}")
    except OSError as error:
        raise EngineError(f"nobody answers at {host}:{port}: {error.strerror or error}") from None
