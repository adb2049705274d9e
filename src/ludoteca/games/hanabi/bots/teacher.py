"""What Bot2 of the Bologna project tells its pupils: the entropy that each clue removes, and its equal best clues."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots import bologna
from ludoteca.games.hanabi.state import MAX_ACTIONS
from ludoteca.protocol.teachers import Teacher


@compiled
def score(view: Any, bot: int, scores: Any, best: Any) -> None:
    bologna.score2(view, as_int(view.turn), scores, best)


TEACHER = Teacher(("bologna2",), "bits of entropy that a clue removes from the other hand", MAX_ACTIONS, score)
