"""A small network as evaluation: what a position is worth to its mover, in points.

The inputs are bits, one for each kind of piece on each cell, seen from the mover's side. The hidden layer is a sum of
one row of weights for every piece on the board. Children differ by a few pieces from their parent and share its sums
(`boards`, `sums`, `known`, by ply): each adds and subtracts what the last move has changed. There is an output for each
phase of the game, by the number of pieces. All arithmetic is in integers, so the order of the sums does not matter.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.errors import WeightsError
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.board import CELLS, RULE_SETS, WHITE
from ludoteca.networks.declaration import Declaration, Head, Layer
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.protocol import new_states

KINDS = 4  # men, kings, the foe's men, the foe's kings
INPUTS = KINDS * CELLS
HIDDEN = 128  # units
PHASES = 4  # outputs, each for its number of pieces
PIECES = 24  # on a board, at the most
PLIES = 128  # deepest line
UNIT, POINT = 512, 64  # a weight of 1 in the hidden layer; a point in the last
LIMIT = 5_000  # points: no estimate is beyond it


NETWORK = np.dtype(  # one record: the search passes it on as one pointer
    [
        ("hidden", np.int16, (INPUTS, HIDDEN)),
        ("hidden_bias", np.int16, (HIDDEN,)),
        ("last", np.int32, (PHASES, HIDDEN)),
        ("last_bias", np.int64, (PHASES,)),
        # What is known of the line being searched, by ply
        ("boards", np.int64, (PLIES + 2, KINDS)),  # of its nodes, as the other side sees them
        ("known", np.int64, (PLIES + 2,)),  # whether the sums of a node are those of its boards
        ("sums", np.int16, (PLIES + 2, HIDDEN)),
        ("own_sums", np.int16, (HIDDEN,)),  # scratch
    ],
    align=True,
)

Network = Any  # one record of NETWORK


def declare(units: int) -> Declaration:
    """A network with so many units in its hidden layer."""
    return Declaration(INPUTS, (Head("win", PHASES, kind="flags"),), (Layer(units),))


DECLARATION = declare(HIDDEN)


@compiled
def phase_of(pieces: int) -> int:
    """Which output counts with so many pieces on the board."""
    return (pieces - 1) * PHASES // PIECES


@compiled
def add_pieces(sums: Any, weights: Any, kind: int, side: int, pieces: int) -> None:
    """Add the weights of pieces of one kind to sums of the hidden layer."""
    while pieces != 0:
        cell = lowest_bit(pieces)
        pieces &= pieces - 1
        row = kind * CELLS + (cell if side == WHITE else CELLS - 1 - cell)
        for i in range(HIDDEN):
            sums[i] += weights[row, i]


@compiled
def remove_pieces(sums: Any, weights: Any, kind: int, side: int, pieces: int) -> None:
    """Take the weights of pieces of one kind off sums of the hidden layer."""
    while pieces != 0:
        cell = lowest_bit(pieces)
        pieces &= pieces - 1
        row = kind * CELLS + (cell if side == WHITE else CELLS - 1 - cell)
        for i in range(HIDDEN):
            sums[i] -= weights[row, i]


@compiled
def expect_children(network: Network, ply: int, men: int, kings: int, foe_men: int, foe_kings: int) -> None:
    """Write down the boards of a node, as the movers of its children see them."""
    network.boards[ply, 0], network.boards[ply, 1] = foe_men, foe_kings
    network.boards[ply, 2], network.boards[ply, 3] = men, kings
    network.known[ply] = 0


@compiled
def sum_up(network: Network, ply: int, side: int) -> None:
    """The sums of a node, for children whose mover is `side`."""
    for i in range(HIDDEN):
        network.sums[ply, i] = network.hidden_bias[i]
    for kind in range(KINDS):
        add_pieces(network.sums[ply], network.hidden, kind, side, as_int(network.boards[ply, kind]))
    network.known[ply] = 1


@compiled
def change_sums(network: Network, parent: int, kind: int, side: int, pieces: int) -> None:
    """Bring the own sums from the parent's pieces of one kind to these."""
    before = as_int(network.boards[parent, kind])
    remove_pieces(network.own_sums, network.hidden, kind, side, before & ~pieces)
    add_pieces(network.own_sums, network.hidden, kind, side, pieces & ~before)


