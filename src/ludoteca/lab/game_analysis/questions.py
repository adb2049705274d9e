"""What is to be judged: each decision of a game, with what its seat knew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import SetupError
from ludoteca.protocol import Game, State

MOST_DECISIONS = 5_000


@dataclass(frozen=True)
class Question:
    """A decision, as its seat saw it."""

    number: int
    """Decisions are counted from 1, chance left out."""
    ply: int
    seat: int
    view: State
    action: int | None
    """What was chosen; None for the position in which a game was broken off."""
    is_open: bool
    """Whether there was a choice."""


@dataclass(frozen=True)
class Ending:
    """How the last position of a game stands."""

    is_over: bool
    returns: tuple[float, ...]


def list_questions(game: Game, setup: Mapping[str, Any], actions: Sequence[int]) -> list[Question]:
    """Every decision of a game, and the one that was never made if it was broken off."""
    s = game.start(setup)
    found: list[Question] = []
    for ply, action in enumerate([*actions, None]):
        seat = game.mover(s)
        if seat >= 0:
            found.append(ask_about(game, s, len(found) + 1, ply, action))
        if len(found) > MOST_DECISIONS:
            raise SetupError(f"a game of more than {MOST_DECISIONS} decisions is not analysed")
        if action is not None:
            game.play(s, action)
    return found


def ask_about(game: Game, s: State, number: int, ply: int, action: int | None) -> Question:
    """About the decision in `s`."""
    seat = game.mover(s)
    return Question(number, ply, seat, game.observe(s, seat), action, len(game.legal_actions(s)) > 1)


def find_ending(game: Game, setup: Mapping[str, Any], actions: Sequence[int]) -> Ending:
    s = game.start(setup)
    for action in actions:
        game.play(s, action)
    return Ending(game.is_over(s), tuple(game.returns(s)))
