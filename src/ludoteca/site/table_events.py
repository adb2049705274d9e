"""What each kind of event does to a table. There is no input, output or clock here.

Events are trusted: `actions.py` has checked them, or the store has kept them.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ludoteca.lab.match import share_forfeit
from ludoteca.lab.record import SearchInfo
from ludoteca.protocol import WATCHER, Game, State
from ludoteca.site.log import CHECKPOINT, Entry, Telling
from ludoteca.site.table_setup import Seat
from ludoteca.site.texts import FRAME

if TYPE_CHECKING:
    from ludoteca.site.table import Table


def _play(table: "Table", action: int, evaluation: float | None = None, info: Mapping[str, Any] | None = None) -> None:
    take_action(table, action, evaluation, None if info is None else SearchInfo(**info))
    table.turns += 1
    table.offer = None


def _undo(table: "Table", to: int) -> None:
    table.state = table.state_at(to)
    table.state_changed()
    table.log.cut(to)
    table.offered.clear()
    table.offer = None
    table.turns += 1


def _resign(table: "Table", seat: int, why: str | None = None) -> None:
    returns = share_forfeit(table.game, table.state, seat)
    others = [place for place in range(len(table.seats)) if place != seat]
    name = table.game.info.seat_name(seat)
    end_game(
        table,
        returns,
        "forfeited" if why else "resigned",
        others[0] if len(others) == 1 and not table.game.info.co_operative else None,
        f"{name} forfeits: {why}" if why else f"{name} resigned",
        seat=seat,
    )


def _timeout(table: "Table", seat: int) -> None:
    others = [place for place in range(len(table.seats)) if place != seat]
    winner = others[0] if len(others) == 1 and not table.game.info.co_operative else None
    returns = table.game.out_of_time(table.state, seat)
    end_game(table, returns, "timeout", winner, f"{table.game.info.seat_name(seat)} ran out of time", seat=seat)


def _abort(table: "Table") -> None:
    end_game(table, [0.0] * len(table.seats), "aborted", None, "the game was aborted")


def _offer(table: "Table", kind: str, seat: int) -> None:
    table.offer = {"kind": kind, "seat": seat}
    table.offered[seat] = table.ply


def _answer(table: "Table", kind: str, seat: int, accept: bool, to: int | None = None) -> None:
    table.offer = None
    if accept and kind == "draw":
        end_game(table, [0.0] * len(table.seats), "agreed", None, "a draw by agreement")
    elif accept and to is not None:
        _undo(table, to)


def _join(table: "Table", seat: int, client: str) -> None:
    table.seats[seat] = Seat("person", client)


def _level(table: "Table", seat: int, agent: str) -> None:
    table.seats[seat] = Seat("agent", agent=agent)
    table.turns += 1


def _rematch(old: "Table", table: str) -> None:
    old.rematch = table


def take_action(table: "Table", action: int, evaluation: float | None = None, info: SearchInfo | None = None) -> None:
    game, before = table.game, table.game.copy(table.state)
    entry = Entry(table.mover, int(action), evaluation, info)
    told = {language: game.narrate(before, entry.action, language) for language in FRAME.languages}
    entry.events = told if any(told.values()) else {}
    entry.steps = game.steps(before, entry.action)
    entry.before = before if table.ply % CHECKPOINT == 0 else None
    game.play(table.state, entry.action, table.legal_actions())
    table.state_changed()
    _tell_all(table, entry, before)
    table.log.append(entry)
    if game.is_over(table.state):
        end_game(table, **find_end(game, table.state))


def _tell_all(table: "Table", entry: Entry, before: State) -> None:
    """Write into an entry what each viewpoint may know of it, and what everybody will know at the end."""
    told = table.game.format_action(before, entry.action), table.game.show_action(before, entry.action)
    if not table.secretive:
        entry.told[WATCHER] = told
        return
    entry.open = told
    for viewpoint in range(WATCHER, len(table.seats)):
        entry.told[viewpoint] = _tell_one(table, before, entry.action, viewpoint)


def _tell_one(table: "Table", before: State, action: int, viewpoint: int) -> Telling | None:
    if not table.game.reveals(before, action, viewpoint):
        return None
    view = table.view(viewpoint, before)
    return table.game.format_action(view, action), table.game.show_action(view, action)


def end_game(table: "Table", returns: list[float], code: str, winner: int | None, reason: str, **more: Any) -> None:
    score = {"score": returns[0]} if table.game.info.co_operative else {}
    table.result = {"returns": returns, "code": code, "winner": winner, "reason": reason, **score, **more}
    table.offer = None
    table.turns += 1


def find_end(game: Game, s: State) -> dict[str, Any]:
    """How a game ended that is over by its rules."""
    ended = game.end_code(s)
    most = {"most": ended["most"]} if "most" in ended else {}
    told = {"code": ended["code"], "winner": ended["winner"], "reason": game.describe_result(s)}
    return {"returns": game.returns(s), **told, **most}


EVENTS: dict[str, Callable[..., None]] = {
    "play": _play,
    "undo": _undo,
    "resign": _resign,
    "timeout": _timeout,
    "abort": _abort,
    "offer": _offer,
    "answer": _answer,
    "join": _join,
    "level": _level,
    "rematch": _rematch,
}
