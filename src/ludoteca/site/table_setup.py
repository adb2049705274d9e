"""What a table is set up with: its game, its seats, and what never changes there."""

import secrets
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["person", "agent", "open"]


@dataclass
class Seat:
    """Who sits there: a person (a client), an agent (a level or a specification), or the person who opens its link."""

    kind: Kind
    client: str | None = None
    agent: str | None = None
    key: str | None = None
    name: str | None = None
    """What somebody was called in a game that was played elsewhere."""


@dataclass(frozen=True)
class TableSetup:
    """What never changes at a table."""

    game: str
    version: str
    options: dict[str, Any]
    seed: int
    seats: tuple[dict[str, Any], ...]
    opening: tuple[int, ...] = ()
    """Actions that were played before anybody sat down: an imported game."""
    think: bool = False
    """Whether people may analyse the running game although others play against them."""
    clock: dict[str, Any] | None = None
    """How much time each seat has (`clocks.py`); None for as much as it likes."""
    public: bool = False
    """Whether the lobby lists it: for anybody to join, and to watch."""
    chat: bool = True
    rated: bool = False


def new_id() -> str:
    return secrets.token_urlsafe(8)


def new_key() -> str:
    return secrets.token_urlsafe(9)
