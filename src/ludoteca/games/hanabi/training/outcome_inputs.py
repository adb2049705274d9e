"""What the networks that learn from the outcome see: encoders for `training/ppo_games.py`."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.encoders import chiappini, hle
from ludoteca.games.hanabi.encoders.chiappini import BLOCK, COLOURS, HAND, HANDS, OWN, PLAYERS, RANKS, STACKS


class NotesInputs(NamedTuple):
    """The 99 inputs of Chiappini and Ciruzzi's notes as they are, or 215 with memory."""

    size: int

    @compiled
    def fill(self, view: Any, x: Any) -> None:
        chiappini.fill(view, x)


class SplitInputs(NamedTuple):
    """The same inputs, split into booleans, as the notes suggest; see `split_inputs`."""

    notes: Any
    """Scratch space for the 99 or 215 inputs."""

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


COUNTS = np.array([3, 8, 24, *([3, 2, 2, 2, 1] * COLOURS), *([RANKS] * COLOURS)])  # the highest values of numbers
CARD = COLOURS + RANKS + 3  # booleans of a card: its colour, its number, and where it stands beside its stack
VISIBLE = CARD + 2  # and whether its owner knows its colour and its number
SPLIT = int(COUNTS.sum()) + (PLAYERS - 1) * HAND * VISIBLE + HAND * CARD


@compiled
def split_inputs(notes: Any, x: Any) -> None:
    """The booleans of 99 inputs: a number as so many ones in a row; a card as one of the colours, one of the numbers,
    and beside its stack: built already, next, or the one after. What follows the 99 is copied."""
    x[:] = 0.0
    at = 0
    for i in range(len(COUNTS)):
        for k in range(as_int(notes[i if i < HANDS else STACKS + i - HANDS])):
            x[at + k] = 1.0
        at += COUNTS[i]
    for block in range(1, PLAYERS):
        first = HANDS + block * BLOCK
        for slot in range(HAND):
            _split_card(notes, as_int(notes[first + slot]), as_int(notes[first + HAND + slot]), x, at)
            x[at + CARD] = notes[first + 2 * HAND + 2 * slot]
            x[at + CARD + 1] = notes[first + 2 * HAND + 2 * slot + 1]
            at += VISIBLE
    for slot in range(HAND):
        _split_card(notes, as_int(notes[OWN + slot]), as_int(notes[OWN + HAND + slot]), x, at)
        at += CARD
    for i in range(chiappini.SIZE, len(notes)):
        x[at + i - chiappini.SIZE] = notes[i]


@compiled
def _split_card(notes: Any, colour: int, number: int, x: Any, at: int) -> None:
    """Colour and number count from 1; 0 is unknown."""
    if colour > 0:
        x[at + colour - 1] = 1.0
    if number > 0:
        x[at + COLOURS + number - 1] = 1.0
    if colour > 0 and number > 0:
        ahead = number - as_int(notes[STACKS + colour - 1])
        if ahead <= 2:
            x[at + COLOURS + RANKS + max(0, ahead)] = 1.0


def scales_of(memory: bool) -> tuple[float, ...]:
    """One over the highest value of each of the 99 or 215 inputs."""
    highest = np.ones(chiappini.SIZE + (chiappini.MEMORY if memory else 0))
    highest[:HANDS] = COUNTS[:HANDS]
    highest[STACKS : chiappini.SIZE] = RANKS
    for at in (*range(HANDS, OWN, BLOCK), OWN):
        highest[at : at + HAND] = COLOURS
        highest[at + HAND : at + 2 * HAND] = RANKS
    return tuple((1 / highest).tolist())
