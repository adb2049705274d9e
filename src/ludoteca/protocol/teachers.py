"""Teachers: bots that can tell more than what they do. A part of a game that its plugin may name.

Whoever imitates a bot learns faster from the scores behind its choice, and can only be judged fairly if it is known
where the bot itself draws lots: two of its equal best actions are both right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.core.jit import compiled

Score = Callable[[Any, int, Any, Any], None]


@dataclass(frozen=True, eq=False)
class Teacher:
    """What some bots of a game tell about a decision."""

    bots: tuple[str, ...]
    """Those that tell it."""
    scored: str
    """What the scores are, in words."""
    actions: int
    """Above the number of any action."""
    score: Score
    """Compiled: `score(view, bot, scores, best)` for the seat to act. It writes float32 scores by action, where the
    bot has any, and 1 into `best` for each action among which the bot draws lots (one, if it does not). It may change
    the view, which is a scratch copy."""


@compiled
def tell_nothing(view: Any, bot: int, scores: Any, best: Any) -> None:
    """For games whose bots tell nothing."""


NOBODY = Teacher((), "", 0, tell_nothing)
