"""A program on this machine at a table of a site: its lines go over a WebSocket, and the site's lines come back."""

import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from ludoteca.core.errors import EngineError, SettingsError
from ludoteca.programs import messages
from ludoteca.programs.messages import LONGEST_FROM_HOST, Hello
from ludoteca.programs.partner import SENDING
from ludoteca.programs.process import Limits, Process
from ludoteca.programs.streams import Gone

PATH = "/api/bots/ws"
FOREVER = 10**9  # seconds: the site keeps the time
CONNECTING = STARTUP = 20.0


def socket_address(site: str) -> str:
    """The WebSocket for programs of a site that people open as http://HOST:PORT/."""
    parts = urlsplit(site if "://" in site else f"http://{site}")
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in schemes or not parts.netloc:
        raise SettingsError(f"the site is an address such as http://127.0.0.1:8000, not {site!r}")
    return urlunsplit((schemes[parts.scheme], parts.netloc, PATH, "", ""))


def relay(command: str, site: str, introduce: dict[str, Any], told: Callable[[str, bytes], None]) -> str:
    """Seat a program at a table, and play until the game is over; returns how it ended. `introduce` is added to the
    program's hello: the token, and what to join or practise."""
    process = Process(command, Limits())
    try:
        hello = _take_hello(process)
        address = socket_address(site)
        try:
            with connect(address, max_size=LONGEST_FROM_HOST, compression=None, open_timeout=CONNECTING) as socket:
                socket.send(messages.write_line({**hello, **introduce}).decode())
                return _carry(process, socket, told)
        except (OSError, InvalidHandshake, InvalidURI, TimeoutError) as error:
            raise EngineError(f"no site for programs answers at {address}: {error}") from None
    finally:
        process.close()


def _take_hello(process: Process) -> dict[str, Any]:
    try:
        line = process.stream.receive(STARTUP)
    except Gone:
        raise EngineError(process.describe_end()) from None
    assert line is not None
    first = messages.read_line(line)
    if not isinstance(first, Hello):
        raise EngineError("the program's first line must be a hello")
    return first.model_dump(exclude_none=True)


def _carry(process: Process, socket: ClientConnection, told: Callable[[str, bytes], None]) -> str:
    """Both ways at once: a thread for what the program says, this one for what the site says."""
    thread = threading.Thread(target=_carry_up, args=(process, socket, told), daemon=True)
    thread.start()
    end = "the site has closed the connection"
    try:
        for text in socket:
            line = text.encode() if isinstance(text, str) else text
            told(">", line)
            end = _read_end(line) or end
            process.stream.send(line.rstrip(b"\n") + b"\n", SENDING)
    except ConnectionClosed:
        pass
    except Gone:
        end = process.describe_end()
    socket.close()
    thread.join(SENDING)
    return end


def _carry_up(process: Process, socket: ClientConnection, told: Callable[[str, bytes], None]) -> None:
    try:
        while (line := process.stream.receive(FOREVER, lambda: process.is_closed or socket.state >= 2)) is not None:
            if line.strip():
                told("<", line)
                socket.send(line.decode("utf-8", "replace"))
    except (EngineError, ConnectionClosed, ValueError, OSError):
        pass
    finally:
        socket.close()


def _read_end(line: bytes) -> str | None:
    """How the game ended, or why the site wants no more of the program."""
    said = messages.read_host(line)
    if said.get("type") == "end":
        return str(said.get("reason", ""))
    return str(said.get("message")) if said.get("type") == "error" and said.get("fatal") else None
