"""Checkers, the checked face."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.games.checkers import ballots, draws, notation, presentation, reasons, rules
from ludoteca.games.checkers.actions import MAX_ACTIONS, is_capture
from ludoteca.games.checkers.board import RULE_SETS, SQUARES
from ludoteca.games.checkers.fen import format_fen, parse_fen
from ludoteca.games.checkers.levels import LEVELS
from ludoteca.protocol import Game, GameInfo, Option, State

INFO = GameInfo(
    name="checkers",
    title="Checkers",
    version="1.1",
    summary="Jump over the other side's pieces to take them; who cannot move has lost.",
    max_actions=MAX_ACTIONS,
    longest=draws.LONGEST,
    seat_names=("White", "Black"),
    levels=LEVELS,
    judges=("checkers_engine:nodes=1000000",),
    options=(
        Option(
            name="rules",
            help="unisa: captures are optional and may stop anywhere; the others: as played in those countries",
            default="unisa",
            choices=RULE_SETS,
        ),
        Option(
            name="repetition",
            help="whether a position that occurs for the third time is a draw",
            default="on",
            choices=("off", "on"),
        ),
        Option(
            name="quiet_moves",
            help="moves of each side without a capture or a man's move that make a draw; 0 for never",
            default=draws.QUIET_LIMIT,
            low=0,
            high=draws.QUIET_LIMIT,
        ),
        Option(
            name="federation_draws",
            help="russian and brazilian: whether the federation's own rules on drawn endings hold",
            default="on",
            choices=("off", "on"),
        ),
    ),
)


class Checkers(Game):
    """Two options more than INFO lists: `fen`, a position to start from: `start(rules="english", fen="B:W18:B1")`; and
    in English checkers `ballot`, the number of a three-move opening, which stands for the position after it.

    Options that name both other draw rules and not `federation_draws` leave it off: so wrote version 1.0, which did not
    have it, and its records replay.
    """

    info = INFO
    rules = rules.RULES
    formats = presentation.FORMATS

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        rest = dict(options or {})
        fen, ballot = rest.pop("fen", ""), rest.pop("ballot", "")
        if ballot != "":
            if fen or rest.get("rules") != ballots.RULES:
                raise SetupError("a ballot needs rules=english, and no fen beside it")
            fen = format_fen(ballots.reach(ballots.find_ballot(ballot)))
        if "repetition" in rest and "quiet_moves" in rest:
            rest.setdefault("federation_draws", "off")
        setup = super().parse_setup(rest)
        if fen:
            place(setup, str(fen))
        return setup

    def format_setup(self, setup: State) -> dict[str, Any]:
        options = super().format_setup(setup)
        if setup.placed:
            s = self.start(setup)
            options["fen"] = format_fen(s)
        return options

    def format_action(self, s: State, action: int) -> str:
        if s is None:
            s = self.start()
        if not 0 <= action < 2**31 or not _are_cells(action):
            raise LookupError(action)
        return notation.format_move(s, action, self.legal_actions(s) if is_capture(action) else [])

    def parse_action(self, s: State, text: str) -> int:
        return notation.parse_move(s, text, self.legal_actions(s))

    def draw(self, s: State) -> str:
        return notation.draw_board(s)

    def describe_result(self, s: State) -> str:
        """Who won and why, or which rule made the draw."""
        if s.winner == rules.NOBODY:
            return "not over yet"
        if s.winner == rules.DRAW:
            return f"a draw: {presentation.describe_draw(s)}"
        loser = 1 - int(s.winner)
        reason = "cannot move" if s.men[loser] | s.kings[loser] else "has no pieces left"
        return f"{self.info.seat_name(1 - loser)} won: {self.info.seat_name(loser)} {reason}"

    # --- for front ends --------------------------------------------------------------------------------------------

    def show(self, view: State) -> dict[str, Any]:
        return presentation.show_position(view)

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        return presentation.show_move(self, s, action)

    def explain(self, view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
        return reasons.explain_attempt(self, view, attempt)

    def end_code(self, s: State) -> dict[str, Any]:
        return presentation.tell_end(s)

    def count_points(self, view: State, seat: int) -> float | None:
        return presentation.count_points(view, seat)

    def export_game(
        self,
        form: str,
        setup: Mapping[str, Any],
        actions: Sequence[int],
        names: Sequence[str] = (),
        result: Mapping[str, Any] | None = None,
    ) -> str:
        return presentation.export_text(self, form, setup, actions, names, result)

    def import_game(
        self, form: str, text: str, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], list[int]]:
        return presentation.import_text(self, form, text, options)


CELL_SET = frozenset(SQUARES)


def _are_cells(action: int) -> bool:
    return action & 63 in CELL_SET and action >> 6 & 63 in CELL_SET


def place(setup: State, fen: str) -> None:
    """Write a position into a setup record whose rule set is known."""
    position = parse_fen(fen, int(setup.rules))
    setup.placed = 1
    setup.to_move = position.to_move
    for seat in (0, 1):
        setup.men[seat], setup.kings[seat] = position.men[seat], position.kings[seat]


def rules_number(name: str) -> int:
    """The place of a rule set in RULE_SETS."""
    if name not in RULE_SETS:
        raise UnknownName("rule set", name, RULE_SETS)
    return RULE_SETS.index(name)


GAME = Checkers()

__all__ = ["GAME", "Checkers", "place", "rules_number"]
