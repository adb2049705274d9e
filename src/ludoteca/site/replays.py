"""Looking back: earlier positions in pages, and a game as text."""

import json
from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.lab.record import Record, Result, format_record
from ludoteca.site.moves import encode, join_events, join_steps, name_chance
from ludoteca.site.patches import find_patch
from ludoteca.site.table import Table
from ludoteca.site.views import Names, tell_seat, write_stage

MOST_POSITIONS = 200  # in one answer


def tell_replay(
    table: Table, client: str, summary: dict[str, Any], start: int = 0, count: int = MOST_POSITIONS
) -> dict[str, Any]:
    """Positions as this client may see them, from `start` on: 0 is before the first decision, 1 after it. The first has
    its whole position, the others what has changed since the one before."""
    viewpoint, game = table.viewpoint_of(client), table.game
    last = min(table.log.count, start + min(count, MOST_POSITIONS) - 1)
    positions: list[dict[str, Any]] = []
    before: dict[str, Any] | None = None
    s = table.state_at(table.log.end_of(start)) if start <= last else None
    for number in range(start, last + 1):
        if number > start:
            for entry in table.log.move(number):
                game.play(s, entry.action)
        shown = game.show(table.view(viewpoint, s))
        positions.append(_tell_move(table, number, viewpoint) | _tell_position(before, shown))
        before = shown
    return {
        "table": {**summary, "count": table.log.count, "stage": json.loads(write_stage(table))},
        "from": start,
        "positions": positions,
        "result": table.result,
    }


def _tell_position(before: dict[str, Any] | None, shown: dict[str, Any]) -> dict[str, Any]:
    if before is None:
        return {"position": shown}
    patch = find_patch(before, shown)
    return {"patch": patch} if len(encode(patch)) < len(encode(shown)) else {"position": shown}


def _tell_move(table: Table, number: int, viewpoint: int) -> dict[str, Any]:
    """The move that led to a position, with the chance that followed it; 0: what was drawn before the first."""
    entries = table.log.move(number)
    first = entries[0] if number else None
    told = table.told(first, viewpoint) if first else None
    info = table.info(first) if first else None
    return {
        "number": number,
        "seat": first.seat if first else None,
        "name": told[0] if told else None,
        "action": first.action if first and told else None,
        "show": told[1] if told else None,
        **name_chance(table, entries[1:] if number else entries, viewpoint),
        **join_events(entries),
        **join_steps(entries),
        "info": info.to_json() if info is not None else None,
    }


# --- texts ---------------------------------------------------------------------------------------------------------


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
