"""The three-move openings of English checkers, from which tournament games are drawn because the usual start is level.

`ballots.csv` is the deck of the American Checker Federation with its numbers, 1 to 174: after three plies that lose no
man at once, one line for each position. 144 are drawn in games across the board, 12 more in play by mail; 18 are barred
because one side is lost. So 156 are in play.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludoteca.core.errors import SetupError, show_value
from ludoteca.protocol import State

FILE = Path(__file__).with_name("ballots.csv")
RULES = "english"
BOARD, MAIL, BARRED = "board", "mail", "barred"  # decks


@dataclass(frozen=True)
class Ballot:
    """An opening: its number in the deck, its moves, and where it is played."""

    number: int
    moves: tuple[str, ...]
    deck: str

    @property
    def in_play(self) -> bool:
        return self.deck != BARRED


@cache
def load_deck() -> tuple[Ballot, ...]:
    """All 174, barred ones too."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(Ballot(int(row["number"]), (row["first"], row["second"], row["third"]), row["deck"]) for row in rows)


def list_ballots() -> list[Ballot]:
    """The 156 that are in play."""
    return [ballot for ballot in load_deck() if ballot.in_play]


def find_ballot(number: object) -> Ballot:
    """A ballot by its number, which must be in play."""
    wanted = number.strip() if isinstance(number, str) else number
    found = next((ballot for ballot in load_deck() if wanted in (ballot.number, str(ballot.number))), None)
    if found is None or isinstance(number, bool):
        raise SetupError(f"ballot must be a number from 1 to {len(load_deck())}, not {show_value(number)}")
    if not found.in_play:
        raise SetupError(f"ballot {found.number}, {' '.join(found.moves)}, is barred: one side is lost")
    return found


def reach(ballot: Ballot) -> State:
    """The position after the three moves."""
    from ludoteca.games.checkers.game import GAME

    s = GAME.start(rules=RULES)
    for move in ballot.moves:
        GAME.play(s, GAME.parse_action(s, move))
    return s
