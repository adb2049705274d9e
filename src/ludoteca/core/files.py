"""Files that are whole or not there."""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path


def write_atomic(
    path: Path, content: bytes | str | Iterable[bytes], durable: bool = True, shared: bool = False
) -> None:
    """Write beside and rename: what was there stays until all of the new content is, which may come in pieces.
    `durable` waits for the disk; `shared` is for files that several processes may write at once."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part" if shared else f"{path.name}.part")
    try:
        with part.open("wb") as file:
            if isinstance(content, bytes | str):
                file.write(content.encode() if isinstance(content, str) else content)
            else:
                file.writelines(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
