"""A game of hanab.live as data, and its limits."""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import TranscriptError
from ludoteca.games.hanabi import notation

VARIANTS = {"No Variant": 5, "4 Suits": 4, "3 Suits": 3}
"""The variants that can be read and written, with their number of colours."""
NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
MOST_TEXT = 100_000
LIVE_PLAY, LIVE_DISCARD, LIVE_COLOUR, LIVE_RANK, LIVE_END = range(5)
"""Types of actions: a play, a discard, a colour clue, a rank clue, and the end of a game that was broken off."""


@dataclass(frozen=True)
class Replay:
    """Who played, the deck from the top, and each action as (type, target, value)."""

    players: tuple[str, ...]
    deck: tuple[int, ...]
    actions: tuple[tuple[int, int, int], ...]
    variant: str = "No Variant"
    end: tuple[int, int] | None = None
    """The last entry if somebody or the clock ended the game: (player, condition)."""

    def setup(self) -> dict[str, Any]:
        """The options of the game that was played."""
        colours = VARIANTS[self.variant]
        deck = " ".join(notation.format_card(card) for card in self.deck)
        return {"players": len(self.players), "colours": colours, "deck": deck}


def check_length(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise TranscriptError(f"a game has less than {MOST_TEXT} characters, this text {len(text)}")
