"""Asking an agent for a decision, with a clock.

A clock gives seconds for each action, for the whole game, or both. When they are used up the search is told to stop.
An agent that has not answered half a second later is late. Its thread is left behind.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from ludoteca.core.errors import LudotecaError, SetupError
from ludoteca.lab.match.forfeits import Forfeit
from ludoteca.protocol import Decision, State, Watch

GRACE = 0.5  # seconds between the call to stop and being late


class Player(Protocol):
    """What a match needs of an agent. Those of `ludoteca.agents` have it, and so may anybody's."""

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision: ...


@runtime_checkable
class Listener(Protocol):
    """A player that wants to know what others play, and its time: a program from outside."""

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision: ...

    def begin(self, options: Mapping[str, Any] | None, clock: Mapping[str, Any] | None) -> None:
        """A game begins."""

    def hear(self, event: dict[str, Any]) -> None:
        """An action is about to be played, as far as the player's seat may know it (`programs/telling.py`)."""

    def give_time(self, seconds: float | None) -> None:
        """So long the next decision may take; None for as long as it likes."""

    def end(self, returns: Sequence[float], reason: str, seat: int) -> None:
        """The game is over."""

    def close(self) -> None:
        """No more games."""


@dataclass(frozen=True)
class Clock:
    """Seconds that a seat may think: for one action, and for all of its actions together."""

    per_action: float | None = None
    per_game: float | None = None

    def __post_init__(self) -> None:
        for name in ("per_action", "per_game"):
            value = getattr(self, name)
            if value is not None and not 0.001 <= value <= 10**6:
                raise SetupError(f"the clock's {name} must be from 0.001 to 1000000 seconds, not {value!r}")

    def tell(self) -> dict[str, float] | None:
        """For a player from outside; None if there is no limit."""
        limits = {"per_action": self.per_action, "per_game": self.per_game}
        return {name: value for name, value in limits.items() if value is not None} or None

    def seconds_for(self, used: float) -> float | None:
        """The time for the next action of a seat that has used so many seconds; None if there is no limit."""
        rest = None if self.per_game is None else self.per_game - used
        limits = [limit for limit in (self.per_action, rest) if limit is not None]
        return max(0.0, min(limits)) if limits else None


def ask(player: Player, view: State, limit: float | None) -> Decision:
    """The player's decision, or Forfeit. Where there is a limit, the player runs in a thread of its own."""
    if limit is None:
        return _decide(player, view, Watch())
    if limit <= 0:
        raise Forfeit("out of time")
    watch = Watch()
    answers: list[Decision | Forfeit] = []
    thread = threading.Thread(target=lambda: answers.append(_decide_or_forfeit(player, view, watch)), daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        watch.stop()
        thread.join(GRACE)
    if not answers:
        raise Forfeit(f"late: no answer within {limit:g} s")
    if isinstance(answers[0], Forfeit):
        raise answers[0]
    return answers[0]


def _decide_or_forfeit(player: Player, view: State, watch: Watch) -> Decision | Forfeit:
    try:
        return _decide(player, view, watch)
    except Forfeit as reason:
        return reason


def _decide(player: Player, view: State, watch: Watch) -> Decision:
    """An error of the agent becomes a forfeit; so does an answer that is no decision."""
    try:
        decision = player.decide(view, None, watch)
        decision.action, decision.analysis  # noqa: B018 - an agent of somebody else's may answer with anything
        return decision
    except KeyboardInterrupt:
        raise
    except LudotecaError as error:
        raise Forfeit(f"error: {error}") from error
    except Exception as error:
        raise Forfeit(f"crashed: {type(error).__name__}: {error}") from error
