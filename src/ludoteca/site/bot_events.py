"""What was played at a table, as events of the bot protocol."""

from typing import Any

from ludoteca.programs.telling import MOST_EVENTS, name_event
from ludoteca.site.table import Table


def tell_entry(table: Table, ply: int, viewpoint: int) -> dict[str, Any]:
    """An action of the table as an event, as far as the viewpoint may know it."""
    entry = table.log[ply]
    told = table.told(entry, viewpoint)
    return name_event(ply, entry.seat, (None, None) if told is None else (entry.action, told[0]), entry.steps)


def tell_history(table: Table, viewpoint: int, since: int = 0) -> list[dict[str, Any]]:
    """The last events since a ply."""
    first = min(max(since, table.ply - MOST_EVENTS), table.ply)
    return [tell_entry(table, ply, viewpoint) for ply in range(first, table.ply)]
