"""What the networks that learn from the outcome see: encoders for `training/ppo_games.py`."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.encoders import chiappini, hle


class NotesInputs(NamedTuple):
    """The 99 (or, with memory, 215) inputs of Chiappini and Ciruzzi's notes, each scaled to [0, 1]."""

    scales: Any

    @compiled
    def fill(self, view: Any, x: Any) -> None:
        chiappini.fill(view, x)
        x *= self.scales


class BitInputs(NamedTuple):
    """The bits of the Hanabi Learning Environment."""

    size: int

    @compiled
    def fill(self, view: Any, x: Any) -> None:
        hle.fill(view, as_int(view.turn), x)


def scales_of(memory: bool) -> Any:
    """One over the highest value of each of the 99 or 215 inputs."""
    highest = np.ones(chiappini.SIZE + (chiappini.MEMORY if memory else 0), np.float32)
    slices, hand = chiappini.SLICES, chiappini.HAND
    highest[slices["lives"]], highest[slices["clues"]], highest[slices["deck"]] = 3, 8, 24
    highest[slices["discards"]] = np.tile([3, 2, 2, 2, 1], chiappini.COLOURS)
    highest[slices["stacks"]] = chiappini.RANKS
    blocks = [*range(chiappini.HANDS, chiappini.OWN, chiappini.BLOCK), chiappini.OWN]
    for at in blocks:
        highest[at : at + hand] = chiappini.COLOURS
        highest[at + hand : at + 2 * hand] = chiappini.RANKS
    return 1 / highest
