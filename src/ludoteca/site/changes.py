"""The message `change`: what is new for one client between two versions of a table that follow each other."""

from typing import Any

from ludoteca.site.moves import TAIL, encode, tell_drawn, tell_last, tell_row
from ludoteca.site.patches import find_patch
from ludoteca.site.table import Table
from ludoteca.site.views import Frame, show_position, tell_state, write_legal, write_stage

FEW = 8  # assignments that are always shorter than a position
State = dict[str, Any]  # what `tell_state` tells


def write_change(before: Frame, after: Frame, client: str) -> str:
    """What makes `after` out of `before`: written once for all who see the same."""
    key = "change", before.version, before.audience_of(client), after.audience_of(client)
    if key not in after.memo:
        after.memo[key] = _write_change(before, after, tell_state(before, client), tell_state(after, client))
    return str(after.memo[key])


def _write_change(before: Frame, after: Frame, then: State, now: State) -> str:
    small: dict[str, Any] = {"type": "change", "from": before.version, "to": after.version}
    small |= {key: value for key, value in now.items() if value != then[key]}
    if before.table is after.table:
        return encode(small)
    small |= _tell_moves(before.table, after.table, then["viewpoint"], now["viewpoint"])
    large = _write_board(before.table, after.table, then, now)
    return encode(small)[:-1] + "".join(f',"{key}":{text}' for key, text in large.items()) + "}"


def _tell_moves(before: Table, after: Table, then: int, now: int) -> dict[str, Any]:
    """The rows from the first that is not as it was, and the last move where none of them is it."""
    known, count = before.log.count, after.log.count
    start = min(known, count)
    if start and known <= count and after.log.end_of(known) != before.ply:
        start -= 1  # chance went on with it
    retold = _first_retold(before, after, then != now)
    skipped = max(0, count - TAIL)
    told: dict[str, Any] = {}
    if retold is not None and retold <= start:
        start = max(retold - 1, skipped)
        if start >= retold:
            told["retold"] = True  # and so are rows before these
    if start == count == known and retold is None:
        return told
    rows = [_tell_new(after, number, now, number > known) for number in range(start + 1, count + 1)]
    told |= {"moves_from": start, "moves": rows}
    return told if count > known else told | {"last": tell_last(after, now)}


def _tell_new(table: Table, number: int, viewpoint: int, is_new: bool) -> dict[str, Any]:
    return tell_drawn(table, number, viewpoint) if is_new else tell_row(table, number, viewpoint)


def _first_retold(before: Table, after: Table, moved: bool) -> int | None:
    """The first move whose telling may have changed although it was played before; None if there is none."""
    if not before.secretive or not before.ply:
        return None
    last = before.log[-1]
    if (before.result is None) != (after.result is None):
        return None if last.secret_from is None else max(1, last.secret_from)
    return max(1, last.split_from) if moved and after.result is None and last.split_from is not None else None


def _write_board(before: Table, after: Table, then: dict[str, Any], now: dict[str, Any]) -> dict[str, str]:
    """The stage, the position and the legal actions, as far as they have changed."""
    large = {}
    stage = write_stage(after)
    if stage != write_stage(before):
        large["stage"] = stage
    moved = after.secretive and then["viewpoint"] != now["viewpoint"]
    revealed = after.secretive and (before.result is None) != (after.result is None)
    if before.state is not after.state or moved or revealed:
        large |= _write_position(before, after, then["viewpoint"], now["viewpoint"])
    could, can = before.mover in then["you"], after.mover in now["you"]
    if can and (not could or before.state is not after.state):
        large["legal"] = write_legal(after)
    elif could and not can:
        large["legal"] = "[]"
    return large


def _write_position(before: Table, after: Table, then: int, now: int) -> dict[str, str]:
    """The assignments that lead to the new position, or all of it where that is shorter."""
    key = ("patch", then, now) if after.secretive else ("patch",)
    if key not in after.memo:
        shown = show_position(after, now)
        patch = find_patch(show_position(before, then), shown)
        text = encode(patch)
        whole = encode(shown) if len(patch) > FEW else ""
        after.memo[key] = {"position": whole} if 0 < len(whole) < len(text) else {"patch": text} if patch else {}
    written: dict[str, str] = after.memo[key]
    return written
