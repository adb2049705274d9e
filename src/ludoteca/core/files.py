"""Files that are whole or not there."""

import os
import secrets
from pathlib import Path


def write_atomic(path: Path, content: bytes | str, durable: bool = True, shared: bool = False) -> None:
    """Write beside and rename: what was there stays until all of the new content is. `durable` waits for the disk;
    `shared` is for files that several processes may write at once."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part" if shared else f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
