"""The games that `warlord` learns from, and its value network, which is trained on them.

All games are those of the course's tournaments: the strategy under test against three of the five reference agents,
on boards from 100,000 on, which the tournaments that measure it never use.
"""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below, pick_weighted
from ludoteca.games.dicewars.agents.warlord.features import FEATURES, describe
from ludoteca.games.dicewars.agents.warlord.lookahead import LOSE, SHAPE, WIN
from ludoteca.games.dicewars.agents.warlord.strategy import decide
from ludoteca.games.dicewars.agents.warlord.weights import Weights
from ludoteca.games.dicewars.bots import REFERENCE, bot_action
from ludoteca.games.dicewars.line_ups import SEATS, TESTED, line_ups, rotations
from ludoteca.games.dicewars.rules import apply, chances, mover
from ludoteca.games.dicewars.simulation import ASK, start_games
from ludoteca.games.dicewars.state import END
from ludoteca.games.dicewars.tables import AREAS
from ludoteca.protocol import CHANCE, OVER
from ludoteca.training.datasets import Chunk, split
from ludoteca.training.sgd import Curve, Report, TrainingPlan, check_output, train

FIRST_BOARD = 600_000
MOST_TURNS = 400  # of a game that are kept
MOST_BATTLES = 3_000  # of a game: a stand-off is lost for all, and is not played to its end
RATES = ((6, 0.1), (10, 0.03), (12, 0.01))


@dataclass
class Games:
    """Games about to be played, a row each."""

    states: Any
    sittings: Any
    rngs: Any
    seats: Any
    """Where the tested strategy sits."""
    boards: Any


def set_up(first: int, boards: int, seed: int) -> Games:
    sitting, numbers = [], []
    for board, line_up in enumerate(islice(line_ups(seed), boards), first):
        for order in rotations(line_up):
            sitting.append([ASK if name == TESTED else REFERENCE.index(name) for name in order])
            numbers.append(board)
    states, rngs = start_games(numbers, seed)
    places = np.array(sitting)
    return Games(states, places, rngs, np.argmax(places == ASK, axis=1), np.array(numbers, np.int32))


@compiled
def record_game(s: Any, sitting: Any, w: Any, early: int, rng: Any, features: Any) -> int:
    """Play a game with the strategy at the seats that ASK, writing the positions at the ends of its turns; return how
    many. If `early` is not 0, one decision in so many is to end the turn, so that such positions are known, too."""
    out, odds = np.empty(AREAS, np.int32), np.empty(AREAS)
    n = 0
    while s.battles < MOST_BATTLES:
        who = mover(s)
        if who == OVER:
            break
        if who == CHANCE:
            k = chances(s, out, odds)
            apply(s, as_int(out[pick_weighted(rng, odds, k)]))
        elif sitting[who] == ASK:
            action = decide(s, w) if early == 0 or below(rng, early) > 0 else END
            if action == END and n < len(features):
                describe(s, who, features[n])
                n += 1
            apply(s, action)
        else:
            apply(s, bot_action(s, as_int(sitting[who]), rng))
    return n


def count_wins(games: Games, weights: Weights) -> int:
    """Of the strategy with these weights; the games are left as they were."""
    states, rngs, none = games.states.copy(), games.rngs.copy(), np.zeros((0, FEATURES), np.float32)
    for i in range(len(states)):
        record_game(states[i], games.sittings[i], weights, 0, rngs[i], none)
    return int((states.winner == games.seats).sum())


# --- the value network ---------------------------------------------------------------------------------------------


def collect_turns(weights: Weights, boards: int, seed: int, report: Report = lambda *_: None) -> Chunk:
    """The positions at the ends of the strategy's turns, whether it won, and the board. On every other board it ends
    a turn early now and then."""
    parts: list[tuple[Any, Any, Any]] = []
    room = np.zeros((MOST_TURNS, FEATURES), np.float32)
    games = set_up(FIRST_BOARD, boards, seed)
    for i in range(len(games.seats)):
        report(i, len(games.seats), "playing")
        board = int(games.boards[i])
        s = games.states[i]
        n = int(record_game(s, games.sittings[i], weights, 40 * (board % 2), games.rngs[i], room))
        label = WIN if s.winner == games.seats[i] else LOSE
        parts.append((room[:n].copy(), np.full(n, label, np.int8), np.full(n, board, np.int32)))
    return Chunk(*(np.concatenate([part[i] for part in parts]) for i in range(3)))


def train_value(
    weights: Weights, path: Path, boards: int = 10_000, seed: int = 1, report: Report = lambda *_: None
) -> Curve:
    """Play, split by board, and train. An unfinished training at `path` is resumed."""
    plan = TrainingPlan(SHAPE, RATES, 64, seed)
    about = {"boards": boards, "first_board": FIRST_BOARD, "rotations": SEATS, "split": "group",
             "strategy": weights._asdict()}  # fmt: skip
    check_output(plan, path, about)
    data = collect_turns(weights, boards, seed, report)
    return train(plan, *split(data, "group", seed), path, about, report)
