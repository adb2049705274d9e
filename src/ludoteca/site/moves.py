"""The list of moves as a client may see it. A row is a decision with the chance that followed it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.site.log import Entry
from ludoteca.site.table import Table

TAIL = 100  # rows that come with a table; earlier ones are asked for
MOST_ROWS = 500  # in one answer
_ENCODER = json.JSONEncoder(separators=(",", ":"))


def encode(message: Mapping[str, Any] | Sequence[Any]) -> str:
    return _ENCODER.encode(message)


def tell_row(table: Table, number: int, viewpoint: int) -> dict[str, Any]:
    """A decision: its name and number only if this viewpoint may know them, and what happened."""
    first, *drawn = table.log.move(number)
    told = table.told(first, viewpoint)
    name, action = (None, None) if told is None else (told[0], first.action)
    row = {"number": number, "ply": table.log.start_of(number), "seat": first.seat, "name": name, "action": action}
    return row | name_chance(table, drawn, viewpoint) | join_events([first, *drawn])


def tell_drawn(table: Table, number: int, viewpoint: int) -> dict[str, Any]:
    """The same with what it takes to draw it."""
    if not number:
        return {}
    entries = table.log.move(number)
    told = table.told(entries[0], viewpoint)
    return {**tell_row(table, number, viewpoint), **(told[1] if told else {}), **join_steps(entries)}


def tell_last(table: Table, viewpoint: int) -> dict[str, Any] | None:
    return tell_drawn(table, table.log.count, viewpoint) or None


def tell_tail(table: Table, viewpoint: int) -> tuple[int, list[dict[str, Any]]]:
    """How many rows are left out, and the last ones."""
    skipped = max(0, table.log.count - TAIL)
    return skipped, [tell_row(table, number, viewpoint) for number in range(skipped + 1, table.log.count + 1)]


def tell_moves(table: Table, client: str, start: int, count: int) -> dict[str, Any]:
    """A page of the list."""
    viewpoint, total = table.viewpoint_of(client), table.log.count
    last = min(total, start + min(count, MOST_ROWS))
    rows = [tell_row(table, number, viewpoint) for number in range(start + 1, last + 1)]
    return {"moves_from": start, "moves": rows, "count": total}


def name_chance(table: Table, drawn: list[Entry], viewpoint: int) -> dict[str, Any]:
    """The names of what chance did, as far as they may be known."""
    names = [told[0] for told in (table.told(entry, viewpoint) for entry in drawn) if told is not None]
    return {"chance": names} if names else {}


def join_events(entries: list[Entry]) -> dict[str, Any]:
    told = [entry.events for entry in entries if entry.events]
    if not told:
        return {}
    return {"events": {code: [text for events in told for text in events.get(code, [])] for code in told[0]}}


def join_steps(entries: list[Entry]) -> dict[str, Any]:
    steps = [step for entry in entries for step in entry.steps]
    return {"steps": steps} if steps else {}
