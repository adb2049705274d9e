"""A table: whole, as a change, and its list of moves."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from ludoteca.site.wire.parts import Assignment, Json, LastMove, Move, PlayedMove, Result, Seated


class Seat(Seated):
    connected: bool


class Offer(TypedDict):
    kind: Literal["draw", "undo"]
    seat: int


class JoinLink(TypedDict):
    seat: int
    path: str


class Links(TypedDict):
    join: list[JoinLink]
    watch: str


class Clocks(TypedDict):
    """Milliseconds that each seat had left at the moment `at` (of the server, since 1970); the mover's have run since,
    unless `at` is null."""

    left: list[int]
    at: int | None


class ClockSetup(TypedDict):
    """How much time there is: seconds and an increment for each move, or days for each move."""

    kind: Literal["fischer", "days"]
    seconds: NotRequired[int]
    increment: NotRequired[int]
    days: NotRequired[int]


class TableState(TypedDict):
    """The parts of a table that may change; a change has those that did."""

    undo: bool
    seats: list[Seat]
    you: list[int]
    viewpoint: int
    ply: int
    count: int
    mover: int
    result: Result | None
    offer: Offer | None
    links: Links
    rematch: str | None
    think: bool
    stage: Json
    position: Json
    legal: list[Move]
    last: LastMove | None
    moves_from: int
    moves: list[PlayedMove]


class Table(TableState):
    """The whole table."""

    type: Literal["table"]
    protocol: int
    table: str
    version: int
    game: str
    title: str
    options: Json
    chat: bool
    rated: bool
    clock: NotRequired[ClockSetup]
    clocks: NotRequired[Clocks]
    now: NotRequired[int]


Change = TypedDict(
    "Change",
    {
        "type": Literal["change"],
        "from": int,
        "to": int,
        "retold": NotRequired[bool],
        "patch": NotRequired[list[Assignment]],
        **{name: NotRequired[kind] for name, kind in TableState.__annotations__.items()},  # type: ignore[misc]
        "moves": NotRequired[list[LastMove]],
        "clocks": NotRequired[Clocks],
    },
)


class MovesPage(TypedDict):
    moves_from: int
    moves: list[PlayedMove]
    count: int
