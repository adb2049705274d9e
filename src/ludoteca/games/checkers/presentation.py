"""What front ends draw of checkers: the board, a move's way, the end, and texts (PDN, FEN)."""

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import TranscriptError, UnknownName
from ludoteca.games.checkers.actions import dst_of, is_capture
from ludoteca.games.checkers.board import KING_ROWS, MIRRORED, RULE_SETS, SQUARES
from ludoteca.games.checkers.draws import (
    KINGS_ONLY,
    KINGS_ONLY_LIMITS,
    LONGEST,
    QUIET,
    REPEATED,
    SAME_MATERIAL,
    TOO_LONG,
    find_draw,
    limit_of,
)
from ludoteca.games.checkers.fen import format_fen, parse_fen
from ludoteca.games.checkers.notation import PIECES, format_square, place_of, uses_letters
from ludoteca.games.checkers.paths import path_of, victims_of
from ludoteca.games.checkers.rules import DRAW, apply
from ludoteca.protocol import State
from ludoteca.protocol.presentation import replays

if TYPE_CHECKING:
    from ludoteca.games.checkers.game import Checkers

FORMATS = ("pdn", "fen")
MOST_MOVES = 500  # of a game that is pasted: no game between people has as many
KING_POINTS = 2  # what players count a king as
DRAW_CODES = {
    QUIET: "quiet",
    KINGS_ONLY: "kings_only",
    SAME_MATERIAL: "same_material",
    TOO_LONG: "too_long",
    REPEATED: "repetition",
}


@cache
def number_of(cell: int, rules: int) -> int:
    """The number of a square as players of a rule set write it."""
    return int(format_square(cell, rules, letters=False))


@cache
def _list_squares(rules: int) -> list[dict[str, Any]]:
    squares = []
    for cell in SQUARES:
        row, column = place_of(cell, rules)
        squares.append(
            {
                "square": number_of(cell, rules),
                "name": format_square(cell, rules),
                "algebraic": format_square(cell, rules, letters=True),
                "row": row,
                "column": column,
            }
        )
    return sorted(squares, key=lambda square: square["square"])


def show_position(s: State) -> dict[str, Any]:
    """Squares by number with their places (row 0 is the top, seen from White's side), and the pieces on them."""
    rules = int(s.rules)
    return {
        "rules": RULE_SETS[rules],
        "letters": uses_letters(rules),
        "mirrored": MIRRORED[rules],
        "squares": _list_squares(rules),
        "pieces": _list_pieces(s, rules),
        "to_move": int(s.to_move),
        "quiet": int(s.quiet),
        "fen": format_fen(s),
    }


def _list_pieces(s: State, rules: int) -> dict[str, str]:
    """The letter of each piece, by the number of its square."""
    pieces: dict[int, str] = {}
    for (man, king), men, kings in zip(PIECES, s["men"].tolist(), s["kings"].tolist(), strict=True):
        pieces |= {cell: king if kings >> cell & 1 else man for cell in SQUARES if (men | kings) >> cell & 1}
    return {format_square(cell, rules, letters=False): pieces[cell] for cell in sorted(pieces)}


def show_move(game: "Checkers", s: State, action: int) -> dict[str, Any]:
    """The squares that a move passes, the pieces that it takes, and whether a man becomes a king."""
    rules, side = int(s["rules"]), int(s["to_move"])  # by key: an attribute of a record takes ten times as long
    path = path_of(s, action)
    is_man = bool(int(s["men"][side]) >> path[0] & 1)
    if not is_capture(action):
        crowned = is_man and bool(int(KING_ROWS[side]) >> path[1] & 1)
        ends = [number_of(path[0], rules), number_of(path[1], rules)]
        return {"path": ends, "taken": [], "capture": False, "crowned": crowned}
    return {
        "path": [number_of(cell, rules) for cell in path],
        "taken": [number_of(cell, rules) for cell in victims_of(s, path)],
        "capture": True,
        "crowned": is_man and _ends_crowned(game, s, side, int(dst_of(action)), action),
    }


