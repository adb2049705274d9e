"""Data sets of decisions on disk: positions in which somebody chose, what they chose, and how the game ended.

    dataset.json             what the folder holds: game, encoder, agents, seed, sizes; a folder belongs to one data set
    chunk-000000.parquet     so many games each, a row a decision; written beside and renamed
    DATA.md                  the data card, for people
    mapped/                  the columns as .npy files, made by `training.reading` when they are asked for

The number of a chunk decides its games, so a run that is started again makes what is missing, bit by bit the same.
Columns of several numbers are strings of bytes, which read ten times as fast as lists: `Column` says how.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.core.files import write_atomic
from ludoteca.training.datasets import load_arrow

FORMAT, VERSION = "ludoteca decisions", 1
LARGEST_JSON = 1_000_000  # bytes of dataset.json
Columns = dict[str, Any]


@dataclass(frozen=True)
class Description:
    """What a data set holds. All but `games` must be equal for a folder to be continued."""

    game: str
    game_version: str
    setup: Mapping[str, Any]
    agents: tuple[str, ...]
    """Specifications; in game i, agent k sits at seat (k - i) modulo the seats."""
    encoder: str
    inputs: int
    outputs: int
    stored: str
    """How a feature is kept: round(value / step) as uint8 or uint16, or the value as float32."""
    seats: int
    scores: bool
    """Whether there are the columns `scores` and `best`."""
    opening: int
    """So many first actions of each game are drawn at random and not kept."""
    seed: int
    games: int
    games_per_chunk: int
    format: str = FORMAT
    version: int = VERSION
    output_names: tuple[str, ...] = field(default=())

    @property
    def chunks(self) -> int:
        return -(-self.games // self.games_per_chunk)

    def games_of(self, chunk: int) -> range:
        first = chunk * self.games_per_chunk
        return range(first, min(first + self.games_per_chunk, self.games))

    def columns(self) -> dict[str, "Column"]:
        """The columns of a chunk, by name."""
        mask = -(-self.outputs // 8)
        found = {
            "features": Column(self.stored, self.inputs),
            "class": Column("int16"),
            "action": Column("int32"),
            "legal": Column("uint8", mask),
            "game": Column("int32"),
            "ply": Column("int32"),
            "seat": Column("int8"),
            "agent": Column("int8"),
            "returns": Column("float32", self.seats),
            "hash": Column("uint64"),
        }
        return found | (
            {"scores": Column("float32", self.outputs), "best": Column("uint8", mask)} if self.scores else {}
        )

    def name_output(self, output: int) -> str:
        return self.output_names[output] if output < len(self.output_names) else str(output)


@dataclass(frozen=True)
class Column:
    """Numbers of one type, one or several a row. Masks (`legal`, `best`) are bits, the first class in the highest."""

    dtype: str
    width: int = 0
    """Numbers in a row; 0: one, not in an array."""

    def empty(self, rows: int) -> Any:
        return np.zeros((rows, self.width) if self.width else rows, self.dtype)

    @property
    def row_bytes(self) -> int:
        return int(np.dtype(self.dtype).itemsize) * max(1, self.width)


class DecisionData:
    """A folder of decisions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    # --- the description -------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        """What the folder holds."""
        path = self.folder / "dataset.json"
        try:
            if path.stat().st_size > LARGEST_JSON:
                raise DatasetError(f"{path} is larger than {LARGEST_JSON:,} bytes: that is no description of data")
            content = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            raise DatasetError(f"{self.folder} holds no data set: it has no readable dataset.json") from None
        return parse_description(self.folder, content)

    def begin(self, wanted: Description) -> None:
        """Begin a data set in a new or empty folder, continue the same one, or extend it to more games. Anything else
        is refused, and nothing is changed."""
        if not (self.folder / "dataset.json").exists():
            self._check_empty()
            self._write("dataset.json", _show(wanted))
            return
        kept = self.describe()
        for key in (item.name for item in fields(Description) if item.name != "games"):
            if getattr(kept, key) != getattr(wanted, key):
                raise DatasetError(
                    f"{self.folder} holds other data: its {key} is {getattr(kept, key)!r}, not "
                    f"{getattr(wanted, key)!r}; nothing was changed: choose another folder"
                )
        if kept.games > wanted.games:
            raise DatasetError(
                f"{self.folder} is for {kept.games} games, more than {wanted.games}; nothing was changed: ask for "
                f"{kept.games} or more, or choose another folder"
            )
        if kept.games < wanted.games:
            if kept.games % kept.games_per_chunk:  # the last chunk was not full: it is made again, whole
                self.path_of(kept.chunks - 1).unlink(missing_ok=True)
            self._write("dataset.json", _show(wanted))

    def _check_empty(self) -> None:
        if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
            raise DatasetError(f"{self.folder} holds other files; nothing was changed: choose a new or empty folder")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatasetError(f"cannot make the folder {self.folder}: {error.strerror}") from None

    def tidy(self) -> None:
        """Once every chunk is there: remove what killed runs left half-written."""
        for path in self.folder.glob("chunk-*.part"):
            path.unlink(missing_ok=True)

    # --- chunks ----------------------------------------------------------------------------------------------------

    def path_of(self, chunk: int) -> Path:
        return self.folder / f"chunk-{chunk:06d}.parquet"

    def missing(self) -> list[int]:
        """The chunks that have not been made yet."""
        return [chunk for chunk in range(self.describe().chunks) if not self.path_of(chunk).exists()]

    def write_chunk(self, chunk: int, columns: Columns) -> None:
        """Write the columns of a chunk; equal columns give equal files."""
        pa, parquet = load_arrow()
        about = self.describe()
        arrays = {name: _pack(pa, column, columns[name]) for name, column in about.columns().items()}
        table = pa.table(arrays).replace_schema_metadata({"format": FORMAT, "version": str(VERSION)})
        sink = pa.BufferOutputStream()
        parquet.write_table(table, sink, compression="zstd", use_dictionary=False, write_statistics=False)
        self._write(self.path_of(chunk).name, sink.getvalue().to_pybytes())

    def read_chunk(self, chunk: int, names: tuple[str, ...] = ()) -> Columns:
        """Some columns of a chunk, or all: each is checked against the description."""
        pa, parquet = load_arrow()
        path, wanted = self.path_of(chunk), self.describe().columns()
        chosen = names or tuple(wanted)
        try:
            with parquet.ParquetFile(path) as file:
                _check_schema(path, file.schema_arrow, chosen)
                table = file.read(columns=list(chosen))
            found = {name: _unpack(wanted[name], table.column(name)) for name in chosen}
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise DatasetError(
                f"{path} is damaged ({_first_line(error)}); remove it, and the command that made the data set makes it "
                "again"
            ) from None
        for name in ("features", "returns"):
            if name in found and not np.isfinite(found[name]).all():
                raise DatasetError(f"{path}: its {name} hold something that is no number (NaN or infinite); remove it")
        return found

    def _write(self, name: str, content: bytes | str) -> None:
        try:
            write_atomic(self.folder / name, content, shared=True)  # workers of a killed run may still be writing
        except OSError as error:
            raise DatasetError(f"cannot write {self.folder / name}: {error.strerror}") from None

    def write_card(self, text: str) -> None:
        self._write("DATA.md", text)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _show(about: Description) -> str:
    return json.dumps(asdict(about), indent=1) + "\n"


