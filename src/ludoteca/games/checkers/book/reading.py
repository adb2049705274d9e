"""The books that come with the package, and the choice of a move."""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.core.errors import TableError
from ludoteca.core.rng import Rng, uniform
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.notation import parse_move
from ludoteca.protocol import State

FOLDER = Path(__file__).parent
SPREAD = 10.0  # points: a move that is worse by so much is chosen 2.7 times less often

Scores = Mapping[str, int]
"""By move, in points for the mover."""


def book_path(rules: str) -> Path:
    return FOLDER / f"{rules}.json"


@cache
def load_book(rules: str) -> Mapping[str, Scores]:
    """The positions of a book by FEN; nothing for rule sets without one."""
    path = book_path(rules)
    return read_book(path)["positions"] if path.exists() else {}


def read_book(path: Path) -> dict[str, Any]:
    """A book with the record of how it was made."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        positions = content["positions"]
        sound = all(isinstance(score, int) for scores in positions.values() for score in scores.values())
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise TableError(f"{path} is no opening book: make it again with `ludoteca checkers book`")
    return dict(content)


def find_moves(s: State, legal: list[int]) -> dict[int, int]:
    """The moves of the book in a position, with their scores; none where the book ends."""
    scores = load_book(RULE_SETS[int(s.rules)]).get(format_fen(s), {})
    return {parse_move(s, move, legal): score for move, score in scores.items()}


def weigh(scores: list[int]) -> list[float]:
    """How likely each move is: the better, the likelier."""
    best = max(scores)
    weights = [math.exp((score - best) / SPREAD) for score in scores]
    return [weight / sum(weights) for weight in weights]


def draw(rng: Rng, chances: list[float]) -> int:
    """A place in the list, by chance."""
    left = uniform(rng)
    for place, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return place
    return len(chances) - 1
