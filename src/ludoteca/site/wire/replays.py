"""Past positions, and what might have been."""

from typing import NotRequired

from typing_extensions import TypedDict

from ludoteca.site.wire.parts import Assignment, Events, Json, LastMove, Move, MoveStep, Result, SearchInfo, Seated


class Step(TypedDict):
    """One position of a replay, after the move that led to it: whole, or as the patch to the one before."""

    number: int
    seat: int | None
    name: str | None
    action: int | None
    show: Json | None
    chance: NotRequired[list[str]]
    events: NotRequired[Events]
    steps: NotRequired[list[MoveStep]]
    position: NotRequired[Json]
    patch: NotRequired[list[Assignment]]
    info: SearchInfo | None


class ReplayTable(TypedDict):
    table: str
    game: str
    title: str
    options: Json
    seats: list[Seated]
    you: list[int]
    viewpoint: int
    ply: int
    count: int
    over: bool
    stage: Json


Replay = TypedDict("Replay", {"table": ReplayTable, "from": int, "positions": list[Step], "result": Result | None})


class TriedMove(TypedDict):
    """A decision of a variation."""

    number: int
    seat: int
    name: str
    action: int
    chance: NotRequired[list[str]]
    events: NotRequired[Events]


Variation = TypedDict(
    "Variation",
    {
        "from": int,
        "moves": list[TriedMove],
        "last": LastMove | None,
        "position": Json,
        "legal": list[Move],
        "mover": int,
        "result": Result | None,
        "why": NotRequired[Json],
    },
)
