"""The inputs of Chiappini and Ciruzzi's notes, split into booleans.

The notes suggest it: "If the training will show often misunderstandings of number or color I suggest to split the
integer input in a greater number of boolean input." These are functions of the 99 (or 215) inputs and of nothing else.
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.encoders import chiappini
from ludoteca.games.hanabi.encoders.chiappini import (
    BLOCK,
    COLOURS,
    HAND,
    HANDS,
    MEMORY,
    OUTPUTS,
    OWN,
    PLAYERS,
    RANKS,
    SIZE,
    STACKS,
)
from ludoteca.protocol import Encoder
from ludoteca.protocol.encoders import make_slices

COUNTS = np.array([3, 8, 24, *([3, 2, 2, 2, 1] * COLOURS), *([RANKS] * COLOURS)])  # the highest values of numbers
CARD = COLOURS + RANKS + 3  # booleans of a card: its colour, its number, and where it stands beside its stack
VISIBLE = CARD + 2  # and whether its owner knows its colour and its number
LENGTHS = {
    "lives": 3,
    "clues": 8,
    "deck": 24,
    "discards": int(COUNTS[3:HANDS].sum()),
    "stacks": RANKS * COLOURS,
    "hands": (PLAYERS - 1) * HAND * VISIBLE,
    "own": HAND * CARD,
}
SPLIT = sum(LENGTHS.values())


@compiled
def fill(view: Any, out: Any) -> None:
    """Write the booleans of the mover's view, and the memory if `out` is long enough."""
    notes = np.zeros(SIZE + MEMORY if len(out) > SPLIT else SIZE, np.float32)
    chiappini.fill(view, notes)
    split_inputs(notes, out)


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
    for i in range(SIZE, len(notes)):
        x[at + i - SIZE] = notes[i]


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


COMMON: dict[str, Any] = {
    "outputs": OUTPUTS,
    "fill": fill,
    "output_of": chiappini.output_of,
    "action_of": chiappini.find_action,
    "stored": "uint8",
    "output_names": chiappini.ENCODER.output_names,
    "check": chiappini.check,
    "setup": chiappini.ENCODER.setup,
}
ENCODER = Encoder(
    name="chiappini_split",
    summary="the 99 inputs of Chiappini and Ciruzzi's notes, split into booleans as they suggest",
    inputs=SPLIT,
    slices=make_slices(LENGTHS),
    **COMMON,
)
WITH_MEMORY = Encoder(
    name="chiappini_split_memory",
    summary="the same with 116 inputs more: the last action of each player",
    inputs=SPLIT + MEMORY,
    slices=make_slices({**LENGTHS, "memory": MEMORY}),
    **COMMON,
)
