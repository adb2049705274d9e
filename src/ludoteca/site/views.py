"""What each client sees of a table: views from `observe`, and the actions that are revealed to it."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.programs.telling import list_legal
from ludoteca.protocol import CHANCE, WATCHER, GameInfo
from ludoteca.site.actions import find_undo
from ludoteca.site.identity import GUEST, is_program
from ludoteca.site.moves import encode, tell_last, tell_tail
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat

PROTOCOL = 2
Names = Mapping[str, str]  # client -> nickname


@dataclass(frozen=True)
class Frame:
    """A table at one moment, with who was there: what a version stands for."""

    version: int
    table: Table
    names: Names
    connected: frozenset[str]
    clocks: dict[str, Any] | None = None
    """What the clock of the table tells; None without one."""
    memo: dict[Any, Any] = field(default_factory=dict, compare=False)
    """What was told of it, by audience: for everybody else who sees the same."""

    def audience_of(self, client: str) -> tuple[Any, ...]:
        """All clients with the same are told the same."""
        return *self.table.seats_of(client), client == self.table.maker


def tell_table(frame: Frame, client: str) -> dict[str, Any]:
    """The message `table` for one client."""
    told: dict[str, Any] = json.loads(write_table(frame, client))
    return told


def write_table(frame: Frame, client: str) -> str:
    """The same as text. What many see is written once: the stage, the position, the legal actions."""
    table = frame.table
    viewpoint, info = table.viewpoint_of(client), table.game.info
    skipped, rows = tell_tail(table, viewpoint)
    fixed = {"type": "table", "protocol": PROTOCOL, "table": table.name, "version": frame.version}
    people = {"chat": table.setup.chat, "rated": table.setup.rated}
    about = {"game": info.name, "title": info.title, "options": table.setup.options, **people}
    moves = {"moves_from": skipped, "moves": rows, "last": tell_last(table, viewpoint)}
    clock = tell_clock(frame) if frame.clocks is not None else {}
    small = encode({**fixed, **about, **clock, **tell_state(frame, client), **moves})
    large = {
        "stage": write_stage(table),
        "position": write_position(table, viewpoint),
        "legal": write_legal(table) if table.mover in table.seats_of(client) else "[]",
    }
    return small[:-1] + "".join(f',"{key}":{text}' for key, text in large.items()) + "}"


def tell_state(frame: Frame, client: str) -> dict[str, Any]:
    """The small parts that may change; a change has those that did. Nobody may write into it."""
    audience = frame.audience_of(client)
    if audience not in frame.memo:
        frame.memo[audience] = _tell_state(frame, client)
    told: dict[str, Any] = frame.memo[audience]
    return told


def _tell_state(frame: Frame, client: str) -> dict[str, Any]:
    table = frame.table
    own, info = table.seats_of(client), table.game.info
    clocks = {} if frame.clocks is None else {"clocks": frame.clocks}
    return {
        "undo": find_undo(table, own) is not None,
        "seats": [
            {**tell_seat(info, seat, frame.names), "connected": _is_there(seat, frame.connected), "you": place in own}
            for place, seat in enumerate(table.seats)
        ],
        "you": own,
        "viewpoint": table.viewpoint_of(client),
        "ply": table.ply,
        "count": table.log.count,
        "mover": table.mover,
        "result": table.result,
        "offer": table.offer,
        "links": _list_links(table, client),
        "rematch": table.rematch,
        "think": table.result is None and (table.setup.think or not table.is_between_people()),
        **clocks,
    }


def tell_clock(frame: Frame) -> dict[str, Any]:
    """How much time there is, and what time it is here: a client's own clock may be wrong."""
    return {"clock": frame.table.setup.clock, "now": round(time.time() * 1000)}


def prepare(table: Table) -> None:
    """Write what messages will need of the board, in whatever thread this is called."""
    write_stage(table)
    for viewpoint in range(WATCHER, len(table.seats)) if table.secretive else (WATCHER,):
        show_position(table, viewpoint)
    if table.mover >= 0:
        write_legal(table)


# --- the board -----------------------------------------------------------------------------------------------------


def write_stage(table: Table) -> str:
    """What never changes, as it stands before the first decision: what is drawn until then, such as a map, belongs to
    it. While that goes on the stage may still change, so it is not kept."""
    is_drawn = bool(table.log.count) or table.mover != CHANCE
    if is_drawn and "stage" in table.fixed:
        return table.fixed["stage"]
    s = table.state_at(table.log.end_of(0))
    told = encode(table.game.stage(table.game.spectate(s) if table.secretive else s))
    if is_drawn:
        table.fixed["stage"] = told
    return told


def show_position(table: Table, viewpoint: int) -> dict[str, Any]:
    """Written once for all who see the same."""
    key = "position", viewpoint if table.secretive else WATCHER
    if key not in table.memo:
        table.memo[key] = table.game.show(table.view(viewpoint))
    shown: dict[str, Any] = table.memo[key]
    return shown


def write_position(table: Table, viewpoint: int) -> str:
    return encode(show_position(table, viewpoint))


def write_legal(table: Table) -> str:
    key = "legal", table.mover
    if key not in table.memo:
        table.memo[key] = encode(list_legal(table.game, table.view(table.mover), table.legal_actions()))
    return str(table.memo[key])


# --- people --------------------------------------------------------------------------------------------------------


def tell_seat(info: GameInfo, seat: Seat, names: Names) -> dict[str, Any]:
    level = info.find_level(seat.agent) if seat.agent else None
    spec = level.agent if level else seat.agent
    if seat.name:
        name = seat.name
    elif seat.kind == "agent":
        name = level.name if level else str(seat.agent).partition(":")[0]
    else:
        name = (names.get(seat.client or "") or GUEST) if seat.kind == "person" else ""
    told = {"name": name, "kind": seat.kind, "agent": spec, "level": level.name if level else None}
    return told | ({"program": True} if is_program(seat.client) else {})


def _is_there(seat: Seat, connected: frozenset[str]) -> bool:
    return seat.kind == "agent" or (seat.client is not None and seat.client in connected)


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
