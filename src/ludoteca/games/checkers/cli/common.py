"""What several commands share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from ludoteca.cli.common import messages

Rules = Annotated[str, typer.Option(help="The rule set: unisa, english, italian, russian or brazilian.")]


@contextmanager
def interruptible(kept: str) -> Iterator[None]:
    """Ctrl-C says what was kept, and ends the command."""
    try:
        yield
    except KeyboardInterrupt:
        messages.print(f"stopped; {kept}, and the same command goes on from there", highlight=False)
        raise typer.Exit(130) from None
