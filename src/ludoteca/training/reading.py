"""Data sets of decisions as training reads them: columns mapped from files, so that memory does not grow with them.

    data = open_decisions(Path("bot2"), encoder="bologna")       # checks the schema, the encoder, and for NaN
    data.features                                                # memory-mapped [row, inputs], as kept: uint16
    data.rows(places)                                            # float32 [place, inputs], in the encoder's units
    data.labels, data.groups, data.legal(places), data.scores(places), data.best(places), data.column("seat")
    train, check, test = split_rows(data, (0.7, 0.2, 0.1), by="game", seed=1)      # places, ascending
    places = take_fraction(data, train, 0.25, seed=1)            # whole games; a smaller part is inside a larger one

Parquet cannot be mapped row by row, so each column is converted once into `mapped/*.npy` beside the chunks: 390 bytes a
row of `bologna`. Inputs of a network are `rows(places) / scales` with the fixed scales of the encoder.
`data.chunk(places)` gives the rows as one `training.datasets.Chunk` (features, labels, groups), for `training.sgd`.
"""

import json
import shutil
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.core.errors import DatasetError
from ludoteca.core.progress import Report, silent
from ludoteca.training.datasets import Chunk
from ludoteca.training.decisions import DecisionData, Description

MAPPED = "mapped"


class Decisions:
    """The rows of a data set."""

    def __init__(self, about: Description, folder: Path) -> None:
        self.about, self.folder = about, folder

    def __len__(self) -> int:
        return len(self.labels)

    def column(self, name: str) -> Any:
        """One column, mapped; masks as packed bits."""
        if name not in self.about.columns():
            known = ", ".join(self.about.columns())
            raise DatasetError(f"the data have no column {name!r}; they have {known}")
        return np.load(self.folder / f"{name}.npy", mmap_mode="r")

    @cached_property
    def features(self) -> Any:
        """[row, inputs] as they are kept."""
        return self.column("features")

    @cached_property
    def labels(self) -> Any:
        """int16 [row]: the class."""
        return self.column("class")

    @cached_property
    def groups(self) -> Any:
        """int32 [row]: the game."""
        return self.column("game")

    @cached_property
    def steps(self) -> Any:
        """float32 [inputs]: what a kept feature is multiplied by."""
        return self._encoder.row_of_steps(self._start)

    @cached_property
    def scales(self) -> Any:
        """float32 [inputs]: what a network divides a feature by."""
        return self._encoder.row_of_scales(self._start)

    @cached_property
    def _encoder(self) -> Any:
        return games.encoder(self.about.game, self.about.encoder)

    @cached_property
    def _start(self) -> Any:
        return games.load(self.about.game).start(self.about.setup)

    def rows(self, places: Any) -> Any:
        """float32: the features of some rows in the encoder's units."""
        return np.asarray(self.features[places], np.float32) * self.steps

    def legal(self, places: Any) -> Any:
        """bool [place, outputs]: the legal classes."""
        return self._unpack("legal", places)

    def best(self, places: Any) -> Any:
        """bool [place, outputs]: the classes among which the teacher drew lots."""
        return self._unpack("best", places)

    def scores(self, places: Any) -> Any:
        """float32 [place, outputs]: what the teacher told; NaN where it told nothing."""
        return np.asarray(self.column("scores")[places])

    def returns(self, places: Any) -> Any:
        """float32 [place]: what the seat that chose had earned in the end."""
        seats = np.asarray(self.column("seat")[places], np.int64)
        return np.asarray(self.column("returns")[places])[np.arange(len(seats)), seats]

    def chunk(self, places: Any) -> Chunk:
        """Some rows in memory."""
        return Chunk(self.rows(places), np.asarray(self.labels[places]), np.asarray(self.groups[places]))

    def _unpack(self, name: str, places: Any) -> Any:
        bits = np.unpackbits(np.asarray(self.column(name)[places]), axis=-1, count=self.about.outputs)
        return bits.astype(bool)


