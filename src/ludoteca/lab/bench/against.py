"""This tree beside another checkout of Ludoteca: two live processes, many short turns, the ratio of each pair.

On a shared machine the speed of a core wanders by tens of per cent within minutes. Two turns of half a second that
follow each other see nearly the same machine, so their ratio is steady; who goes first alternates.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from typing import Any

from ludoteca import agents, games
from ludoteca.core.code_cache import cache_folder
from ludoteca.core.errors import PeerMissing
from ludoteca.core.plugins import load_plugin
from ludoteca.lab.bench import Row, describe_machine
from ludoteca.lab.bench.agents import budget_options
from ludoteca.lab.statistics import median_interval
from ludoteca.lab.tables import markdown_table

WORKER = Path(__file__).with_name("worker.py")
PAIRS = 80
HEAD = ("game", "measure", "this tree", "the other", "ratio", "95 %", "unit", "same answers")

Job = dict[str, Any]


class Tree:
    """A process that measures one tree, which its Python finds installed."""

    def __init__(self, python: Path | str) -> None:
        own = python == sys.executable
        folder = cache_folder()
        # Versions do not share a cache: an older one would tidy away what it does not know.
        cache = {} if own or folder is None else {"LUDOTECA_CACHE": f"{folder.parent}-against"}
        try:
            self.process = subprocess.Popen(
                [str(python), "-P", str(WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | cache,
            )
        except OSError as error:
            raise PeerMissing(f"cannot start {python}: {error.strerror}") from None
        self.python = python

    def __enter__(self) -> "Tree":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(BrokenPipeError), self.process:  # which closes the pipes
            self.process.kill()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise PeerMissing(f"{self.python} ended while it measured: is Ludoteca installed there?")
        reply: dict[str, Any] = json.loads(line)
        return reply


def find_python(place: Path) -> Path:
    """The Python of a checkout (its `.venv`), or the Python itself."""
    if place.is_dir():
        place = place / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not place.is_file():
        raise PeerMissing(f"there is no Python at {place}: name a checkout with a .venv, or its Python")
    return place.absolute()  # not resolved: a .venv is found by the place of the link


def list_jobs(only: list[str] | None = None) -> Iterator[tuple[str, str, Job]]:
    """(game, measure, job): every agent with a budget on every game that it plays, and the rows of `ludoteca bench`
    that a game's module lists in ALONE, (task, row) each: they are measured without a peer."""
    for name in only or games.names():
        game = games.load(name)  # an unknown name is refused
        for agent in agents.agents_for(game):
            if agents.load(agent).budget is not None:
                yield name, agent, {"game": name, "agent": agent, "options": budget_options(agent, game)}
        plugin = load_plugin(name)
        module = plugin.load(plugin.bench) if plugin.bench else None
        for task, row in getattr(module, "ALONE", ()):
            yield name, row, {"task": f"{name}: {task}", "row": row}


def compare_trees(place: Path, jobs: list[tuple[str, str, Job]], seconds: float) -> Iterator[Row]:
    """One row a job. `seconds` are spent by each tree, in PAIRS turns; `same` tells whether both gave the same answers.
    A job that the other tree cannot do has its reason in `error`."""
    with ExitStack() as stack:
        trees = [stack.enter_context(Tree(python)) for python in (sys.executable, find_python(place))]
        for game, measure, job in jobs:
            ours, theirs = (tree.ask({"prepare": job}) for tree in trees)
            row = {"game": game, "measure": measure}
            if "error" in ours or "error" in theirs:
                yield row | {"error": ours.get("error") or theirs.get("error")}
                continue
            pairs = [take_turns(trees, number, seconds / PAIRS) for number in range(PAIRS)]
            yield row | summarise(pairs) | {"unit": ours["unit"], "same": ours["answers"] == theirs["answers"]}


def take_turns(trees: list[Tree], number: int, seconds: float) -> tuple[float, float]:
    rates = {}
    for tree in trees if number % 2 == 0 else trees[::-1]:
        rates[tree.python] = float(tree.ask({"turn": seconds})["rate"])
    return rates[trees[0].python], rates[trees[1].python]


def summarise(pairs: list[tuple[float, float]]) -> Row:
    ratios = [ours / theirs for ours, theirs in pairs]
    return {
        "ours": median(ours for ours, _ in pairs),
        "theirs": median(theirs for _, theirs in pairs),
        "ratio": median(ratios),
        "ratio_95": median_interval(ratios),
    }


def format_page(rows: list[Row], command: str) -> str:
    """The rows as a Markdown page that says how they were made."""
    lines = [
        "# Speed beside another version",
        "",
        f"Made by `{command}`. Both trees are live processes that take {PAIRS} short turns each,",
        "alternating; rates are per CPU-second. The ratio is the median of the ratios of the pairs, with its 95 %",
        "interval; above 1, this tree is faster. Where the answers differ, other nodes were searched.",
        describe_machine(),
        "",
    ]
    lines += markdown_table(HEAD, (format_row(row) for row in rows), left=("measure", "unit", "same answers"))
    return "\n".join(lines) + "\n"


def format_row(row: Row) -> list[str]:
    if "error" in row:
        return [row["game"], row["measure"], "-", "-", "-", "-", "-", row["error"]]
    low, high = row["ratio_95"]
    return [
        row["game"], row["measure"], f"{row['ours']:,.0f}", f"{row['theirs']:,.0f}", f"{row['ratio']:.3f}",
        f"{low:.3f} to {high:.3f}", f"{row['unit']}/CPU-s", "yes" if row["same"] else "no",
    ]  # fmt: skip
