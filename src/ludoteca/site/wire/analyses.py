"""What is found out about a game: values on the scale that people see, mistakes, deals."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from ludoteca.site.wire.advice import Reason
from ludoteca.site.wire.parts import Events, Json, Move


class Scale(TypedDict):
    """`win`: chances from 0 to 1. `points`: what a team may expect. The others are losses: from which one on a decision
    is called so."""

    kind: Literal["win", "points"]
    low: float
    high: float
    inaccuracy: float
    mistake: float
    blunder: float


class Evaluation(TypedDict):
    """What the judge thinks of a running game, for the seat to act."""

    type: Literal["evaluation"]
    id: NotRequired[str | int | None]
    ply: int
    seat: int
    value: float | None
    scale: Scale


class PositionValue(TypedDict):
    """What the judge thinks of a position of a variation, for the seat to act there."""

    seat: int
    value: float | None
    scale: Scale
    best: str | None
    line: list[str]


class BetterMove(TypedDict):
    action: int
    name: str
    line: list[str]
    reason: Reason
    cost: Reason | None
    words: NotRequired[Events]


class JudgedDecision(TypedDict):
    """Values are for the seat that decides; None where the judge cannot tell."""

    number: int
    ply: int
    seat: int
    action: int | None
    name: str | None
    before: float | None
    after: float | None
    loss: float
    verdict: Literal["good", "inaccuracy", "mistake", "blunder"] | None
    best: NotRequired[BetterMove]


class SeatSummary(TypedDict):
    decisions: int
    accuracy: float | None
    counts: dict[str, int]


class GameAnalysis(TypedDict):
    """`by_view`: each seat is judged by what it knew. `opposed`: two seats, of which one wins what the other loses."""

    judge: str
    scale: Scale
    by_view: bool
    opposed: bool
    seats: list[SeatSummary]
    decisions: list[JudgedDecision]


class GameAnalysisState(TypedDict):
    """How far the analysis of a game is; `yours`: you asked for it, and may stop it."""

    state: Literal["none", "running", "failed", "done"]
    done: NotRequired[int]
    total: NotRequired[int]
    yours: NotRequired[bool]
    error: NotRequired[str]
    found: NotRequired[GameAnalysis]


class LevelResult(TypedDict):
    """Games of a level with a deal: the mean of their results with a 95 % interval."""

    level: str
    results: list[float]
    mean: float
    low: float
    high: float


class DealComparison(TypedDict):
    """`own` is your result (a team's points; 1 for a win, 0 for a loss), `rank` the share of their games that it
    beats."""

    levels: list[LevelResult]
    games: int
    seat: int
    own: float
    rank: float | None


class DealState(TypedDict):
    state: Literal["none", "running", "failed", "done"]
    done: NotRequired[int]
    total: NotRequired[int]
    yours: NotRequired[bool]
    error: NotRequired[str]
    found: NotRequired[DealComparison]


class PastDecision(TypedDict):
    """A decision of a finished game, as its seat saw it."""

    number: int
    seat: int
    mover: int
    position: Json
    legal: list[Move]


OtherAnswer = TypedDict(
    "OtherAnswer",
    {
        "verdict": Literal["right", "wrong"],
        "class": Literal["good", "inaccuracy", "mistake", "blunder"] | None,
        "name": str,
        "before": float,
        "after": float,
        "loss": float,
    },
)
