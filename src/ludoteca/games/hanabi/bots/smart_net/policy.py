"""The convention of `smart` with a learned choice among the moves that it allows, instead of a fixed order.

A move is of one of eight kinds. The features of the position and those of the move (both are named in `features.py`) go
through a small network of the move's kind: a linear part, and hidden units on top of it. The move with the highest
score is made.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.errors import WeightsError
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.hand_queries import may_discard
from ludoteca.games.hanabi.bots.smart_net.card_moves import Moves, list_cards, new_moves
from ludoteca.games.hanabi.bots.smart_net.clue_moves import list_clues
from ludoteca.games.hanabi.bots.smart_net.features import (
    COLUMNS,
    MOVE_FEATURES,
    MOVE_KINDS,
    POSITION_FEATURES,
    assess,
    position_features,
)
from ludoteca.games.hanabi.state import MAX_PLAYERS
from ludoteca.networks.weights import load_tensors
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes

LEARNERS = ("smart_net", "smart_net_partner")
LEARNER_ALIASES = {"keen": "smart_net", "guest": "smart_net_partner"}
"""Their older names, which people may have typed, and which older files of weights hold."""
WEIGHTS = Path(__file__).with_name("weights.safetensors")
HIDDEN = 24
"""Hidden units of each kind of move."""
SMART_ORDER: dict[str, dict[str, float]] = {
    "warning": {"always": 8.0},
    "finesse": {"always": 7.0},
    "play": {"always": 6.0, "deck is empty": 10.0, "low rank": 0.5, "others do not know": 0.4},
    "clue": {"always": 4.5, "saves a critical card": 5.0, "possibilities removed": 0.5},
    "risk": {"always": -12.0, "end is near": 15.0, "deck is empty": 8.0, "odds": 0.5, "slot": 1e-5},
    "trash": {"always": 2.5, "others know": -0.3},
    "discard": {
        "always": 0.5,
        "trash": 0.3,
        "critical": -0.3,
        "is the chop": 1.0,
        "rank if there is no chop": 0.2,
        "slot": -1e-5,
    },
    "idle clue": {"always": -3.0, "stalls": 3.0},
}
"""Weights with which moves are chosen nearly as `smart` does."""


def tabulate(weights: dict[str, dict[str, float]]) -> Any:
    """Named weights as an array, [kind of move, column, unit], without hidden units."""
    table = np.zeros((len(MOVE_KINDS), COLUMNS + 1, 1 + HIDDEN))
    for row, kind in enumerate(MOVE_KINDS):
        names = (*POSITION_FEATURES, *MOVE_FEATURES[kind])
        for name, weight in weights[kind].items():
            table[row, names.index(name), 0] = weight
    return table


def rename_tensor(name: str) -> str:
    """`smart_net-2` for `keen-2`, as older files have it."""
    learner, dash, players = name.rpartition("-")
    return f"{LEARNER_ALIASES.get(learner, learner)}{dash}{players}"


def read_weights(path: Path) -> Any:
    """[learner, players, kind of move, column, unit]: what was learned, and smart's order where nothing was."""
    tables = np.array([[tabulate(SMART_ORDER)] * (MAX_PLAYERS + 1)] * len(LEARNERS))
    places = {f"{bot}-{n}": (i, n) for i, bot in enumerate(LEARNERS) for n in range(2, MAX_PLAYERS + 1)}
    for name, table in load_tensors(path)[0].items():
        known = rename_tensor(name)
        if known not in places:
            raise WeightsError(f"{path.name} has {name}, which no bot learns; there are {', '.join(places)}")
        if table.shape != tables.shape[2:]:
            wanted = list(tables.shape[2:])
            raise WeightsError(f"{path.name}: {name} has the shape {list(table.shape)}; this bot needs {wanted}")
        if not np.isfinite(table).all():
            raise WeightsError(f"{path.name}: {name} holds values that are not finite numbers")
        tables[places[known]] = table
    return tables


LEARNED = read_weights(WEIGHTS)


@compiled
def decide(s: State, notes: Notes, seat: int, tables: Any) -> int:
    """The move with the highest score, from a player's view and their settled notes. `tables` are the weights by number
    of players."""
    moves = new_moves()
    position = list_moves(s, notes, seat, moves)
    n = as_int(moves.count[0])
    if n == 0:
        return 0 if may_discard(s) else as_int(s.hand_size)
    scores = np.zeros(n)
    score_moves(tables[as_int(s.players)], position, moves, scores)
    return as_int(moves.actions[np.argmax(scores)])


@compiled
def list_moves(s: State, notes: Notes, seat: int, moves: Moves) -> Any:
    """List the moves to choose from. Returns the features of the position."""
    situation = assess(s, notes, seat)
    list_cards(s, notes, seat, situation, moves)
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            list_clues(s, notes, seat, (seat + ahead) % as_int(s.players), situation, moves)
    return position_features(s, notes, seat, situation)


@compiled
def score_moves(table: FloatArray, position: FloatArray, moves: Moves, scores: FloatArray) -> None:
    """The score of each move, by the weights [kind of move, column, unit]."""
    kinds, columns, units = table.shape
    base, total, known = np.zeros((kinds, units)), np.zeros(units), np.zeros(kinds)
    for move in range(len(scores)):
        kind = as_int(moves.kinds[move])
        if known[kind] == 0.0:  # the features of the position are the same for all moves of a kind
            known[kind] = 1.0
            for i in range(len(position)):
                if position[i] != 0.0:
                    for unit in range(units):
                        base[kind, unit] += table[kind, i, unit] * position[i]
        total[:] = base[kind]
        for i in range(moves.features.shape[1]):
            number = moves.features[move, i]
            if number != 0.0:
                for unit in range(units):
                    total[unit] += table[kind, len(position) + i, unit] * number
        score = total[0]
        for unit in range(1, units):
            score += max(0.0, total[unit]) * table[kind, columns - 1, unit]
        scores[move] = score
