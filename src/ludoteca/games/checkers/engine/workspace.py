"""What the engine's search works with: its memory, a node of its tree, hashes, and making a move.

A node is seen from its mover. Hashes are Zobrist's: a key for every piece on every square, combined by exclusive or, so
that a move changes only a few of them.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS, PROMOTED, dst_of, is_capture, src_of
from ludoteca.games.checkers.board import CELLS, KING_ROWS
from ludoteca.games.checkers.draws import NEAR, REMEMBERED
from ludoteca.games.checkers.endgames.index import MOST
from ludoteca.games.checkers.engine.evaluation import FEATURES, PHASES
from ludoteca.games.checkers.engine.network import PLIES, Network
from ludoteca.games.checkers.moves import find_victims
from ludoteca.protocol.budget import CONTROL_WORDS

WIN = 30_000
CERTAIN = WIN - 1_000  # scores beyond this are forced wins or losses
NONE = 0  # no action: 0 would be a step from a cell to itself
MAN_KEY, KING_KEY = 0, 1
QUIET_DRAW, MATERIAL_DRAW = 0, 1  # places in draw_keys

MEMORY = np.dtype(
    [
        ("control", np.int64, (CONTROL_WORDS,)),  # stop flag, nodes, limit
        ("rules", np.int64),
        ("side", np.int64),  # at the root
        ("men", np.int64, (2,)),
        ("kings", np.int64, (2,)),
        ("hash", np.int64),
        ("quiet", np.int64),  # plies at the root since the last capture or man's move
        ("quiet_limit", np.int64),  # in plies; NEVER for none
        ("federation_draws", np.int64),  # whether endings without a change of material are drawn
        ("repetition", np.int64),
        ("first_depth", np.int64),
        ("max_depth", np.int64),
        ("depth", np.int64),  # the last depth that was finished
        ("score", np.int64),  # of the root, at that depth or better
        ("table_mask", np.int64),  # buckets less one
        ("age", np.int64),  # of the entries that this search writes
        ("reductions", np.int64),  # whether late moves are reduced, and what is far above the window is cut
        ("endgame_pieces", np.int64),  # positions with so few pieces are looked up; 0 for none
        ("offsets", np.int64, (MOST + 1,) * 4),  # into the codes of the endgames
        ("root_count", np.int64),
        ("root_moves", np.int64, (MAX_ACTIONS,)),  # best first
        ("past", np.int64, (REMEMBERED + PLIES + 8,)),  # hashes: of the game, then of the line being searched
        ("unchanged", np.int64, (PLIES + 2,)),  # plies since a capture or a crowning, at each ply of the line
        ("moves", np.int64, (PLIES + 2, MAX_ACTIONS)),
        ("ranks", np.int64, (PLIES + 2, MAX_ACTIONS)),
        ("killers", np.int64, (PLIES + 2, 2)),
        ("history", np.int64, (2, 4096)),
        ("line", np.int64, (PLIES + 2, PLIES + 2)),  # principal variation from each ply
        ("length", np.int64, (PLIES + 2,)),
        ("networked", np.int64),  # whether the network evaluates; otherwise the weights do
        ("weights", np.int64, (PHASES, FEATURES)),
        ("keys", np.int64, (2, 2, CELLS)),  # Zobrist keys: side, MAN_KEY or KING_KEY, cell
        ("turn_key", np.int64),
        ("draw_keys", np.int64, (2, NEAR + 1)),  # QUIET_DRAW or MATERIAL_DRAW, plies left
    ],
    align=True,
)

Memory = Any  # one record of MEMORY


class Workspace(NamedTuple):
    memory: Memory  # one MEMORY
    table: IntArray  # int64 [buckets * BUCKET]: transpositions, see transpositions.py
    codes: IntArray  # uint8: endgames, see endgames/files.py
    network: Network  # the evaluation, where `memory.networked`


class Node(NamedTuple):
    side: int
    men: int
    kings: int
    foe_men: int
    foe_kings: int
    hash: int
    quiet: int  # plies since a capture or a man's move


@compiled
def root_node(memory: Memory) -> Node:
    side = as_int(memory.side)
    other = 1 - side
    men, kings = as_int(memory.men[side]), as_int(memory.kings[side])
    foe_men, foe_kings = as_int(memory.men[other]), as_int(memory.kings[other])
    return Node(side, men, kings, foe_men, foe_kings, as_int(memory.hash), as_int(memory.quiet))


@compiled
def make_move(memory: Memory, node: Node, action: int) -> Node:
    """The node that a move leads to, seen from the other side."""
    src, dst = src_of(action), dst_of(action)
    side, other = node.side, 1 - node.side
    men, kings, foe_men, foe_kings, hashed = node.men, node.kings, node.foe_men, node.foe_kings, node.hash
    is_king = as_int(kings >> src & 1)
    crowned = is_king | as_int(KING_ROWS[side] >> dst & 1)
    quiet = node.quiet + 1 if is_king else as_int(0)
    if is_capture(action):
        victims = find_victims(as_int(memory.rules), side, men, kings, foe_men, foe_kings, action)
        crowned |= as_int(victims & PROMOTED != 0)
        quiet = as_int(0)
        hashed ^= hash_pieces(memory.keys, other, as_int(MAN_KEY), victims & foe_men)
        hashed ^= hash_pieces(memory.keys, other, as_int(KING_KEY), victims & foe_kings)
        foe_men &= ~victims
        foe_kings &= ~victims
    hashed ^= memory.keys[side, is_king, src] ^ memory.keys[side, crowned, dst] ^ memory.turn_key
    men &= ~(1 << src)
    kings &= ~(1 << src)
    if crowned:
        kings |= 1 << dst
    else:
        men |= 1 << dst
    return Node(other, foe_men, foe_kings, men, kings, hashed, quiet)


@compiled
def hash_pieces(keys: Any, side: int, kind: int, pieces: int) -> int:
    hashed = as_int(0)
    while pieces != 0:
        hashed ^= keys[side, kind, lowest_bit(pieces)]
        pieces &= pieces - 1
    return hashed


@compiled
def hash_boards(keys: Any, turn_key: int, side: int, boards: Any) -> int:
    """The hash of four boards: men of White and Black, kings of White and Black."""
    hashed = turn_key if side else as_int(0)
    for seat in range(2):
        for kind in range(2):
            hashed ^= hash_pieces(keys, as_int(seat), as_int(kind), as_int(boards[kind, seat]))
    return hashed
