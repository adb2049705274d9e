"""Which endgames there are for a rule set: those in the user's data folder, or those that come with the package.

What five or six pieces unpack to is kept beside them as a file that is mapped into memory: all processes share it, and
only what is looked up is read.
"""

import mmap
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.data_folder import data_folder
from ludoteca.core.errors import TableError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.checkers.endgames.blocks import Head, read_blocks
from ludoteca.games.checkers.endgames.files import (
    SUFFIX,
    Endgames,
    make_endgames,
    read_endgames_head,
    read_file,
    unpress_codes,
)
from ludoteca.games.checkers.endgames.index import MOST, lay_out

FOLDER = Path(__file__).parent / "data"
SHIPPED = 4  # pieces
UNPACKED = ".codes"
DIGITS = 20  # of a digest, in a file's name


def shipped_path(rules: str) -> Path:
    """Where the endgames that come with the package are, if there are any."""
    return FOLDER / f"{rules}{SUFFIX}"


def own_path(rules: str, pieces: int) -> Path:
    """Where a user's own endgames are looked for."""
    return data_folder() / "checkers" / f"{rules}-{pieces}{SUFFIX}"


def find_path(rules: str) -> Path | None:
    """The endgames with the most pieces for a rule set; None if it has none."""
    own = (own_path(rules, pieces) for pieces in range(MOST, SHIPPED, -1))
    return next((path for path in (*own, shipped_path(rules)) if path.exists()), None)


def load_endgames(rules: str) -> Endgames | None:
    """The endgames with the most pieces for a rule set; None for those that have none. A damaged file is an error."""
    path = find_path(rules)
    return None if path is None else load_file(path, rules)


def load_file(path: Path, rules: str) -> Endgames:
    """The endgames of a file, which must be for this rule set."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}") from None
    found = _load(path, stamp)
    if found.rules != rules:
        raise TableError(f"{path} is for {found.rules}, and this game is {rules}")
    return found


@lru_cache(maxsize=8)
def _load(path: Path, stamp: int) -> Endgames:
    """Read a file once, as long as it stays as it is."""
    head = read_endgames_head(path)
    if head.content["pieces"] <= SHIPPED:
        return read_file(path)
    check_sums(path, head)
    return make_endgames(head, _map(unpack(path, head)))


def check_sums(path: Path, head: Head) -> None:
    """TableError if a block is not what the head says: also where it was unpacked before."""
    for _ in read_blocks(path, head):
        pass


def unpacked_path(head: Head) -> Path:
    return data_folder() / "checkers" / "unpacked" / f"{head.digest[:DIGITS]}{UNPACKED}"


def unpack(path: Path, head: Head, report: Report = silent) -> Path:
    """The file of plain codes that a file of endgames unpacks to, made if it is not there."""
    target = unpacked_path(head)
    _, places = lay_out(int(head.content["pieces"]))
    if target.exists() and target.stat().st_size == places:
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(target.parent).free
        if free < places:
            raise TableError(f"{path} unpacks to {places:,} bytes, and {target.parent} has only {free:,} left")
        write_atomic(target, _tell(unpress_codes(path, head), path.name, places, report), shared=True)
    except OSError as error:
        raise TableError(
            f"{target} cannot be written ({error.strerror}): set LUDOTECA_DATA to a folder for {places:,} bytes"
        ) from None
    return target


def _tell(parts: Iterator[bytes], name: str, total: int, report: Report) -> Iterator[bytes]:
    done = 0
    for part in parts:
        report(f"unpacking {name}", done, total)
        yield part
        done += len(part)


def _map(path: Path) -> IntArray:
    with path.open("rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)


def add_file(path: Path, report: Report = silent) -> Path:
    """Check a file of endgames and copy it to where it is found. Returns its new place."""
    head = read_endgames_head(path)
    if head.content["pieces"] <= SHIPPED:
        raise TableError(f"{path} has {head.content['pieces']} pieces, which the package has already")
    target = own_path(head.content["rules"], head.content["pieces"])
    check_sums(path, head)
    unpack(path, head, report)
    if path.resolve() != target.resolve():
        write_atomic(target, _copy(path))
    return target


def _copy(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            yield part
