"""What an environment plays: a game with its options, the encoder of its observations, and the sizes that follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.core.arrays import State
from ludoteca.core.errors import UnknownName
from ludoteca.protocol import Encoder, Game

MOST = {"uint8": 255, "uint16": 65_535}  # what a stored feature can be at the most, in steps


@dataclass(frozen=True)
class Setting:
    """A game as it begins, and how its positions and actions are numbered."""

    game: Game
    first: State
    encoder: Encoder

    @cached_property
    def seats(self) -> int:
        return self.game.seats(self.first)

    @cached_property
    def inputs(self) -> int:
        """Numbers in an observation."""
        return self.encoder.count_inputs(self.first)

    @cached_property
    def outputs(self) -> int:
        """Actions that an agent chooses from; a mask tells which are legal."""
        return self.encoder.count_outputs(self.first)

    @cached_property
    def agents(self) -> list[str]:
        return [f"player_{seat}" for seat in range(self.seats)]

    def bounds(self) -> tuple[Any, Any]:
        """The least and the largest value of each feature; infinite where the encoder keeps floats."""
        most = MOST.get(self.encoder.stored)
        if most is None:
            infinite = np.full(self.inputs, np.inf, np.float32)
            return -infinite, infinite
        return np.zeros(self.inputs, np.float32), most * self.encoder.row_of_steps(self.first)


def read_setting(game: str | Game, encoder: str | None, options: Mapping[str, Any]) -> Setting:
    """The setting for a game, by name or itself, one of its encoders (the first that fits if None) and its options."""
    found = games.load(game) if isinstance(game, str) else game
    first = found.start(dict(options))
    known = games.encoders_of(found)
    fitting = [name for name, item in known.items() if item.supports(first)]
    name = fitting[0] if encoder is None else encoder
    if name not in fitting:
        raise UnknownName(f"encoder of such a game of {found.info.name}", name, fitting)
    return Setting(found, first, known[name])
