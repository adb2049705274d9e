"""A program in a process with limits: memory, CPU seconds, files. It and all that it starts end together.

The limits keep an honest program with a defect from harming the machine. They are no jail: a program may read what its
user may read. Run strangers' programs as a user of their own, or let them come over the network.
"""

import contextlib
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.core.errors import EngineError, SettingsError
from ludoteca.programs import launcher
from ludoteca.programs.streams import LineStream

PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "VIRTUAL_ENV", "PYTHONPATH", "NODE_PATH",
             "LD_LIBRARY_PATH", "LUDOTECA_CACHE")  # fmt: skip
"""All that a program gets of the environment: nothing of it is a secret."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
CONNECTING = 10.0  # seconds
SHOWN_ERRORS = 3  # lines of its standard error


@dataclass(frozen=True)
class Limits:
    """What a program may use."""

    memory: int = 1024
    """Megabytes that one of its processes may write to."""
    cpu: int = 600
    """Seconds of computing, in all its games; between games a program that has used half of them is started anew."""


class Process:
    """A running program. `stream` has its lines."""

    def __init__(self, command: str, limits: Limits) -> None:
        words = split_command(command)
        script = [sys.executable, "-I", "-S", str(launcher.__file__), str(limits.memory), str(limits.cpu)]
        surroundings = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}

        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen([*script, *words], bufsize=0, env=surroundings, start_new_session=True, **pipes)

        try:
            self._process = _starter().submit(start).result()
        except OSError as error:
            raise EngineError(f"{command!r} does not start: {error.strerror}") from None
        self._pipes = [pipe for pipe in (self._process.stdin, self._process.stdout, self._process.stderr) if pipe]
        writes, reads, errors = (pipe.fileno() for pipe in self._pipes)
        self.stream = LineStream(reads, writes, errors)
        self.is_closed = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def seconds_used(self) -> float:
        """CPU seconds so far, where the system says so (Linux); else 0."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / TICKS

    def describe_end(self) -> str:
        """How it ended, with the last lines that it wrote to its standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        code = self._process.poll()
        if code is None:
            how = "it has closed its output"
        elif code < 0:
            how = f"it was ended by {_name_signal(-code)}"
        else:
            how = f"it ended with status {code}"
        self.stream.drain_errors()
        lines = self.stream.error_text.decode("utf-8", "replace").splitlines()
        last = " / ".join([line.strip() for line in lines if line.strip()][-SHOWN_ERRORS:])
        return f"{how}: {last[-300:]}" if last else how

    def finish(self, seconds: float) -> bool:
        """Close its input and wait for it to leave by itself; say whether it did."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.poll() is not None

    def close(self) -> None:
        """End it, and everything that it started."""
        if self.is_closed:
            return
        self.is_closed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)  # before it is waited for: until then the number is its own
        self._process.wait()
        for pipe in self._pipes:
            pipe.close()

    def __del__(self) -> None:
        if hasattr(self, "is_closed"):
            self.close()


class Connection:
    """A program that listens at a TCP port: the same as a process, as far as a conversation needs it."""

    def __init__(self, host: str, port: int) -> None:
        self.place = f"{host}:{port}"
        try:
            self._socket = socket.create_connection((host, port), timeout=CONNECTING)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"no program answers at {self.place}: {reason}") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = self._socket.fileno()
        self.stream = LineStream(number, number)

    def seconds_used(self) -> float:
        return 0.0

    def describe_end(self) -> str:
        return "it has closed the connection"

    def finish(self, seconds: float) -> bool:
        """Say that nothing more comes, and wait until the other side closes, too."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
        with contextlib.suppress(EngineError):
            while True:
                self.stream.receive(seconds)
        return _has_ended(self._socket)

    def close(self) -> None:
        self._socket.close()


@cache
def _starter() -> ThreadPoolExecutor:
    """One thread starts all programs, and lives as long as this process: a program ends with the thread that started
    it (the launcher asks the system for that), so that none is left behind when this process is killed."""
    return ThreadPoolExecutor(1, "programs")


def _has_ended(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def split_command(command: str) -> list[str]:
    """The words of a command, whose program must be there."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SettingsError(f"the command {command!r} cannot be read: {error}") from None
    if not words:
        raise SettingsError("command must name a program, as in program:python3 my_bot.py")
    if shutil.which(words[0]) is None:
        raise EngineError(f"there is no program {words[0]!r}; give its path, or one that can be found in PATH")
    return words


def _name_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
