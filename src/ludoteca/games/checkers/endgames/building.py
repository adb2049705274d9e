"""Building the endgames pair by pair, on several cores: a long build says what it takes, shows how far it is, and goes
on where it was stopped."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.errors import TableError
from ludoteca.core.progress import Report
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.endgames.blocks import write_blocks
from ludoteca.games.checkers.endgames.files import KIND, RULES_WITH_ENDGAMES
from ludoteca.games.checkers.endgames.generation import list_pairs
from ludoteca.games.checkers.endgames.index import MOST, lay_out, list_materials, size_of
from ludoteca.games.checkers.endgames.slices import Pair, Slices, format_material
from ludoteca.games.checkers.endgames.solving import count_bytes, solve_pair

PROGRAM = 300_000_000  # bytes: Python, its libraries and the compiled code
BYTES_A_PLACE = 0.35  # of the slices and the file on disk, about: 0.3 measured for five pieces
LOOK = 0.5  # seconds between two looks at the work


@dataclass(frozen=True)
class Order:
    """What to build, where, and on how many cores."""

    rules: str
    pieces: int
    out: Path
    work: Path
    """the folder for solved pairs"""
    threads: int = 2

    def __post_init__(self) -> None:
        if self.rules not in RULES_WITH_ENDGAMES:
            raise TableError(f"{self.rules} has no endgames; they are built for {', '.join(RULES_WITH_ENDGAMES)}")
        if not 2 <= self.pieces <= MOST:
            raise TableError(f"endgames are built for 2 to {MOST} pieces, not {self.pieces}")

    @property
    def memory(self) -> int:
        """Bytes of memory that the build takes at the most."""
        _, known = lay_out(self.pieces - 1)
        largest = sorted(map(count_bytes, list_pairs(self.pieces)), reverse=True)
        return PROGRAM + known + sum(largest[: self.threads])

    @property
    def disk(self) -> int:
        """Bytes on disk while it is built, about."""
        _, places = lay_out(self.pieces)
        return int(places * BYTES_A_PLACE)


class Stopped(Exception):
    """Another thread failed, or the user wants to stop."""


def build_endgames(order: Order, report: Report) -> None:
    """Solve every ending with up to so many pieces, and write the file. Solved pairs are kept until it is whole."""
    slices = Slices(order.work, order.rules)
    _, total = lay_out(order.pieces)
    done = 0
    for pieces in range(2, order.pieces + 1):
        fewer = _read_fewer(slices, pieces)
        for pairs in _list_stages(pieces):
            missing = []
            for pair in pairs:
                if slices.has(pair):
                    done += sum(map(size_of, pair))
                else:
                    missing.append(pair)
            done = _solve_stage(order, slices, missing, fewer, lambda what, n: report(what, n, total), done)
    report("writing", total, total)
    _join_slices(order, slices)
    slices.remove()


def _list_stages(pieces: int) -> Iterator[list[Pair]]:
    """Pairs that do not need each other, with those before them; the largest of each stage first."""
    pairs = list_pairs(pieces)
    for men in range(pieces + 1):
        stage = [pair for pair in pairs if pair[0][0] + pair[0][2] == men]
        yield sorted(stage, key=lambda pair: -sum(map(size_of, pair)))


def _read_fewer(slices: Slices, pieces: int) -> tuple[IntArray, IntArray]:
    """The values of all groups with fewer pieces, from their slices."""
    offsets, places = lay_out(pieces - 1)
    values = np.zeros(max(1, places), np.uint8)
    for n in range(2, pieces):
        for material in list_materials(n):
            begin = int(offsets[material])
            values[begin : begin + size_of(material)] = slices.read_values(material)
    return values, offsets


def _solve_stage(
    order: Order,
    slices: Slices,
    pairs: list[Pair],
    fewer: tuple[IntArray, IntArray],
    report: Callable[[str, int], None],
    done: int,
) -> int:
    """Solve and keep each pair. Returns the places that are done then."""
    stop = threading.Event()

    def halt() -> None:
        if stop.is_set():
            raise Stopped

    def work(pair: Pair) -> None:
        halt()
        slices.keep(pair, solve_pair(RULE_SETS.index(order.rules), pair, fewer, slices.read_values, halt))

    with ThreadPoolExecutor(order.threads) as pool:
        waiting: dict[Future[None], Pair] = {pool.submit(work, pair): pair for pair in pairs}
        try:
            while waiting:
                running = [format_material(waiting[each][0]) for each in waiting if each.running()]
                report(" and ".join(running), done)
                finished, _ = wait(waiting, LOOK, FIRST_COMPLETED)
                for future in finished:
                    future.result()
                    done += sum(map(size_of, waiting.pop(future)))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return done


def _join_slices(order: Order, slices: Slices) -> None:
    """Write the file from the slices."""
    materials = [material for n in range(2, order.pieces + 1) for material in list_materials(n)]
    told = [slices.read_results(material) for material in materials]
    content = {
        "rules": order.rules,
        "pieces": order.pieces,
        "longest": max(group["slowest"] for group in told) - 1,
        "results": [group["results"] for group in told],
    }
    blocks = [block for material in materials for block in slices.list_codes(material)]
    write_blocks(
        order.out, KIND, content, blocks, (part for material in materials for part in slices.read_codes(material))
    )
