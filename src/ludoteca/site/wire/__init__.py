"""What the server sends, as types; the pages' own (`static/lib/wire.js`) are written from them by a tool.

`docs/site.md` says what each part means.
"""

from ludoteca.site.wire.advice import (
    ActionValue,
    Advice,
    Analysis,
    Followed,
    FollowedMove,
    Hint,
    Lesson,
    LineMove,
    Reason,
    TreeNode,
    Verdict,
)
from ludoteca.site.wire.analyses import (
    BetterMove,
    DealComparison,
    DealState,
    Evaluation,
    GameAnalysis,
    GameAnalysisState,
    JudgedDecision,
    LevelResult,
    OtherAnswer,
    PastDecision,
    PositionValue,
    Scale,
    SeatSummary,
)
from ludoteca.site.wire.games import GameCard, Level, NamedAgent, Option, PageSource, Preparation, Status
from ludoteca.site.wire.parts import LastMove, Move, MoveStep, PlayedMove, Refusal, Result, SearchInfo, Seated
from ludoteca.site.wire.people import ChatLine, ChatLines, ListedSeat, ListedTable, Lobby, MyGame, Picture, Rating
from ludoteca.site.wire.replays import Replay, ReplayTable, Step, TriedMove, Variation
from ludoteca.site.wire.tables import (
    Change,
    Clocks,
    ClockSetup,
    JoinLink,
    Links,
    MovesPage,
    Offer,
    Seat,
    Table,
    TableState,
)

OPEN = (MoveStep, Move, LastMove)
"""What a game adds to these is its own."""
SENT = (
    Refusal, Option, Level, NamedAgent, PageSource, GameCard, MoveStep, Move, PlayedMove, LastMove, Seated, Seat,
    Result, Offer, JoinLink, Links, Clocks, ClockSetup, TableState, Table, Change, SearchInfo, Step, ReplayTable,
    Replay, TriedMove, Variation, MovesPage, TreeNode, ActionValue, LineMove, Analysis, Advice, FollowedMove, Followed,
    Reason, Hint, Lesson, Verdict, MyGame, ListedSeat, ListedTable, Lobby, Picture, ChatLine, ChatLines, Rating,
    Scale, Evaluation, PositionValue, BetterMove, JudgedDecision, SeatSummary, GameAnalysis, GameAnalysisState,
    LevelResult, DealComparison, DealState, PastDecision, OtherAnswer, Preparation, Status,
)  # fmt: skip
