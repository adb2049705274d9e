"""The data and the network of xklism00 (2021): positions of games of four equal players, and who won."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.core.files import write_atomic
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import Rng, split_seed
from ludoteca.games.dicewars.agents.xklism import SHAPE
from ludoteca.games.dicewars.bots import BOTS, bot_action
from ludoteca.games.dicewars.encoders import FEATURES, encode_position
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.state import NOBODY
from ludoteca.games.dicewars.tournament import SEATS, start_games
from ludoteca.lab.match import STOP, play_batch
from ludoteca.networks.weights import load_tensors
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes
from ludoteca.training.datasets import Chunk, Dataset, Layout, balance, gather, split
from ludoteca.training.sgd import Curve, TrainingPlan, check_output, train

LAYOUT = Layout(FEATURES, "boards", 10)
MOST_POSITIONS = 60_000  # of a game; those beyond are left out
Rates = tuple[tuple[int, float], ...]
RATES: Rates = ((24, 0.01), (64, 0.005), (128, 0.001))


@dataclass(frozen=True)
class Source:
    """Which games the positions come from."""

    boards: int = 500
    first_board: int = 1_000_001
    """Boards have seeds from here on: far from those that tournaments use."""
    bot: str = "kb.stei_adt"
    seed: int = 1
    every_action: bool = False
    """Keep the position after every action, not only at the end of each turn."""
    same_chance: bool = False
    """All rotations of a board have the same chance. The players are equal, so they are the same game four times."""


class RecordedBot(NamedTuple):
    """One bot at all seats. It keeps the positions at the beginnings of turns but the first, or of all decisions."""

    bot: int
    every_action: bool
    features: Any
    """int8 [positions, FEATURES]"""
    notes: Notes
    """int64 [2]: positions kept; turns ended before the last decision, -1 before the first."""

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        turns = as_int(self.notes[1])
        self.notes[1] = s.turns
        if turns >= 0 and (self.every_action or s.turns > turns):
            n = as_int(self.notes[0])
            encode_position(s, self.features[n])
            self.notes[0] = n + 1
            if n + 1 == len(self.features):
                return STOP
        return bot_action(s, self.bot, rng)


def collect(source: Source, folder: Path, report: Report = silent) -> Dataset:
    """Fill a folder with the positions of the source. What is there already stays: a collection that was stopped is
    resumed, and one with fewer boards is extended."""
    dataset = Dataset(folder, LAYOUT)
    dataset.fill({"game": "dicewars", **asdict(source)}, lambda number: _make_chunk(source, number), report)
    return dataset


def _make_chunk(source: Source, number: int) -> Chunk:
    first = number * LAYOUT.per_chunk
    boards = range(first, min(first + LAYOUT.per_chunk, source.boards))
    parts = [_record(source, board, turn) for board in boards for turn in range(SEATS)]
    return Chunk(*(np.concatenate([part[i] for part in parts]) for i in range(3)))


def _record(source: Source, board: int, rotation: int) -> tuple[Any, Any, Any]:
    """The positions of one game, the winner and the board beside each; none of a game that nobody won."""
    map_seed = source.first_board + board
    path = (map_seed,) if source.same_chance else (map_seed, rotation)
    states, rngs = start_games([map_seed], split_seed(source.seed, *path))
    features = np.zeros((MOST_POSITIONS, FEATURES), np.int8)
    notes = np.array([0, -1], np.int64)
    play_batch(GAME, states, RecordedBot(BOTS.index(source.bot), source.every_action, features, notes), rngs)
    n, winner = int(notes[0]), int(states[0].winner)
    if winner == NOBODY:
        n = 0
    return features[:n].copy(), np.full(n, winner, np.int8), np.full(n, map_seed, np.int32)


@dataclass(frozen=True)
class Choice:
    """How the data of a training are chosen."""

    split: str = "group"
    """What is kept apart for the check: a fifth of the 'state's, or of the 'group's (boards)."""
    seed: int = 1
    """Of balancing, splitting and training."""
    incomplete: bool = False
    """Take a data set of which some boards are still missing."""


def train_xklism(folder: Path, path: Path, choice: Choice, rates: Rates = RATES, report: Report = silent) -> Curve:
    """Balance the classes, split 80 to 20, and train as in the report. An unfinished training is resumed."""
    dataset = Dataset(folder, LAYOUT)
    plan = TrainingPlan(SHAPE, rates, 32, choice.seed)
    about = {"data": describe_data(dataset, choice.incomplete), "split": choice.split}
    check_output(plan, path, about)
    data = balance(gather(dataset), choice.seed)
    return train(plan, *split(data, choice.split, choice.seed), path, about, report)


def describe_data(dataset: Dataset, incomplete: bool) -> dict[str, Any]:
    """The description of a data set, with the chunks that it lacks; unless `incomplete`, it must lack none."""
    about, missing = dataset.about(), dataset.missing()
    if not missing:
        return about
    there, total = dataset.count_groups()
    if not incomplete:
        raise DatasetError(
            f"{dataset.folder} is incomplete: {there} of {total} boards are there. Run the same `ludoteca dicewars "
            f"collect --boards {total}` again to make the others, or train on what is there with --incomplete"
        )
    return {**about, "boards": there, "missing_chunks": missing}


def save_record(weights: Path, path: Path) -> None:
    """Write what a file of weights says of its training: data, split, plan, and the curve."""
    record = load_tensors(weights)[1]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, json.dumps(record, indent=1) + "\n")
    except OSError as error:
        raise DatasetError(f"cannot write {path}: {error.strerror}") from None
