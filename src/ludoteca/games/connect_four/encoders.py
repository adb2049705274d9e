"""The board as inputs of networks: the mover's discs, then the other's, a bit a cell, column by column from below."""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.connect_four.rules import CELLS, COLUMNS, ROWS, SPAN
from ludoteca.protocol import Encoder, Symmetry
from ludoteca.protocol.encoders import make_slices


@compiled
def fill(s: Any, out: Any) -> None:
    seat = as_int(s.ply) & 1
    for plane in range(2):
        discs = as_int(s.discs[seat ^ plane])
        for column in range(COLUMNS):
            for row in range(ROWS):
                out[plane * CELLS + column * ROWS + row] = discs >> (column * SPAN + row) & 1


def _mirror() -> Symmetry:
    """Left and right change places."""
    cells = np.arange(2 * CELLS).reshape(2, COLUMNS, ROWS)
    return Symmetry("mirror", cells[:, ::-1].ravel(), np.arange(COLUMNS)[::-1].copy())


ENCODER = Encoder(
    name="planes",
    summary="84 bits: the mover's discs and the other's; the same from the left and from the right",
    inputs=2 * CELLS,
    outputs=COLUMNS,
    fill=fill,
    slices=make_slices({"mover": CELLS, "other": CELLS}),
    stored="uint8",
    output_names=tuple("abcdefg"),
    symmetries=(_mirror(),),
    board=(2, COLUMNS, ROWS),
)
