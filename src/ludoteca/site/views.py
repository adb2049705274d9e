"""What each client sees of a table: made from views that `observe` left, and from actions that were revealed."""

from collections.abc import Mapping
from typing import Any

from ludoteca.errors import Refusal
from ludoteca.lab.record import Record, Result, format_record
from ludoteca.protocol import Game, GameInfo, State
from ludoteca.site.acts import find_undo
from ludoteca.site.identity import GUEST
from ludoteca.site.table import Entry, Seat, Table

Names = Mapping[str, str]  # client -> nickname


def tell_table(table: Table, client: str, version: int, names: Names, connected: set[str]) -> dict[str, Any]:
    """The message `table` for one client."""
    own, viewpoint = table.seats_of(client), table.viewpoint_of(client)
    game, mover = table.game, table.mover
    view = table.view(viewpoint)
    return {
        "type": "table",
        "table": table.name,
        "version": version,
        "game": game.info.name,
        "title": game.info.title,
        "options": table.head.options,
        "undo": find_undo(table, own) is not None,
        "seats": [
            {**tell_seat(game.info, seat, names), "connected": _is_there(seat, connected), "you": place in own}
            for place, seat in enumerate(table.seats)
        ],
        "you": own,
        "viewpoint": viewpoint,
        "ply": table.ply,
        "mover": mover,
        "position": game.show(view),
        "legal": list_legal(game, view) if mover in own else [],
        "last": _tell_last(table, viewpoint),
        "moves": [_tell_move(table, ply, entry, viewpoint) for ply, entry in enumerate(table.log)],
        "evaluation": None if table.secretive else table.evaluation(),
        "result": table.result,
        "offer": table.offer,
        "links": _list_links(table, client),
        "rematch": table.rematch,
        "think": table.head.think or not table.is_between_people() or table.result is not None,
    }


def tell_seat(info: GameInfo, seat: Seat, names: Names) -> dict[str, Any]:
    level = info.find_level(seat.agent) if seat.agent else None
    spec = level.agent if level else seat.agent
    if seat.kind == "agent":
        name = level.name if level else str(seat.agent).partition(":")[0]
    else:
        name = (names.get(seat.client or "") or GUEST) if seat.kind == "person" else ""
    return {"name": name, "kind": seat.kind, "agent": spec, "level": level.name if level else None}


def _is_there(seat: Seat, connected: set[str]) -> bool:
    return seat.kind == "agent" or (seat.client is not None and seat.client in connected)


def list_legal(game: Game, view: State) -> list[dict[str, Any]]:
    """The legal actions of the seat to act, with names and what it takes to pick them."""
    return [
        {"action": action, "name": game.format_action(view, action), **game.show_action(view, action)}
        for action in game.legal_actions(view)
    ]


def _tell_move(table: Table, ply: int, entry: Entry, viewpoint: int) -> dict[str, Any]:
    told = table.told(entry, viewpoint)
    name, action = (None, None) if told is None else (told[0], entry.action)
    return {"ply": ply, "seat": entry.seat, "name": name, "action": action}


def _tell_last(table: Table, viewpoint: int) -> dict[str, Any] | None:
    """The last action, drawn; one that is not revealed has neither name nor number."""
    if not table.log:
        return None
    told = table.told(table.log[-1], viewpoint)
    return {**_tell_move(table, table.ply - 1, table.log[-1], viewpoint), **(told[1] if told else {})}


def _list_links(table: Table, client: str) -> dict[str, Any]:
    watch = f"/table/{table.name}"
    join = []
    if client == table.maker:
        join = [
            {"seat": place, "path": f"{watch}?join={seat.key}"}
            for place, seat in enumerate(table.seats)
            if seat.kind == "open"
        ]
    return {"join": join, "watch": watch}


# --- looking back --------------------------------------------------------------------------------------------------


def tell_replay(table: Table, client: str, summary: dict[str, Any]) -> dict[str, Any]:
    """Every position as this client may see it; once the game is over nothing is secret any more."""
    viewpoint, game = table.viewpoint_of(client), table.game
    s = game.start(table.head.options)
    positions = [_tell_position(table, 0, None, s, viewpoint)]
    for ply, entry in enumerate(table.log):
        game.play(s, entry.action)
        positions.append(_tell_position(table, ply + 1, entry, s, viewpoint))
    return {"table": summary, "positions": positions, "result": table.result}


def _tell_position(table: Table, ply: int, entry: Entry | None, s: State, viewpoint: int) -> dict[str, Any]:
    """The position after `ply` actions, with the action that led to it."""
    told = table.told(entry, viewpoint) if entry else None
    return {
        "ply": ply,
        "seat": entry.seat if entry else None,
        "name": told[0] if told else None,
        "action": entry.action if entry and told else None,
        "show": told[1] if told else None,
        "position": table.game.show(s if table.result is not None else table.view(viewpoint, s)),
        "evaluation": None if entry is None or table.secretive else entry.evaluation,
    }


def export(table: Table, form: str, names: Names) -> str:
    """The game as text: a record, or one of the game's own formats."""
    game, actions = table.game, [entry.action for entry in table.log]
    if table.result is None and not game.info.allows_undo:
        raise Refusal("not_yet", "this game holds secrets: it can be taken home once it is over")
    if form != "record":
        called = [tell_seat(game.info, seat, names)["name"] or "?" for seat in table.seats]
        return game.export_game(form, table.head.options, actions, called, table.result)
    seats = tuple({**tell_seat(game.info, seat, names), "agent": seat.agent or "person"} for seat in table.seats)
    head = table.head
    return format_record(
        Record(head.game, game.info.version, head.options, head.seed, seats, tuple(actions), _tell_result(table)), game
    )


def _tell_result(table: Table) -> Result | None:
    ended = table.result
    if ended is None:
        return None
    return Result(tuple(ended["returns"]), ended["reason"], ended.get("seat"), ended["code"] == "agreed")
