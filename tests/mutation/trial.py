"""One mutant against the tests of its target, in a fork of a process that has imported what is slow to import.

The mutant takes the place of its module by an import hook, so no file is changed. Tests that killed others before come
first, then quick ones.
"""

import gc
import importlib.abc
import importlib.util
import json
import os
import resource
import select
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numba
import numpy as np
import pytest
from mutants import Mutant

ROOT = Path(__file__).resolve().parents[2]
IMPORTED = (numba, np)  # once, for all children
MOST_SECONDS = 1800  # on a clock, for one that waits for ever
QUICK = ("-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:unraisableexception")


class Hook(importlib.abc.MetaPathFinder, SourceFileLoader):
    """Imports the mutant instead of its module."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(mutant.path))
        self.code = mutant.make_code()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.code, self.path, "exec", dont_inherit=True)


@dataclass
class Order:
    """A pytest plugin: best killers first, then the quickest; notes what failed and how long each test took."""

    kills: Counter[str]
    seconds: dict[str, float]
    failed: str = ""
    took: dict[str, float] = field(default_factory=dict)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: (-self.kills[item.nodeid], self.seconds.get(item.nodeid, 0.0)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] = self.took.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed = self.failed or report.nodeid


@dataclass(frozen=True)
class Outcome:
    passed: bool
    how: str  # the test that failed, "import" or "hangs"
    seconds: float  # of a processor
    took: dict[str, float]


def try_mutant(mutant: Mutant | None, tests: list[str], limit: int, order: Order) -> Outcome:
    """Whether the tests pass with this mutant (or with nothing changed), in a process of its own that may take so many
    seconds of a processor: how busy the machine is does not matter."""
    gc.freeze()  # children then collect only their own
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        _run_tests(mutant, tests, order, writing)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], MOST_SECONDS)
    if not ready:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as pipe:
        text = pipe.read() if ready else ""
    _, status, usage = os.wait4(child, 0)
    how = "hangs" if os.WIFSIGNALED(status) else "import"
    found = json.loads(text) if text else {"passed": False, "how": how, "took": {}}
    return Outcome(seconds=usage.ru_utime + usage.ru_stime, **found)


def _run_tests(mutant: Mutant | None, tests: list[str], order: Order, writing: int) -> None:
    """The whole life of the child."""
    code = 1
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.chdir(ROOT)
        if mutant:
            sys.meta_path.insert(0, Hook(mutant))
        found: Any = pytest.main([*QUICK, *tests], plugins=[order])
        answer = {"passed": found == pytest.ExitCode.OK, "how": order.failed or "import", "took": order.took}
        os.write(writing, json.dumps(answer).encode())
        code = 0
    finally:
        os._exit(code)
