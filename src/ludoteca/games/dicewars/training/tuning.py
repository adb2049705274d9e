"""Tuning the weights of `warlord`'s strategy by playing: the cross-entropy method.

Draw weights around a mean, play with each of them, keep those that win the most, and move the mean there. The file is
written after every generation with all that the search needs, so a run that was stopped resumes where it was.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import WeightsError
from ludoteca.core.progress import Report, silent
from ludoteca.games.dicewars.agents.warlord.weights import Weights, parse_weights, read_file, save_weights
from ludoteca.games.dicewars.training.warlord import count_wins, set_up
from ludoteca.training.outputs import check_writable

FIRST_BOARD = 100_000
OLD_SHARE, OLD_SPREAD = 0.4, 0.6  # what the mean and the spread keep of themselves in a generation
CURVE = "won by the mean"
GUESS = Weights(
    growth=0.5, kill=0.0, leader=0.0, cut=0.0, border=0.2, exposed=0.2, home=0.3, risk=0.2, full=0.3, least=0.7,
    lead=0.0, duel=0.0, early=5.5, front=0.5, need=0.5, hop=0.5, area=0.5, settle=0.05,
)  # fmt: skip
"""Where tuning begins: it wins 45.6 % of 1,000 games."""


@dataclass(frozen=True)
class Tuning:
    """The size of a search."""

    generations: int = 24
    boards: int = 250
    """Of a generation, with four games each; every generation has new ones."""
    drawn: int = 24
    """Players of a generation."""
    kept: int = 8
    """Of these, how many the mean moves to."""
    spread: float = 0.25
    """The standard deviation of the first draw."""
    seed: int = 1


@dataclass
class Search:
    """Where a search stands between two generations."""

    mean: Any
    spread: Any
    curve: list[float] = field(default_factory=list)
    """Of each generation so far: the share of its games that the mean won."""

    @property
    def weights(self) -> Weights:
        return Weights(*self.mean.tolist())


def tune(plan: Tuning, path: Path, begin: Weights = GUESS, report: Report = silent) -> Weights:
    """Find weights and write them to `path`, with the record of the search. A search of the same plan that is there
    already is resumed; it may have more generations now than before."""
    check_writable(path)
    record = {**asdict(plan), "begin": begin._asdict()}
    search = resume(path, record) if path.exists() else Search(np.array(begin), np.full(len(begin), plan.spread))
    random = np.random.default_rng(plan.seed)
    random.normal(size=(len(search.curve), plan.drawn, len(begin)))  # what the generations so far have drawn
    for generation in range(len(search.curve), plan.generations):
        report(describe_progress(search), generation, plan.generations)
        run_generation(plan, search, random)
        state = {"mean": search.mean.tolist(), "spread": search.spread.tolist()}
        save_weights(path, search.weights, {**record, CURVE: search.curve, "search": state})
    report(describe_progress(search), plan.generations, plan.generations)
    return search.weights


def run_generation(plan: Tuning, search: Search, random: np.random.Generator) -> None:
    """Draw players, let them play the same games, and move the mean and the spread towards the best."""
    generation = len(search.curve)
    games = set_up(FIRST_BOARD + generation * plan.boards, plan.boards, plan.seed + generation)
    drawn = search.mean + search.spread * random.normal(size=(plan.drawn, len(search.mean)))
    drawn[0] = search.mean
    wins = np.array([count_wins(games, Weights(*row)) for row in drawn.tolist()])
    best = drawn[np.argsort(-wins, kind="stable")[: plan.kept]]
    ranks = np.log(plan.kept + 0.5) - np.log(np.arange(1, plan.kept + 1))
    ranks /= ranks.sum()  # the better, the more it counts
    found = np.sqrt(ranks @ (best - search.mean) ** 2)
    search.mean = OLD_SHARE * search.mean + (1 - OLD_SHARE) * (ranks @ best)
    search.spread = OLD_SPREAD * search.spread + (1 - OLD_SPREAD) * np.minimum(1.05 * found, 1.2 * search.spread)
    search.curve.append(round(float(wins[0]) / len(games.seats), 4))


def describe_progress(search: Search) -> str:
    return f"tuning, {100 * search.curve[-1]:.1f} % won" if search.curve else "tuning"


def resume(path: Path, record: dict[str, Any]) -> Search:
    """The search that a file holds; one with other settings, or a file without a search, is refused."""
    content = read_file(path)
    parse_weights(content, path.name)
    kept = content.get("record")
    state = kept.get("search") if isinstance(kept, dict) else None
    if not isinstance(state, dict) or not isinstance(kept.get(CURVE), list):
        raise WeightsError(f"{path} holds no search that could be resumed; nothing was changed: choose another file")
    for key in record:
        if key != "generations" and kept.get(key) != record[key]:
            raise WeightsError(
                f"{path} holds another search: its {key} is {kept.get(key)!r}, not {record[key]!r}; nothing was "
                "changed: choose another file"
            )
    return Search(_read_row(path, state.get("mean")), _read_row(path, state.get("spread")), list(kept[CURVE]))


def _read_row(path: Path, values: Any) -> Any:
    """A number for each weight."""
    try:
        row = np.array(values, float)
    except (TypeError, ValueError, OverflowError):
        row = np.zeros(0)
    if row.shape != (len(Weights._fields),) or not np.isfinite(row).all():
        raise WeightsError(f"{path} is damaged: its search must have a number for each of the weights; remove the file")
    return row
