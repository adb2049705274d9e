"""Networks that imitate Bot2 with three to five players: tested on games that no training had, and played beside their
teacher on the same decks."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MAX_PLAYERS
from ludoteca.games.hanabi.study.network_teams import play_network_team, shipped_networks
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.lab.datasets.making import Order, make_dataset
from ludoteca.lab.parallel import open_pool
from ludoteca.lab.tables import markdown_table
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.training.examples import Examples
from ludoteca.training.grading import grade
from ludoteca.training.reading import open_decisions

ENCODER, TEACHER = "bologna_any", "bot:bot=bot2"
SEED_APART = 1_000  # added to the seed for the games of the test: no training had them
COUNTS = range(3, MAX_PLAYERS + 1)
COMMANDS = (
    "    ludoteca dataset make hanabi --agents bot2 --encoder bologna_any --set players=3 --games 14000 --out bot2",
    "    ludoteca learn bot2 --plan hands.toml --out run",
    "    ludoteca hanabi score --bots net_bot2_3,net_bot2_3,net_bot2_3 --games 10000",
)


@dataclass(frozen=True)
class Pupil:
    """What was found of the network for one number of players."""

    players: int
    parameters: int
    trained: int
    """Positions that it was trained on, and how often in all."""
    epochs: int
    tested: int
    accuracy: float
    interval: tuple[float, float]
    games: int
    teacher: float
    mean: float
    error: float
    """Of the mean."""
    difference: float
    """The network less its teacher, deck by deck."""
    difference_error: float


def find_pupils(size: tuple[int, int], seed: int, folder: Path, report: Report) -> list[Pupil]:
    """For three to five players; `size`: games to test with, and games to play. What is there is not done again."""
    path = folder / f"players-{size[0]}-{size[1]}-{seed}.json"
    if not path.exists():
        found = [study_pupil(players, size, seed, folder, report) for players in COUNTS]
        write_atomic(path, json.dumps([asdict(pupil) for pupil in found]))
    return [Pupil(**row) for row in json.loads(path.read_text())]


def study_pupil(players: int, size: tuple[int, int], seed: int, folder: Path, report: Report) -> Pupil:
    name = f"net_bot2_{players}"
    network = load_file(shipped_networks()[name])
    examples = collect_test(players, size[0], seed + SEED_APART, folder, report)
    grades = grade(network, examples, np.arange(len(examples)), (), report)
    taught = play_bots(["bot2"] * players, size[1], seed).built
    played = play_network_team([name] * players, size[1], seed, lambda done: report(name, done, size[1])).built
    apart = played - taught
    return Pupil(
        players, network.declaration.count_parameters(), *tell_training(network), len(examples), grades.accuracy,
        grades.interval(), len(played), float(taught.mean()), float(played.mean()), standard_error(played),
        float(apart.mean()), standard_error(apart),
    )  # fmt: skip


def collect_test(players: int, games: int, seed: int, folder: Path, report: Report) -> Examples:
    """Positions of fresh games of Bot2 with itself."""
    order = Order(GAME.info.name, (TEACHER,), ENCODER, games, seed, {"players": players}, scores=False)
    place = folder / f"data-{ENCODER}-{players}"
    with open_pool(1) as pool:
        make_dataset(order, place, pool, report)
    data = open_decisions(place, report=report)
    return Examples(
        data.features, {"policy": data.labels}, np.asarray(data.groups), data.column("legal"), {}, data.steps
    )


def tell_training(network: NetworkFile) -> tuple[int, int]:
    record = network.record
    return int(record["positions"][0]), len(record["history"])


def standard_error(values: Any) -> float:
    return float(np.std(values, ddof=1)) / len(values) ** 0.5


def tell_pupils(pupils: Sequence[Pupil]) -> list[str]:
    """The section of the page, if there are any."""
    if not pupils:
        return []
    tested = [pupil.tested for pupil in pupils]
    titles = ["players", "parameters", "trained on", "% right", "Bot2", "network", "network less Bot2"]
    return [
        "## Three to five players",
        "",
        f"`net_bot2_3` to `net_bot2_5`: a plan like that of `net_bot2`, for the encoder `{ENCODER}`; 14,000 games of",
        f"Bot2, seed 1, split by game. Tested with {min(tested):,} to {max(tested):,} positions of games with another",
        f"seed. Mean scores of {pupils[0].games:,} games, one player in all seats (a strike-out keeps its points),",
        "and the difference deck by deck; in brackets 95 % intervals.",
        "",
        *markdown_table(titles, [_row(pupil) for pupil in pupils]),
        "",
        *COMMANDS,
        "",
    ]


def _row(pupil: Pupil) -> list[str]:
    low, high = (100 * end for end in pupil.interval)
    return [
        str(pupil.players), f"{pupil.parameters:,}", f"{pupil.trained * pupil.epochs:,}",
        f"{100 * pupil.accuracy:.2f} % ({low:.2f} to {high:.2f})", f"{pupil.teacher:.2f}",
        _spread(pupil.mean, pupil.error), _spread(pupil.difference, pupil.difference_error),
    ]  # fmt: skip


def _spread(mean: float, error: float) -> str:
    return f"{mean:.2f} ({mean - 1.96 * error:.2f} to {mean + 1.96 * error:.2f})"
