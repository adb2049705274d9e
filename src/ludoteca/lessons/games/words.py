"""A notation for small games: the actions are words from a list."""

from ludoteca.core.errors import NotationError
from ludoteca.protocol import CHANCE, Game, State


class WordGame(Game):
    """A game that has a word for each action, and for each outcome of chance, by number."""

    words: tuple[str, ...] = ()
    outcome_words: tuple[str, ...] = ()

    def _vocabulary(self, s: State) -> tuple[str, ...]:
        return self.outcome_words if self.mover(s) == CHANCE else self.words

    def format_action(self, s: State, action: int) -> str:
        if action < 0:
            raise LookupError(action)
        return self._vocabulary(s)[action]

    def parse_action(self, s: State, text: str) -> int:
        names = self._vocabulary(s)
        if text not in names:
            raise NotationError(f"{text!r} is none of {', '.join(names)}")
        return names.index(text)
