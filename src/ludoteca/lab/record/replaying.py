"""Going through a record."""

from collections.abc import Iterator
from dataclasses import replace

from ludoteca.lab.record.content import Record
from ludoteca.protocol import Game, State


def replay(record: Record, game: Game) -> Iterator[tuple[State, int | None]]:
    """Every position with the action that was played in it (None in the last)."""
    s = game.start(record.setup)
    for action in record.actions:
        yield game.copy(s), action
        game.play(s, action)
    yield game.copy(s), None


def cut_short(record: Record, plies: int) -> Record:
    """The record of the first so many actions."""
    return replace(record, actions=record.actions[:plies], infos=record.infos[:plies], result=None, lines=())
