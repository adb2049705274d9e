"""What can be read from a board at a glance, compiled: where a disc can land, where it would make four, the mirror
image. The bits of a board are those of `rules.py`."""

from ludoteca.core.jit import compiled
from ludoteca.games.connect_four.rules import COLUMNS, FULL_COLUMN, ROWS, SPAN

BOTTOM = sum(1 << column * SPAN for column in range(COLUMNS))
"""The lowest cell of each column."""
CELLS_MASK = BOTTOM * FULL_COLUMN
"""Every cell; not the bits on top."""
WHOLE_COLUMN = (1 << SPAN) - 1  # of column a, with the bit on top


@compiled
def landings(board: int) -> int:
    """The cells that a disc can be dropped into: one in each column that is not full."""
    return (board + BOTTOM) & CELLS_MASK


@compiled
def fours(discs: int, board: int) -> int:
    """The empty cells where one more disc would make four in a line with these, whether or not it could land there."""
    # Upwards: only on top of three.
    cells = (discs << 1) & (discs << 2) & (discs << 3)
    cells |= _along(discs, SPAN) | _along(discs, SPAN - 1) | _along(discs, SPAN + 1)
    return cells & (CELLS_MASK ^ board)


@compiled
def _along(discs: int, step: int) -> int:
    """The cells that complete three in a direction: at an end, or in a gap."""
    pair = (discs << step) & (discs << 2 * step)  # two discs just before a cell
    cells = pair & (discs << 3 * step)  # XXX_
    cells |= pair & (discs >> step)  # XX_X
    pair = (discs >> step) & (discs >> 2 * step)
    cells |= pair & (discs << step)  # X_XX
    cells |= pair & (discs >> 3 * step)  # _XXX
    return cells


@compiled
def mirror(key: int) -> int:
    """The mirror image of a board, or of a key: both have SPAN bits a column."""
    image = 0
    for column in range(COLUMNS):
        image |= (key >> column * SPAN & WHOLE_COLUMN) << (COLUMNS - 1 - column) * SPAN
    return image


@compiled
def position_key(own: int, board: int) -> int:
    """One number for a position and its mirror image: the smaller of their keys (see `rules.key`)."""
    key = own + board
    return min(key, mirror(key))


assert ROWS == SPAN - 1
