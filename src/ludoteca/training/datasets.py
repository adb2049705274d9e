"""Data sets in a folder of Parquet files, written chunk by chunk: memory stays small, and a killed run can resume.

A chunk holds a fixed number of groups (games on one board, say), and its number decides which. So a run that is started
again makes only the chunks that are missing, and a data set can grow. `dataset.json` describes what the folder holds.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError, ExtraMissing
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent


@dataclass(frozen=True)
class Chunk:
    """Positions as arrays with a row each."""

    features: Any
    """int8 [positions, inputs]; in the file a string of signed bytes, which reads ten times as fast as a list"""
    labels: Any
    """int8: the class"""
    groups: Any
    """int32: the group of each position; a group must not be split between training and check"""

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Layout:
    """How a data set is cut into chunks."""

    inputs: int
    """Features of a position."""
    unit: str = "groups"
    """What a group is called, in the plural. The description of the data has their number under this name."""
    per_chunk: int = 1
    """Groups in a chunk; the last one may have fewer."""


class Dataset:
    """A folder of chunks of one layout."""

    def __init__(self, folder: Path, layout: Layout) -> None:
        self.folder, self.layout = folder, layout

    def fill(
        self,
        about: Mapping[str, Any],
        make: Callable[[int], Chunk],
        report: Report = silent,
    ) -> None:
        """Make the chunks that are missing. `about` describes the data. If the folder holds the same data with fewer
        groups, it is extended; a folder with other data is refused."""
        load_arrow()  # before anything is played or written
        self._open(json.loads(json.dumps(dict(about))))
        chunks = self._count_chunks(about[self.layout.unit])
        missing = self.missing()
        for done, number in enumerate(missing, chunks - len(missing)):
            report("collecting", done, chunks)
            self._write(self._path(number), make(number))
        report("collecting", chunks, chunks)

    def about(self) -> dict[str, Any]:
        """The description of the data."""
        try:
            content = dict(json.loads((self.folder / "dataset.json").read_text()))
        except (OSError, ValueError, TypeError):
            raise DatasetError(f"{self.folder} holds no data set: it has no readable dataset.json") from None
        count = content.get(self.layout.unit)
        if type(count) is not int or count < 1:
            raise DatasetError(f"{self.folder}: dataset.json must say how many {self.layout.unit} there are to be")
        return content

    def missing(self) -> list[int]:
        """The numbers of the chunks that have not been made yet."""
        chunks = self._count_chunks(self.about()[self.layout.unit])
        return [number for number in range(chunks) if not self._path(number).exists()]

    def count_groups(self) -> tuple[int, int]:
        """How many groups are there, and how many there are to be."""
        total, size = self.about()[self.layout.unit], self.layout.per_chunk
        return total - sum(min(size, total - size * number) for number in self.missing()), total

    def __iter__(self) -> Iterator[Chunk]:
        paths = sorted(self.folder.glob("chunk-*.parquet"))
        if not paths:
            raise DatasetError(f"{self.folder} holds no chunks")
        for path in paths:
            yield self._read(path)

    def _open(self, about: dict[str, Any]) -> None:
        if not (self.folder / "dataset.json").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._describe(about)
            return
        kept, unit = self.about(), self.layout.unit
        for key in sorted({*kept, *about} - {unit}):
            if kept.get(key) != about.get(key):
                raise DatasetError(
                    f"{self.folder} holds other data: its {key} is {kept.get(key)!r}, not {about.get(key)!r}; "
                    "nothing was changed: choose another folder"
                )
        if kept[unit] > about[unit]:
            raise DatasetError(
                f"{self.folder} is for {kept[unit]} {unit}, more than {about[unit]}; nothing was changed: "
                f"ask for {kept[unit]} or more, or choose another folder"
            )
        if kept[unit] < about[unit]:
            self._extend(kept[unit], about)

    def _extend(self, groups: int, about: dict[str, Any]) -> None:
        """Make room for more groups. The last chunk goes first if it was not full: it will be made again, whole."""
        if groups % self.layout.per_chunk:
            self._path(groups // self.layout.per_chunk).unlink(missing_ok=True)
        self._describe(about)

    def _describe(self, about: dict[str, Any]) -> None:
        _write(self.folder / "dataset.json", (json.dumps(about, indent=1) + "\n").encode())

    def _count_chunks(self, groups: int) -> int:
        return -(-groups // self.layout.per_chunk)

    def _path(self, number: int) -> Path:
        return self.folder / f"chunk-{number:06d}.parquet"

    def _write(self, path: Path, chunk: Chunk) -> None:
        pa, parquet = load_arrow()
        wanted = (len(chunk), self.layout.inputs)
        if chunk.features.shape != wanted:
            raise DatasetError(f"features must have the shape {wanted}, not {chunk.features.shape}")
        content = pa.py_buffer(np.ascontiguousarray(chunk.features, np.int8))
        columns = {
            "features": pa.Array.from_buffers(pa.binary(self.layout.inputs), len(chunk), [None, content]),
            "label": pa.array(np.asarray(chunk.labels, np.int8)),
            "group": pa.array(np.asarray(chunk.groups, np.int32)),
        }
        sink = pa.BufferOutputStream()
        parquet.write_table(pa.table(columns), sink, compression="zstd", use_dictionary=False)
        _write(path, sink.getvalue().to_pybytes())

    def _read(self, path: Path) -> Chunk:
        pa, parquet = load_arrow()
        try:
            table = parquet.read_table(path)
            width = table.schema.field("features").type.byte_width
            rows = b"".join(piece.buffers()[1][: width * len(piece)] for piece in table.column("features").chunks)
            features = np.frombuffer(rows, np.int8).reshape(len(table), width)
            labels, groups = table.column("label").to_numpy(), table.column("group").to_numpy()
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise DatasetError(f"{path} is damaged ({error}); remove it, and the same command makes it again") from None
        if features.shape[1] != self.layout.inputs:
            raise DatasetError(f"{path} has {features.shape[1]} features a position, not {self.layout.inputs}")
        return Chunk(features, labels, groups)


def _write(path: Path, content: bytes) -> None:
    try:
        write_atomic(path, content)
    except OSError as error:
        raise DatasetError(f"cannot write {path}: {error.strerror}") from None


def load_arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ExtraMissing("data sets need pyarrow: pip install 'ludoteca[learn]'") from None
    return pyarrow, pyarrow.parquet


# --- choosing positions for training and check ------------------------------------------------------------------------


def balance(data: Chunk, seed: int) -> Chunk:
    """As many positions of every class as of the rarest, drawn at random."""
    random = np.random.default_rng(seed)
    classes = [np.flatnonzero(data.labels == label) for label in np.unique(data.labels)]
    least = min(len(places) for places in classes)
    kept = np.sort(np.concatenate([random.choice(places, least, replace=False) for places in classes]))
    return select(data, kept)


def split(data: Chunk, by: str, seed: int, share: float = 0.8) -> tuple[Chunk, Chunk]:
    """A share to train on and the rest to check with, by 'state' (positions at random) or by 'group' (no group on
    both sides)."""
    random = np.random.default_rng(seed)
    if by == "state":
        is_train = random.permutation(len(data)) < share * len(data)
    elif by == "group":
        groups = random.permutation(np.unique(data.groups))
        is_train = np.isin(data.groups, groups[: round(share * len(groups))])
    else:
        raise DatasetError(f"a split is by state or by group, not by {by!r}")
    return select(data, np.flatnonzero(is_train)), select(data, np.flatnonzero(~is_train))


def select(data: Chunk, places: Any) -> Chunk:
    return Chunk(data.features[places], data.labels[places], data.groups[places])


def gather(dataset: Dataset) -> Chunk:
    """Every chunk in one: for data that fits into memory."""
    parts = list(dataset)
    return Chunk(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )
