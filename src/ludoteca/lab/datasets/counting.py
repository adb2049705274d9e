"""What a data set holds, counted: rows, classes, duplicates, and how far its teacher can be imitated at all."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.core.progress import Report, silent
from ludoteca.training.decisions import DecisionData, Description
from ludoteca.training.grading import share_interval

OTHER = "other"  # the kind of a class without a name of several words


@dataclass(frozen=True)
class Facts:
    """The numbers of a data set."""

    rows: int
    games: int
    """Those whose chunks are there."""
    missing: int
    """Chunks that are not there yet."""
    classes: tuple[int, ...]
    duplicates: int
    """Rows whose features are those of an earlier row."""
    contradictions: int
    """Features that occur with several classes."""
    file_bytes: int
    row_bytes: int
    """Of one row as training maps it, features alone."""
    mean_return: float
    """Of all seats and games."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def count_facts(data: DecisionData, report: Report = silent) -> Facts:
    """One pass over the small columns: memory grows by ten bytes a row."""
    about, missing = data.describe(), set(data.missing())
    there = [chunk for chunk in range(about.chunks) if chunk not in missing]
    classes, hashes, labels = np.zeros(about.outputs, np.int64), [], []
    games, total = 0, 0.0
    for done, chunk in enumerate(there):
        report("counting", done, len(there))
        columns = data.read_chunk(chunk, ("class", "hash", "game", "returns"))
        classes += np.bincount(columns["class"], minlength=about.outputs)
        hashes.append(columns["hash"])
        labels.append(columns["class"])
        _, firsts = np.unique(columns["game"], return_index=True)
        games += len(about.games_of(chunk))
        total += float(columns["returns"][firsts].mean(axis=1).sum())
    unique, contradictions = _count_unique(hashes, labels)
    rows = int(classes.sum())
    return Facts(
        rows=rows, games=games, missing=len(missing), classes=tuple(classes.tolist()), duplicates=rows - unique,
        contradictions=contradictions, file_bytes=sum(data.path_of(chunk).stat().st_size for chunk in there),
        row_bytes=about.columns()["features"].row_bytes, mean_return=total / games if games else 0.0,
    )  # fmt: skip


def _count_unique(hashes: list[Any], labels: list[Any]) -> tuple[int, int]:
    """Different features, and how many of them have several classes."""
    if not hashes:
        return 0, 0
    words, classes = np.concatenate(hashes), np.concatenate(labels)
    order = np.lexsort((classes, words))
    words, classes = words[order], classes[order]
    same = words[1:] == words[:-1]
    differ = same & (classes[1:] != classes[:-1])
    return len(words) - int(same.sum()), len(np.unique(words[1:][differ]))


# --- how far a teacher can be imitated -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Ties:
    """Of one kind of decisions: in how many the teacher drew lots, and the accuracy that nobody can exceed. Intervals
    are of 95 %, and count games, since decisions of one game are alike."""

    kind: str
    rows: int
    tied: int
    tied_95: tuple[float, float]
    """Of the share of rows that have a tie."""
    cap: float
    """The mean of 1 / (equal best actions)."""
    cap_95: tuple[float, float]


def count_ties(data: DecisionData, report: Report = silent) -> list[Ties]:
    """For all decisions, and for each kind of them by the first word of the class's name."""
    about, missing = data.describe(), set(data.missing())
    if not about.scores:
        raise DatasetError(f"{data.folder} holds no ties: its agents tell no scores, or it was made without them")
    there = [chunk for chunk in range(about.chunks) if chunk not in missing]
    if not there:
        raise DatasetError(f"{data.folder} holds no rows yet")
    kinds = np.array([kind_of(about, output) for output in range(about.outputs)])
    sums: dict[str, list[Any]] = {}
    for done, chunk in enumerate(there):
        report("counting", done, len(there))
        columns = data.read_chunk(chunk, ("class", "best", "game"))
        equal = np.unpackbits(columns["best"], axis=1).sum(axis=1)
        _, games = np.unique(columns["game"], return_inverse=True)
        for kind in ("all", *dict.fromkeys(kinds.tolist())):
            chosen = np.ones(len(equal), bool) if kind == "all" else kinds[columns["class"]] == kind
            sums.setdefault(kind, []).append(sum_by_game(equal[chosen], games[chosen]))
    found = {kind: np.concatenate(parts, axis=1) for kind, parts in sums.items()}
    return [_tell_ties(kind, *rows) for kind, rows in found.items() if rows.shape[1]]


def sum_by_game(equal: Any, games: Any) -> Any:
    """[3, game]: decisions, those with a tie, and how many an imitator can expect to get right; of the games that have
    such decisions. A game is never in two chunks."""
    sums = np.array([np.bincount(games, weights) for weights in (np.ones(len(equal)), equal > 1, 1.0 / equal)])
    return sums[:, sums[0] > 0]


def _tell_ties(kind: str, rows: Any, tied: Any, right: Any) -> Ties:
    cap = float(right.sum() / rows.sum())
    return Ties(
        kind, int(rows.sum()), int(tied.sum()), share_interval(tied, rows), cap, share_interval(right, rows)
    )  # fmt: skip


def kind_of(about: Description, output: int) -> str:
    """PLAY for PLAY_1st."""
    first, mark, _ = about.name_output(output).partition("_")
    return first if mark else OTHER
