"""The games that `warlord` learns from, and its value network, which is trained on them.

All games are those of the course's tournaments: the strategy under test against three of the five reference agents,
on boards from 100,000 on, which the tournaments that measure it never use.
"""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import Rng, Rngs, below
from ludoteca.games.dicewars.agents.warlord.features import FEATURES, describe
from ludoteca.games.dicewars.agents.warlord.lookahead import LOSE, SHAPE, WIN
from ludoteca.games.dicewars.agents.warlord.strategy import decide
from ludoteca.games.dicewars.agents.warlord.weights import Weights
from ludoteca.games.dicewars.bots import bot_action
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.state import END
from ludoteca.games.dicewars.tournament import SEATS, find_places, line_ups, rotations, start_games
from ludoteca.lab.match import ASK, STOP, play_batch
from ludoteca.protocol import State, States
from ludoteca.training.datasets import Chunk, split
from ludoteca.training.sgd import Curve, TrainingPlan, check_output, train

FIRST_BOARD = 600_000
MOST_TURNS = 400  # positions kept of a game
MOST_BATTLES = 3_000  # a stand-off is a loss for all, and is not played to its end
EARLY = 40  # on every other board, one decision in 40 ends the turn early
RATES = ((6, 0.1), (10, 0.03), (12, 0.01))


@dataclass
class Games:
    """Games about to be played, a row each."""

    states: States
    places: Any
    """Who sits at each seat: a place in BOTS, or ASK for the tested strategy."""
    rngs: Rngs
    seats: Any
    """The seat of the tested strategy."""
    boards: Any


def set_up(first: int, boards: int, seed: int) -> Games:
    """All rotations on a number of boards."""
    places, numbers = [], []
    for board, line_up in enumerate(islice(line_ups(seed), boards), first):
        for seating in rotations(line_up):
            places.append(find_places(seating, ASK))
            numbers.append(board)
    states, rngs = start_games(numbers, seed)
    seated = np.array(places)
    return Games(states, seated, rngs, np.argmax(seated == ASK, axis=1), np.array(numbers, np.int32))


class StrategyAmongBots(NamedTuple):
    """The strategy at the seats marked ASK, the course's bots at the others. It keeps the positions in which the
    strategy ends its turns."""

    places: Any
    weights: Weights
    early: int
    """If it is not 0, one decision in `early` ends the turn, so that such positions are known, too."""
    features: Any
    """float32 [positions, FEATURES]"""
    count: Any
    """int64 [1]: positions kept."""

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        if s.battles >= MOST_BATTLES:
            return STOP
        place = as_int(self.places[game, seat])
        if place != ASK:
            return bot_action(s, place, rng)
        action = decide(s, self.weights) if self.early == 0 or below(rng, self.early) > 0 else END
        if action == END and self.count[0] < len(self.features):
            describe(s, seat, self.features[self.count[0]])
            self.count[0] += 1
        return action


def count_wins(games: Games, weights: Weights) -> int:
    """The games that the strategy wins with these weights; `games` stay as they are."""
    states, nothing = games.states.copy(), np.zeros((0, FEATURES), np.float32)
    strategy = StrategyAmongBots(games.places, weights, 0, nothing, np.zeros(1, np.int64))
    play_batch(GAME, states, strategy, games.rngs.copy())
    return int((states.winner == games.seats).sum())


def collect_turns(weights: Weights, boards: int, seed: int, report: Report = silent) -> Chunk:
    """The positions at the ends of the strategy's turns, whether it won, and the board."""
    parts: list[tuple[Any, Any, Any]] = []
    features = np.zeros((MOST_TURNS, FEATURES), np.float32)
    games = set_up(FIRST_BOARD, boards, seed)
    for i in range(len(games.seats)):
        report("playing", i, len(games.seats))
        board, row, count = int(games.boards[i]), slice(i, i + 1), np.zeros(1, np.int64)
        strategy = StrategyAmongBots(games.places[row], weights, EARLY * (board % 2), features, count)
        play_batch(GAME, games.states[row], strategy, games.rngs[row])
        n = int(count[0])
        label = WIN if games.states[i].winner == games.seats[i] else LOSE
        parts.append((features[:n].copy(), np.full(n, label, np.int8), np.full(n, board, np.int32)))
    return Chunk(*(np.concatenate([part[i] for part in parts]) for i in range(3)))


def train_value(weights: Weights, path: Path, boards: int = 10_000, seed: int = 1, report: Report = silent) -> Curve:
    """Play, split by board, and train. An unfinished training at `path` is resumed."""
    plan = TrainingPlan(SHAPE, RATES, 64, seed)
    about = {"boards": boards, "first_board": FIRST_BOARD, "rotations": SEATS, "split": "group",
             "strategy": weights._asdict()}  # fmt: skip
    check_output(plan, path, about)
    data = collect_turns(weights, boards, seed, report)
    return train(plan, *split(data, "group", seed), path, about, report)
