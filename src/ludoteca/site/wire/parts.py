"""Words that many messages share."""

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

Json = dict[str, Any]
Assignment = Annotated[list[Any], "Assignment"]
"""[path, value] sets a value, [path] alone removes a key."""
Events = Annotated[dict[str, list[str]], "Events"]
"""What happened, sentence by sentence, by language."""


class Refusal(TypedDict):
    code: str
    message: str
    params: NotRequired[Json]


class MoveStep(TypedDict):
    """Something that a move brought about, for a board to draw."""

    type: str


class Move(TypedDict):
    """A legal action, with what `show_action` gave."""

    action: int
    name: str


class PlayedMove(TypedDict):
    """A decision; `chance` is what was drawn after it."""

    number: int
    ply: int
    seat: int
    name: str | None
    action: int | None
    chance: NotRequired[list[str]]
    events: NotRequired[Events]


class LastMove(PlayedMove):
    """The same with what it takes to draw it."""

    steps: NotRequired[list[MoveStep]]


class Seated(TypedDict):
    """Who has a seat."""

    name: str
    kind: Literal["person", "agent", "open"]
    agent: str | None
    level: str | None
    you: bool
    program: NotRequired[bool]
    """Whether the person is a program from outside."""


class Result(TypedDict):
    returns: list[float]
    code: str
    winner: int | None
    reason: str
    seat: NotRequired[int]
    score: NotRequired[float]
    most: NotRequired[float]


class SearchInfo(TypedDict):
    """What an agent reported of a decision; `value` is what it expected for itself."""

    value: NotRequired[float]
    depth: NotRequired[int]
    nodes: NotRequired[int]
    iterations: NotRequired[int]
    seconds: NotRequired[float]
