"""Contestants of one's own in a TOML file: `[[contestant]]` tables. Errors name the line."""

import re
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, SetupError, UnknownName
from ludoteca.core.reading import parse_toml
from ludoteca.games.contest.catalogue import NEIGHBOURS, find_move, find_species, normalise_name
from ludoteca.games.contest.contestants import Contestant
from ludoteca.games.contest.state import CONDITIONS, MOVES

FIELDS = ("name", "species", "moves", "introduction", "mega", "conditions")


def read_contestants(path: Path) -> list[Contestant]:
    """The contestants of a TOML file. An error names the line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    return parse_contestants(text, str(path))


def parse_contestants(text: str, source: str = "roster") -> list[Contestant]:
    """The contestants of a TOML text; `source` is its name in errors."""
    data = parse_toml(text, SetupError, source)
    for key in data:
        if key != "contestant":
            raise SetupError(f"{source}, line {find_line(text, key)}: unknown field {key!r}; use [[contestant]] tables")
    tables = data.get("contestant")
    if not isinstance(tables, list) or not tables:
        raise SetupError(f"{source}: there is no [[contestant]] in it")
    found = [_parse_table(table, text, source, i) for i, table in enumerate(tables)]
    for i, contestant in enumerate(found):
        if any(normalise_name(other.name) == normalise_name(contestant.name) for other in found[:i]):
            line = find_line(text, "name", i)
            raise SetupError(f"{source}, line {line}: there is a {contestant.name} already")
    return found


def _parse_table(table: Any, text: str, source: str, i: int) -> Contestant:
    """One contestant. `i` is the number of its table in the file, so that errors can name the line."""
    _check_fields(table, text, source, i)
    field = "moves"
    try:
        moves = tuple(find_move(str(move)).number for move in table["moves"])
        field = "species"
        species = find_species(table["species"])
        field = "moves" if len(set(moves)) < MOVES or len(moves) > MOVES else "name"
        points = _find_points(table)
        return Contestant(table["name"], species, moves, points, bool(table.get("mega", False)))
    except LudotecaError as error:
        raise SetupError(f"{source}, line {find_line(text, field, i)}: {error}") from None


def _check_fields(table: Any, text: str, source: str, i: int) -> None:
    """Refuse unknown fields, and fields that are missing or of the wrong type."""
    if not isinstance(table, dict):
        raise SetupError(f"{source}: write [[contestant]] tables")
    for key in table:
        if key not in FIELDS:
            line = find_line(text, key, i)
            raise SetupError(f"{source}, line {line}: unknown field {key!r}; known: {', '.join(FIELDS)}")
    for key, expected in (("name", str), ("species", str), ("moves", list)):
        if not isinstance(table.get(key), expected):
            line = find_line(text, key if key in table else "", i)
            raise SetupError(f"{source}, line {line}: a contestant needs a {key}")


def _find_points(table: dict[str, Any]) -> int | None:
    """Points of the first round: given, or counted from the conditions and the sheen, or unknown."""
    if "introduction" in table:
        if isinstance(table["introduction"], bool) or not isinstance(table["introduction"], int):
            raise SetupError("introduction must be a whole number of points")
        return int(table["introduction"])
    if "conditions" not in table:
        return None
    given = table["conditions"]
    if not isinstance(given, dict) or "contest" not in given:
        raise SetupError('conditions is a table such as { contest = "beautiful", beautiful = 255, cute = 100 }')
    if given["contest"] not in CONDITIONS:
        raise UnknownName("condition", given["contest"], CONDITIONS)
    values = {key: value for key, value in given.items() if key != "contest"}
    for key, value in values.items():
        if key not in (*CONDITIONS, "sheen"):
            raise UnknownName("condition", key, (*CONDITIONS, "sheen"))
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 255:
            raise SetupError(f"{key} must be from 0 to 255, not {value!r}")
    return count_introduction(values, given["contest"])


def count_introduction(conditions: dict[str, int], contest: str) -> int:
    """Points of the first round, as in the third generation: the condition plus half of (neighbours + sheen)."""
    around = sum(conditions.get(name, 0) for name in NEIGHBOURS[contest])
    return conditions.get(contest, 0) + (around + conditions.get("sheen", 0)) // 2


def find_line(text: str, key: str, table: int = -1) -> int:
    """The line of a key in the whole text, or in its n-th [[...]] table; without a key, the line of that table."""
    tables = -1
    first = 1
    pattern = re.compile(rf"\s*(\[*\s*)?['\"]?{re.escape(key)}['\"]?\s*[=\].]")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().startswith("[["):
            tables += 1
            if tables == table:
                first = number
                if not key:
                    return number
        if key and table in (-1, tables) and pattern.match(line):
            return number
    return first
