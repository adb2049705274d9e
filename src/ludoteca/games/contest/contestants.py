"""Who takes part: contestants by name from the roster, in a line of text, or from a TOML file of one's own.

In text: `Betta, Speranza, Trod, Plumy`; a contestant of one's own among them as
`Mia=Jigglypuff:Mimic/Round/Dazzling Gleam/Disarming Voice`, with `@120` (points of the first round) and `+mega`
behind it where wanted.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, SetupError, UnknownName
from ludoteca.games.contest.catalogue import (
    NEIGHBOURS,
    Move,
    RosterEntry,
    find_move,
    find_species,
    list_roster,
    move_of,
    normalise_name,
)
from ludoteca.games.contest.state import CONDITIONS, MOVES, NAME_BYTES, SEATS

MAX_POINTS = 2000
THESIS_ORDER = ("Betta", "Speranza", "Tropica", "Trod", "Macy", "Plumy")
"""The six of the thesis, in the order in which the console lets them begin."""
FIELDS = ("name", "species", "moves", "introduction", "mega", "conditions")


@dataclass(frozen=True)
class Contestant:
    name: str
    species: str
    moves: tuple[int, ...]
    """Numbers of its four moves."""
    introduction: int | None = None
    """Points of the first round, if they are known."""
    mega: bool = False
    own: bool = True
    """Whether somebody made it up; otherwise it is in the roster."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.name.encode()) <= NAME_BYTES or re.search(r"[=:;,/@+\n\"]", self.name):
            raise SetupError(
                f"{self.name!r} is no name for a contestant: 1 to {NAME_BYTES} letters (fewer with accents), "
                'none of = : ; , / @ + "'
            )
        if len(self.moves) != MOVES:
            raise SetupError(f"{self.name} needs four moves, not {len(self.moves)}")
        if self.own and len(set(self.moves)) < MOVES:  # one opponent of the handheld games has a move twice
            double = next(move for move in self.moves if self.moves.count(move) > 1)
            raise SetupError(f"{self.name} has {move_of(double).english} twice: four different moves are needed")
        if self.introduction is not None and not 0 <= self.introduction <= MAX_POINTS:
            raise SetupError(f"{self.name}: introduction must be from 0 to {MAX_POINTS}, not {self.introduction}")

    @property
    def cards(self) -> list[Move]:
        return [move_of(number) for number in self.moves]

    def to_text(self) -> str:
        if not self.own:
            return self.name
        moves = "/".join(card.english for card in self.cards)
        points = "" if self.introduction is None else f"@{self.introduction}"
        return f"{self.name}={self.species}:{moves}{points}{'+mega' if self.mega else ''}"


def from_entry(entry: RosterEntry, introduction: int | None = None) -> Contestant:
    moves = tuple(find_move(move).number for move in entry.moves)
    return Contestant(entry.name, entry.species, moves, introduction, own=False)


def find_contestant(name: str, condition: str = "") -> Contestant:
    """Somebody of the roster by name; the points of the first round are those of this condition, if known."""
    entries = [entry for entry in list_roster() if normalise_name(entry.name) == normalise_name(name)]
    if not entries:
        raise UnknownName("contestant", name, sorted({entry.name for entry in list_roster()}))
    here = [entry for entry in entries if entry.condition == condition] or entries
    return from_entry(entries[0], here[-1].introduction)


def parse_lineup(text: str, condition: str = "") -> list[Contestant]:
    """Four contestants in a line of text."""
    words = [word.strip() for word in re.split(r"[;,]", text) if word.strip()]
    return check_lineup([parse_contestant(word, condition) for word in words])


def parse_contestant(text: str, condition: str = "") -> Contestant:
    name, equals, rest = text.partition("=")
    if not equals:
        return find_contestant(text, condition)
    form = re.fullmatch(r"([^:]+):([^@+]+)(?:@(\d{1,5}))?(\+mega)?", rest.strip())
    if form is None:
        raise SetupError(
            f"{text!r} is no contestant: write Name=Species:Move/Move/Move/Move, or the name of one of the roster"
        )
    species, moves, points, mega = form.groups()
    numbers = tuple(find_move(move).number for move in moves.split("/"))
    return Contestant(name.strip(), find_species(species), numbers, int(points) if points else None, bool(mega))


def check_lineup(contestants: Sequence[Contestant]) -> list[Contestant]:
    """Four of different names, or a complaint."""
    if len(contestants) != SEATS:
        raise SetupError(f"a contest has four contestants, not {len(contestants)}")
    names = [normalise_name(contestant.name) for contestant in contestants]
    for contestant, name in zip(contestants, names, strict=True):
        if names.count(name) > 1:
            raise SetupError(f"{contestant.name} cannot take part twice")
    return list(contestants)


# --- files ---------------------------------------------------------------------------------------------------------


def read_contestants(path: Path) -> list[Contestant]:
    """The `[[contestant]]` tables of a TOML file; whatever is wrong is told with its line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    return parse_contestants(text, str(path))


def parse_contestants(text: str, source: str = "roster") -> list[Contestant]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{source}: {error}") from None
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
    """One contestant; `i` says which table of the file it is, so that complaints can name the line."""
    if not isinstance(table, dict):
        raise SetupError(f"{source}: write [[contestant]] tables")
    for key in table:
        if key not in FIELDS:
            line = find_line(text, key, i)
            raise SetupError(f"{source}, line {line}: unknown field {key!r}; known: {', '.join(FIELDS)}")
    for key, kind in (("name", str), ("species", str), ("moves", list)):
        if not isinstance(table.get(key), kind):
            line = find_line(text, key if key in table else "", i)
            raise SetupError(f"{source}, line {line}: a contestant needs a {key}")
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


def _find_points(table: dict[str, Any]) -> int | None:
    """The first round: given as points, or to be counted from the five conditions and the sheen."""
    if "introduction" in table:
        if isinstance(table["introduction"], bool) or not isinstance(table["introduction"], int):
            raise SetupError("introduction must be a whole number of points")
        return int(table["introduction"])
    if "conditions" not in table:
        return None
    given = table["conditions"]
    if not isinstance(given, dict) or "contest" not in given:
        raise SetupError('conditions is a table such as { contest = "beautiful", beautiful = 255, cute = 100 }')
    known = (*CONDITIONS, "sheen")
    for key, value in given.items():
        if key == "contest":
            if value not in CONDITIONS:
                raise UnknownName("condition", value, CONDITIONS)
        elif key not in known:
            raise UnknownName("condition", key, known)
        elif isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 255:
            raise SetupError(f"{key} must be from 0 to 255, not {value!r}")
    return count_introduction({key: value for key, value in given.items() if key != "contest"}, given["contest"])


def count_introduction(conditions: dict[str, int], contest: str) -> int:
    """Points of the first round (as in the third generation): the condition and half of its neighbours and sheen."""
    around = sum(conditions.get(name, 0) for name in NEIGHBOURS[contest])
    return conditions.get(contest, 0) + (around + conditions.get("sheen", 0)) // 2


def find_line(text: str, key: str, table: int = -1) -> int:
    """The line of a key: in the whole text, or in its n-th [[...]] table. The table's own line without a key."""
    seen = -1
    at = 1
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().startswith("[["):
            seen += 1
            if seen == table:
                at = number
                if not key:
                    return number
        if (
            (table < 0 or seen == table)
            and key
            and re.match(rf"\s*(\[*\s*)?['\"]?{re.escape(key)}['\"]?\s*[=\].]", line)
        ):
            return number
    return at
