"""A contest that was replayed from its transcript: what happened in each turn, and the totals."""

from dataclasses import dataclass, field
from typing import Any

from ludoteca.games.contest import state as st
from ludoteca.games.contest.messages import Event
from ludoteca.games.contest.notation import name_of, names_of
from ludoteca.protocol import State

Transcript = dict[str, Any]
"""A contest as TOML reads it: see `transcripts.py`."""


@dataclass(frozen=True)
class PlayedTurn:
    """One turn."""

    number: int
    order: tuple[str, ...]
    stars_before: int
    stars_after: int
    moves: dict[str, str]
    """What each contestant performed; those who did not are left out."""
    hearts: dict[str, int]
    next_order: tuple[str, ...]
    """Empty after the last."""
    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.number,
            "order": list(self.order),
            "stars_before": self.stars_before,
            "stars_after": self.stars_after,
            "moves": self.moves,
            "hearts": self.hearts,
            "next_order": list(self.next_order),
            "events": [event.to_json() for event in self.events],
        }


@dataclass
class PlayedContest:
    """A contest, as far as its transcript goes."""

    state: State
    turns: list[PlayedTurn] = field(default_factory=list)

    @property
    def totals(self) -> dict[str, int]:
        return {name_of(self.state, seat): int(self.state.totals[seat]) for seat in range(st.SEATS)}

    @property
    def winner(self) -> str | None:
        return name_of(self.state, int(self.state.winner)) if self.state.winner != st.NONE else None

    def to_json(self) -> dict[str, Any]:
        tied = [name for name, total in self.totals.items() if total == max(self.totals.values())]
        return {
            "condition": st.CONDITIONS[int(self.state.condition)],
            "contestants": names_of(self.state),
            "turns": [turn.to_json() for turn in self.turns],
            "totals": self.totals,
            "winner": self.winner,
            "tied_for_first": tied if len(tied) > 1 else [],
        }
