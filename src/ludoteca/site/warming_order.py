"""What to compile next, when several cores ask for work.

A game that somebody asks for comes first; then the first stage of each game, with which it can be played, then the
second of each, and so on. Two cores do not work on one game while there is another, since each would compile the
functions that its stages share. The first core takes the longest stage and the others take the shortest: so a game can
be played soon, and the game that takes longest is not left for the end.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from ludoteca.lab.warming import expect_seconds, list_stages
from ludoteca.protocol import Game


@dataclass(frozen=True, eq=False)
class Stage:
    """Parts of a game that one process compiles, one after the other."""

    game: Game
    number: int
    parts: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.game.info.name

    @property
    def seconds(self) -> float:
        return sum(expect_seconds(self.game, part) for part in self.parts)


def list_work(game: Game, hints: str) -> list[Stage]:
    """The stages of a game; `hints` is who gives hints."""
    return [Stage(game, number, parts) for number, parts in enumerate(list_stages(game, hints))]


class Order:
    """A queue of stages; any thread may ask."""

    def __init__(self, stages: Iterable[Stage]) -> None:
        self._waiting = list(stages)
        self._running: list[Stage] = []
        self._wanted: list[str] = []  # names of games, the last asked for at the end
        self._changed = threading.Condition()
        self._closed = False

    def take(self, place: int) -> Stage | None:
        """The next stage for the core at this place; None if there is nothing left. Waits for a stage that others have
        to finish first."""
        with self._changed:
            while self._waiting and not self._closed:
                free = self._list_free()
                if free:
                    stage = min(free, key=lambda stage: self._rank(stage, place))
                    self._waiting.remove(stage)
                    self._running.append(stage)
                    return stage
                self._changed.wait()
            return None

    def _list_free(self) -> list[Stage]:
        """What can be begun: a game's stages in turn. If all that is left belongs to games that are worked on, cores
        share a game; but never its first stage, which the others build on."""
        busy = {stage.name for stage in self._running}
        free = [stage for stage in self._waiting if stage.name not in busy]
        if not free:
            first = {stage.name for stage in self._running if stage.number == 0}
            free = [stage for stage in self._waiting if stage.name not in first]
        return free

    def _rank(self, stage: Stage, place: int) -> tuple[int, int, float]:
        wanted = -self._wanted.index(stage.name) - 1 if stage.name in self._wanted else 0
        return wanted, stage.number, stage.seconds if place else -stage.seconds

    def finish(self, stage: Stage) -> None:
        with self._changed:
            self._running.remove(stage)
            self._changed.notify_all()

    def give_up(self, name: str) -> None:
        """Leave the later stages of a game that cannot be prepared."""
        with self._changed:
            self._waiting = [stage for stage in self._waiting if stage.name != name]

    def want(self, name: str) -> None:
        with self._changed:
            self._wanted = [*(other for other in self._wanted if other != name), name]

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
