"""How right the labels of self-play are: what a value would learn of early positions, beside what they are worth.

One position of each game is drawn, with 10 to 16 discs and not proven, so positions do not share their games. A label
*explains* as much as the square of its correlation with the true values: the labels of a network that knows nothing
explain nothing, true ones all.
"""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.core.errors import StatisticsError
from ludoteca.core.rng import below, new_rng, split_seed
from ludoteca.games.connect_four.agents.solver import Solver, SolverSettings
from ludoteca.games.connect_four.game import GAME
from ludoteca.lab.statistics import Interval
from ludoteca.networks.files import NetworkFile
from ludoteca.protocol import Budget, State, Watch
from ludoteca.training.selfplay_games import Played, Search, play_games
from ludoteca.training.selfplay_proofs import new_prover, prove_games
from ludoteca.training.selfplay_rows import label_values

DISCS = range(10, 17)
SEARCH = Search(simulations=16, noise=0.5, opening=14, opening_share=1.0)
TABLE = 22
ENOUGH = Budget(nodes=10**12)
LABELS = {
    "the search": (1.0, 1.0, False),
    "the result": (0.0, 1.0, False),
    "half and half": (0.5, 1.0, False),
    "λ = 0.9": (0.1, 0.9, False),
    "λ = 0.8": (0.2, 0.8, False),
    "λ = 0.7": (0.3, 0.7, False),
    "the result, cut": (0.0, 1.0, True),
    "λ = 0.9, cut": (0.1, 0.9, True),
    "λ = 0.8, cut": (0.2, 0.8, True),
}
"""`trust`, `trace` and `cut` of each."""


@dataclass(frozen=True)
class Label:
    """What one kind of label says of the positions."""

    name: str
    positions: int
    explained: float
    interval: Interval
    """95 %, by Fisher's transformation."""
    means: tuple[float, float, float]
    """Of lost, drawn and won positions, on [-1, 1]."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def measure_labels(
    network: NetworkFile, games: int, nodes: int, seed: int, report: Callable[[int, int], None] | None = None
) -> list[Label]:
    """Play games, solve a position of each, and compare: first with the results as they were, then with proofs."""
    evaluator, first = NetworkEvaluator(GAME, network), GAME.start()
    evaluator.check(first)
    seeds = [split_seed(seed, "labels", number) for number in range(games)]
    played = play_games(GAME, first, [evaluator], SEARCH, seeds)
    before = {name: label_values(played, GAME.info, *mix)[:, 0] for name, mix in LABELS.items()}
    prove_games(new_prover(GAME, split_seed(seed, "proofs")), played, nodes, 0)
    after = {f"{name}, proven": label_values(played, GAME.info, *mix)[:, 0] for name, mix in LABELS.items()}
    rows = draw_rows(played, seed)
    solver, true = Solver(GAME, SolverSettings(table=TABLE)), np.empty(len(rows))
    for i, row in enumerate(rows):
        true[i] = value_for_first(solver, played.records.states[row])
        if report:
            report(i + 1, len(rows))
    return [compare(name, 2.0 * values[rows] - 1.0, true) for name, values in (before | after).items()]


def draw_rows(played: Played, seed: int) -> list[int]:
    """Of each game a position that is not proven and has the wanted number of discs, if it has one."""
    records, rng = played.records, new_rng(seed, "rows")
    fitting: dict[int, list[int]] = {}
    for row in range(int(records.used[0])):
        if int(records.states[row].ply) in DISCS and not records.proven[row]:
            fitting.setdefault(int(records.game[row]), []).append(row)
    if len(fitting) < 4:
        raise StatisticsError(f"only {len(fitting)} games have a position to compare: play more games")
    return [rows[below(rng, len(rows))] for _, rows in sorted(fitting.items())]


def value_for_first(solver: Solver, s: State) -> float:
    """Won, drawn or lost for the seat that began."""
    score = max(proof.low for proof in solver.search(s, ENOUGH, Watch()).values())
    return float(np.sign(score)) * (1.0 if GAME.mover(s) == 0 else -1.0)


def compare(name: str, labels: Any, true: Any) -> Label:
    r = float(np.corrcoef(labels, true)[0, 1]) if labels.std() > 0.0 and true.std() > 0.0 else 0.0
    half = 1.96 / math.sqrt(len(true) - 3)
    low, high = (math.tanh(math.atanh(min(abs(r), 1.0 - 1e-12)) + sign * half) for sign in (-1.0, 1.0))
    means = [float(labels[true == value].mean()) if (true == value).any() else math.nan for value in (-1.0, 0.0, 1.0)]
    return Label(name, len(true), r * r, (max(low, 0.0) ** 2, high**2), (means[0], means[1], means[2]))


def tell_label(label: Label) -> list[str]:
    low, high = label.interval
    means = [f"{mean:+.2f}" for mean in label.means]
    return [label.name, str(label.positions), f"{label.explained:.2f}", f"{low:.2f} to {high:.2f}", *means]
