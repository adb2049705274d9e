"""How much time the seats of a table have: so much and an increment for each move (Fischer), or days for each move."""

from typing import Any

MILLISECONDS = 1_000
DAY = 86_400 * MILLISECONDS

ClockSetup = dict[str, Any]
"""{"kind": "fischer", "seconds", "increment"} or {"kind": "days", "days"}."""


def is_fischer(setup: ClockSetup) -> bool:
    return bool(setup["kind"] == "fischer")


def first_clocks(setup: ClockSetup | None, seats: int) -> list[int] | None:
    """Milliseconds that each seat has at the beginning; None without a clock."""
    if setup is None:
        return None
    each = setup["seconds"] * MILLISECONDS if is_fischer(setup) else setup["days"] * DAY
    return [each] * seats


def after_move(setup: ClockSetup, left: int) -> int:
    """What a seat has once it has moved with so much left."""
    return left + int(setup["increment"]) * MILLISECONDS if is_fischer(setup) else int(setup["days"]) * DAY
