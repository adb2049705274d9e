"""The one way to compile: `compiled`, its cache on disk, and `warm_up`.

Numba keeps compiled code in files but looks only at the file of the function itself: an edit of a callee in another
file goes unnoticed, and so do the rules that a generic search was compiled for. Hence two precautions here:

- the cache folder is named by a hash of the sources of this package (and of what else changes the code: the version
  of Numba, bounds checking, less optimisation), so any edit starts a new one, and folders long unused are removed;
- rules that live outside this package put a hash of their own sources into the key of everything compiled for them.

Set LUDOTECA_CACHE to move the cache; the default is the user's cache folder.
"""

import hashlib
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.core.caching import FunctionCache

from ludoteca.core.errors import RulesError
from ludoteca.core.refcounts import Compiler

__all__ = ["FLAGS", "as_int", "cache_folder", "compiled", "compiles", "fingerprint_rules", "is_warm", "warm_up"]

PACKAGE = Path(__file__).resolve().parents[1]
NEVER_COMPILED = ("cli", "site")  # layers without compiled code: editing them keeps the cache
KEPT_FOLDERS = 4  # the current one and the latest others (other checkouts, other flags)
MOST_FOLDERS = 16  # younger ones are kept a day, since other processes may be using them, but never more than this
DAY = 86_400.0
FULL_SPEED = 3  # Numba's own level of optimisation

FLAGS: Any = {"nogil": True, "error_model": "numpy", "pipeline_class": Compiler}

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
compiles: bool = not _config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, where everything runs as plain Python."""

as_int = cast(Callable[[Any], int], np.int64)
"""Widen a field or an array's item to the one integer type of compiled code: each other type would compile anew."""


def compiled(function: F) -> F:
    """Compile `function` with the project's flags: no GIL, NumPy's division, no needless counting; cached on disk."""
    dispatcher: Any = numba.njit(**FLAGS)(function)
    if compiles:
        dispatcher._cache = _RulesCache(function)
    return cast(F, dispatcher)


# --- the cache ---------------------------------------------------------------------------------------------------


def _hash_sources(folder: Path, skip: tuple[str, ...] = ()) -> str:
    """A hash of every Python file below `folder`, and of every file of weights (compiled code holds them), by relative
    path and content."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.safetensors")]):
        relative = path.relative_to(folder)
        if relative.parts[0] not in skip:
            digest.update(relative.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _user_cache() -> Path:
    if chosen := os.environ.get("LUDOTECA_CACHE"):
        return Path(chosen).expanduser().resolve()
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "ludoteca"


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _open_cache() -> Path:
    """The folder for this state of the sources, made if needed; the oldest others are removed."""
    key = f"{_hash_sources(PACKAGE, NEVER_COMPILED)}-numba{numba.__version__}"
    if _config.BOUNDSCHECK:
        key += "-boundscheck"
    if _config.OPT != FULL_SPEED:
        key += f"-O{int(_config.OPT)}"
    root = _user_cache()
    folder = root / key
    if not _is_writable(folder):
        folder = Path(tempfile.gettempdir()) / f"ludoteca-{os.getuid() if hasattr(os, 'getuid') else 0}" / key
        folder.mkdir(parents=True, exist_ok=True)
        warnings.warn(f"the cache folder {root} cannot be written; compiled code goes to {folder}", stacklevel=2)
        return folder
    os.utime(folder)
    _remove_old(root)
    return folder


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0


def _remove_old(root: Path) -> None:
    used = {path: _last_used(path) for path in root.iterdir() if "-numba" in path.name}
    folders = sorted(used, key=lambda path: used[path], reverse=True)
    for place, path in enumerate(folders):
        if place >= MOST_FOLDERS or (place >= KEPT_FOLDERS and used[path] < time.time() - DAY):
            shutil.rmtree(path, ignore_errors=True)


_folder: Path | None = None


def cache_folder() -> Path:
    """Where compiled code is kept for the sources as they are now."""
    global _folder
    if _folder is None:
        _folder = _open_cache()
    return _folder


_fingerprints: dict[Any, str] = {}  # state type -> hash of the sources of its rules, for rules outside the package


def fingerprint_rules(state_type: Any, source: Path) -> None:
    """Tie what is compiled for `state_type` to the sources of its rules (a file, or a package's folder)."""
    source = source.resolve()
    if PACKAGE in source.parents:
        return  # the folder's name covers it
    if source.name == "__init__.py":
        source = source.parent
    text = _hash_sources(source) if source.is_dir() else hashlib.blake2b(source.read_bytes(), digest_size=8).hexdigest()
    _fingerprints[state_type] = text


def _fingerprints_in(kind: Any) -> list[str]:
    """The fingerprints of every state type that occurs in a Numba type."""
    if isinstance(kind, types.Record):
        return [_fingerprints[kind]] if kind in _fingerprints else []
    if isinstance(kind, types.Array):
        return _fingerprints_in(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind.types  # type: ignore[attr-defined]
        return [text for part in parts for text in _fingerprints_in(part)]
    return []


class _RulesCache(FunctionCache):
    """Numba's cache of one function, in our folder, with the rules' fingerprints in its keys."""

    def __init__(self, function: Callable[..., Any]) -> None:
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(cache_folder())
        try:
            super().__init__(function)
        finally:
            _config.CACHE_DIR = before

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        parts = sig.args if hasattr(sig, "args") else sig
        marks = tuple(text for part in parts for text in _fingerprints_in(part))
        return (*super()._index_key(sig, codegen), marks)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, unless it would crash when loaded: Numba links recursion anew only if a function calls itself
        with the very types it was called with (numba issue 6061)."""
        if "numba.unresolved" in data.library.get_llvm_str():
            raise RulesError(
                f"{self._py_func.__qualname__}: recursion must be a function calling itself with the same types; "
                "merge functions that call each other, and widen arguments with as_int()"
            )
        super().save_overload(sig, data)


# --- warming up --------------------------------------------------------------------------------------------------


def _marker(label: str) -> Path:
    return cache_folder() / "warm" / hashlib.blake2b(label.encode(), digest_size=8).hexdigest()


def is_warm(label: str) -> bool:
    """Whether this piece of work was warmed up before, for the sources as they are now."""
    return not compiles or _marker(label).exists()


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
            _marker(label).parent.mkdir(exist_ok=True)
            _marker(label).touch()
    if report:
        report("", len(tasks), len(tasks))
    return time.perf_counter() - started
