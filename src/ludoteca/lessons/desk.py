"""Where a student's functions are called: in a process with limits, or here (for tests and notebooks).

The grader decides from what comes back; the student's process knows no right answers and cannot reach the grader. That
protects from mistakes. It is no protection from somebody who wants to cheat: read the files that you mark.
"""

import json
import secrets
import shlex
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.core.errors import AssignmentError, EngineError, near_misses
from ludoteca.lessons.answering import MOST_PRINTED, Student
from ludoteca.lessons.values import read
from ludoteca.programs.process import Limits, Process
from ludoteca.programs.streams import Gone, Silent

LARGEST_FILE = 1_000_000  # bytes
MOST_STARTS = 4
STARTUP = 60.0  # seconds of wall time: a busy machine imports slowly
IMPORTS = 3.0  # CPU seconds until the student's file begins, at most


@dataclass(frozen=True)
class DeskLimits:
    """What a student's code may use."""

    seconds: float = 5.0
    """CPU seconds of one call."""
    wall: float = 60.0
    """Seconds of wall time of one call: for code that waits."""
    memory: int = 1024
    """Megabytes."""


class Wrong(Exception):
    """Why a question is not answered, in words that help. `drawing` shows it, `trace` is the search that was seen."""

    def __init__(self, words: str, drawing: str = "", trace: "Seen | None" = None) -> None:
        super().__init__(words)
        self.words, self.drawing, self.trace = words, drawing, trace


@dataclass(frozen=True)
class Seen:
    """A search as it was seen: where it began, and the edges [from, action, to, times]."""

    game: str
    root: bytes
    edges: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True)
class Reply:
    """What a call returned."""

    value: Any
    changed: bool
    trace: dict[str, Any] = field(default_factory=dict)
    printed: str = ""


class Desk(ABC):
    """Calls a student's functions. What goes wrong there becomes `Wrong`."""

    functions: list[str]
    printed = ""
    """What the last call printed."""

    def require(self, *names: str) -> None:
        for name in names:
            if name not in self.functions:
                known = f"; {near_misses(name, self.functions)}" if self.functions else ""
                raise Wrong(f"the file has no function `{name}`{known}")

    def call(self, function: str, *arguments: Any) -> Reply:
        self.require(function)
        told = self._ask({"function": function, "arguments": list(arguments)})
        self.printed = str(told.get("printed", ""))[:2_000] or self.printed
        if "error" in told:
            raise Wrong(explain_error(function, told["error"]))
        return Reply(read(told.get("value")), bool(told.get("changed")), told.get("trace") or {}, self.printed)

    @abstractmethod
    def _ask(self, request: dict[str, Any]) -> dict[str, Any]: ...

    def close(self) -> None:
        """Nothing is left running."""


class LocalDesk(Desk):
    """Calls the functions in this very process, without limits."""

    def __init__(self, student: Student) -> None:
        self.student = student
        if student.error is not None:
            raise Wrong(explain_error("", student.error))
        self.functions = student.functions()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(self.student.answer(request)))
        return told


class ProcessDesk(Desk):
    """Calls the functions in a process with limits. One that breaks is started anew, a few times."""

    def __init__(self, path: Path, limits: DeskLimits) -> None:
        self.path, self.limits = path, limits
        self.starts = 0
        self._process: Process | None = None
        self.functions = []
        self._open()

    def _open(self) -> Process:
        if self._process is not None:
            return self._process
        if self.starts == MOST_STARTS:
            raise Wrong(f"not tried: the file has broken off {MOST_STARTS} times already")
        self.starts += 1
        words = [sys.executable, "-P", "-m", "ludoteca.lessons.child", str(self.path.resolve())]
        cpu = int(STARTUP + 200 * self.limits.seconds)
        self._process = Process(shlex.join(words), Limits(self.limits.memory, cpu))
        hello = self._exchange(self._process, {}, "", STARTUP)
        self.printed = str(hello.get("printed", ""))[:2_000]
        if "error" in hello:
            raise Wrong(explain_error("", hello["error"]))
        self.functions = [str(name) for name in hello.get("functions", [])]
        return self._process

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        return self._exchange(self._open(), request, request["function"], self.limits.wall)

    def _exchange(self, process: Process, request: dict[str, Any], function: str, wall: float) -> dict[str, Any]:
        key, before = secrets.token_hex(8), process.seconds_used()
        allowed = self.limits.seconds if function else self.limits.seconds + IMPORTS
        what = f"`{function}`" if function else "the file"
        try:
            process.stream.send(json.dumps({**request, "key": key}).encode() + b"\n", wall)
            line = process.stream.receive(wall, lambda: process.seconds_used() - before > allowed)
            if line is None:
                raise Wrong(
                    f"{what} computed for more than {allowed:g} seconds: does it stop? Look at the loops, and at what "
                    "ends a recursion."
                )
            told = json.loads(line)
            if not isinstance(told, dict) or told.get("key") != key:
                raise ValueError
        except (Wrong, EngineError, ValueError) as error:
            words = self._explain(error, what, wall)
            self.close()
            raise Wrong(words) from None
        return told

    def _explain(self, error: Exception, what: str, wall: float) -> str:
        assert self._process is not None
        if isinstance(error, Wrong):
            return error.words
        if isinstance(error, Silent):
            return f"{what} did not answer within {wall:g} seconds: does it wait for something?"
        if isinstance(error, Gone):
            return f"{what} ended the program: {self._process.describe_end()}"
        return f"{what} sent the grader something that is no answer"

    def close(self) -> None:
        if self._process is not None:
            self._process.close()
        self._process = None


def open_file(path: Path, limits: DeskLimits) -> ProcessDesk:
    """A desk for a file; AssignmentError if there is no such file, `Wrong` if it does not run."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise AssignmentError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise AssignmentError(f"{path} has more than {LARGEST_FILE:,} bytes: hand in the source of your functions")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        raise AssignmentError(f"{path} is no Python source in UTF-8") from None
    return ProcessDesk(path, limits)


def explain_error(function: str, error: dict[str, Any]) -> str:
    """What a student's code raised, in a sentence."""
    kinds, text = error.get("kinds") or ["an error"], str(error.get("text", ""))
    line, code = error.get("line"), error.get("code")
    place = f", in line {line}: `{code}`" if line else ""
    what = f"`{function}`" if function else "the file"
    if "SyntaxError" in kinds:
        return f"the file is no Python: {text}{place}"
    if "NotImplementedError" in kinds:
        return f"{what} is not written yet{place}"
    if "SystemExit" in kinds:
        return f"{what} calls sys.exit{place}: a function returns its answer and leaves the program running"
    if "TooMuchOutput" in kinds:
        return f"{what} prints more than {MOST_PRINTED:,} characters{place}: take the `print` out of the loop"
    if "MemoryError" in kinds:
        return f"{what} needs more memory than it may have{place}: does a list grow without end?"
    if "RecursionError" in kinds:
        return f"{what} calls itself without end{place}: say first what happens when the game is over or depth is 0"
    if "TypeError" in kinds and "argument" in text:
        return f"{what} cannot be called as the lesson says: {text}{place}"
    return f"{what} raised {kinds[0]}: {text}{place}" if text else f"{what} raised {kinds[0]}{place}"
