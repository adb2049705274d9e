"""How long work tells how far it is."""

from collections.abc import Callable

Report = Callable[[str, int, int], None]
"""`report(what, done, total)`: the place for a progress bar. It may raise KeyboardInterrupt to stop."""


def silent(what: str, done: int, total: int) -> None:
    """Report nothing."""
