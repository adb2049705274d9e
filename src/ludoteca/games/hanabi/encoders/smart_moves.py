"""What `smart_net` sees, for two players: the position after the notes of the convention, and every move that the
convention allows, by kind; and `smart_wide`, which also describes every card, and what a move leads to.

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
    AFTER_FEATURES,
    DISCARD,
    FINESSE,
    MOST_MOVE_FEATURES,
    MOVE_FEATURES,
    MOVE_KINDS,
    PLAY,
    POSITION_FEATURES,
    RISK,
    TRASH,
)
from ludoteca.games.hanabi.bots.smart_net.policy import list_moves
from ludoteca.games.hanabi.bots.smart_net.wide_features import WIDE_FEATURES
from ludoteca.games.hanabi.encoders.bologna import check
from ludoteca.games.hanabi.state import MAX_HAND, MAX_PLAYERS
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

CLUES, ACTIONS = 10, 20
CARD_KINDS = (PLAY, FINESSE, RISK, TRASH, DISCARD)
AFTER_KINDS = ("play", "clue", "warning", "idle clue")  # those that have AFTER_FEATURES
ROWS = [MAX_HAND if kind in CARD_KINDS else CLUES for kind in range(len(MOVE_KINDS))]


def list_columns(kind: str, wide: bool) -> list[int]:
    """Which of a move's features follow the 1 in a row of this kind."""
    after = range(MOST_MOVE_FEATURES, MOST_MOVE_FEATURES + len(AFTER_FEATURES))
    return [*range(len(MOVE_FEATURES[kind])), *(after if wide and kind in AFTER_KINDS else ())]


def measure(wide: bool) -> dict[str, int]:
    """The length of each slice."""
    lengths = {"position": len(WIDE_FEATURES if wide else POSITION_FEATURES)}
    for rows, name in zip(ROWS, MOVE_KINDS, strict=True):
        lengths[name.replace(" ", "_")] = rows * (1 + len(list_columns(name, wide)))
    return lengths


WIDTHS = np.array([[1 + len(list_columns(name, wide)) for name in MOVE_KINDS] for wide in (False, True)])
OWN = np.array([len(MOVE_FEATURES[name]) for name in MOVE_KINDS])
SLICES, WIDE_SLICES = (make_slices(measure(wide)) for wide in (False, True))
STARTS = np.array([[slices[name.replace(" ", "_")].start for name in MOVE_KINDS] for slices in (SLICES, WIDE_SLICES)])


@compiled
def fill(s: State, out: FloatArray) -> None:
    past = blank_states(1)
    fill_with(s, past, False, out)


@compiled
def fill_wide(s: State, out: FloatArray) -> None:
    past = blank_states(1)
    fill_with(s, past, True, out)


@compiled
def fill_with(s: State, past: Any, wide: bool, out: FloatArray) -> None:
    """`past` is scratch space for one state: a function of its own, so that it outlives pointers into it."""
    seat, moves = as_int(s.turn), new_moves()
    notes = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
    rebuild_smart(s, seat, past, notes)
    position = list_moves(s, notes, seat, moves, wide)
    out[:] = 0.0
    for i in range(len(position)):
        out[i] = position[i]
    fill_moves(moves, as_int(wide), out)


@compiled
def fill_moves(moves: Moves, wide: int, out: FloatArray) -> None:
    for move in range(as_int(moves.count[0])):
        kind, row = as_int(moves.kinds[move]), as_int(moves.actions[move])
        if kind in (PLAY, RISK):
            row -= MAX_HAND
        elif kind not in (DISCARD, TRASH, FINESSE):
            row -= 2 * MAX_HAND
        at = as_int(STARTS[wide, kind] + row * WIDTHS[wide, kind])
        out[at] = 1.0
        own = as_int(OWN[kind])
        for i in range(own):
            out[at + 1 + i] = moves.features[move, i]
        for i in range(WIDTHS[wide, kind] - 1 - own):
            out[at + 1 + own + i] = moves.features[move, MOST_MOVE_FEATURES + i]


ENCODER = Encoder(
    name="smart_moves",
    summary="the position and the moves that smart's convention allows, as smart_net sees them; two players",
    inputs=sum(measure(False).values()),
    outputs=ACTIONS,
    fill=fill,
    slices=SLICES,
    check=check,
)
WIDE = Encoder(
    name="smart_wide",
    summary="smart_moves with every card and firework, and what clues and plays lead to; two players",
    inputs=sum(measure(True).values()),
    outputs=ACTIONS,
    fill=fill_wide,
    slices=WIDE_SLICES,
    check=check,
)
