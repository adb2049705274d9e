"""Why a move that a person tries is not legal: the rule that stands in the way, in a sentence and as a code."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import NotationError
from ludoteca.games.checkers.actions import dst_of, is_capture, src_of
from ludoteca.games.checkers.board import BOARD, FLYING, ITALIAN, STEPS, WHITE
from ludoteca.games.checkers.notation import format_square, parse_square, piece_at, place_of
from ludoteca.games.checkers.paths import Path, flights, path_of
from ludoteca.games.checkers.presentation import number_of
from ludoteca.protocol import State

if TYPE_CHECKING:
    from ludoteca.games.checkers.game import Checkers


def explain_attempt(game: "Checkers", s: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
    """`attempt` names the squares `from` and `to` by number; without `to` it asks why a piece cannot move."""
    rules = int(s.rules)
    src = _read_cell(attempt.get("from"), rules)
    dst = _read_cell(attempt.get("to"), rules)
    if src is None or (dst is None and attempt.get("to") is not None):
        return _reason("not_legal", "name the squares by their numbers, from 1 to 32")
    legal = game.legal_actions(s)
    piece = piece_at(s, src)
    if piece == ".":
        return _reason("empty", f"there is no piece on {format_square(src, rules)}")
    if (piece.lower() == "w") != (int(s.to_move) == WHITE):
        return _reason("not_yours", f"the piece on {format_square(src, rules)} is not yours to move now")
    own = [action for action in legal if src_of(action) == src]
    if dst is None:
        return _explain_piece(s, src, own, legal)
    if any(dst_of(action) == dst for action in own):
        return _reason("legal", "this move is legal")
    if piece_at(s, dst) != ".":
        return _reason("occupied", f"{format_square(dst, rules)} is occupied")
    return _explain_move(s, src, dst, own, legal)


def _read_cell(number: Any, rules: int) -> int | None:
    if type(number) is not int:
        return None
    try:
        return parse_square(str(number), rules)
    except NotationError:
        return None


def _reason(code: str, message: str, squares: list[int] | None = None) -> dict[str, Any]:
    return {"code": code, "message": message, "squares": squares or []}


def _explain_piece(s: State, src: int, own: list[int], legal: list[int]) -> dict[str, Any]:
    if own:
        return _reason("legal", "this piece can move")
    if legal and all(is_capture(action) for action in legal):
        return _explain_capture(s, src, None, legal)
    return _reason("blocked", f"the piece on {format_square(src, int(s.rules))} cannot move")


def _explain_capture(s: State, src: int, dst: int | None, legal: list[int]) -> dict[str, Any]:
    """Captures are forced, and this is none of them, or not one that the rules prefer."""
    rules = int(s.rules)
    forced = sorted({number_of(src_of(action), rules) for action in legal})
    most = max(len(path_of(s, action)) - 1 for action in legal)
    tried = [path for path in _captures(s, src) if dst is None or dst in path[1:]]
    if not tried:
        return _reason("must_capture", "you must capture", forced)
    longest = max(len(path) - 1 for path in tried)
    if longest < most:
        return _reason("must_take_most", f"you must take as many pieces as you can: {most}, not {longest}", forced)
    if any(src_of(action) == src for action in legal):
        return _reason("must_continue", "a capture must be played to its end", forced)
    return _reason("must_take_best", "another capture takes precedence: with a king, or of more kings", forced)


def _explain_move(s: State, src: int, dst: int, own: list[int], legal: list[int]) -> dict[str, Any]:
    rules, side = int(s.rules), int(s.to_move)
    if legal and all(is_capture(action) for action in legal):
        return _explain_capture(s, src, dst, legal)
    (row, column), (to_row, to_column) = place_of(src, rules), place_of(dst, rules)
    up, across = row - to_row, abs(column - to_column)
    is_king = bool(int(s.kings[side]) >> src & 1)
    if abs(up) != across:
        return _reason("not_diagonal", "pieces move along diagonals")
    if not is_king and (up > 0) != (side == WHITE) and across == 1:
        return _reason("backward", "a man moves only forward; only a king may go back")
    if across > 1 and not (is_king and FLYING[rules]):
        return _reason("too_far", "a piece moves one square, or jumps over another's piece with an empty square behind")
    if across > 1:
        return _reason("blocked", "the way is not free")
    return _reason("not_legal", "this move is not legal here")


def _captures(s: State, src: int) -> Iterator[Path]:
    """Every capture of one piece, whether or not another takes precedence."""
    if FLYING[int(s.rules)]:
        yield from flights(s, src)
        return
    side = int(s.to_move)
    is_king = bool(int(s.kings[side]) >> src & 1)
    foes = int(s.men[1 - side]) | (int(s.kings[1 - side]) if is_king or int(s.rules) != ITALIAN else 0)
    others = int(s.men[0]) | int(s.men[1]) | int(s.kings[0]) | int(s.kings[1])
    empty = BOARD & ~others | 1 << src
    ways = range(4) if is_king else (0, 1) if side == WHITE else (2, 3)
    yield from _jump_on((src,), foes, empty, [int(STEPS[way]) for way in ways])


def _jump_on(path: Path, foes: int, empty: int, steps: list[int]) -> Iterator[Path]:
    for step in steps:
        over, land = path[-1] + step, path[-1] + 2 * step
        if over >= 0 and land >= 0 and foes >> over & 1 and empty >> land & 1:
            yield (*path, land)
            yield from _jump_on((*path, land), foes & ~(1 << over), empty, steps)
