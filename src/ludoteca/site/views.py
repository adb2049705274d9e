"""What each client sees of a table: views from `observe`, and the actions that are revealed to it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.lab.record import Record, Result, format_record
from ludoteca.protocol import WATCHER, Game, GameInfo, State
from ludoteca.site.actions import find_undo
from ludoteca.site.identity import GUEST
from ludoteca.site.table import Entry, Seat, Table

Names = Mapping[str, str]  # client -> nickname


def tell_table(table: Table, client: str, version: int, names: Names, connected: set[str]) -> dict[str, Any]:
    """The message `table` for one client."""
    told: dict[str, Any] = json.loads(write_table(table, client, version, names, connected))
    return told


def write_table(table: Table, client: str, version: int, names: Names, connected: set[str]) -> str:
    """The same as text. What many see is written once: the position, the legal actions, the list of moves."""
    own, viewpoint = table.seats_of(client), table.viewpoint_of(client)
    small = _tell_rest(table, client, version, names, connected)
    large = {
        "stage": _write_stage(table),
        "position": _write_position(table, viewpoint),
        "legal": _write_legal(table) if table.mover in own else "[]",
        "moves": _write_moves(table, viewpoint),
    }
    return encode(small)[:-1] + "".join(f',"{key}":{text}' for key, text in large.items()) + "}"


def encode(message: Mapping[str, Any] | Sequence[Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


def _write_stage(table: Table) -> str:
    if table.stage_json is None:
        start = table.game.start(table.setup.options)
        table.stage_json = encode(table.game.stage(table.game.spectate(start) if table.secretive else start))
    return table.stage_json


def _write_position(table: Table, viewpoint: int) -> str:
    key = "position", viewpoint if table.secretive else WATCHER
    if key not in table.memo:
        table.memo[key] = encode(table.game.show(table.view(viewpoint)))
    return table.memo[key]


def _write_legal(table: Table) -> str:
    key = "legal", table.mover
    if key not in table.memo:
        table.memo[key] = encode(list_legal(table.game, table.view(table.mover), table.legal_actions()))
    return table.memo[key]


def _write_moves(table: Table, viewpoint: int) -> str:
    """The list of moves: what was written for the previous table, and the moves since."""
    whose = viewpoint if table.secretive else WATCHER
    count, text = table.moves_json.get(whose, (0, ""))
    if count < table.ply:
        rows = [encode(_tell_move(table, ply, table.log[ply], viewpoint)) for ply in range(count, table.ply)]
        text = ",".join([text, *rows] if text else rows)
        table.moves_json[whose] = table.ply, text
    return f"[{text}]"


def _tell_rest(table: Table, client: str, version: int, names: Names, connected: set[str]) -> dict[str, Any]:
    own, viewpoint = table.seats_of(client), table.viewpoint_of(client)
    info = table.game.info
    return {
        "type": "table",
        "table": table.name,
        "version": version,
        "game": info.name,
        "title": info.title,
        "options": table.setup.options,
        "undo": find_undo(table, own) is not None,
        "seats": [
            {**tell_seat(info, seat, names), "connected": _is_there(seat, connected), "you": place in own}
            for place, seat in enumerate(table.seats)
        ],
        "you": own,
        "viewpoint": viewpoint,
        "ply": table.ply,
        "mover": table.mover,
        "last": _tell_last(table, viewpoint),
        "evaluation": None if table.secretive else table.evaluation(),
        "result": table.result,
        "offer": table.offer,
        "links": _list_links(table, client),
        "rematch": table.rematch,
        "think": table.result is None and (table.setup.think or not table.is_between_people()),
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


def list_legal(game: Game, view: State, legal: list[int]) -> list[dict[str, Any]]:
    """The legal actions of the seat to act, with names and what it takes to pick them."""
    return [
        {"action": action, "name": game.format_action(view, action), **game.show_action(view, action)}
        for action in legal
    ]


def _tell_move(table: Table, ply: int, entry: Entry, viewpoint: int) -> dict[str, Any]:
    told = table.told(entry, viewpoint)
    name, action = (None, None) if told is None else (told[0], entry.action)
    events = {"events": entry.events} if entry.events else {}
    return {"ply": ply, "seat": entry.seat, "name": name, "action": action, **events}


def _tell_last(table: Table, viewpoint: int) -> dict[str, Any] | None:
    """The last action, drawn; one that is not revealed has neither name nor number."""
    if not table.log:
        return None
    told = table.told(table.log[-1], viewpoint)
    return {
        **_tell_move(table, table.ply - 1, table.log[-1], viewpoint),
        **(told[1] if told else {}),
        **tell_steps(table.log[-1]),
    }


def tell_steps(entry: Entry | None) -> dict[str, Any]:
    return {"steps": entry.steps} if entry and entry.steps else {}


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
    """Every position as this client may see it; everything, once the game is over."""
    viewpoint, game = table.viewpoint_of(client), table.game
    s = game.start(table.setup.options)
    positions = [_tell_position(table, 0, None, s, viewpoint)]
    for ply, entry in enumerate(table.log):
        game.play(s, entry.action)
        positions.append(_tell_position(table, ply + 1, entry, s, viewpoint))
    return {
        "table": {**summary, "stage": json.loads(_write_stage(table))},
        "positions": positions,
        "result": table.result,
    }


def _tell_position(table: Table, ply: int, entry: Entry | None, s: State, viewpoint: int) -> dict[str, Any]:
    """The position after `ply` actions, with the action that led to it."""
    told = table.told(entry, viewpoint) if entry else None
    info = table.info(entry) if entry else None
    return {
        "ply": ply,
        "seat": entry.seat if entry else None,
        "name": told[0] if told else None,
        "action": entry.action if entry and told else None,
        "show": told[1] if told else None,
        "events": entry.events if entry else {},
        **tell_steps(entry),
        "position": table.game.show(table.view(viewpoint, s)),
        "evaluation": None if entry is None or table.secretive else entry.evaluation,
        "info": info.to_json() if info is not None else None,
    }


def export(table: Table, form: str, names: Names) -> str:
    """The game as text: a record, or one of the game's own formats."""
    game, actions = table.game, [entry.action for entry in table.log]
    if table.result is None and not game.info.allows_undo:
        raise Refusal("not_yet", "this game holds secrets: it can be taken home once it is over")
    if form != "record":
        called = [tell_seat(game.info, seat, names)["name"] or "?" for seat in table.seats]
        return game.export_game(form, table.setup.options, actions, called, table.result)
    return format_record(_make_record(table, names), game)


def _make_record(table: Table, names: Names) -> Record:
    info, setup = table.game.info, table.setup
    seats = tuple({**tell_seat(info, seat, names), "agent": seat.agent or "person"} for seat in table.seats)
    return Record(
        game=setup.game,
        version=info.version,
        setup=setup.options,
        seed=setup.seed,
        seats=seats,
        actions=tuple(entry.action for entry in table.log),
        result=_tell_result(table),
        infos=tuple(table.info(entry) for entry in table.log),
    )


def _tell_result(table: Table) -> Result | None:
    ended = table.result
    if ended is None:
        return None
    return Result(tuple(ended["returns"]), ended["reason"], ended.get("seat"), ended["code"] == "agreed")
