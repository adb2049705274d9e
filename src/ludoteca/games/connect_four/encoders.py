"""The board as inputs of networks, a bit a cell, column by column from below.

`planes` has the mover's discs, then the other's. `threats` has the empty cells besides where one more disc would make
four: what the rules call a win, one disc ahead. A network finds these cells in the discs, too, but slowly."""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.connect_four.boards import fours
from ludoteca.games.connect_four.rules import CELLS, COLUMNS, ROWS, SPAN
from ludoteca.protocol import Encoder, Symmetry
from ludoteca.protocol.encoders import make_slices


@compiled
def write_cells(cells: int, out: Any) -> None:
    """A bit a cell."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            out[column * ROWS + row] = cells >> (column * SPAN + row) & 1


@compiled
def fill(s: Any, out: Any) -> None:
    seat = as_int(s.ply) & 1
    for plane in range(2):
        write_cells(as_int(s.discs[seat ^ plane]), out[plane * CELLS : (plane + 1) * CELLS])


@compiled
def fill_threats(s: Any, out: Any) -> None:
    fill(s, out)
    seat = as_int(s.ply) & 1
    board = as_int(s.discs[0] | s.discs[1])
    for plane in range(2):
        cells = fours(as_int(s.discs[seat ^ plane]), board)
        write_cells(as_int(cells), out[(2 + plane) * CELLS : (3 + plane) * CELLS])


def _mirror(planes: int) -> Symmetry:
    """Left and right change places."""
    cells = np.arange(planes * CELLS).reshape(planes, COLUMNS, ROWS)
    return Symmetry("mirror", cells[:, ::-1].ravel(), np.arange(COLUMNS)[::-1].copy())


PLANES = Encoder(
    name="planes",
    summary="84 bits: the mover's discs and the other's; the same from the left and from the right",
    inputs=2 * CELLS,
    outputs=COLUMNS,
    fill=fill,
    slices=make_slices({"mover": CELLS, "other": CELLS}),
    stored="uint8",
    output_names=tuple("abcdefg"),
    board=(2, COLUMNS, ROWS),
    symmetries=(_mirror(2),),
)

THREATS = Encoder(
    name="threats",
    summary="168 bits: the discs of both, and the empty cells where one more disc of theirs would make four",
    inputs=4 * CELLS,
    outputs=COLUMNS,
    fill=fill_threats,
    slices=make_slices({"mover": CELLS, "other": CELLS, "mover_fours": CELLS, "other_fours": CELLS}),
    stored="uint8",
    output_names=tuple("abcdefg"),
    board=(4, COLUMNS, ROWS),
    symmetries=(_mirror(4),),
)