@compiled
def evaluate_network(network: Network, ply: int, side: int, men: int, kings: int, foe_men: int, foe_kings: int) -> int:
    """Points for the side to move, at a ply whose parent is at the one before."""
    parent = ply - 1
    if network.known[parent] == 0:
        sum_up(network, parent, side)
    phase = phase_of(count_bits(men | kings | foe_men | foe_kings))
    if men == network.boards[parent, 0] and kings == network.boards[parent, 1]:  # nothing was taken
        total = weigh_step(network, parent, phase, side, foe_men, foe_kings)
    else:
        for i in range(HIDDEN):
            network.own_sums[i] = network.sums[parent, i]
        change_sums(network, parent, as_int(0), side, men)
        change_sums(network, parent, as_int(1), side, kings)
        change_sums(network, parent, as_int(2), side, foe_men)
        change_sums(network, parent, as_int(3), side, foe_kings)
        total = as_int(0)
        for i in range(HIDDEN):
            total += max(as_int(network.own_sums[i]), as_int(0)) * network.last[phase, i]
    total += network.last_bias[phase]
    return max(-as_int(LIMIT), min(as_int(LIMIT), total // (UNIT * POINT)))


@compiled
def weigh_step(network: Network, parent: int, phase: int, side: int, foe_men: int, foe_kings: int) -> int:
    """The output after a move without a capture, in one pass: one row of weights goes, one comes."""
    men, kings = as_int(network.boards[parent, 2]), as_int(network.boards[parent, 3])
    left = row_of(side, men & ~foe_men, kings & ~foe_kings)
    come = row_of(side, foe_men & ~men, foe_kings & ~kings)
    total = as_int(0)
    for i in range(HIDDEN):
        unit = network.sums[parent, i] - network.hidden[left, i] + network.hidden[come, i]
        total += max(unit, as_int(0)) * network.last[phase, i]
    return total


@compiled
def row_of(side: int, men: int, kings: int) -> int:
    """The row of weights of one piece of the other side, a man or a king."""
    cell = lowest_bit(men | kings)
    return (as_int(2) if men != 0 else as_int(3)) * CELLS + (cell if side == WHITE else CELLS - 1 - cell)


def network_path(rules: int) -> Path | None:
    """The file of a rule set's network that ships with the package, if there is one."""
    path = Path(__file__).with_name(f"{RULE_SETS[rules]}.safetensors")
    return path if path.exists() else None


@lru_cache
def load_network(rules: int) -> NetworkFile | None:
    """The network of a rule set that ships with the package, if there is one."""
    path = network_path(rules)
    return None if path is None else load_file(path)


def make_network(file: NetworkFile, slope: float) -> Network:
    """A network for searching. `slope`: how much the log odds of a win grow with each point."""
    t = file.tensors
    units = len(t.get("trunk.0.bias", ()))
    if not 1 <= units <= HIDDEN or file.declaration.tensors() != declare(units).tensors():
        raise WeightsError(f"the engine takes a network of {INPUTS}-{HIDDEN}-{PHASES} units or fewer, with ReLU")
    hidden, bias = np.rint(t["trunk.0.weight"].T * UNIT), np.rint(t["trunk.0.bias"] * UNIT)
    largest = np.abs(bias) + np.sort(np.abs(hidden), axis=0)[-PIECES:].sum(axis=0)
    if not largest.max() < np.iinfo(np.int16).max:
        raise WeightsError("the network's hidden layer has weights that are too large: its sums would not fit 16 bits")
    network = no_network()  # units that the file does not have stay at zero
    network.hidden[:, :units], network.hidden_bias[:units] = hidden, bias
    network.last[:, :units] = np.rint(t["win.0.weight"] / slope * POINT)
    network.last_bias = np.rint(t["win.0.bias"] / slope * POINT * UNIT)
    return network


def no_network() -> Network:
    """What stands in the workspace where no network is used."""
    return new_states(NETWORK, 1)[0]