def open_decisions(
    folder: Path, encoder: str | None = None, incomplete: bool = False, report: Report = silent
) -> Decisions:
    """The data of a folder, converted for mapping if that was not done before. `encoder` is the one that the caller
    needs; data of another are refused, and so is a data set that lacks chunks, unless `incomplete`."""
    data = DecisionData(folder)
    about = data.describe()
    if encoder is not None and about.encoder != encoder:
        raise DatasetError(f"{folder} holds features of the encoder {about.encoder}; {encoder} is needed")
    missing = set(data.missing())
    if missing and not incomplete:
        raise DatasetError(
            f"{folder} lacks {len(missing)} of {about.chunks} chunks: run the command that began it again (DATA.md, or "
            "`ludoteca dataset info`)"
        )
    there = [chunk for chunk in range(about.chunks) if chunk not in missing]
    if not there:
        raise DatasetError(f"{folder} holds no rows yet")
    mapped = folder / MAPPED
    stamp = {"chunks": {data.path_of(chunk).name: data.path_of(chunk).stat().st_size for chunk in there}}
    if _read_stamp(mapped) != stamp:
        _convert(data, about, there, report)
        (mapped / "stamp.json").write_text(json.dumps(stamp))
    return Decisions(about, mapped)


def _read_stamp(mapped: Path) -> Any:
    try:
        return json.loads((mapped / "stamp.json").read_text())
    except (OSError, ValueError):
        return None


def _convert(data: DecisionData, about: Description, chunks: Sequence[int], report: Report) -> None:
    """Write the columns of all chunks as .npy files, one chunk in memory at a time."""
    mapped = data.folder / MAPPED
    try:
        shutil.rmtree(mapped, ignore_errors=True)
        mapped.mkdir()
        counts = [len(data.read_chunk(chunk, ("class",))["class"]) for chunk in chunks]
        outs = {}
        for name, column in about.columns().items():
            shape = (sum(counts), column.width) if column.width else (sum(counts),)
            outs[name] = np.lib.format.open_memmap(mapped / f"{name}.npy", "w+", column.dtype, shape)
        at = 0
        for done, (chunk, count) in enumerate(zip(chunks, counts, strict=True)):
            report("mapping", done, len(chunks))
            for name, values in data.read_chunk(chunk).items():
                outs[name][at : at + count] = values
            at += count
        for out in outs.values():
            out.flush()
    except OSError as error:
        raise DatasetError(f"cannot write {mapped}: {error.strerror}") from None


# --- choosing rows -------------------------------------------------------------------------------------------------


def split_rows(data: Decisions, shares: Sequence[float], by: str = "game", seed: int = 1) -> tuple[Any, ...]:
    """Places for each share, ascending; no game is in two of them, unless `by` is "state"."""
    if by not in ("game", "state"):
        raise DatasetError(f"a split is by game or by state, not by {by!r}")
    if not shares or min(shares) <= 0 or abs(sum(shares) - 1) > 1e-9:
        raise DatasetError(f"the shares of a split must be positive and sum to 1, not {list(shares)}")
    units = np.unique(data.groups, return_inverse=True)[1] if by == "game" else np.arange(len(data))
    n = int(units.max()) + 1
    order = np.empty(n, np.int64)
    order[np.random.default_rng(seed).permutation(n)] = np.arange(n)
    ends = np.round(np.cumsum(shares) * n)
    side = np.searchsorted(ends[:-1], order[units], side="right")
    return tuple(np.flatnonzero(side == part) for part in range(len(shares)))


def take_fraction(data: Decisions, places: Any, fraction: float, seed: int = 1) -> Any:
    """So large a part of these places, whole games only."""
    if not 0 < fraction <= 1:
        raise DatasetError(f"a fraction must be above 0 and at most 1, not {fraction}")
    groups = np.asarray(data.groups[places])
    known = np.random.default_rng(seed).permutation(np.unique(groups))
    return places[np.isin(groups, known[: max(1, round(fraction * len(known)))])]
