"""The board as inputs of networks, a bit a cell, column by column from below.

`planes` has the mover's discs, then the other's. `threats` has the empty cells besides where one more disc would make
four: what the rules call a win, one disc ahead. `lines` has also the cells where a disc would land, and the
discs in every line of four cells that one side alone has discs in. A network finds all this in the discs, too, but
slowly. `sides` has the same numbers, those of who began first: what a threat is worth in the end depends on who began,
since columns fill up in turns, and so a network need not learn it once for each side to move."""

from typing import Any

import numpy as np

from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.connect_four.boards import fours, landings, mirror
from ludoteca.games.connect_four.rules import CELLS, COLUMNS, LINES, ROWS, SPAN
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


@compiled
def fill_lines(s: Any, out: Any) -> None:
    fill_threats(s, out)
    seat = as_int(s.ply) & 1
    own, other = as_int(s.discs[seat]), as_int(s.discs[seat ^ 1])
    write_cells(as_int(landings(own | other)), out[4 * CELLS : 5 * CELLS])
    for i in range(len(LINES)):
        mine, theirs = count_bits(own & LINES[i]), count_bits(other & LINES[i])
        out[5 * CELLS + i] = mine if theirs == 0 else 0
        out[5 * CELLS + len(LINES) + i] = theirs if mine == 0 else 0


@compiled
def fill_sides(s: Any, out: Any) -> None:
    board = as_int(s.discs[0] | s.discs[1])
    for seat in range(2):
        own, other = as_int(s.discs[seat]), as_int(s.discs[seat ^ 1])
        write_cells(own, out[seat * CELLS : (seat + 1) * CELLS])
        write_cells(as_int(fours(own, board)), out[(2 + seat) * CELLS : (3 + seat) * CELLS])
        row = 5 * CELLS + seat * len(LINES)
        for i in range(len(LINES)):
            out[row + i] = count_bits(own & LINES[i]) if other & LINES[i] == 0 else 0
    write_cells(as_int(landings(board)), out[4 * CELLS : 5 * CELLS])
    out[5 * CELLS + 2 * len(LINES)] = as_int(s.ply) & 1


def _mirror(planes: int, lines: int = 0, others: int = 0) -> Symmetry:
    """Left and right change places: in planes of cells, in as many rows of lines after them, but not in others at the
    end."""
    cells = np.arange(planes * CELLS).reshape(planes, COLUMNS, ROWS)
    parts = [cells[:, ::-1].ravel()]
    parts += [planes * CELLS + row * len(LINES) + _MIRRORED for row in range(lines)]
    parts.append(planes * CELLS + lines * len(LINES) + np.arange(others))
    return Symmetry("mirror", np.concatenate(parts), np.arange(COLUMNS)[::-1].copy())


_MIRRORED = np.array([LINES.tolist().index(mirror(int(line))) for line in LINES])
"""Of each line: the number of its mirror image."""


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

LINED = Encoder(
    name="lines",
    summary="348 numbers: those of `threats`, where a disc would land, and each side's discs in every open line",
    inputs=5 * CELLS + 2 * len(LINES),
    outputs=COLUMNS,
    fill=fill_lines,
    slices=make_slices(
        {"mover": CELLS, "other": CELLS, "mover_fours": CELLS, "other_fours": CELLS, "landings": CELLS}
        | {"mover_lines": len(LINES), "other_lines": len(LINES)}
    ),
    scales={"mover_lines": 3.0, "other_lines": 3.0},
    stored="uint8",
    output_names=tuple("abcdefg"),
    board=(5, COLUMNS, ROWS),
    symmetries=(_mirror(5, 2),),
)

SIDED = Encoder(
    name="sides",
    summary="349 numbers: those of `lines`, of who began and of the other, and whose turn it is",
    inputs=5 * CELLS + 2 * len(LINES) + 1,
    outputs=COLUMNS,
    fill=fill_sides,
    slices=make_slices(
        {"first": CELLS, "second": CELLS, "first_fours": CELLS, "second_fours": CELLS, "landings": CELLS}
        | {"first_lines": len(LINES), "second_lines": len(LINES), "second_moves": 1}
    ),
    scales={"first_lines": 3.0, "second_lines": 3.0},
    stored="uint8",
    output_names=tuple("abcdefg"),
    board=(5, COLUMNS, ROWS),
    symmetries=(_mirror(5, 2, 1),),
)
