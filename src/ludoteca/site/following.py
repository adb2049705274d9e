"""How a client keeps a table up to date: for programs that play or measure. The pages do the same in
`static/lib/changes.js`."""

from typing import Any

from ludoteca.site.patches import apply_patch

Json = dict[str, Any]
DERIVED = ("type", "from", "to", "moves_from", "moves", "retold", "patch")


class Gap(Exception):
    """A change that does not follow the version that is known: ask for what happened `since` then."""


def apply_change(table: Json, change: Json) -> None:
    """Bring the message `table` up to date, in place."""
    if change["from"] != table["version"]:
        raise Gap(f"the table is at version {table['version']}, the change begins at {change['from']}")
    table["version"] = change["to"]
    table.update((key, value) for key, value in change.items() if key not in DERIVED)
    apply_patch(table["position"], change.get("patch", []))
    if "moves" in change:
        _take_moves(table, change)


def _take_moves(table: Json, change: Json) -> None:
    start, rows = change["moves_from"], change["moves"]
    if change.get("retold") or start < table["moves_from"]:
        table["moves"], table["moves_from"] = rows, start
    else:
        table["moves"] = table["moves"][: start - table["moves_from"]] + rows
    if "last" not in change:
        table["last"] = rows[-1]
