"""What the imitation study has found, and the file in which it is kept: the page is written from it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ludoteca.core.errors import SetupError
from ludoteca.core.files import write_atomic
from ludoteca.games.hanabi.study.imitation_best import Best
from ludoteca.games.hanabi.study.imitation_own import Round
from ludoteca.games.hanabi.study.imitation_players import Pupil
from ludoteca.lab.datasets.counting import Ties

NAME = "hanabi-imitation"
FIGURES = "figures.json"


@dataclass(frozen=True)
class Entry:
    """What was found of one network."""

    name: str
    parameters: int
    epochs: int
    positions: int
    """To train on."""
    seconds: float
    """Of training, by the clock."""
    accuracy: float
    interval: Sequence[float]
    tested: int
    kinds: Sequence[float]
    """The share of plays, discards and clues that it names."""
    report: dict[str, Any]
    """scikit-learn's classification report."""
    curve: Sequence[float]
    """The accuracy on the check positions after every epoch."""
    confusion: str = ""
    """As a chart."""
    scores: dict[str, Any] = field(default_factory=dict)
    """Of its games with each partner, the largest legal output played."""
    fallback: dict[str, Any] = field(default_factory=dict)
    """The same with the project's rule where the largest output is illegal."""


@dataclass(frozen=True)
class Findings:
    """All that the study has found."""

    command: str
    machine: str
    """Where and when it was made."""
    games: int
    """Of Bot2, to train and to test with."""
    entries: Sequence[Entry]
    pupils: Sequence[Pupil]
    rounds: Sequence[Round]
    ties: Sequence[Ties]
    best: Best
    origins: Sequence[str] = ()
    """Where not all is from one run: what came from which."""


def chart_of(entry: Entry) -> str:
    """The name of its confusion matrix."""
    return f"confusion-{entry.name}"


def save_findings(found: Findings, folder: Path) -> None:
    """Confusion matrices are charts beside it, not in it."""
    entries = [replace(entry, confusion="") for entry in found.entries]
    write_atomic(folder / FIGURES, json.dumps(asdict(replace(found, entries=entries)), indent=1) + "\n")


def read_findings(folder: Path) -> Findings:
    try:
        told = json.loads((folder / FIGURES).read_text(encoding="utf-8"))
        entries = [_read_chart(Entry(**row), folder) for row in told.pop("entries")]
        lists = {"pupils": Pupil, "rounds": Round, "ties": Ties}
        parts = {name: [kind(**row) for row in told.pop(name)] for name, kind in lists.items()}
        return Findings(**{**told, **parts, "entries": entries, "best": Best(**told["best"])})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SetupError(f"{folder} lacks figures of the study ({error}): ludoteca reproduce {NAME}") from None


def _read_chart(entry: Entry, folder: Path) -> Entry:
    """With its confusion matrix, if it played."""
    if not entry.scores:
        return entry
    return replace(entry, confusion=(folder / f"{chart_of(entry)}.svg").read_text(encoding="utf-8"))
