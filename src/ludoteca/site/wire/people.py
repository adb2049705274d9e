"""Lists of games, the lobby, chat and ratings."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from ludoteca.site.wire.parts import Json, LastMove, Result, Seated
from ludoteca.site.wire.tables import ClockSetup


class MyGame(TypedDict):
    table: str
    game: str
    options: Json
    seats: list[Seated]
    ply: int
    moves: int
    mover: int
    your_turn: bool
    result: Result | None
    made: bool
    clock: ClockSetup | None
    updated: float


class ListedSeat(Seated):
    connected: bool


class ListedTable(TypedDict):
    """A table in the lobby."""

    table: str
    game: str
    options: Json
    clock: ClockSetup | None
    rated: bool
    seats: list[ListedSeat]
    moves: int
    updated: float


class Lobby(TypedDict):
    open: list[ListedTable]
    running: list[ListedTable]


class Picture(TypedDict):
    """What a thumbnail of a table shows: what everybody may see."""

    table: str
    game: str
    stage: Json
    position: Json
    last: LastMove | None
    count: int
    seats: int


class ChatLine(TypedDict):
    number: int
    seat: int
    text: str
    at: float


class ChatLines(TypedDict):
    """Lines that are new, or (`whole`) all that this client hears."""

    type: Literal["chat"]
    lines: list[ChatLine]
    whole: bool


class Rating(TypedDict):
    """With a 95 % interval; `game` in one's own, `name` and `you` in the list of a game."""

    rating: int
    low: int
    high: int
    games: int
    game: NotRequired[str]
    name: NotRequired[str]
    you: NotRequired[bool]
