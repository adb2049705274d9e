"""Files of checked blocks: endgames, and what a build keeps until they are whole.

A file is one line that names its kind, one line of JSON (the head), a SHA-256 digest of both, and the blocks. The head
lists every block with its length and its own digest: a file that was cut off or changed in a single bit is refused.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ludoteca.core.errors import TableError
from ludoteca.core.files import write_atomic

DIGEST = hashlib.sha256().digest_size
LONGEST_HEAD = 1 << 20  # bytes: one of six pieces has a tenth of that
AGAIN = "Build it again with `ludoteca checkers endgames build`"


class Block(NamedTuple):
    """Where the places of a block end up when it is unpacked, and how to know it."""

    places: int
    length: int
    """bytes in the file"""
    digest: str


class Head(NamedTuple):
    content: dict[str, Any]
    blocks: tuple[Block, ...]
    begin: int
    """where the first block begins"""
    digest: str
    """of the head, and so of everything that it lists"""


def describe_block(data: bytes, places: int) -> Block:
    return Block(places, len(data), hashlib.sha256(data).hexdigest())


def write_blocks(path: Path, kind: bytes, content: dict[str, Any], blocks: list[Block], data: Iterable[bytes]) -> None:
    """Write a file at once or not at all; `data` are the blocks as listed."""
    head = kind + json.dumps({**content, "blocks": blocks}).encode() + b"\n"

    def pieces() -> Iterator[bytes]:
        yield head + hashlib.sha256(head).digest()
        yield from data

    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, pieces())


def read_head(path: Path, kind: bytes) -> Head:
    """The head of a file whose length is right. TableError says what is wrong with any other."""
    try:
        with path.open("rb") as file:
            return _read_head(file, path, kind)
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}") from None


def _read_head(file: BinaryIO, path: Path, kind: bytes) -> Head:
    if file.read(len(kind)) != kind:
        raise TableError(f"{path} holds no checkers endgames: it does not begin with {kind.decode().strip()!r}")
    line = file.readline(LONGEST_HEAD)
    digest = hashlib.sha256(kind + line).digest()
    if file.read(DIGEST) != digest:
        raise TableError(f"{path} is damaged: the checksum of its head is wrong. {AGAIN}")
    content = json.loads(line)
    blocks = tuple(Block(*block) for block in content.pop("blocks"))
    begin = len(kind) + len(line) + DIGEST
    wanted, found = begin + sum(block.length for block in blocks), path.stat().st_size
    if found != wanted:
        raise TableError(f"{path} is damaged: it has {found:,} bytes, not {wanted:,}. {AGAIN}")
    return Head(content, blocks, begin, digest.hex())


def read_blocks(path: Path, head: Head, first: int = 0, last: int | None = None) -> Iterator[bytes]:
    """The blocks from `first` to before `last`, each after its checksum was found right."""
    with path.open("rb") as file:
        file.seek(head.begin + sum(block.length for block in head.blocks[:first]))
        for block in head.blocks[first:last]:
            data = file.read(block.length)
            if hashlib.sha256(data).hexdigest() != block.digest:
                raise TableError(f"{path} is damaged: a checksum is wrong. {AGAIN}")
            yield data
