"""The folder of a tournament: what it is, and every game of it, safe against being killed at any moment.

    tournament.json        the description; a folder belongs to one tournament
    chunks/*.parquet       games as they come, each file written beside and renamed
    games.parquet          all games, once the tournament has ended

Only the driver writes. A game is kept with all its actions, so any record can be made again from it.
docs/tournaments.md explains the columns. Folders of format 1, which had fewer columns, are still read.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.core.errors import StoreError
from ludoteca.core.files import write_atomic
from ludoteca.lab.match import Match
from ludoteca.lab.optional_imports import load_extra
from ludoteca.lab.record import Record, Result, SearchInfo, format_record
from ludoteca.protocol import Game

FORMAT = "ludoteca tournament 2"
READ = ("ludoteca tournament 1", FORMAT)
COLUMNS_1 = ("game", "block", "deal", "seed", "sitting", "returns", "forfeit", "reason", "actions", "seats", "seconds",
             "decisions")  # fmt: skip
PER_ACTION = ("value", "depth", "nodes", "iterations", "seconds")  # what an agent reports of a decision
Row = dict[str, Any]


def row_schema() -> Any:
    """The columns of a game."""
    pa = load_extra("pyarrow")
    return pa.schema(
        [
            ("game", pa.int64()),
            ("block", pa.int64()),
            ("deal", pa.int64()),
            ("seed", pa.uint64()),
            ("seating", pa.list_(pa.int16())),
            ("agents", pa.list_(pa.string())),
            ("returns", pa.list_(pa.float64())),
            ("forfeit", pa.int16()),
            ("reason", pa.string()),
            ("seats", pa.string()),
            ("seconds", pa.list_(pa.float64())),
            ("decisions", pa.list_(pa.int32())),
            ("actions", pa.list_(pa.int32())),
            ("movers", pa.list_(pa.int16())),
            ("action_value", pa.list_(pa.float64())),
            ("action_depth", pa.list_(pa.int32())),
            ("action_nodes", pa.list_(pa.int64())),
            ("action_iterations", pa.list_(pa.int64())),
            ("action_seconds", pa.list_(pa.float64())),
        ],
        metadata={"format": FORMAT},
    )


def make_row(match: Match, names: Sequence[str], seating: Sequence[int], place: Mapping[str, int]) -> Row:
    """A finished game as a row; `place` says where it belongs: game, block, deal, seed."""
    result = match.result
    assert result is not None, "a game that was broken off has no row"
    row: Row = {
        **place,
        "seating": list(seating),
        "agents": [names[who] for who in seating],
        "returns": list(result.returns),
        "forfeit": result.forfeit,
        "reason": result.reason,
        "seats": json.dumps(match.seats),
        "seconds": [sum(seat) for seat in match.seconds],
        "decisions": [len(seat) for seat in match.seconds],
        "actions": list(match.actions),
        "movers": list(match.movers),
    }
    for name in PER_ACTION:
        row[f"action_{name}"] = [None if info is None else getattr(info, name) for info in match.infos]
    return row


def _read_old_row(row: Row, names: Sequence[str]) -> Row:
    """A row of format 1: nothing is known of its decisions."""
    seating = row.pop("sitting")
    known = {"seating": seating, "agents": [names[who] for who in seating], "movers": []}
    return {**row, **known, **{f"action_{name}": [] for name in PER_ACTION}}


def read_infos(row: Row) -> tuple[SearchInfo | None, ...]:
    """What the agents reported, action by action; empty for a row that holds nothing of it."""
    columns = zip(*(row[f"action_{name}"] for name in PER_ACTION), strict=True)
    return tuple(None if values[-1] is None else SearchInfo(*values) for values in columns)


class Store:
    """A folder of results."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.chunks = self.folder / "chunks"

    # --- the description ------------------------------------------------------------------------------------------

    def create(self, description: Mapping[str, Any]) -> None:
        """Begin in a folder that is new or empty."""
        if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
            held = "a tournament already: continue it with --resume" if self._file.exists() else "other files"
            raise StoreError(f"{self.folder} holds {held}, or choose another folder; nothing was overwritten")
        try:
            self.chunks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot make the folder {self.folder}: {error.strerror}") from None
        content = {"file": FORMAT, "ludoteca": ludoteca.__version__, **description}
        self._write(self._file, (json.dumps(content, indent=2) + "\n").encode())

    def read_description(self) -> dict[str, Any]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise StoreError(f"{self.folder} holds no tournament: there is no {self._file.name} in it") from None
        except (OSError, ValueError) as error:
            raise StoreError(f"cannot read {self._file}: {error}") from None
        if not isinstance(content, dict) or content.get("file") not in READ:
            raise StoreError(f"{self._file} is not the description of a tournament of this version ({FORMAT!r})")
        return content

    def update_description(self, description: Mapping[str, Any]) -> None:
        """Replace what may change between runs (how long to play)."""
        content = {**self.read_description(), "file": FORMAT, **description}
        self._write(self._file, (json.dumps(content, indent=2) + "\n").encode())

    @property
    def _file(self) -> Path:
        return self.folder / "tournament.json"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """One driver at a time."""
        try:
            import fcntl
        except ImportError:  # Windows: its file names are locked by the open itself
            yield
            return
        with (self.folder / ".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StoreError(f"another run is playing in {self.folder}: wait for it or stop it") from None
            yield

    # --- games ----------------------------------------------------------------------------------------------------

    def add(self, rows: list[Row]) -> None:
        """Keep the games of a chunk."""
        self._write_rows(self.chunks / f"games-{rows[0]['game']:09d}-{rows[-1]['game']:09d}.parquet", rows)

    def read(self) -> list[Row]:
        """Every game that is kept, in order, each once."""
        found: dict[int, Row] = {}
        for path in [self.folder / "games.parquet", *sorted(self.chunks.glob("*.parquet"))]:
            if path.exists():
                found |= {row["game"]: row for row in self._read_rows(path)}
        return [found[number] for number in sorted(found)]

    def compact(self, rows: Iterable[Row]) -> None:
        """One file instead of many. Killed in the middle, both are there, and say the same."""
        self._write_rows(self.folder / "games.parquet", list(rows))
        for path in self.chunks.glob("*.parquet"):
            path.unlink()

    def _read_rows(self, path: Path) -> list[Row]:
        pa = load_extra("pyarrow")
        try:
            table = load_extra("pyarrow.parquet").read_table(path)
        except (OSError, pa.ArrowException) as error:
            raise StoreError(f"{path} is damaged ({error}); move it away, and --resume plays its games again") from None
        rows: list[Row] = table.to_pylist()
        if table.schema.names == row_schema().names:
            return rows
        if table.schema.names == list(COLUMNS_1):
            names = list(self.read_description()["agents"])
            return [_read_old_row(row, names) for row in rows]
        raise StoreError(f"{path} does not hold games of a tournament: its columns are {table.schema.names}")

    def _write_rows(self, path: Path, rows: list[Row]) -> None:
        pa, parquet = load_extra("pyarrow"), load_extra("pyarrow.parquet")
        sink = pa.BufferOutputStream()
        parquet.write_table(pa.Table.from_pylist(rows, schema=row_schema()), sink, compression="zstd")
        self._write(path, sink.getvalue().to_pybytes())

    def _write(self, path: Path, content: bytes) -> None:
        try:
            write_atomic(path, content)
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror}") from None


def make_record(row: Row, game: Game, setup: Mapping[str, Any]) -> str:
    """The replayable record of a kept game, as text."""
    result = Result(tuple(row["returns"]), row["reason"], row["forfeit"])
    options = game.format_setup(game.parse_setup(setup))
    seats = tuple(json.loads(row["seats"]))
    actions, infos = tuple(row["actions"]), read_infos(row)
    record = Record(game.info.name, game.info.version, options, row["seed"], seats, actions, result, infos=infos)
    return format_record(record, game)
