"""Contestants: by name from the roster, or your own in text. `roster_file.py` reads them from a file.

A line-up in text: `Betta, Speranza, Trod, Plumy`. Your own contestant in it:
`Mia=Jigglypuff:Mimic/Round/Dazzling Gleam/Disarming Voice`, optionally followed by `@120` (points of the first round)
and `+mega`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.games.contest.catalogue import (
    Move,
    RosterEntry,
    check_name,
    find_move,
    find_species,
    list_roster,
    move_of,
    normalise_name,
)
from ludoteca.games.contest.state import MOVES, NAME_BYTES, SEATS

MAX_POINTS = 2000
MAX_TEXT = 2000  # letters of a line-up in text: four contestants with all their moves need fewer
THESIS_ORDER = ("Betta", "Speranza", "Tropica", "Trod", "Macy", "Plumy")
"""The six contestants of the thesis, in the console's order of the first turn."""


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
    """Whether a person made it up; otherwise it is in the roster."""

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
    """A contestant of the roster by name, with the points of the first round for this condition, if known."""
    check_name("contestant", name)
    wanted = normalise_name(name)
    entries = [entry for entry in list_roster() if normalise_name(entry.name) == wanted]
    if not entries:
        raise UnknownName("contestant", name, sorted({entry.name for entry in list_roster()}))
    here = [entry for entry in entries if entry.condition == condition] or entries
    return from_entry(entries[0], here[-1].introduction)


def parse_lineup(text: str, condition: str = "") -> list[Contestant]:
    """Four contestants in a line of text. What is too long or too many is refused before any name is looked up."""
    if len(text) > MAX_TEXT:
        raise SetupError(f"four contestants are written in at most {MAX_TEXT} letters, not {len(text)}")
    words = [word.strip() for word in re.split(r"[;,]", text) if word.strip()]
    check_count(len(words))
    return check_lineup([parse_contestant(word, condition) for word in words])


def parse_contestant(text: str, condition: str = "") -> Contestant:
    """One contestant in text: a name of the roster, or `Name=Species:Move/Move/Move/Move`."""
    if len(text) > MAX_TEXT:
        raise SetupError(f"a contestant is written in at most {MAX_TEXT} letters, not {len(text)}")
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


def check_count(contestants: int) -> None:
    if contestants != SEATS:
        raise SetupError(f"a contest has four contestants, not {contestants}")


def check_lineup(contestants: Sequence[Contestant]) -> list[Contestant]:
    """Four of different names, or an error."""
    check_count(len(contestants))
    names = [normalise_name(contestant.name) for contestant in contestants]
    for contestant, name in zip(contestants, names, strict=True):
        if names.count(name) > 1:
            raise SetupError(f"{contestant.name} cannot take part twice")
    return list(contestants)
