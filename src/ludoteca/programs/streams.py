"""Lines over file descriptors, with deadlines: nothing here waits for longer than it was told to.

Nothing is read while nobody asks, so a program that floods fills its own pipe and stops there.
"""

import os
import select
import time
from collections.abc import Callable

from ludoteca.core.errors import EngineError
from ludoteca.programs.messages import LONGEST_LINE

POLL = 50  # milliseconds between looks at the stop flag
PIECE = 65_536
KEPT_ERRORS = 4_096  # bytes of what a program writes to its standard error


class Silent(EngineError):
    """Nothing came in time."""


class Gone(EngineError):
    """The other side has ended."""


class LineStream:
    """Lines in and out. `errors` is a descriptor that is read only to be emptied: its end is kept."""

    def __init__(self, reads: int, writes: int, errors: int | None = None) -> None:
        self._reads, self._writes, self._errors = reads, writes, errors
        self._buffer = bytearray()
        self.error_text = b""
        """The end of what came over `errors`."""
        self.is_closed = False
        for descriptor in (reads, writes, errors):
            if descriptor is not None:
                os.set_blocking(descriptor, False)

    def send(self, line: bytes, seconds: float) -> None:
        """Write all of it, or raise Silent or Gone."""
        deadline, left = time.monotonic() + seconds, memoryview(line)
        while left:
            try:
                left = left[os.write(self._writes, left) :]
            except BlockingIOError:
                self._wait(self._writes, select.POLLOUT, deadline, "does not read what it is sent")
            except OSError:
                raise Gone("it has ended") from None

    def receive(self, seconds: float, is_stopped: Callable[[], bool] = lambda: False) -> bytes | None:
        """The next line without its end; None if `is_stopped` says so first. A line that is too long is an error."""
        deadline = time.monotonic() + seconds
        while True:
            line = self._take()
            if line is not None:
                return line
            if is_stopped():
                return None
            self._wait(self._reads, select.POLLIN, deadline, "sent nothing")
            self._read()

    def has_line(self) -> bool:
        """Whether a line is there already, or the other side has ended; never waits."""
        if b"\n" not in self._buffer and select.select([self._reads], [], [], 0)[0]:
            self._read()
        return b"\n" in self._buffer

    def _take(self) -> bytes | None:
        end = self._buffer.find(b"\n")
        if max(end, len(self._buffer) if end < 0 else 0) > LONGEST_LINE:
            raise EngineError(f"it sent a line of more than {LONGEST_LINE} bytes")
        if end < 0:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line.removesuffix(b"\r")

    def _read(self) -> None:
        """What is there; at most a line beyond the longest is ever kept."""
        try:
            piece = os.read(self._reads, LONGEST_LINE + 1 - min(len(self._buffer), LONGEST_LINE))
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.drain_errors()
            raise Gone("it has ended")
        self._buffer += piece

    def _wait(self, descriptor: int, event: int, deadline: float, what: str) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise Silent(f"it {what} in time")
        poller = select.poll()
        poller.register(descriptor, event)
        if self._errors is not None:
            poller.register(self._errors, select.POLLIN)
        ready = dict(poller.poll(max(1, min(POLL, int(left * 1000)))))
        if self._errors is not None and self._errors in ready:
            self.drain_errors()

    def drain_errors(self) -> None:
        """Read what has come over `errors`; once it is closed it is not asked again."""
        while self._errors is not None:
            try:
                piece = os.read(self._errors, PIECE)
            except BlockingIOError:
                return
            except OSError:
                piece = b""
            self.error_text = (self.error_text + piece)[-KEPT_ERRORS:]
            if len(piece) < PIECE:
                if not piece:
                    self._errors = None
                return
