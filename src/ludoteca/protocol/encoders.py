"""Encoders: positions as inputs of networks, actions as their outputs. A part of a game that its plugin names.

An encoder reads the *view* of the seat to act and nothing else. Its functions are compiled and take the view first:

    fill(view, out)              write the features into a row of float32; all of the row is overwritten
    output_of(view, action)      the class of an action; left out: the action itself
    action_of(view, output)      the inverse, for every legal action

A feature is a number in the units of its slice. Two constants belong to each slice: `scales`, by which a network
divides (fixed, since a deviation measured on data is wrong wherever the data never varied), and `steps`, the grid on
which data sets keep it. `ludoteca.games.encoder(game, name)` loads one; the contract (`ludoteca.testing`) checks all.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import RulesError, UnsupportedGame
from ludoteca.core.jit import compiled, compiles
from ludoteca.protocol.dispatch import count_parameters, plain_function

Slices = Mapping[str, slice]
Fill = Callable[[State, Any], None]
Convert = Callable[[State, int], int]
STORED = ("uint8", "uint16", "float32")


@compiled
def same_number(view: State, number: int) -> int:
    """Class and action are the same number."""
    return number


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A way to look at a position that changes nothing: `features[..., inputs]` are those of the changed position, and
    the class `c` becomes `outputs[c]`."""

    name: str
    inputs: Any
    """int64 [inputs]: a permutation."""
    outputs: Any
    """int64 [outputs]: a permutation."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Encoder:
    """How positions of a game become rows of numbers. Sizes may depend on the setup: then they are functions of a
    state."""

    name: str
    summary: str
    """One line for people: whose it is and what it holds."""
    inputs: int | Callable[[State], int]
    """Features in a row."""
    outputs: int | Callable[[State], int]
    """Classes of actions."""
    fill: Fill
    output_of: Convert = same_number
    action_of: Convert = same_number
    slices: Slices | Callable[[State], Slices] = field(default_factory=dict)
    """The named parts of a row; none overlap, together they are all of it."""
    scales: Mapping[str, float] = field(default_factory=dict)
    """About the largest value of a slice, fixed by the rules; 1 if left out."""
    steps: Mapping[str, float] = field(default_factory=dict)
    """The grid on which data sets keep a slice: they hold round(value / step). 1 if left out."""
    stored: str = "float32"
    """How data sets keep a feature: uint8, uint16 or float32."""
    output_names: tuple[str, ...] = ()
    """What the classes are called, if they have names."""
    check: Callable[[State], None] = lambda view: None
    """Raises UnsupportedGame for games of another size."""
    fallback: Convert | None = None
    """In plain Python: the action instead of a class that is not legal. Left out: the first legal action."""
    legal_of: Callable[[Any], Any] | None = None
    """In plain Python: from a row of features to bool [outputs], the legal classes, if features tell them. A bridge
    knows nothing else."""
    setup: Mapping[str, Any] = field(default_factory=dict)
    """Options of a game that it fits, if the usual one is of another size."""
    symmetries: tuple[Symmetry, ...] = ()
    board: tuple[int, int, int] | None = None
    """Planes, rows and columns, where the first features are planes of a board, each row by row: networks may then have
    convolutions."""

    def __post_init__(self) -> None:
        for complaint in _find_complaints(self):
            raise RulesError(f"the encoder {self.name}: {complaint}")

    # --- sizes -----------------------------------------------------------------------------------------------------

    def count_inputs(self, s: State) -> int:
        """The length of a row, in a game of this size."""
        return int(self.inputs(s)) if callable(self.inputs) else self.inputs

    def count_outputs(self, s: State) -> int:
        return int(self.outputs(s)) if callable(self.outputs) else self.outputs

    def find_slices(self, s: State) -> Slices:
        return self.slices(s) if callable(self.slices) else self.slices

    def row_of_scales(self, s: State) -> Any:
        """float32 [inputs]: what each feature is divided by."""
        return self._spread(s, self.scales)

    def row_of_steps(self, s: State) -> Any:
        """float32 [inputs]: the grid of each feature."""
        return self._spread(s, self.steps)

    def _spread(self, s: State, values: Mapping[str, float]) -> Any:
        row = np.ones(self.count_inputs(s), np.float32)
        for name, place in self.find_slices(s).items():
            row[place] = values.get(name, 1.0)
        return row

    # --- one position ----------------------------------------------------------------------------------------------

    def encode(self, view: State) -> Any:
        """The features of one view: float32 [inputs]."""
        self.check(view)
        row = np.zeros(self.count_inputs(view), np.float32)
        self.fill(view, row)
        return row

    def supports(self, s: State) -> bool:
        """Whether it can encode games of this size."""
        try:
            self.check(s)
        except UnsupportedGame:
            return False
        return True

    def replace_illegal(self, view: State, output: int, legal: Sequence[int]) -> int:
        """The action instead of a class that is not legal here."""
        action = legal[0] if self.fallback is None else int(self.fallback(view, output))
        return action if action in legal else legal[0]

    def name_output(self, output: int) -> str:
        return self.output_names[output] if output < len(self.output_names) else str(output)


def _find_complaints(encoder: Encoder) -> Iterator[str]:
    functions = {"fill": encoder.fill, "output_of": encoder.output_of, "action_of": encoder.action_of}
    for name, function in functions.items():
        if count_parameters(function) != 2:
            yield f"{name} must take the view and one more argument"
        elif compiles and plain_function(function) is function:
            yield f"{name} must be compiled: write @compiled above it"
    if encoder.stored not in STORED:
        yield f"stored must be one of {', '.join(STORED)}, not {encoder.stored!r}"
    if not callable(encoder.slices):
        for name in (*encoder.scales, *encoder.steps):
            if name not in encoder.slices:
                yield f"there is no slice {name!r}"
    for value in (*encoder.scales.values(), *encoder.steps.values()):
        if not value > 0:
            yield "scales and steps must be positive"
    if encoder.board and not callable(encoder.inputs):
        planes, rows, columns = encoder.board
        if min(encoder.board) < 1 or planes * rows * columns > encoder.inputs:
            yield f"a board of {planes} planes of {rows} by {columns} cells does not fit into {encoder.inputs} features"
    if encoder.output_names and len(encoder.output_names) != encoder.outputs:
        yield f"it has {encoder.outputs} outputs and {len(encoder.output_names)} names of them"


def make_slices(lengths: Mapping[str, int]) -> dict[str, slice]:
    """Slices of these lengths, one after the other."""
    found, at = {}, 0
    for name, length in lengths.items():
        found[name] = slice(at, at + length)
        at += length
    return found
