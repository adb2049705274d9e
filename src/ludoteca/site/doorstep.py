"""New TCP connections of one address are let in one after another: a flood waits, or is sent away, before anything of
it is read. Everybody else's requests are answered meanwhile.

Reading a handshake and refusing it costs a thousand times what it costs not to read it.
"""

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ludoteca.site.addresses import network_of
from ludoteca.site.limits import Limits

LONGEST_WAIT = 5.0  # seconds: who would have to wait for longer is sent away
FORGET_AT = 10_000  # addresses kept before those that need not wait are dropped
PROXIES = ("127.0.0.1", "::/64")  # whose word on X-Forwarded-For the server takes: many people come through them


class Queue:
    """When the next connection of an address may come in: so many at once, then so many a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.step, self.ahead = 1 / rate, burst / rate
        self._turns: dict[str, float] = {}

    def wait_of(self, address: str, now: float) -> float | None:
        """Seconds to wait, and the turn is taken; None if that would be too long."""
        if address in PROXIES:
            return 0.0
        turn = max(self._turns.get(address, 0.0), now - self.ahead) + self.step
        if turn - now > LONGEST_WAIT:
            return None
        self._turns[address] = turn
        if len(self._turns) > FORGET_AT:
            self._turns = {key: value for key, value in self._turns.items() if value > now}
        return max(0.0, turn - now)


def guard_doorstep(limits: Limits) -> type[asyncio.Protocol]:
    """The HTTP protocol of the server, with a queue in front of it."""
    queue = Queue(limits.arrivals_per_second, limits.arrivals_at_once)

    class Doorstep(asyncio.Protocol):
        """Becomes the server's own protocol once a connection's turn has come: until then it costs next to nothing."""

        def __init__(self, **how: Any) -> None:
            self._how = how

        def connection_made(self, transport: Any) -> None:
            peer = transport.get_extra_info("peername")
            address = network_of({"client": peer if isinstance(peer, tuple) else None})
            wait = queue.wait_of(address, time.monotonic())
            if wait is None:
                transport.abort()
            elif wait > 0:
                transport.pause_reading()
                asyncio.get_running_loop().call_later(wait, self._come_in, transport)
            else:
                self._come_in(transport)

        def _come_in(self, transport: Any) -> None:
            if transport.is_closing():
                return
            inside = AutoHTTPProtocol(**self._how)
            transport.set_protocol(inside)
            inside.connection_made(transport)
            if not transport.is_reading():
                transport.resume_reading()

    return Doorstep
