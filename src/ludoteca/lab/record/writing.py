"""Records as text: JSON that a person can read, one action a line."""

import hashlib
import json
from typing import Any

from ludoteca.lab.record.content import Record, Result
from ludoteca.protocol import Game

FORMAT = "ludoteca record 2"


def format_record(record: Record, game: Game) -> str:
    """The record as text: `[who, action, what people call it]` on a line of its own for every action, and what the
    agent reported of its decision as a fourth item."""
    head = {
        "format": FORMAT,
        "ludoteca": record.ludoteca,
        "game": record.game,
        "version": record.version,
        "setup": record.setup,
        "seed": record.seed,
    }
    rows = _name_actions(record, game)
    result = None if record.result is None else _list_result(record.result)
    parts = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    parts.append(_list_lines("seats", list(record.seats)))
    parts.append(_list_lines("actions", rows))
    parts.append(f' "result": {json.dumps(result)}')
    parts.append(
        f' "digest": {json.dumps(digest_of({**head, "seats": record.seats, "actions": rows, "result": result}))}'
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _list_result(result: Result) -> dict[str, Any]:
    content = {"returns": list(result.returns), "reason": result.reason, "forfeit": result.forfeit}
    return content | {"agreed": True} if result.agreed else content


def _list_lines(key: str, items: list[Any]) -> str:
    inner = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in items)
    return f' "{key}": [\n{inner}\n ]' if items else f' "{key}": []'


def _name_actions(record: Record, game: Game) -> list[list[Any]]:
    rows = []
    s = game.start(record.setup)
    for ply, action in enumerate(record.actions):
        info = record.info_at(ply)
        row = [game.mover(s), action, game.format_action(s, action)]
        rows.append(row if info is None else [*row, info.to_json()])
        game.play(s, action)
    return rows


def digest_of(content: dict[str, Any]) -> str:
    """Of all but the seconds, so that the same seed gives the same digest."""
    rows = [[*row[:3], _without_seconds(row[3])] if len(row) > 3 else row for row in content["actions"]]
    text = json.dumps({**content, "actions": rows}, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def _without_seconds(info: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in info.items() if key != "seconds"}
