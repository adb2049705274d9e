"""The one way to compile: `compiled`, which keeps its code on disk (`code_cache.py`), and `warm_up`."""

import hashlib
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

import ludoteca
from ludoteca.core.code_cache import MARKER, CodeCache, cache_folder
from ludoteca.core.code_key import describe_tools
from ludoteca.core.refcounts import Compiler

__all__ = ["FLAGS", "as_int", "cache_folder", "compiled", "compiles", "is_warm", "warm_up"]

PACKAGE = Path(str(ludoteca.__file__)).resolve().parent
NEVER_COMPILED = ("cli", "site")  # layers without compiled code
DATA = (".csv", ".json", ".safetensors")  # compiled code holds tables and weights

FLAGS: Any = {"nogil": True, "error_model": "numpy", "pipeline_class": Compiler}

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
compiles: bool = not _config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, where everything runs as plain Python."""

as_int = cast(Callable[[Any], int], np.int64)
"""Widen a field or an array's item to the one integer type of compiled code: each other type would compile anew."""


def compiled(function: F) -> F:
    """Compile `function` with the project's flags: no GIL, NumPy's division, no needless counting; kept on disk."""
    dispatcher: Any = numba.njit(**FLAGS)(function)
    if compiles:
        dispatcher._cache = CodeCache(function, dispatcher.targetoptions)
    return cast(F, dispatcher)


# --- warming up --------------------------------------------------------------------------------------------------


# A marker says that a task was run. It is not what keeps code from being stale: a wrong one costs time, nothing else.


@cache
def _hash_sources() -> str:
    """A hash of the tools and of every file of the package that may end up in compiled code."""
    digest = hashlib.blake2b(describe_tools().encode(), digest_size=16)
    for path in sorted(PACKAGE.rglob("*")):
        relative = path.relative_to(PACKAGE)
        if path.suffix in (".py", *DATA) and relative.parts[0] not in NEVER_COMPILED:
            digest.update(relative.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _marker(label: str) -> Path | None:
    folder = cache_folder()
    name = hashlib.blake2b(f"{_hash_sources()} {label}".encode(), digest_size=16).hexdigest()
    return folder / f"{name}{MARKER}" if folder else None


def is_warm(label: str) -> bool:
    """Whether this piece of work was warmed up before, for the sources as they are now."""
    if not compiles:
        return True
    marker = _marker(label)
    return marker is not None and marker.exists()


def warm_up(
    tasks: Iterable[tuple[str, Callable[[], object]]],
    report: Callable[[str, int, int], None] | None = None,
) -> float:
    """Run each labelled task once so that its code is compiled and cached; return the seconds it took.

    `report(label, done, total)` is called before each task and once at the end: the place for a progress bar.
    """
    started = time.perf_counter()
    tasks = list(tasks)
    for done, (label, task) in enumerate(tasks):
        if report:
            report(label, done, len(tasks))
        task()
        marker = _marker(label) if compiles else None
        if marker:
            marker.touch()
    if report:
        report("", len(tasks), len(tasks))
    return time.perf_counter() - started
