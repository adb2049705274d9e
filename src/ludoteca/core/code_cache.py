"""Compiled code on disk: one file an entry, named by what the code is made from, in a folder that others cannot write.

There is no index, so processes may fill the cache at the same time and be killed at any moment: an entry is there whole
or not at all, and one that is damaged is compiled again. Entries are pickles, which can run any code when loaded: that
is why the folder must be private.

Set LUDOTECA_CACHE to move the cache; the default is the user's cache folder.
"""

import hashlib
import os
import pickle
import re
import shutil
import stat
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ludoteca.core.code_key import describe_processor, make_key
from ludoteca.core.errors import RulesError
from ludoteca.core.files import write_atomic
from ludoteca.core.kernels import open_kernels

__all__ = ["MARKERS", "CodeCache", "cache_folder", "loaded_entries", "remove_old"]

ENTRY, UNFINISHED = ".code", ".part"
MARKERS = "warm"  # a folder in the cache: what was warmed up
CHECKSUM = 32  # bytes at the beginning of a file
DAY = 86_400.0
LONGEST_UNUSED = 30 * DAY
MOST_BYTES = 1_000_000_000
loaded_entries: set[str] = set()
"""The names of the entries that this process has loaded."""
ANNOTATION = 6  # where Numba keeps a listing with paths in what it saves; nothing reads it


# --- the folder --------------------------------------------------------------------------------------------------


@cache
def cache_folder() -> Path | None:
    """Where compiled code is kept; None if there is no place for it."""
    chosen = _user_cache()
    owner = os.getuid() if hasattr(os, "getuid") else 0
    reasons: list[str] = []
    for root in (chosen, Path(tempfile.gettempdir()) / f"ludoteca-{owner}"):
        folder = root / "code"
        reason = _make_private(root) or _make_private(folder)
        if reason is None:
            if reasons:
                warnings.warn(f"{reasons[0]}; compiled code goes to {folder}", stacklevel=2)
            return folder
        reasons.append(reason)
    warnings.warn(f"{'; '.join(reasons)}; compiled code is not kept", stacklevel=2)
    return None


def _user_cache() -> Path:
    if chosen := os.environ.get("LUDOTECA_CACHE"):
        return Path(chosen).expanduser().resolve()
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return (base / "ludoteca").resolve()


