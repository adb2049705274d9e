"""Games in plain Python for lessons: small enough to see through, and nothing has to be compiled for them.

They have the face of every other game (`Game`), and are found by `find_game` only: neither the site nor the searches
know them. A real game is compiled: docs/adding-a-game.md.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.rng import Rng
from ludoteca.lessons.games.words import WordGame
from ludoteca.protocol import GameInfo, state_dtype

SETUP = state_dtype(("nothing", np.int8))


class PlainGame(WordGame):
    """A subclass has `info`, `state_dtype`, words for its actions, and the rules as methods `_mover(s)` and so on."""

    def __init__(self, info: GameInfo, dtype: np.dtype[Any]) -> None:
        self.info = info
        self.state_dtype, self.setup_dtype = dtype, SETUP
        self.has_evaluation, self.has_noise = True, False
        rules: dict[str, Callable[..., Any]] = {
            "start": self._start,
            "mover": self._mover,
            "seats": lambda s: 2,
            "legal_actions": self._legal_actions,
            "chances": self._chances,
            "apply": self._apply,
            "returns": self._returns,
            "observe": self._observe,
            "guess": self._guess,
        }
        self._rules = rules

    # --- the rules ---------------------------------------------------------------------------------------------------

    def _start(self, s: State, setup: State) -> None:
        """States are all zero before it."""

    def _mover(self, s: State) -> int:
        raise NotImplementedError

    def _list_actions(self, s: State) -> list[int]:
        raise NotImplementedError

    def _list_outcomes(self, s: State) -> list[tuple[int, float]]:
        return []

    def _apply(self, s: State, action: int) -> None:
        raise NotImplementedError

    def _value(self, s: State) -> float:
        """What the first seat has earned; the second has earned the opposite."""
        raise NotImplementedError

    def _observe(self, s: State, seat: int) -> None:
        """Everybody sees everything."""

    def _guess(self, s: State, seat: int, rng: Rng) -> None:
        """Nothing is hidden."""

    def estimate(self, s: State, seat: int) -> float:
        """A rule of thumb: what this seat may earn in the end. Lessons hand it to students as `evaluate`."""
        return 0.0

    # --- as `Game` calls them ----------------------------------------------------------------------------------------

    def _legal_actions(self, s: State, out: Any) -> int:
        actions = self._list_actions(s)
        out[: len(actions)] = actions
        return len(actions)

    def _chances(self, s: State, out: Any, odds: Any) -> int:
        outcomes = self._list_outcomes(s)
        for place, (outcome, chance) in enumerate(outcomes):
            out[place], odds[place] = outcome, chance
        return len(outcomes)

    def _returns(self, s: State, out: Any) -> None:
        out[0] = self._value(s)
        out[1] = -out[0]
