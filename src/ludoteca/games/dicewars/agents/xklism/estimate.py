"""The chance to win a position, by the network."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.encoders import FEATURES, PAIRS, REGIONS, SEATS, encode_holdings, encode_map
from ludoteca.networks.inference import add_inputs, begin, finish, softmax
from ludoteca.networks.weights import Shape
from ludoteca.protocol import State

SHAPE = Shape((FEATURES, 128, 64, 32, SEATS), (0.5, 0.5, 0.25))


class Workspace(NamedTuple):
    """The network, and arrays to work with. Without weights, the share of areas is the estimate."""

    flat: Any
    sizes: Any
    base: Any
    """The sums of the first layer for the map alone."""
    x: Any
    hidden: Any
    out: FloatArray


def new_workspace(flat: Any) -> Workspace:
    """For a network, or for none: an empty array of weights."""
    width = SHAPE.sizes[1]
    return Workspace(
        flat, np.array(SHAPE.sizes, np.int64), np.zeros(width, np.float32), np.zeros(FEATURES, np.float32),
        np.zeros(width, np.float32), np.zeros(SEATS, np.float32),
    )  # fmt: skip


@compiled
def estimate(s: State, seat: int, workspace: Any) -> float:
    """The chance that a seat wins, by the network; without one, its share of the areas."""
    if len(workspace.flat) == 0:
        return count_bits(as_int(s.land[seat])) / AREAS
    encode_holdings(s, workspace.x)
    workspace.hidden[:] = workspace.base
    add_inputs(workspace.flat, workspace.sizes, workspace.x, 0, PAIRS, workspace.hidden)
    add_inputs(workspace.flat, workspace.sizes, workspace.x, REGIONS, FEATURES, workspace.hidden)
    finish(workspace.flat, workspace.sizes, workspace.hidden, workspace.out)
    softmax(workspace.out, SEATS)
    return np.float64(workspace.out[seat])


@compiled
def prepare_map(s: State, workspace: Any) -> None:
    """Compute the part of the first layer that depends on the map alone."""
    if len(workspace.flat) > 0:
        encode_map(s, workspace.x)
        begin(workspace.flat, workspace.sizes, workspace.base)
        add_inputs(workspace.flat, workspace.sizes, workspace.x, PAIRS, REGIONS, workspace.base)