def _make_private(folder: Path) -> str | None:
    """Make a folder that only its owner can write, if it is not there; otherwise say why it will not do."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if hasattr(os, "getuid") and found.st_uid != os.getuid():
            return f"the cache folder {folder} belongs to somebody else"
        if stat.S_ISLNK(found.st_mode):
            return f"the cache folder {folder} is a link"
        if os.name != "nt" and found.st_mode & 0o022:
            return f"the cache folder {folder} can be written by others (chmod go-w {folder} makes it private)"
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return f"the cache folder {folder} cannot be written ({error.strerror})"


def remove_old(folder: Path, unused: float = LONGEST_UNUSED, most_bytes: int = MOST_BYTES) -> None:
    """Remove what was not used for long, and then the longest unused until the rest is small enough.

    What another process wants to load may be removed: it compiles again. So the markers of what was warmed up go, too.
    """
    now = time.time()
    files = [(path, found.st_mtime, found.st_size) for path in folder.iterdir() if (found := _look_at(path))]
    entries = sorted((file for file in files if file[0].suffix == ENTRY), key=lambda file: file[1], reverse=True)
    sizes = accumulate(size for _, _, size in entries)
    old = [
        path for (path, used, _), size in zip(entries, sizes, strict=True) if used < now - unused or size > most_bytes
    ]
    if old:
        shutil.rmtree(folder / MARKERS, ignore_errors=True)
    old += [path for path, used, _ in files if path.suffix == UNFINISHED and used < now - DAY]
    for path in old:
        with suppress(OSError):  # in use, or removed by another process
            path.unlink()


def _look_at(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except OSError:  # removed by another process
        return None


# --- entries -----------------------------------------------------------------------------------------------------


class CodeCache(_Cache):
    """Numba's cache of one function: asked before it compiles, and told the result."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self.function = function
        self.options = options
        self.is_enabled = True

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def enable(self) -> None:
        self.is_enabled = True

    def disable(self) -> None:
        self.is_enabled = False

    def flush(self) -> None:
        """Nothing waits to be written."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Look into the user's cache, then among the code that ships."""
        target_context.refresh()
        if not self.is_enabled or _holds_local_class(sig):
            return None
        path = self._find_path(sig, target_context.codegen())
        parts = (_load(path) if path else None) or self._load_shipped(sig)
        return CompileResult._rebuild(target_context, *parts) if parts else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, unless it would crash when loaded: Numba links recursion anew only if a function calls itself
        with the very types it was called with (numba issue 6061)."""
        name = self.function.__qualname__
        if any("numba.unresolved" in variable.name for variable in data.library._final_module.global_variables):
            raise RulesError(
                f"{name}: recursion must be a function calling itself with the same types; "
                "merge functions that call each other, and widen arguments with as_int()"
            )
        if data.library.has_dynamic_globals:
            warnings.warn(
                f"{name} is compiled anew by each process, since it uses a global array of over 1 MB", stacklevel=2
            )
            return
        path = self._find_path(sig, data.codegen)
        if path and self.is_enabled and not _holds_local_class(sig):
            parts = list(data._reduce())
            parts[ANNOTATION] = ""
            _save(path, dumps(tuple(parts)))

    def _load_shipped(self, signature: Any) -> Any:
        kernels = open_kernels()
        name = self._name_entry(signature, kernels.processor) if kernels else ""
        data = kernels.read(name) if kernels else None
        return _unpickle(data, name) if data else None

    def _find_path(self, signature: Any, codegen: Any) -> Path | None:
        folder = cache_folder()
        return folder / self._name_entry(signature, describe_processor(*codegen.magic_tuple())) if folder else None

    def _name_entry(self, signature: Any, processor: str) -> str:
        key = make_key(self.function, self.options, signature, processor)
        name = re.sub(r"[^\w.]", "_", f"{self.function.__module__}.{self.function.__name__}")  # for people who look
        return f"{name[-100:]}-{key}{ENTRY}"


def _holds_local_class(signature: Any) -> bool:
    """Whether an argument is a NamedTuple whose class was made inside a function. Such a class is saved by value, so
    another process would load another class, which fits no argument: this code is compiled anew by each process."""
    waiting = list(signature.args if hasattr(signature, "args") else signature)
    while waiting:
        kind = waiting.pop()
        if "<locals>" in getattr(getattr(kind, "instance_class", None), "__qualname__", ""):
            return True
        waiting += getattr(kind, "types", ())
    return False


def _load(path: Path) -> Any:
    """What was saved, or None if it is not there or not whole."""
    try:
        content = path.read_bytes()
        used = path.stat().st_mtime
    except OSError:
        return None
    checksum, data = content[:CHECKSUM], content[CHECKSUM:]
    if hashlib.blake2b(data, digest_size=CHECKSUM).digest() != checksum:
        return None
    if used < time.time() - DAY:
        with suppress(OSError):  # removed by another process
            os.utime(path)
    return _unpickle(data, path.name)


def _unpickle(data: bytes, name: str) -> Any:
    loaded_entries.add(name)
    try:
        return pickle.loads(data)
    except Exception as error:
        warnings.warn(f"{name} cannot be loaded ({error!r}) and is compiled anew", stacklevel=2)
        return None


def _save(path: Path, data: bytes) -> None:
    try:
        write_atomic(path, hashlib.blake2b(data, digest_size=CHECKSUM).digest() + data, durable=False, shared=True)
        _tidy_up(path.parent)
    except OSError as error:
        _warn_unsaved(path.parent, error.strerror)


@cache
def _warn_unsaved(folder: Path, reason: str) -> None:
    """Once in a process."""
    warnings.warn(f"compiled code cannot be kept in {folder} ({reason}); it is compiled anew next time", stacklevel=2)


def _tidy_up(folder: Path) -> None:
    """Remove old entries, once a day."""
    stamp = folder / "tidied"
    if not stamp.exists() or stamp.stat().st_mtime < time.time() - DAY:
        stamp.touch()
        remove_old(folder)
