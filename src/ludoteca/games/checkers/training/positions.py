"""Positions to learn an evaluation from: games of the engine against itself, kept with score and result.

Games are independent and drawn from their number, so several processes play them at once, and a run that was stopped
plays only those that are missing. Each file holds the calm positions of GAMES games: `positions-00012.npy`.
"""

import io
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import DatasetError
from ludoteca.core.files import write_atomic
from ludoteca.core.jit import as_int
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import new_rng
from ludoteca.games.checkers.board import BLACK, CELLS, RULE_SETS, SQUARES
from ludoteca.games.checkers.engine.agent import FEATURES, NETWORK, Engine, EngineSettings
from ludoteca.games.checkers.engine.network import make_network
from ludoteca.games.checkers.engine.weights import DEFAULT_SLOPE
from ludoteca.games.checkers.engine.workspace import CERTAIN
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.moves import has_capture
from ludoteca.games.checkers.training.self_play import boards_of, play_game
from ludoteca.lab.parallel import WorkerPool, run_tasks
from ludoteca.networks.files import load_file
from ludoteca.protocol import Budget

GAMES = 100  # in a file
ABOUT = "about.json"

POSITION = np.dtype(
    [
        ("boards", np.uint32, (4,)),  # men, kings, foe's men, foe's kings; a bit a square, seen from the mover's side
        ("score", np.int16),  # of the engine's search, in points for the mover
        ("result", np.int8),
        ("game", np.int32),
    ]
)


@dataclass(frozen=True)
class Order:
    """What is asked for."""

    rules: str
    games: int
    nodes: int
    """Of each move."""
    opening: int
    """Random plies before the engine plays."""
    seed: int
    network: str = ""
    """What evaluated: features, or the fingerprint of a network; empty in folders from before it was written down."""


def make_positions(
    order: Order, folder: Path, pool: WorkerPool, network: Path | None = None, report: Report = silent
) -> None:
    """Fill a folder. What is there already stays, more games extend it, and other data are refused.

    The engine evaluates by `network`, or by features where it is None.
    """
    order = replace(order, network=FEATURES if network is None else fingerprint(network))
    _begin(order, folder)
    numbers = range(-(-order.games // GAMES))
    missing = [number for number in numbers if not _path(folder, number).exists()]
    done = len(numbers) - len(missing)
    report("playing", done, len(numbers))
    for _ in run_tasks(
        pool, make_file, [(asdict(order), str(folder), number, str(network or "")) for number in missing]
    ):
        done += 1
        report("playing", done, len(numbers))


def make_file(task: tuple[dict[str, Any], str, int, str]) -> int:
    """Play the games of one file; returns how many positions it has. The task: order, folder, number, network."""
    order, folder, number, network = Order(**task[0]), Path(task[1]), task[2], task[3]
    settings = EngineSettings(table=16, evaluation=NETWORK if network else FEATURES, network=network)
    engine = Engine(GAME, settings, order.seed, Budget(nodes=order.nodes))
    parts = [make_rows(engine, order, game) for game in range(number * GAMES, (number + 1) * GAMES)]
    content = io.BytesIO()
    np.save(content, np.concatenate(parts), allow_pickle=False)
    write_atomic(_path(folder, number), content.getvalue())
    return sum(map(len, parts))


def fingerprint(network: Path) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a network's file, which must be one that the engine can use."""
    make_network(load_file(network), DEFAULT_SLOPE)
    return sha256(network.read_bytes()).hexdigest()[:16]


def make_rows(engine: Engine, order: Order, number: int) -> Any:
    """The calm positions of one game."""
    rng = new_rng(order.seed, order.rules, number)
    kept = play_game(engine, order.rules, order.opening, rng, keep_calm)
    found = np.zeros(len(kept), POSITION)
    found["game"] = number
    for row, ((boards, score), result) in zip(found, kept, strict=True):
        row["boards"], row["score"], row["result"] = boards, score, result
    return found


def keep_calm(s: State, score: int) -> tuple[Any, int] | None:
    """Boards and score, if the mover has nothing to take and no forced end was seen: only such positions are
    evaluated without looking further."""
    side = int(s.to_move)
    if abs(score) > CERTAIN or has_capture(as_int(s.rules), as_int(side), *boards_of(s, side)):
        return None
    return own_boards(s), score


def read_positions(folder: Path) -> tuple[Order, Any]:
    """All positions of a folder, with what made them. The games are those that are there, not those asked for."""
    order = _read_order(folder)
    files = [path for path in (_path(folder, n) for n in range(-(-order.games // GAMES))) if path.exists()]
    if not files:
        raise DatasetError(f"{folder} has no positions; `ludoteca checkers positions` makes them")
    return replace(order, games=min(order.games, GAMES * len(files))), np.concatenate(list(_read_files(files)))


def _read_files(files: list[Path]) -> Iterator[Any]:
    for path in files:
        try:
            part = np.load(path, allow_pickle=False)
        except (ValueError, EOFError, OSError) as error:
            raise DatasetError(f"{path} cannot be read ({error}); delete it, and it is made again") from None
        if part.dtype != POSITION:
            raise DatasetError(f"{path} holds something else than positions; delete it, and it is made again")
        yield part


def _begin(order: Order, folder: Path) -> None:
    if order.rules not in RULE_SETS:
        raise DatasetError(f"there is no rule set {order.rules!r}; there are {', '.join(RULE_SETS)}")
    if (folder / ABOUT).exists():
        old = _read_order(folder)
        if asdict(old) | {"games": order.games} != asdict(order):
            raise DatasetError(f"{folder} holds positions of another order: {asdict(old)}")
    folder.mkdir(parents=True, exist_ok=True)
    write_atomic(folder / ABOUT, json.dumps(asdict(order)))


def _read_order(folder: Path) -> Order:
    try:
        return Order(**json.loads((folder / ABOUT).read_text()))
    except (OSError, ValueError, TypeError):
        raise DatasetError(f"{folder} is no folder of positions: it has no {ABOUT} that can be read") from None


def _path(folder: Path, number: int) -> Path:
    return folder / f"positions-{number:05}.npy"


def own_boards(s: State) -> tuple[int, ...]:
    """The boards as the mover sees them, a bit a square."""
    side = int(s.to_move)
    turned = side == BLACK
    return tuple(_pack(board, turned) for board in boards_of(s, side))


def _pack(board: int, turned: bool) -> int:
    cells = [CELLS - 1 - cell for cell in SQUARES] if turned else SQUARES
    return sum(1 << i for i, cell in enumerate(cells) if board >> cell & 1)
