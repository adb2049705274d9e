"""What the server sends, as types; the pages' own (`static/lib/wire.js`) are written from them by a tool.

`docs/site.md` says what each part means.
"""

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


class Option(TypedDict):
    name: str
    help: str
    default: str | int
    choices: list[str]
    low: int
    high: int


class Level(TypedDict):
    name: str
    agent: str
    summary: str


class NamedAgent(TypedDict):
    name: str
    summary: str


class PageSource(TypedDict):
    """The package that a game's page comes from, and what is wrong with it."""

    package: str
    problem: Refusal | None


class GameCard(TypedDict):
    """A game, in the list of games; `page` is null for the generic one."""

    name: str
    title: str
    summary: str
    kind: Json
    seats: list[int]
    seat_names: list[str]
    options: list[Option]
    levels: list[Level]
    agents: list[NamedAgent]
    formats: list[str]
    ready: bool
    undo: bool
    page: PageSource | None


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
    evaluation: NotRequired[float]


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


class Seat(Seated):
    connected: bool


class Result(TypedDict):
    returns: list[float]
    code: str
    winner: int | None
    reason: str
    seat: NotRequired[int]
    score: NotRequired[float]
    most: NotRequired[float]


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
    evaluation: float | None
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


class SearchInfo(TypedDict):
    """What an agent reported of a decision; `value` is what it expected for itself."""

    value: NotRequired[float]
    depth: NotRequired[int]
    nodes: NotRequired[int]
    iterations: NotRequired[int]
    seconds: NotRequired[float]


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
    evaluation: float | None
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


class MovesPage(TypedDict):
    moves_from: int
    moves: list[PlayedMove]
    count: int


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


class Preparation(TypedDict):
    ready: bool
    done: int
    total: int
    levels: NotRequired[dict[str, bool]]
    agents: NotRequired[list[str]]
    doing: NotRequired[str | None]
    seconds_left: NotRequired[float]


class Status(TypedDict):
    version: str
    ready: bool
    games: dict[str, Preparation]


OPEN = (MoveStep, Move, LastMove)
"""What a game adds to these is its own."""
SENT = (
    Refusal, Option, Level, NamedAgent, PageSource, GameCard, MoveStep, Move, PlayedMove, LastMove, Seated, Seat,
    Result, Offer, JoinLink, Links, Clocks, ClockSetup, TableState, Table, Change, SearchInfo, Step, ReplayTable,
    Replay, TriedMove, Variation, MovesPage, TreeNode, ActionValue, LineMove, Analysis, Advice, FollowedMove, Followed,
    Reason, Hint, Lesson, Verdict, MyGame, ListedSeat, ListedTable, Lobby, Picture, ChatLine, ChatLines, Rating,
    Preparation, Status,
)  # fmt: skip
