"""Files that are whole or not there."""

import os
from pathlib import Path


def write_atomic(path: Path, content: bytes | str, durable: bool = True) -> None:
    """Write beside and rename: what was there stays until all of the new content is. `durable` waits for the disk."""
    part = path.with_name(path.name + ".part")
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
