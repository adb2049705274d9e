"""What searches say: analyses, hints, advice for games that are played elsewhere, lessons."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from ludoteca.site.wire.parts import Events, Json, Move, MoveStep, Result


class TreeNode(TypedDict):
    """A node of a search tree; the root has no name."""

    name: str | None
    action: int | None
    chooser: int | None
    visits: int
    value: float
    children: list["TreeNode"]


class ActionValue(TypedDict):
    action: int
    name: str
    value: float | None
    visits: int | None
    probability: float | None
    show: Json


class LineMove(TypedDict):
    action: int
    name: str
    show: Json


class Analysis(TypedDict):
    type: Literal["analysis"]
    ply: int
    agent: str
    done: bool
    fraction: float
    nodes: int
    iterations: int
    depth: int
    value: float | None
    proven: bool
    actions: list[ActionValue]
    line: list[LineMove]
    tree: TreeNode | None


class Advice(Analysis):
    """An analysis of a game that is played elsewhere, with the action that is advised."""

    action: int


class FollowedMove(TypedDict):
    seat: int
    action: int
    name: str
    show: Json
    steps: list[MoveStep]


class Followed(TypedDict):
    """A game that is played elsewhere. `mover` is -1 for chance, whose outcomes are in `legal` then; -2 at the end."""

    options: Json
    stage: Json
    position: Json
    mover: int
    legal: list[Move]
    log: list[FollowedMove]
    result: Result | None


class Reason(TypedDict):
    code: str
    params: Json


class Hint(TypedDict):
    type: Literal["hint"]
    id: NotRequired[str | int | None]
    ply: int
    action: int
    name: str
    show: Json
    value: float | None
    line: list[str]
    reason: Reason
    words: NotRequired[Events]


class Lesson(TypedDict):
    """A position to learn from."""

    name: str
    stage: Json
    position: Json
    legal: list[Move]
    mover: int


class Verdict(TypedDict):
    """How good an answer was, and what would be best; `words` and `best_words` say why, by language."""

    verdict: Literal["right", "works", "wrong"]
    best: Move
    words: NotRequired[Events]
    best_words: NotRequired[Events]
