"""The student's side: a file is run, and its functions are called with what the grader asks for.

It knows no right answers. `child.py` puts it into a process of its own.
"""

import contextlib
import io
import sys
import traceback
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteca.lessons.values import pack, unpack

MOST_PRINTED = 1_000_000  # characters in one call
KEPT_PRINTED = 1_500  # characters, shown to the student
LONGEST_TEXT = 300
MODULE = "student"


class TooMuchOutput(BaseException):
    """No Exception, so that a student's `except Exception` does not stop it."""


class Prints(io.TextIOBase):
    """What a student's code prints: its beginning is kept, and too much of it ends the call."""

    def __init__(self) -> None:
        self.text, self.count = "", 0

    def write(self, text: str) -> int:
        self.count += len(text)
        self.text += text[: max(0, KEPT_PRINTED - len(self.text))]
        if self.count > MOST_PRINTED:
            raise TooMuchOutput
        return len(text)


class Student:
    """A student's file, run once. `error` says why it could not be."""

    def __init__(self, source: str, name: str) -> None:
        self.name = name
        self.module = types.ModuleType(MODULE)
        self.module.__file__ = name
        self.error: dict[str, Any] | None = None
        self.prints = Prints()
        sys.modules[MODULE] = self.module  # dataclasses look their module up
        self._lines = source.splitlines()
        self._run(source)

    @classmethod
    def read(cls, path: Path) -> "Student":
        """From a file. It may import what lies beside it; Python's own modules come first, whatever lies there."""
        sys.path.append(str(path.resolve().parent))
        return cls(path.read_text(encoding="utf-8"), str(path))

    def _run(self, source: str) -> None:
        with _captured(self.prints):
            try:
                exec(compile(source, self.name, "exec", dont_inherit=True), self.module.__dict__)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                self.error = self._describe(error)

    def functions(self) -> list[str]:
        found = vars(self.module).items()
        return [name for name, value in found if callable(value) and not name.startswith("_")][:100]

    def hello(self) -> dict[str, Any]:
        """The first thing that the grader hears."""
        told = {"functions": self.functions(), "printed": self.prints.text}
        return told if self.error is None else {**told, "error": self.error}

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Call a function as the request says, and tell what it returned or how it failed."""
        given = unpack(request["arguments"])
        told = self.call(request["function"], given.arguments)
        return {**told, "changed": given.has_changed(), "trace": given.log.tell(given.root)}

    def call(self, function: str, arguments: list[Any]) -> dict[str, Any]:
        """The answer of a function as JSON, or what it raised, and what it printed."""
        prints = Prints()
        with _captured(prints):
            try:
                reply = {"value": pack(getattr(self.module, function)(*arguments))}
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                reply = {"error": self._describe(error)}
        return {**reply, "printed": prints.text}

    def _describe(self, error: BaseException) -> dict[str, Any]:
        """What was raised, and at which line of the file."""
        line = 0
        if isinstance(error, SyntaxError) and error.filename == self.name:
            line = error.lineno or 0
        else:
            frames = [frame for frame in traceback.extract_tb(error.__traceback__, 400) if frame.filename == self.name]
            line = frames[-1].lineno or 0 if frames else 0
        code = self._lines[line - 1].strip() if 0 < line <= len(self._lines) else ""
        try:
            text = error.msg if isinstance(error, SyntaxError) else str(error)
        except Exception:
            text = "?"
        kinds = [kind.__name__ for kind in type(error).__mro__][:-2]
        return {"kinds": kinds, "text": str(text)[:LONGEST_TEXT], "line": line, "code": code[:LONGEST_TEXT]}


@contextlib.contextmanager
def _captured(prints: Prints) -> Any:
    with contextlib.redirect_stdout(prints), contextlib.redirect_stderr(prints):
        yield
