"""Messages that are written to a WebSocket at the same time leave in one packet: who has moved gets the acknowledgement
and the change together. Each write costs as much as everything else that is done for the message."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol


class CorkedTransport:
    """A transport whose writes are held until the event loop has nothing else to do, and then made as one."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._held: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._held:
            self._loop.call_soon(self._let_go)
        self._held.append(data)

    def close(self) -> None:
        self._let_go()
        self._transport.close()

    def _let_go(self) -> None:
        if self._held:
            data = self._held[0] if len(self._held) == 1 else b"".join(self._held)
            self._held.clear()
            self._transport.write(data)


def cork_sockets() -> Any:
    """The server's WebSocket protocol, with corked transports."""
    assert AutoWebSocketsProtocol is not None  # the library that it is made of is one of ours
    inside: Any = AutoWebSocketsProtocol

    class Corked(inside):  # type: ignore[misc]
        def connection_made(self, transport: Any) -> None:
            super().connection_made(CorkedTransport(transport, asyncio.get_running_loop()))

    return Corked
