"""What happens at a table, and what lists tell of it: the words that a table and the store share."""

from typing import Any, NamedTuple


class Event(NamedTuple):
    """Something that happened at a table."""

    kind: str
    data: dict[str, Any]


class Summary(NamedTuple):
    """How far a table is, for lists that do not load it."""

    content: dict[str, Any]
    waiting: str
    """For whom: agent, person, or nobody once the game is over."""
    clients: tuple[str, ...]