def parse_description(folder: Path, content: Any) -> Description:
    """A description that was read as JSON; DatasetError if it is none of this version."""
    known = {item.name: item for item in fields(Description)}
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DatasetError(f"{folder} holds no data set of decisions: its dataset.json is of another kind")
    if content.get("version") != VERSION:
        raise DatasetError(
            f"{folder} is of version {content.get('version')!r} of the format; this program reads version {VERSION}"
        )
    if set(content) != set(known):
        odd = ", ".join(sorted(set(content) ^ set(known)))
        raise DatasetError(f"{folder}: dataset.json is damaged: it lacks, or should not have, {odd}")
    counts = ("inputs", "outputs", "seats", "games", "games_per_chunk")
    if any(type(content[name]) is not int or not 1 <= content[name] <= 10**9 for name in counts):
        raise DatasetError(f"{folder}: dataset.json is damaged: {', '.join(counts)} must be whole numbers above 0")
    if content["stored"] not in ("uint8", "uint16", "float32") or not isinstance(content["agents"], list):
        raise DatasetError(f"{folder}: dataset.json is damaged")
    return Description(
        **{**content, "agents": tuple(content["agents"]), "output_names": tuple(content["output_names"])}
    )


def _check_schema(path: Path, schema: Any, names: tuple[str, ...]) -> None:
    told = schema.metadata or {}
    if told.get(b"format") != FORMAT.encode() or told.get(b"version") != str(VERSION).encode():
        raise DatasetError(f"{path} is of another kind or version than this data set; nothing was changed")
    missing = [name for name in names if name not in schema.names]
    if missing:
        raise DatasetError(f"{path} has no column {missing[0]!r}; it has {', '.join(schema.names)}")


def _pack(pa: Any, column: Column, values: Any) -> Any:
    rows = np.ascontiguousarray(values, column.dtype)
    if not column.width:
        return pa.array(rows)
    if rows.ndim != 2 or rows.shape[1] != column.width:
        raise DatasetError(f"a column must have {column.width} numbers a row, not {rows.shape[1:]}")
    return pa.Array.from_buffers(pa.binary(column.row_bytes), len(rows), [None, pa.py_buffer(rows)])


def _unpack(column: Column, values: Any) -> Any:
    if not column.width:
        return np.asarray(values.to_numpy(), column.dtype)
    size = column.row_bytes
    if values.type.byte_width != size:
        raise ValueError(f"rows of {values.type.byte_width} bytes, not {size}")
    content = b"".join(piece.buffers()[1][piece.offset * size : (piece.offset + len(piece)) * size]
                       for piece in values.chunks)  # fmt: skip
    return np.frombuffer(content, column.dtype).reshape(len(values), column.width)
