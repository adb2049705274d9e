"""Machine code that ships: the package `ludoteca_kernels`, compiled ahead for a baseline processor (`make kernels`).

It is asked after the user's own cache, with the key of `code_key.py` for the baseline in the place of this processor.
Loading machine code runs whatever is in it. So it is read from the installed package only, never from a place that a
setting names, and only if its SHA-256 sum is one that this package brought along in `kernels.sums`. What is checked is
what is loaded: the archive is read once and kept, compressed.

LUDOTECA_KERNELS=no leaves it out: everything is then compiled for this very processor. LUDOTECA_KERNELS=only keeps the
site from compiling for this processor in the background.
"""

import hashlib
import io
import json
import logging
import os
import platform
import threading
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm

from ludoteca.core.code_key import describe_processor, describe_tools

__all__ = [
    *("ARCHIVE", "MANIFEST", "PACKAGE", "SUMS", "SWITCH"),
    *("Baseline", "Kernels", "are_to_be_replaced", "describe_baseline", "find_baseline", "open_kernels", "read_sums"),
]

PROJECT, PACKAGE, ARCHIVE, MANIFEST = "ludoteca-kernels", "ludoteca_kernels", "kernels.zip", "manifest.json"
SUMS = Path(__file__).with_name("kernels.sums")  # written by `make kernels`
SWITCH = "LUDOTECA_KERNELS"

log = logging.getLogger("ludoteca.kernels")
_lock = threading.Lock()


# --- processors --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Baseline:
    """A processor that code is compiled for so that many can run it: LLVM's name of it, and what it must have."""

    cpu: str
    features: tuple[str, ...]

    def find_missing(self) -> list[str]:
        """What this computer lacks."""
        found = llvm.get_host_cpu_features()
        return [name for name in self.features if not found.get(name, False)]


X86_64_V3 = Baseline(
    "x86-64-v3",
    (
        *("cx8", "cmov", "fxsr", "mmx", "sse", "sse2"),
        *("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),
        *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
    ),
)
APPLE_M1 = Baseline("apple-m1", ())  # the first of its kind: every Mac with an arm64 processor has all of it
ARM64 = Baseline("generic", ("fp-armv8", "neon"))


def find_baseline(machine: str = "", system: str = "") -> Baseline | None:
    """The baseline for a kind of computer (this one if none is named); None if there is none."""
    machine, system = (machine or platform.machine()).lower(), system or platform.system()
    if machine in ("x86_64", "amd64"):
        return X86_64_V3
    if machine in ("arm64", "aarch64"):
        return APPLE_M1 if system == "Darwin" else ARM64
    return None


def describe_baseline(baseline: Baseline) -> str:
    """The part of a key that stands for the processor, for code that ships."""
    return describe_processor(llvm.get_process_triple(), baseline.cpu, "")


# --- the package -------------------------------------------------------------------------------------------------


class Kernels:
    """An archive of compiled code whose sum was checked."""

    def __init__(self, content: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(content))
        self._names = set(self._archive.namelist())
        manifest: dict[str, Any] = json.loads(self._archive.read(MANIFEST))
        self.tools: str = manifest["tools"]
        self.processor: str = manifest["processor"]
        """Stands for the processor in the keys of its entries."""
        self.warm: Mapping[str, Mapping[str, str]] = manifest["warm"]
        """Labels of what was warmed up, each with the sources that were loaded then and their hashes."""

    def __len__(self) -> int:
        return len(self._names) - 1

    def read(self, name: str) -> bytes | None:
        """What was saved under a name; None if it does not ship."""
        return self._archive.read(name) if name in self._names else None


def open_kernels() -> Kernels | None:
    """The machine code that ships; None if there is none for this computer, which is said once."""
    with _lock:  # threads that prepare games ask at the same time
        return _open_once()


def are_to_be_replaced() -> bool:
    """Whether kernels serve, and code for this very processor, which may be quicker, is to be compiled when there is
    time: later processes find it first."""
    return os.environ.get(SWITCH) != "only" and open_kernels() is not None


@cache
def _open_once() -> Kernels | None:
    if os.environ.get(SWITCH) == "no":
        return None
    found = _open()
    if isinstance(found, Kernels):
        return found
    if found:
        log.warning("%s; code is compiled for this computer instead, which takes minutes the first time", found)
    os.environ[SWITCH] = "no"  # processes that this one starts need not look, nor say it again
    return None


def _open() -> Kernels | str:
    """The kernels, or why not; an empty text if none are to be expected."""
    sums, folder = read_sums(), _find_folder()
    if folder is None:
        return f"{PROJECT} is not installed" if sums else ""
    baseline = find_baseline()
    if baseline is None:
        return f"{PROJECT} has no code for a processor of the kind {platform.machine()}"
    if missing := baseline.find_missing():
        return f"{PROJECT} needs a processor with {', '.join(missing)}"
    try:
        content = (folder / ARCHIVE).read_bytes()
    except OSError as error:
        return f"{folder / ARCHIVE} cannot be read ({error.strerror})"
    if hashlib.sha256(content).hexdigest() not in sums:
        return f"{folder / ARCHIVE} is damaged or belongs to another version of Ludoteca: its SHA-256 sum is unknown"
    kernels = Kernels(content)
    if (kernels.tools, kernels.processor) != (describe_tools(), describe_baseline(baseline)):
        return f"{PROJECT} was made for other versions or settings of Python, Numba, llvmlite or NumPy"
    return kernels


def _find_folder() -> Path | None:
    """Where the package is installed. Nothing of it is imported."""
    spec = find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


def read_sums(path: Path | None = None) -> dict[str, str]:
    """The sums of the archives that belong to this version, each with the name of its wheel: lines as `sha256sum`
    writes them."""
    try:
        lines = (path or SUMS).read_text().splitlines()
    except FileNotFoundError:
        return {}
    return {digest: name for digest, _, name in (line.partition("  ") for line in lines)}
