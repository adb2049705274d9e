"""The convention of `smart`, with the moves that it allows weighed against each other instead of taken in one order.

A move is of one of eight kinds. Numbers that describe the moment and numbers that describe the move (all are named in
`keen_sight.py`) go through a small network of its kind: what it weighs is their sum times weights, and the same of what
hidden units make of them. Hints that the others would misread are not among the moves.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots.hand_queries import may_discard
from ludoteca.games.hanabi.bots.smart_net.card_moves import list_cards, new_moves
from ludoteca.games.hanabi.bots.smart_net.clue_moves import list_hints
from ludoteca.games.hanabi.bots.smart_net.features import COLUMNS, DETAILS, MOMENT, MOVES, describe_moment, look
from ludoteca.games.hanabi.state import MAX_PLAYERS
from ludoteca.networks.weights import load_tensors

HIDDEN = 24
"""Hidden units of each kind of move."""
SMART_ORDER: dict[str, dict[str, float]] = {
    "warn": {"always": 8.0},
    "finesse": {"always": 7.0},
    "play": {"always": 6.0, "deck is empty": 10.0, "low rank": 0.5, "others do not know": 0.4},
    "hint": {"always": 4.5, "saves a last copy": 5.0, "taken": 0.5},
    "risk": {"always": -12.0, "end is near": 15.0, "deck is empty": 8.0, "odds": 0.5, "slot": 1e-5},
    "junk": {"always": 2.5, "others know": -0.3},
    "toss": {
        "always": 0.5,
        "worthless": 0.3,
        "last copy": -0.3,
        "is due": 1.0,
        "rank if none is due": 0.2,
        "slot": -1e-5,
    },
    "idle": {"always": -3.0, "stalls": 3.0},
}
"""Weights with which moves are chosen nearly as `smart` does."""


def tabulate(weights: dict[str, dict[str, float]]) -> Any:
    """Named weights as a table, [kind of move, column, unit], without hidden units."""
    table = np.zeros((len(MOVES), COLUMNS + 1, 1 + HIDDEN))
    for row, kind in enumerate(MOVES):
        names = (*MOMENT, *DETAILS[kind])
        for name, weight in weights[kind].items():
            table[row, names.index(name), 0] = weight
    return table


def read_weights(path: Path) -> Any:
    """[keen or guest, players, kind of move, column, unit]: what was learned, and smart's order where nothing was."""
    tables = np.array([[tabulate(SMART_ORDER)] * (MAX_PLAYERS + 1)] * len(LEARNERS))
    places = {f"{bot}-{n}": (i, n) for i, bot in enumerate(LEARNERS) for n in range(2, MAX_PLAYERS + 1)}
    for name, table in load_tensors(path)[0].items():
        if name not in places:
            raise WeightsError(f"{path.name} has {name}, which nobody learns; there are {', '.join(places)}")
        if table.shape != tables.shape[2:]:
            wanted = list(tables.shape[2:])
            raise WeightsError(f"{path.name}: {name} has the shape {list(table.shape)}; this player needs {wanted}")
        if not np.isfinite(table).all():
            raise WeightsError(f"{path.name}: {name} holds something that is no number")
        tables[places[name]] = table
    return tables


LEARNERS = ("keen", "guest")
WEIGHTS = Path(__file__).with_name("weights.safetensors")
LEARNED = read_weights(WEIGHTS)


@compiled
def decide(s: Any, notes: Any, seat: int, tables: Any) -> int:
    """The move that weighs most, from a player's view and their notes, which are settled."""
    moves = new_moves()
    moment = list_moves(s, notes, seat, moves)
    n = as_int(moves.count[0])
    if n == 0:
        return 0 if may_discard(s) else as_int(s.hand_size)
    worth = np.zeros(n)
    weigh(tables[as_int(s.players)], moment, moves, worth)
    return as_int(moves.actions[np.argmax(worth)])


@compiled
def list_moves(s: Any, notes: Any, seat: int, moves: Any) -> Any:
    """List what there is to choose from; returns what describes the moment."""
    sight = look(s, notes, seat)
    list_cards(s, notes, seat, sight, moves)
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            list_hints(s, notes, seat, (seat + ahead) % as_int(s.players), sight, moves)
    return describe_moment(s, notes, seat, sight)


@compiled
def weigh(table: Any, moment: Any, moves: Any, worth: Any) -> None:
    """What each move weighs."""
    kinds, columns, units = table.shape
    base, total, known = np.zeros((kinds, units)), np.zeros(units), np.zeros(kinds)
    for move in range(len(worth)):
        kind = as_int(moves.kinds[move])
        if known[kind] == 0.0:  # the moment is the same for all moves of a kind
            known[kind] = 1.0
            for i in range(len(moment)):
                if moment[i] != 0.0:
                    for unit in range(units):
                        base[kind, unit] += table[kind, i, unit] * moment[i]
        total[:] = base[kind]
        for i in range(moves.details.shape[1]):
            number = moves.details[move, i]
            if number != 0.0:
                for unit in range(units):
                    total[unit] += table[kind, len(moment) + i, unit] * number
        weight = total[0]
        for unit in range(1, units):
            weight += max(0.0, total[unit]) * table[kind, columns - 1, unit]
        worth[move] = weight
