"""The package's data: moves, combinations, roster, species. Names are found in both languages."""

import csv
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from ludoteca.core.errors import SetupError, TableError, UnknownName
from ludoteca.games.contest.effects import EFFECTS, KEYS, Effect
from ludoteca.games.contest.state import CONDITIONS
from ludoteca.games.contest.wording import TEXTS

T = TypeVar("T")

DATA = Path(__file__).with_name("data")
RANKS = ("normal", "super", "hyper", "master")
MAX_NAME = 40  # letters of a name that is looked up: more than any move, species or contestant has

# By contest: the two neutral conditions. Its own condition excites the crowd, the other two bore it
NEIGHBOURS = {
    "cool": ("beautiful", "tough"),
    "beautiful": ("cool", "cute"),
    "cute": ("beautiful", "clever"),
    "clever": ("cute", "tough"),
    "tough": ("clever", "cool"),
}


@dataclass(frozen=True)
class Move:
    number: int
    english: str
    italian: str
    condition: str
    effect: Effect

    @property
    def effect_number(self) -> int:
        return KEYS.index(self.effect.key)

    def name(self, language: str = "en") -> str:
        """What it is called. The table of moves has the English and the Italian names; further languages may name
        moves in their catalogue, as `move.<English name>`."""
        if language == "it":
            return self.italian
        return TEXTS.load(language).get(f"move.{self.english}", self.english)


@dataclass(frozen=True)
class RosterEntry:
    """A contestant of the roster, as an opponent in one condition and rank."""

    name: str
    trainer: str
    species: str
    moves: tuple[str, ...]
    game: str
    status: str
    """documented: seen in such a contest; stand-in: from games of the third generation."""
    condition: str
    rank: str
    introduction: int | None
    """Points of the first round; None if no source gives them."""


def crowd_appeal_in(move_condition: str, contest: str) -> int:
    """1: excites the crowd, 0: neutral, -1: bores it."""
    if move_condition == contest:
        return 1
    return 0 if move_condition in NEIGHBOURS[contest] else -1


def _read(name: str, columns: tuple[str, ...]) -> list[dict[str, str]]:
    if not (DATA / name).is_file():
        raise TableError(
            f"the contest's table {name} is not in {DATA}: this game needs that folder, as a release has it"
        )
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != columns:
            raise TableError(f"{name} has the columns {reader.fieldnames}, not {', '.join(columns)}")
        return list(reader)


@cache
def list_moves() -> tuple[Move, ...]:
    """Every move; the move with number n is at place n - 1."""
    effects = {effect.key: effect for effect in EFFECTS}
    rows = _read("moves.csv", ("id", "english", "italian", "condition", "effect"))
    moves = tuple(
        Move(int(row["id"]), row["english"], row["italian"], row["condition"], effects[row["effect"]]) for row in rows
    )
    if [move.number for move in moves] != list(range(1, len(moves) + 1)):
        raise TableError("moves.csv: the numbers must run from 1 on")
    if not {move.condition for move in moves} <= set(CONDITIONS):
        raise TableError("moves.csv: an unknown condition")
    return moves


@cache
def list_combos() -> frozenset[tuple[int, int]]:
    """Numbers of moves: the first opens a combination, the second completes it."""
    rows = _read("combos.csv", ("first", "second", "confidence"))
    return frozenset((find_move(row["first"]).number, find_move(row["second"]).number) for row in rows)


@cache
def list_openers() -> frozenset[int]:
    return frozenset(first for first, _ in list_combos())


@cache
def list_roster() -> tuple[RosterEntry, ...]:
    columns = ("name", "trainer", "species", "move1", "move2", "move3", "move4", "game", "status", "condition", "rank",
               "introduction")  # fmt: skip
    return tuple(
        RosterEntry(
            row["name"], row["trainer"], row["species"], tuple(row[f"move{i}"] for i in range(1, 5)), row["game"],
            row["status"], row["condition"], row["rank"], int(row["introduction"]) if row["introduction"] else None,
        )
        for row in _read("roster.csv", columns)
    )  # fmt: skip


@dataclass(frozen=True)
class Species:
    """A species: its body and main colour are enough to draw a portrait of one's own."""

    name: str
    shape: str
    colour: str


@cache
def list_kinds() -> tuple[Species, ...]:
    rows = _read("species.csv", ("number", "name", "shape", "colour"))
    return tuple(Species(row["name"], row["shape"], row["colour"]) for row in rows)


@cache
def list_species() -> tuple[str, ...]:
    return tuple(kind.name for kind in list_kinds())


def normalise_name(name: str) -> str:
    """A name for comparing: no case, no accents, only letters and digits."""
    letters = normalize("NFKD", name).replace("♀", "f").replace("♂", "m").lower()
    return "".join(letter for letter in letters if letter.isalnum())


@cache
def _moves_by_name() -> dict[str, Move]:
    found = {normalise_name(move.italian): move for move in list_moves()}
    return found | {normalise_name(move.english): move for move in list_moves()}


@cache
def _species_by_name() -> dict[str, str]:
    return {normalise_name(name): name for name in list_species()}


def check_name(what: str, name: str) -> None:
    """Refuse a text that is too long for a name before it is compared with hundreds of them."""
    if len(name) > MAX_NAME:
        raise SetupError(f"the name of a {what} has at most {MAX_NAME} letters; {name[:20]!r}... has {len(name)}")


def find_move(name: str) -> Move:
    """A move by its English or Italian name."""
    check_name("move", name)
    found = _moves_by_name().get(normalise_name(name))
    if found is None:
        near = _nearest(name, _moves_by_name())
        raise UnknownName("move", name, [f"{move.english} ({move.italian})" for move in near])
    return found


def find_species(name: str) -> str:
    check_name("species", name)
    found = _species_by_name().get(normalise_name(name))
    if found is None:
        raise UnknownName("species", name, _nearest(name, _species_by_name()))
    return found


def _nearest(name: str, known: dict[str, T]) -> list[T]:
    """The three most similar names: a list of hundreds would not help."""
    close = get_close_matches(normalise_name(name), known, n=6, cutoff=0.0)
    return list(dict.fromkeys(known[word] for word in close))[:3]


def move_of(number: int) -> Move:
    return list_moves()[number - 1]


def list_pool(condition: str, rank: str, game: str = "") -> list[RosterEntry]:
    """The opponents of one condition and rank, from all games or from one."""
    for kind, value, known in (("condition", condition, CONDITIONS), ("rank", rank, RANKS)):
        if value not in known:
            raise UnknownName(kind, value, known)
    games = sorted({entry.game for entry in list_roster()})
    if game and game not in games:
        raise UnknownName("game", game, games)
    pool = [
        entry
        for entry in list_roster()
        if (entry.condition, entry.rank) == (condition, rank) and game in ("", entry.game)
    ]
    return list({entry.name: entry for entry in reversed(pool)}.values())[::-1]
