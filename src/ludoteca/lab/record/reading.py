"""Records from text: every action is played again, and what does not fit is refused with its line."""

import json
import math
from dataclasses import fields
from typing import Any

from ludoteca import games
from ludoteca.core.errors import IncompatibleRecord, LudotecaError, RecordError
from ludoteca.lab.record.content import Record, Result, SearchInfo
from ludoteca.lab.record.writing import FORMAT, digest_of
from ludoteca.protocol import CHANCE, Game, State

READ = ("ludoteca record 1", FORMAT)
KEYS = ("format", "game", "version", "setup", "seed", "seats", "actions", "result")


def parse_record(text: str, game: Game | None = None, most: int | None = None) -> Record:
    """Read a record and play it through; raises RecordError with the line and what is wrong.

    The game is found by its name unless it is given. A record of more than `most` actions is refused unplayed.
    """
    content = _parse_json(text)
    _check_shape(content)
    if most is not None and len(content["actions"]) > most:
        raise RecordError(f"the record has {len(content['actions'])} actions, more than the {most} that are taken here")
    game = game or _find_game(content["game"])
    if game.info.name != content["game"]:
        raise RecordError(f"this is a record of {content['game']}, not of {game.info.name}")
    _check_version(content, game)
    lines = _find_action_lines(text)
    record = _build(content, lines)
    _check_play(record, content, game)
    stated = content.pop("digest", None)
    if stated is not None and stated != digest_of(content):
        raise RecordError(
            f"line {_line_of(text, text.rfind('digest'))}: the digest does not fit, so the record was edited after it "
            "was written (every action is legal); if the edit is meant, take the digest line out"
        )
    return record


def _parse_json(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        last = text.count("\n") + 1
        cut = " (the record is cut off)" if error.lineno >= last - 1 else ""
        raise RecordError(f"line {error.lineno}: {error.msg}{cut}") from None
    except RecursionError:
        raise RecordError("line 1: nested too deeply to be a record") from None
    except ValueError:
        raise RecordError("a number of the record has thousands of digits") from None
    if not isinstance(content, dict):
        raise RecordError("line 1: a record is a JSON object {...}")
    return content


def _check_shape(content: dict[str, Any]) -> None:
    missing = [key for key in KEYS if key not in content]
    if missing:
        raise RecordError(f"the record lacks {', '.join(missing)}")
    if content["format"] not in READ:
        raise IncompatibleRecord(f"the format is {content['format']!r}; this version reads {' and '.join(READ)}")
    kinds = {"game": str, "version": str, "setup": dict, "seed": int, "seats": list, "actions": list}
    for key, kind in kinds.items():
        if not isinstance(content[key], kind):
            raise RecordError(f"{key} must be of type {kind.__name__}, not {type(content[key]).__name__}")


def _find_game(name: str) -> Game:
    try:
        return games.load(name)
    except LudotecaError as error:
        raise RecordError(str(error)) from None


def _check_version(content: dict[str, Any], game: Game) -> None:
    """A record of an older minor version replays; a newer one, or another major version, is refused."""
    try:
        major, minor = (int(part) for part in content["version"].split("."))
    except ValueError:
        raise RecordError(f"version must be major.minor, not {content['version']!r}") from None
    here = tuple(int(part) for part in game.info.version.split("."))
    if major != here[0] or minor > here[1]:
        raise IncompatibleRecord(
            f"the record was played by version {content['version']} of {game.info.name}; "
            f"this is version {game.info.version}, which replays {here[0]}.0 to {game.info.version}"
        )


def _build(content: dict[str, Any], lines: tuple[int, ...]) -> Record:
    actions, infos = [], []
    for line, row in zip(lines, content["actions"], strict=True):
        if not (isinstance(row, list) and len(row) in (2, 3, 4) and all(type(item) is int for item in row[:2])):
            raise RecordError(f"line {line}: an action is [who, action] or [who, action, name], not {row!r}")
        actions.append(row[1])
        infos.append(_parse_info(row[3], line) if len(row) == 4 else None)
    result = content["result"]
    if result is not None:
        try:
            returns = tuple(float(x) for x in result["returns"])
            agreed = result.get("agreed") is True
            result = Result(returns, str(result["reason"]), result.get("forfeit"), agreed)
        except (TypeError, KeyError, ValueError, AttributeError):
            raise RecordError(f"result must have returns and a reason, not {content['result']!r}") from None
    return Record(
        content["game"], content["version"], content["setup"], content["seed"], tuple(content["seats"]),
        tuple(actions), result, str(content.get("ludoteca", "")), lines, tuple(infos),
    )  # fmt: skip


def _parse_info(content: Any, line: int) -> SearchInfo:
    known = [item.name for item in fields(SearchInfo)]
    pairs = content.items() if isinstance(content, dict) else [("", None)]
    for key, value in pairs:
        right = type(value) is int or (type(value) is float and key in ("value", "seconds") and math.isfinite(value))
        if key not in known or not right:
            raise RecordError(f"line {line}: what an agent reported is numbers for {', '.join(known)}; not {content!r}")
    return SearchInfo(**content)


def _check_play(record: Record, content: dict[str, Any], game: Game) -> None:
    """Every action by its mover, legal, and called by its right name; the result as played."""
    try:
        s = game.start(record.setup)
    except LudotecaError as error:
        raise RecordError(f"setup: {error}") from None
    if len(record.seats) != game.seats(s):
        raise RecordError(f"seats: this setup has {game.seats(s)} seats, the record names {len(record.seats)}")
    for line, row in zip(record.lines, content["actions"], strict=True):
        who, action = row[:2]
        if game.is_over(s):
            raise RecordError(f"line {line}: an action after the end of the game")
        if who != game.mover(s):
            raise RecordError(f"line {line}: {_name(who)} acts, but it is the turn of {_name(game.mover(s))}")
        if action not in game.legal_actions(s):
            raise RecordError(f"line {line}: action {action} is not legal here")
        name = game.format_action(s, action)
        if len(row) > 2 and row[2] != name:
            raise RecordError(f"line {line}: action {action} is called {name!r} here, not {row[2]!r}")
        game.play(s, action)
    _check_result(record.result, game, s)


def _check_result(result: Result | None, game: Game, s: State) -> None:
    if result is None or result.forfeit is not None or result.agreed:
        return
    if not game.is_over(s):
        raise RecordError("result: the actions stop before the end of the game (the record is cut off)")
    if list(result.returns) != game.returns(s):
        raise RecordError(f"result: returns are {list(result.returns)}, but the actions lead to {game.returns(s)}")


def _name(who: int) -> str:
    return "chance" if who == CHANCE else f"seat {who}"


def _line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _find_action_lines(text: str) -> tuple[int, ...]:
    """The line of each item of the list of actions, wherever it stands."""
    decoder = json.JSONDecoder()
    offset = text.index("[", text.index('"actions"')) + 1
    lines: list[int] = []
    while True:
        while text[offset] in " \t\r\n,":
            offset += 1
        if text[offset] == "]":
            return tuple(lines)
        lines.append(_line_of(text, offset))
        _, offset = decoder.raw_decode(text, offset)
