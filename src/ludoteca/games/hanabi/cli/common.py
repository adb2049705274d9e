"""What the commands share: whether a result can be written, and progress."""

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.core.errors import SetupError

Seed = Annotated[int | None, typer.Option(help="Seed of the decks and the bots; drawn and shown if left out.")]


def check_writable(path: Path, option: str) -> None:
    """Check before hours of work that the result can be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise SetupError(
            f"{path} cannot be written: {error.strerror}; give {option} a file in a folder of yours"
        ) from None


def advance(bar: Any, task: Any, what: str, done: int, total: int) -> None:
    bar.update(task, description=what, completed=done, total=total)
