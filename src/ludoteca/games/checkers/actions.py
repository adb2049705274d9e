"""An action is one whole move in 31 bits: from a cell, to a cell, and the way between them.

    bits 0-5 the cell it leaves; bits 6-11 the cell where it ends; bits 12-30 the way, 0 for a move without capture.

The way of a capture with short kings is its directions, two bits a jump, the first lowest, under a leading 1: nine
jumps are the most that the board allows. With flying kings it is the number of pieces taken (five bits) and, above
it, one more than how many moves with equal ends and number precede it in the order of generation.
"""

from ludoteca.core.jit import compiled

WAY_SHIFT = 12
QUIET_BITS = (1 << WAY_SHIFT) - 1
COUNT_BITS = 31  # of a flying capture's way: how many pieces
MAX_ACTIONS = 256  # no more are ever listed
PROMOTED = 1 << 40  # beside the pieces that a capture takes: the man became a king on its way


@compiled
def encode(src: int, dst: int, way: int) -> int:
    return src | dst << 6 | way << WAY_SHIFT


@compiled
def src_of(action: int) -> int:
    return action & 63


@compiled
def dst_of(action: int) -> int:
    return action >> 6 & 63


@compiled
def way_of(action: int) -> int:
    return action >> WAY_SHIFT


@compiled
def is_capture(action: int) -> bool:
    return action > QUIET_BITS
