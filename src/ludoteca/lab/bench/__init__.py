"""Speed beside peers, measured in the same run on one core, per CPU-second of the process.

Each row: game, measure, ours, peer, peer_name, ratio, ratio_95, unit. Peer and ratio are None where nobody else has the
like; `ratio_95` is None where the peer was not measured in this run.

The module that a game's plugin names (`Plugin.bench`) measures that game: its MEASURES, and in COVERS the agents that
they are about. All other agents are measured on every game by `agents.py`.
"""

import os
import platform
import time
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median
from typing import Any

import numba

import ludoteca
from ludoteca import games
from ludoteca.core.errors import UnknownName
from ludoteca.core.plugins import load_plugin
from ludoteca.lab.statistics import median_interval
from ludoteca.lab.tables import markdown_table

NO_PEER = "none known"
NETWORKS, ADAPTERS = "networks", "adapters"  # what is measured beside the games
TURNS = 9  # ours and the peer take turns, so that a busy machine disturbs both alike

Row = dict[str, Any]
Measure = Callable[[float], list[Row]]


def plan(only: list[str] | None = None) -> list[tuple[str, Measure]]:
    """What there is to measure: (label, function of the CPU-seconds to spend that returns rows)."""
    from ludoteca.lab.bench.adapters import measure_adapters
    from ludoteca.lab.bench.agents import measure_agents
    from ludoteca.lab.bench.networks import measure_networks

    known = [*games.names(), NETWORKS, ADAPTERS]
    for name in only or []:
        if name not in known:
            raise UnknownName("benchmark", name, known)
    tasks: list[tuple[str, Measure]] = []
    for name in only or [*games.names(), NETWORKS]:  # adapters have a page of their own
        if name == ADAPTERS:
            tasks.append(("adapters: environments and batches", measure_adapters))
            continue
        if name == NETWORKS:
            tasks.append(("networks: inference", measure_networks))
            continue
        plugin = load_plugin(name)
        module = plugin.load(plugin.bench) if plugin.bench else None
        for measure in module.MEASURES if module else ():
            tasks.append((f"{name}: {measure.__name__.removeprefix('measure_').replace('_', ' ')}", measure))
        tasks.append((f"{name}: other agents", partial(measure_agents, name, module.COVERS if module else ())))
    return tasks


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per CPU-second: `work` does some and tells how much. Repeated until the time is spent."""
    done, started = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - started
        if spent >= seconds:
            return done / spent


class Rates(float):
    """The median of the rates of several turns, which it keeps."""

    turns: tuple[float, ...]

    def __new__(cls, turns: Iterable[float]) -> "Rates":
        values = tuple(turns)
        made = super().__new__(cls, median(values))
        made.turns = values
        return made


def compare(ours: Callable[[], int], peer: Callable[[], int], seconds: float) -> tuple[Rates, Rates]:
    """The rates of both, measured in turns."""
    ours()
    peer()
    pairs = [(rate(ours, seconds / TURNS), rate(peer, seconds / TURNS)) for _ in range(TURNS)]
    return Rates(a for a, _ in pairs), Rates(b for _, b in pairs)


def make_row(game: str, measure: str, ours: float, peer: float | None, peer_name: str | None, unit: str) -> Row:
    """A row. Where both were measured in turns, the ratio is the median of the ratios turn by turn."""
    ratio, interval = None if peer is None else ours / peer, None
    if isinstance(ours, Rates) and isinstance(peer, Rates):
        ratios = [a / b for a, b in zip(ours.turns, peer.turns, strict=True)]
        ratio, interval = median(ratios), median_interval(ratios)
    return {
        "game": game,
        "measure": measure,
        "ours": float(ours),
        "peer": None if peer is None else float(peer),
        "peer_name": peer_name,
        "ratio": ratio,
        "ratio_95": interval,
        "unit": unit,
    }


def format_page(rows: list[Row], command: str, place: str = "docs/results/bench.md") -> str:
    """The rows as a Markdown page that says how they were made."""
    lines = [
        "# Speed beside peers",
        "",
        f"Made by `{command} --write {place}`. Ours and the peer take turns in one run, on one core;",
        f"rates are per CPU-second of the process, the median of {TURNS} turns. Elsewhere only the ratios hold.",
        "A ratio is the median of the ratios turn by turn, with its 95 % interval; without one, the peer was measured",
        "once and elsewhere.",
        describe_machine(),
        "",
    ]
    head = ["game", "measure", "ours", "peer", "ratio", "95 %", "unit", "peer is"]
    cells = ([r["game"], r["measure"], *format_numbers(r), r["unit"], r["peer_name"] or NO_PEER] for r in rows)
    lines += markdown_table(head, cells, left=("measure", "unit", "peer is"))
    return "\n".join(lines) + "\n"


def format_numbers(row: Row) -> tuple[str, str, str, str]:
    """Ours, the peer's, the ratio and its interval as they are shown."""
    if row["peer"] is None:
        return f"{row['ours']:,.0f}", "-", "-", "-"
    interval = "-" if row["ratio_95"] is None else "{:.2f} to {:.2f}".format(*row["ratio_95"])
    return f"{row['ours']:,.0f}", f"{row['peer']:,.0f}", f"{row['ratio']:.2f}", interval


def describe_machine() -> str:
    """The machine and the versions, in a sentence."""
    return (
        f"Ludoteca {ludoteca.__version__}, Python {platform.python_version()}, Numba {numba.__version__}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}."
    )
