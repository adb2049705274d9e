"""What clients may send; every field is checked before it is used."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

SAFE = 2**53  # what JavaScript counts to exactly

Number = Annotated[int, Field(ge=-SAFE, le=SAFE)]
Text = Annotated[str, Field(max_length=200)]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


# --- WebSocket -----------------------------------------------------------------------------------------------------


class Message(Strict):
    id: Annotated[int, Field(ge=-SAFE, le=SAFE)] | Annotated[str, Field(max_length=64)] | None = None


class Play(Message):
    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=10**7)]
    action: Number | None = None
    text: Text | None = None


class Why(Message):
    type: Literal["why"]
    attempt: dict[str, Any]


class Undo(Message):
    type: Literal["undo"]


class Resign(Message):
    type: Literal["resign"]


class Offer(Message):
    type: Literal["offer"]
    kind: Literal["draw", "undo"]


class Answer(Message):
    type: Literal["answer"]
    kind: Literal["draw", "undo"]
    accept: bool


class Hint(Message):
    type: Literal["hint"]


class Think(Message):
    type: Literal["think"]
    agent: Text | None = None


class Evaluate(Message):
    """What the judge thinks of the position now."""

    type: Literal["evaluate"]


class ThinkStop(Message):
    type: Literal["think_stop"]


class Ping(Message):
    type: Literal["ping"]


class Since(Message):
    """Tell again what happened since this version of the table."""

    type: Literal["since"]
    version: Annotated[int, Field(ge=0, le=SAFE)]


class Chat(Message):
    """A line to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=2_000)]


class Listen(Message):
    """Hear what is said at the table from now on, but for these seats; or no longer."""

    type: Literal["listen"]
    on: bool = True
    muted: Annotated[list[Annotated[int, Field(ge=0, le=7)]], Field(max_length=8)] = []


AnyMessage = (
    Chat | Listen | Play | Why | Undo | Resign | Offer | Answer | Hint | Think | ThinkStop | Evaluate | Ping | Since
)
ANY: TypeAdapter[Message] = TypeAdapter(Message)
MESSAGES: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


# --- HTTP ----------------------------------------------------------------------------------------------------------


class Body(Strict):
    model_config = ConfigDict(strict=True, extra="forbid")


class Nickname(Body):
    nickname: Annotated[str, Field(max_length=200)]


class SeatWish(Body):
    """Who gets the seat: `me`, the person who opens the link, or an agent (a level such as Hard, or mcts:seconds=1)."""

    kind: Literal["me", "link", "agent"]
    agent: Text | None = None


class Import(Body):
    format: Annotated[str, Field(max_length=20)]
    text: Annotated[str, Field(max_length=50_000)]


Options = dict[Annotated[str, Field(max_length=40)], str | int | bool]


class ClockWish(Body):
    """Time for each seat: seconds and an increment for each move, or days for each move."""

    kind: Literal["fischer", "days"]
    seconds: Annotated[int, Field(ge=10, le=10_800)] = 600
    increment: Annotated[int, Field(ge=0, le=300)] = 0
    days: Annotated[int, Field(ge=1, le=30)] = 3

    def write(self) -> dict[str, Any]:
        """What a table keeps of it."""
        return self.model_dump(include={"kind", "days"} if self.kind == "days" else {"kind", "seconds", "increment"})


class NewTable(Body):
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    options: Options = {}
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    actions: Annotated[list[Number], Field(max_length=2_000)] = []
    transcript: Annotated[Import | None, Field(alias="import")] = None
    think: bool = False
    clock: ClockWish | None = None
    public: bool = False
    chat: bool = True
    rated: bool = False


class Match(Body):
    """Somebody to play with: who wants the same is found, or waited for."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = {}
    clock: ClockWish | None = None
    rated: bool = False


class DeviceCode(Body):
    code: Annotated[str, Field(max_length=40)]
    replace: bool = False


class PastGame(Body):
    """A game that was played elsewhere, to be watched."""

    game: Annotated[str, Field(max_length=40)]
    transcript: Annotated[Import, Field(alias="import")]


class Position(Body):
    options: Options = {}
    transcript: Annotated[Import | None, Field(alias="import")] = None


class Followed(Body):
    """A game that is played elsewhere, as far as it is known: chance is part of its actions."""

    options: Options = {}
    actions: Annotated[list[Number], Field(max_length=500)] = []


class Advice(Followed):
    seat: Annotated[int, Field(ge=0, le=7)]
    agent: Text | None = None


class Tried(Body):
    """Other actions than those of a finished game, after so many of its decisions."""

    start: Annotated[int, Field(alias="from", ge=0, le=10**7)]
    actions: Annotated[list[Number], Field(max_length=200)] = []


class Variation(Tried):
    """`attempt` asks why something is not legal there."""

    attempt: dict[str, Any] | None = None


class PlayOn(Tried):
    """Go on from there at a new table, with these at its seats."""

    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]


class OtherAnswer(Body):
    """What somebody would play instead in a decision of a finished game."""

    action: Number | None = None
    attempt: dict[str, Any] | None = None


class LessonAnswer(Body):
    """What somebody would play in a lesson of a course."""

    lesson: Annotated[int, Field(ge=0, le=1000)]
    action: Number | None = None
    attempt: dict[str, Any] | None = None


class Key(Body):
    key: Annotated[str, Field(max_length=64)]


class AgentChoice(Body):
    agent: Text
