"""A conversation with one program: hello, games, turns. Whatever it does, this side waits only as long as it said."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ludoteca.core.errors import EngineError
from ludoteca.programs import messages
from ludoteca.programs.messages import MOST_BAD, Answer, BadLine, Hello, Ping
from ludoteca.programs.process import Connection, Limits, Process
from ludoteca.programs.streams import Gone, LineStream, Silent

SENDING = 5.0  # seconds that a program may leave its input unread
GRACE = 0.4  # seconds between the message `stop` and being late: less than a match gives

Message = Mapping[str, Any]


class Line(Protocol):
    """What a conversation needs of a process or a connection."""

    stream: LineStream

    def seconds_used(self) -> float: ...
    def describe_end(self) -> str: ...
    def finish(self, seconds: float) -> bool: ...
    def close(self) -> None: ...


def open_line(place: str, limits: Limits) -> Line:
    """A command is started; HOST:PORT is connected to."""
    host, _, port = place.rpartition(":")
    is_address = host and port.isdecimal() and len(port) <= 5 and not any(mark.isspace() for mark in place)
    return Connection(host.strip("[]"), int(port)) if is_address else Process(place, limits)


class Partner:
    """One program that has said hello, from the first game to the last."""

    def __init__(self, line: Line, told: Callable[[str, bytes], None] = lambda who, text: None) -> None:
        """`told(who, line)` hears every line: '>' to the program, '<' from it."""
        self.line, self._told = line, told
        self.hello: Hello | None = None
        self.bad = 0
        """Lines of this game that could not be used."""
        self._turn = 0

    # --- lines -------------------------------------------------------------------------------------------------------

    def send(self, message: Message) -> None:
        self.send_line(messages.write_line(message))

    def send_line(self, line: bytes) -> None:
        self._told(">", line.rstrip(b"\n"))
        try:
            self.line.stream.send(line, SENDING)
        except Gone:
            raise EngineError(self.line.describe_end()) from None

    def _receive(self, seconds: float, is_stopped: Callable[[], bool]) -> messages.Anything | None:
        """The next message; None if it is to stop. A line that cannot be read is answered with an error."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.line.stream.receive(deadline - time.monotonic(), is_stopped)
            except Gone:
                raise EngineError(self.line.describe_end()) from None
            if line is None:
                return None
            if not line.strip():
                continue
            self._told("<", line)
            try:
                return messages.read_line(line)
            except BadLine as error:
                self._complain(error, line)

    def _complain(self, error: BadLine, line: bytes = b"") -> None:
        self.bad += 1
        if self.bad >= MOST_BAD:
            shown = f"; the last: {messages.show_line(line)}" if line else ""
            raise EngineError(f"it sent {self.bad} lines that could not be used: {error}{shown}")
        self.send(messages.refusal(error.code, str(error)))

    # --- the conversation --------------------------------------------------------------------------------------------

    def shake_hands(self, patience: float, **limits: Any) -> Hello:
        """Wait for the hello and answer it."""
        try:
            first = self._receive(patience, lambda: False)
        except Silent:
            raise EngineError(f"it sent no hello within {patience:g} s") from None
        if not isinstance(first, Hello):
            raise EngineError(f"its first line must be a hello, not {type(first).__name__.lower()}")
        try:
            messages.require_protocol(first)
        except BadLine as error:
            self.send(messages.refusal(error.code, str(error), fatal=True))
            raise EngineError(str(error)) from None
        self.hello = first
        self.send(messages.welcome(**limits))
        return first

    def begin(self, start: Message) -> None:
        """A new game."""
        self.bad = 0
        self.send(start)

    def next_turn(self) -> int:
        """The id of the next turn."""
        self._turn += 1
        return self._turn

    def ask(
        self, turn: Message, legal: list[int], seconds: float, is_stopped: Callable[[], bool] = lambda: False
    ) -> Answer:
        """The program's answer to a turn, which is legal; EngineError says what went wrong instead. When the time is
        up, or `is_stopped` says so, it is asked to answer now."""
        self.send(turn)
        deadline = time.monotonic() + seconds
        try:
            answer = self._wait(turn["id"], deadline, is_stopped)
        except Silent:
            answer = None
        if answer is None:
            self.send({"type": "stop", "id": turn["id"]})
            try:
                answer = self._wait(turn["id"], time.monotonic() + GRACE, lambda: False)
            except Silent:
                answer = None
        if answer is None:
            raise EngineError(f"late: no answer within {seconds:g} s")
        if answer.action not in legal:
            self.send(messages.refusal("illegal", f"action {answer.action} is not legal", True, id=turn["id"]))
            raise EngineError(f"illegal action {answer.action}")
        return answer

    def _wait(self, turn: int, deadline: float, is_stopped: Callable[[], bool]) -> Answer | None:
        while True:
            found = self._receive(deadline - time.monotonic(), is_stopped)
            if found is None or (isinstance(found, Answer) and found.id == turn):
                return found
            if isinstance(found, Ping):
                self.send({"type": "pong"})
            elif isinstance(found, Answer):
                self._complain(BadLine("stale", f"turn {turn} is asked for, not {found.id}"))
            else:
                self._complain(BadLine("message", "a hello is said once"))

    def close(self) -> None:
        self.line.close()
