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


class SplitInputs(NamedTuple):
    """The same 99 or 215 inputs, each integer split into booleans, as the notes suggest: numbers as so many ones in a
    row, a visible card as one of 20."""

    notes: Any
    """Scratch space for the inputs before they are split."""

    @compiled
    def fill(self, view: Any, x: Any) -> None:
        chiappini.fill(view, self.notes)
        split_inputs(self.notes, x)


class BitInputs(NamedTuple):
    """The bits of the Hanabi Learning Environment."""

    size: int

    @compiled
    def fill(self, view: Any, x: Any) -> None:
        hle.fill(view, as_int(view.turn), x)


COUNTS = np.array([3, 8, 24, *([3, 2, 2, 2, 1] * chiappini.COLOURS), *([chiappini.RANKS] * chiappini.COLOURS)])
CARD = chiappini.COLOURS * chiappini.RANKS
SPLIT = int(COUNTS.sum()) + (chiappini.PLAYERS - 1) * chiappini.HAND * (CARD + 2) + chiappini.HAND * 9


@compiled
def split_inputs(notes: Any, x: Any) -> None:
    """The booleans of 99 inputs; what follows these is copied."""
    x[:] = 0.0
    at = 0
    for i in range(len(COUNTS)):
        value = notes[i if i < chiappini.HANDS else chiappini.STACKS + i - chiappini.HANDS]
        for k in range(as_int(value)):
            x[at + k] = 1.0
        at += COUNTS[i]
    hand = chiappini.HAND
    for block in range(1, chiappini.PLAYERS):
        first = chiappini.HANDS + block * chiappini.BLOCK
        for slot in range(hand):
            colour, number = as_int(notes[first + slot]), as_int(notes[first + hand + slot])
            if colour > 0:
                x[at + (colour - 1) * chiappini.RANKS + number - 1] = 1.0
            x[at + CARD] = notes[first + 2 * hand + 2 * slot]
            x[at + CARD + 1] = notes[first + 2 * hand + 2 * slot + 1]
            at += CARD + 2
    for slot in range(hand):
        colour, number = as_int(notes[chiappini.OWN + slot]), as_int(notes[chiappini.OWN + hand + slot])
        if colour > 0:
            x[at + colour - 1] = 1.0
        if number > 0:
            x[at + chiappini.COLOURS + number - 1] = 1.0
        at += chiappini.COLOURS + chiappini.RANKS
    for i in range(chiappini.SIZE, len(notes)):
        x[at + i - chiappini.SIZE] = notes[i]


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
