"""The checked face that the tiny games share: actions are words from a list."""

from ludoteca.lessons.games.words import WordGame
from ludoteca.protocol import State


class TinyGame(WordGame):
    def draw(self, s: State) -> str:
        return " ".join(f"{name}={s[name]}" for name in self.state_dtype.names)
