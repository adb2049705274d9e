"""Six sets of test positions with the score of every move, in the manner of Pascal Pons: by how many discs are on the
board (begin, middle, end) and how far the end of the game is with best play (easy, medium, hard).

They are kept in `positions.csv`: the set, the moves that lead to the position, and the score of each column (nothing
where it is full). `make_positions` made them; the solver is needed for nothing else.
"""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.errors import LudotecaError, TableError
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, new_rng
from ludoteca.games.connect_four.agents.solver import Solver, SolverSettings
from ludoteca.games.connect_four.agents.solving import plies_to_end
from ludoteca.games.connect_four.boards import position_key
from ludoteca.games.connect_four.game import GAME
from ludoteca.games.connect_four.notation import LETTERS, format_column
from ludoteca.games.connect_four.rules import CELLS, COLUMNS
from ludoteca.protocol import Budget, State, Watch
from ludoteca.protocol.rules import apply, legal_actions, mover

FILE = Path(__file__).with_name("positions.csv")
PER_SET = 200
MOST_BYTES = 20 * 10**6
SEED = 2026
PHASES = {"begin": range(10, 15), "middle": range(15, 29), "end": range(29, 40)}
"""Discs on the board."""
DISTANCES = {"easy": range(1, 14), "medium": range(14, 28), "hard": range(28, 43)}
"""Plies to the end with best play."""
SETS = ("begin-easy", "begin-medium", "begin-hard", "middle-easy", "middle-medium", "end-easy")
TABLE = 24
ENOUGH = Budget(nodes=10**12)


@dataclass(frozen=True)
class TestPosition:
    """A position and the score of every legal move, on the scale of `solving.py`."""

    set: str
    moves: str
    scores: dict[int, int]

    def state(self) -> State:
        s = GAME.start()
        for letter in self.moves:
            GAME.play(s, GAME.parse_action(s, letter))
        return s

    def is_mistake(self, action: int) -> bool:
        """Whether this move turns a win into less, or a draw into a loss."""
        return _sign(self.scores[action]) < _sign(max(self.scores.values()))

    @property
    def mistakes(self) -> float:
        """The share of the legal moves that are mistakes: what a player at random makes here."""
        return sum(map(self.is_mistake, self.scores)) / len(self.scores)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


# --- the file ------------------------------------------------------------------------------------------------------


@cache
def load_positions(path: Path = FILE) -> tuple[TestPosition, ...]:
    """All test positions of a file, set by set. A file of a user's own is checked line by line."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise TableError(f"{path} has more than {MOST_BYTES // 10**6} MB: make-positions writes far less")
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
        found = tuple(
            TestPosition(row["set"], row["moves"], {i: int(row[c]) for i, c in enumerate(LETTERS) if row[c]})
            for row in rows
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise TableError(f"{path} is no file of test positions (set, moves, a to g): {error}") from None
    if path != FILE:
        for i, item in enumerate(found):
            if complaint := _find_complaint(item):
                raise TableError(f"{path}, line {i + 2}: {complaint}")
        if not found:
            raise TableError(f"{path} has no positions: make-positions writes such a file")
    return found


def _find_complaint(item: TestPosition) -> str:
    if item.set not in SETS:
        return f"there is no set {item.set!r}, only {', '.join(SETS)}"
    try:
        s = item.state()
    except LudotecaError as error:
        return f"the moves {item.moves!r} cannot be played: {error}"
    legal = set(GAME.legal_actions(s))
    return "" if legal and legal == set(item.scores) else "every open column must have a score, and no other"


def format_positions(found: list[TestPosition]) -> str:
    """The text of a file of test positions."""
    lines = [",".join(["set", "moves", *LETTERS])]
    for item in found:
        scores = [str(item.scores.get(column, "")) for column in range(len(LETTERS))]
        lines.append(",".join([item.set, item.moves, *scores]))
    return "\n".join(lines) + "\n"


# --- making them ---------------------------------------------------------------------------------------------------


def make_positions(
    per_set: int = PER_SET, seed: int = SEED, report: Callable[[int, int], None] | None = None
) -> list[TestPosition]:
    """So many positions for each set, from random play, no two of them equal or mirror images. The same numbers give
    the same positions. `report(done, total)` is called after each."""
    made: dict[str, list[TestPosition]] = {name: [] for name in SETS}
    quick = Solver(GAME, SolverSettings(table=TABLE))
    exact = Solver(GAME, SolverSettings(table=TABLE, exact=True))
    exact.work = quick.work  # one table for both
    for moves, s in draw_positions(seed, lambda phase: any(len(made[n]) < per_set for n in SETS if phase in n)):
        score = max(proof.low for proof in quick.search(s, ENOUGH, Watch()).values())
        name = name_set(len(moves), score)
        if len(made[name]) >= per_set:
            continue
        proofs = exact.search(s, ENOUGH, Watch())
        made[name].append(TestPosition(name, moves, {action: proof.low for action, proof in proofs.items()}))
        done = sum(map(len, made.values()))
        if report:
            report(done, per_set * len(SETS))
        if done == per_set * len(SETS):
            break
    return [item for name in SETS for item in made[name]]


def name_set(discs: int, score: int) -> str:
    """The set that a position belongs to, which need not be among the six."""
    plies = plies_to_end(score, discs)
    phase = next(name for name, span in PHASES.items() if discs in span)
    return f"{phase}-{next(name for name, span in DISTANCES.items() if plies in span)}"


@compiled
def drop_discs(s: State, discs: int, moves: IntArray, rng: Rng) -> int:
    """Random moves, written to `moves`, until there are so many discs or the game is over; how many were made."""
    legal = np.zeros(COLUMNS, np.int64)
    n = as_int(0)
    while n < discs and mover(s) >= 0:
        moves[n] = legal[below(rng, legal_actions(s, legal))]
        apply(s, as_int(moves[n]))
        n += 1
    return n


def draw_positions(seed: int, wanted: Callable[[str], bool]) -> Iterator[tuple[str, State]]:
    """Positions of random games that are not over, with a number of discs drawn from a wanted phase."""
    rng, seen = new_rng(seed, "positions"), set()
    while phases := [name for name in PHASES if wanted(name)]:
        span = PHASES[phases[below(rng, len(phases))]]
        discs = span[below(rng, len(span))]
        s, made = GAME.start(), np.zeros(CELLS, np.int64)
        moves = "".join(map(format_column, made[: drop_discs(s, discs, made, rng)]))
        key = int(position_key(int(s.discs[discs & 1]), int(s.discs[0] | s.discs[1])))
        if not GAME.is_over(s) and (discs, key) not in seen:
            seen.add((discs, key))
            yield moves, s
