"""What `smart_net` sees, for two players: the position after the notes of the convention, and every move that the
convention allows, by kind.

The notes are rebuilt from the view, which holds every action. Each kind of move has a row for each card or clue: 1 if
the move is there, then its features (`bots/smart_net/features.py` names them).
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.rebuild_notes import blank_states, rebuild_smart
from ludoteca.games.hanabi.bots.smart_net.card_moves import Moves, new_moves
from ludoteca.games.hanabi.bots.smart_net.features import (
    DISCARD,
    FINESSE,
    MOVE_FEATURES,
    MOVE_KINDS,
    PLAY,
    POSITION_FEATURES,
    RISK,
    TRASH,
)
from ludoteca.games.hanabi.bots.smart_net.policy import list_moves
from ludoteca.games.hanabi.encoders.bologna import check
from ludoteca.games.hanabi.state import MAX_HAND, MAX_PLAYERS
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

CLUES, ACTIONS = 10, 20
CARD_KINDS = (PLAY, FINESSE, RISK, TRASH, DISCARD)
ROWS = [MAX_HAND if kind in CARD_KINDS else CLUES for kind in range(len(MOVE_KINDS))]
WIDTHS = np.array([1 + len(MOVE_FEATURES[name]) for name in MOVE_KINDS])
LENGTHS = {"position": len(POSITION_FEATURES)} | {
    name.replace(" ", "_"): ROWS[kind] * int(WIDTHS[kind]) for kind, name in enumerate(MOVE_KINDS)
}
SLICES = make_slices(LENGTHS)
STARTS = np.array([SLICES[name.replace(" ", "_")].start for name in MOVE_KINDS])
SIZE = sum(LENGTHS.values())


@compiled
def fill(s: State, out: FloatArray) -> None:
    past = blank_states(1)
    fill_with(s, past, out)


@compiled
def fill_with(s: State, past: Any, out: FloatArray) -> None:
    """`past` is scratch space for one state: a function of its own, so that it outlives pointers into it."""
    seat, moves = as_int(s.turn), new_moves()
    notes = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
    rebuild_smart(s, seat, past, notes)
    position = list_moves(s, notes, seat, moves)
    out[:] = 0.0
    for i in range(len(position)):
        out[i] = position[i]
    fill_moves(moves, out)


@compiled
def fill_moves(moves: Moves, out: FloatArray) -> None:
    for move in range(as_int(moves.count[0])):
        kind, row = as_int(moves.kinds[move]), as_int(moves.actions[move])
        if kind in (PLAY, RISK):
            row -= MAX_HAND
        elif kind not in (DISCARD, TRASH, FINESSE):
            row -= 2 * MAX_HAND
        at = as_int(STARTS[kind] + row * WIDTHS[kind])
        out[at] = 1.0
        for i in range(WIDTHS[kind] - 1):
            out[at + 1 + i] = moves.features[move, i]


ENCODER = Encoder(
    name="smart_moves",
    summary="the position and the moves that smart's convention allows, as smart_net sees them; two players",
    inputs=SIZE,
    outputs=ACTIONS,
    fill=fill,
    slices=SLICES,
    check=check,
)
