"""The one way to compile: `compiled`, which keeps its code on disk (`code_cache.py`), and `warm_up`."""

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

import ludoteca
from ludoteca.core.code_cache import MARKERS, CodeCache, cache_folder
from ludoteca.core.code_content import list_packages
from ludoteca.core.code_key import describe_tools
from ludoteca.core.files import write_atomic
from ludoteca.core.functions import Function
from ludoteca.core.kernels import open_kernels
from ludoteca.core.refcounts import Compiler

__all__ = ["FLAGS", "as_int", "cache_folder", "compiled", "compiles", "is_warm", "read_marker", "warm_up"]

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
        dispatcher.__class__ = Function
        dispatcher._cache = CodeCache(function, dispatcher.targetoptions)
    return cast(F, dispatcher)


# --- warming up --------------------------------------------------------------------------------------------------


# What was warmed up leaves a marker: a list of the files that were loaded then, each with a hash. It holds as long as
# these are as they were. A wrong marker would cost time, nothing else: code itself is found by its own key.


@cache
def _hash_file(path: Path) -> str:
    """A hash of what is in a file now; empty if it is gone."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest() if path.exists() else ""


def _list_sources() -> Iterator[tuple[str, str]]:
    """Every loaded file that compiled code may come from, with its hash; those of this package by relative path."""
    packages = list_packages()
    loaded = [module for name, module in sys.modules.items() if name.partition(".")[0] in packages]
    files = [Path(str(module.__file__)).resolve() for module in loaded if getattr(module, "__file__", None)]
    files += [path for path in PACKAGE.rglob("*") if path.suffix in DATA]
    for path in sorted(set(files)):
        inside = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else None
        if inside is None or inside.parts[0] not in NEVER_COMPILED:
            yield (inside or path).as_posix(), _hash_file(path)


def _find_markers(label: str) -> Path | None:
    """The folder with the markers of a label: one for each state of the sources that it was warmed up for."""
    folder = cache_folder()
    name = hashlib.blake2b(f"{describe_tools()} {label}".encode(), digest_size=16).hexdigest()
    return folder / MARKERS / name if folder else None


def _mark_warm(label: str) -> None:
    folder = _find_markers(label)
    text = json.dumps(dict(_list_sources()))
    if folder:
        with suppress(OSError):  # the disk is full, or another process tidies up
            folder.mkdir(parents=True, exist_ok=True)
            write_atomic(
                folder / hashlib.blake2b(text.encode(), digest_size=16).hexdigest(), text, durable=False, shared=True
            )


def is_warm(label: str, shipped: bool = True) -> bool:
    """Whether this piece of work was warmed up before, for the sources as they are now: here or, if `shipped` counts,
    for the kernels that ship."""
    return not compiles or any(map(_are_as_they_were, _read_markers(label, shipped)))


def read_marker(label: str) -> Mapping[str, str]:
    """The sources that were loaded when this was warmed up here, with their hashes, as they are now; or nothing."""
    return next((sources for sources in _read_markers(label, shipped=False) if _are_as_they_were(sources)), {})


def _read_markers(label: str, shipped: bool) -> Iterator[Mapping[str, str]]:
    folder = _find_markers(label)
    for marker in folder.iterdir() if folder and folder.exists() else ():
        if marker.suffix != ".part":
            with suppress(OSError, ValueError):  # another process tidies up, or the power went off
                yield json.loads(marker.read_text())
    kernels = open_kernels() if shipped else None
    if kernels and label in kernels.warm:
        yield kernels.warm[label]


def _are_as_they_were(sources: Mapping[str, str]) -> bool:
    return all(_hash_file(PACKAGE / path) == text for path, text in sources.items())


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
        if compiles:
            _mark_warm(label)
    if report:
        report("", len(tasks), len(tasks))
    return time.perf_counter() - started