def _ends_crowned(game: "Checkers", s: State, side: int, dst: int, action: int) -> bool:
    """Whether a king stands where a capture ends; a man may be crowned on its way, and go on."""
    after = game.copy(s)
    apply(after, action)
    return bool(int(after.kings[side]) >> dst & 1)


def tell_end(s: State) -> dict[str, Any]:
    if s.winner != DRAW:
        loser = 1 - int(s.winner)
        code = "no_moves" if s.men[loser] | s.kings[loser] else "no_pieces"
        return {"code": code, "winner": int(s.winner)}
    return {"code": DRAW_CODES[int(find_draw(s))], "winner": None}


def describe_draw(s: State) -> str:
    """Which rule made the draw."""
    reason = int(find_draw(s))
    if reason == QUIET:
        return f"{int(s.quiet_moves)} moves each without a capture or a man's move"
    if reason == KINGS_ONLY:
        return f"{int(KINGS_ONLY_LIMITS[int(s.rules)]) // 2} moves each with kings only"
    if reason == SAME_MATERIAL:
        return f"{int(limit_of(s)) // 2} moves each in this ending without a capture or a new king"
    if reason == TOO_LONG:
        return f"{LONGEST} moves"
    return "the position occurred for the third time"


def count_points(s: State, seat: int) -> float:
    """Men and kings of a seat, less those of the other."""
    worth = [int(s.men[side]).bit_count() + KING_POINTS * int(s.kings[side]).bit_count() for side in (0, 1)]
    return float(worth[seat] - worth[1 - seat])


# --- texts ---------------------------------------------------------------------------------------------------------


def export_text(
    game: "Checkers",
    form: str,
    setup: Mapping[str, Any],
    actions: Sequence[int],
    names: Sequence[str],
    result: Mapping[str, Any] | None,
) -> str:
    if form == "pdn":
        return _export_pdn(setup, actions, names, result)
    if form == "fen":
        s = game.start(setup)
        for action in actions:
            game.play(s, action)
        return format_fen(s) + "\n"
    raise UnknownName("format", form, FORMATS)


def _export_pdn(
    setup: Mapping[str, Any], actions: Sequence[int], names: Sequence[str], result: Mapping[str, Any] | None
) -> str:
    from ludoteca.games.checkers.pdn import format_pdn

    tags = {"Event": "Ludoteca", "Site": "Ludoteca", "Date": time.strftime("%Y.%m.%d"), "Round": "-"}
    tags |= dict(zip(("White", "Black"), names, strict=False))
    if result is not None:
        white = float(result["returns"][0])
        tags["Result"] = "1-0" if white > 0 else "0-1" if white < 0 else "1/2-1/2"
    return format_pdn(setup, actions, tags)


def import_text(
    game: "Checkers", form: str, text: str, options: Mapping[str, Any] | None
) -> tuple[dict[str, Any], list[int]]:
    given = dict(options or {})
    if form == "pdn":
        return _import_pdn(game, text, given)
    if form == "fen":
        rules = str(given.get("rules", game.info.options[0].default))
        if rules not in RULE_SETS:
            raise UnknownName("rules", rules, RULE_SETS)
        parse_fen(text, RULE_SETS.index(rules))
        return {**given, "fen": " ".join(text.split())}, []
    raise UnknownName("format", form, FORMATS)


def _import_pdn(game: "Checkers", text: str, given: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """The first game of a text; what follows it is not looked at. The draw rules of the options stay, unless the game
    was played on beyond them."""
    from ludoteca.games.checkers.pdn import find_rules, replay, walk_pdn

    found = next(walk_pdn(text), None)
    if found is None:
        raise TranscriptError("the text holds no game: paste moves such as 1. 11-15 23-19, or a whole PDN file")
    if len(found.moves) > MOST_MOVES:
        raise TranscriptError(f"the game has {len(found.moves)} moves, more than the {MOST_MOVES} that are taken here")
    rules = find_rules(found.tags, str(given.get("rules", "english")))
    if rules not in RULE_SETS:
        raise UnknownName("rules", rules, RULE_SETS)
    played = replay(found, rules)
    given = {name: value for name, value in given.items() if name != "fen"}
    wanted = {**played.options, **given, "rules": rules}
    return (wanted if replays(game, wanted, played.actions) else played.options), played.actions
