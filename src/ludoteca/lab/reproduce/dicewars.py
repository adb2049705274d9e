"""The report of xklism00 (SUI Dicewars, 2021) repeated: its tournaments and its network, then a stronger player.

The method of the course: one agent is under test; on every board it meets three of five reference agents, first the
one that it has met least; the four sit in a random order, and all four rotations are played with the same chance.
A game that nobody wins is lost for all.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ludoteca import __version__, agents
from ludoteca.games import load
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.rules import apply
from ludoteca.games.dicewars.simulation import ASK, play_on, start_games
from ludoteca.games.dicewars.xklism import read_network
from ludoteca.lab.charts import draw_lines
from ludoteca.lab.reproduce.checkers import page_from
from ludoteca.lab.statistics import wilson
from ludoteca.protocol import Agent
from ludoteca.rng import split_seed

DURATION = "an hour or two on one core; the quick form a minute or two"
SEATS = 4
FIRST_BOARD = 1  # the network was trained on boards from 1,000,001 on
PUBLISHED_ACCURACY = (98.07, 97.02)
Report = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Entry:
    """A tournament of the study: who is under test, and what was published: (wins, games) by agent."""

    title: str
    spec: str
    games: int
    published: dict[str, tuple[int, int]]


ENTRIES = (
    Entry("The number of areas as the estimate", "xklism:estimate=areas", 100, {
        "tested": (24, 100), "kb.stei_adt": (30, 60), "kb.stei_at": (21, 56), "kb.sdc_pre_at": (18, 60),
        "kb.stei_dt": (2, 64), "dt.stei": (5, 60),
    }),
    Entry("Transfers 6-0", "xklism:kept=0", 1000, {
        "tested": (371, 1000), "kb.stei_adt": (229, 600), "kb.stei_at": (208, 600), "kb.sdc_pre_at": (103, 600),
        "kb.stei_dt": (55, 596), "dt.stei": (29, 604),
    }),
    Entry("Transfers 5-1", "xklism:kept=1", 1000, {
        "tested": (392, 1000), "kb.stei_adt": (225, 596), "kb.stei_at": (199, 604), "kb.sdc_pre_at": (123, 600),
        "kb.stei_dt": (41, 596), "dt.stei": (18, 604),
    }),
    Entry("Transfers 4-2", "xklism:kept=2", 1000, {
        "tested": (378, 1000), "kb.stei_at": (228, 596), "kb.stei_adt": (211, 600), "kb.sdc_pre_at": (113, 608),
        "kb.stei_dt": (45, 596), "dt.stei": (23, 600),
    }),
    Entry("The final tournament", "xklism", 2000, {
        "tested": (770, 2000), "kb.stei_adt": (444, 1204), "kb.stei_at": (429, 1200), "kb.sdc_pre_at": (220, 1196),
        "kb.stei_dt": (78, 1196), "dt.stei": (53, 1204),
    }),
    Entry("The same tournament with warlord", "warlord", 2000, {}),
)  # fmt: skip


@dataclass
class Table:
    """Wins and games: of every agent, and in the games in which another one sat, too."""

    title: str
    spec: str
    wins: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    pair_wins: dict[str, int] = field(default_factory=dict)
    """Of the tested agent, by opponent."""
    pair_games: dict[str, int] = field(default_factory=dict)
    unfinished: int = 0
    """Games that nobody won."""
    decisions: int = 0
    seconds: float = 0.0

    def add(self, line_up: list[str], winner: str | None) -> None:
        for name in line_up:
            self.games[name] = self.games.get(name, 0) + 1
            self.wins[name] = self.wins.get(name, 0) + (name == winner)
            if name != "tested":
                self.pair_games[name] = self.pair_games.get(name, 0) + 1
                self.pair_wins[name] = self.pair_wins.get(name, 0) + (winner == "tested")
        self.unfinished += winner is None


# --- playing -------------------------------------------------------------------------------------------------------


def choose_line_up(met: dict[str, int], random: Random) -> list[str]:
    """The tested agent, the opponent that it has met least, and two others; in random order."""
    second = min(REFERENCE, key=lambda name: (met.get(name, 0), random.random()))
    rest = random.sample([name for name in REFERENCE if name != second], SEATS - 2)
    line_up = ["tested", second, *rest]
    random.shuffle(line_up)
    return line_up


def play_board(agent: Agent, line_up: list[str], board: int, seed: int, table: Table) -> None:
    """Every rotation of a line-up on one board."""
    for turn in range(SEATS):
        sitting = line_up[turn:] + line_up[:turn]
        states, rngs = start_games([board], seed)
        s = states[0]
        agent.forget()
        agent.reseed(split_seed(seed, "tested", board, turn))
        bots = np.array([ASK if name == "tested" else REFERENCE.index(name) for name in sitting])
        while play_on(s, bots, rngs[0]) >= 0:
            decision = agent.decide(s)
            apply(s, decision.action)
            table.decisions += 1
            table.seconds += decision.analysis.seconds
        table.add(sitting, sitting[int(s.winner)] if s.winner >= 0 else None)


def play_entry(entry: Entry, games: int, seed: int, report: Report) -> Table:
    name, options = agents.parse_spec(entry.spec)
    agent = agents.make(name, load("dicewars"), seed, **options)
    table = Table(entry.title, entry.spec)
    random = Random(split_seed(seed, entry.spec))
    boards = -(-games // SEATS)
    for board in range(boards):
        report(entry.title, board, boards)
        line_up = choose_line_up(table.pair_games, random)
        play_board(agent, line_up, FIRST_BOARD + board, split_seed(seed, "chance"), table)
    return table


# --- telling -------------------------------------------------------------------------------------------------------


def _rate(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def tell_table(entry: Entry, table: Table) -> list[str]:
    rows = ["| agent | won | of | here | published |", "|---|---|---|---|---|"]
    for name in sorted(table.games, key=lambda name: -table.wins[name] / table.games[name]):
        shown = table.spec if name == "tested" else name
        known = entry.published.get(name)
        before = f"{_rate(*known)} of {known[1]}" if known else "-"
        wins, games = table.wins[name], table.games[name]
        rows.append(f"| {shown} | {wins} | {games} | {_rate(wins, games)} | {before} |")
    pairs = [
        f"{name} {100 * table.pair_wins[name] / table.pair_games[name]:.1f} % of {table.pair_games[name]}"
        for name in REFERENCE
        if name in table.pair_games
    ]
    return [
        f"## {entry.title}", "", *rows, "",
        f"`{table.spec}` by opponent: {'; '.join(pairs)}. Nobody won {table.unfinished} games. "
        f"{1000 * table.seconds / max(1, table.decisions):.1f} ms a decision by the clock.", "",
    ]  # fmt: skip


def tell_network() -> tuple[list[str], dict[str, str]]:
    """The training of the network in the package, from its own record, and its curve."""
    record = read_network("").record
    curve = record["curve"]
    best, last = 100 * curve["train"][-1], 100 * curve["check"][-1]
    about, sizes = record["data"], record["positions"]
    split = "by board" if record["split"] == "group" else "states at random"
    lines = [
        "## The network", "",
        "| split | training data | the rest |", "|---|---|---|",
        f"| published: states at random | {PUBLISHED_ACCURACY[0]} % | {PUBLISHED_ACCURACY[1]} % |",
        f"| here: {split} | {best:.2f} % | {last:.2f} % |", "",
        f"{about['boards']} boards with four games each of `{about['bot']}`, classes balanced: {sizes[0]} states to",
        f"train on and {sizes[1]} to check with, {len(curve['loss'])} epochs.", "",
        "![accuracy](dicewars/accuracy.svg)", "",
    ]  # fmt: skip
    series = {name: [(i + 1.0, 100 * v) for i, v in enumerate(curve[name])] for name in ("train", "check")}
    return lines, {"accuracy": draw_lines("Winner named, in per cent", series, "epoch", "per cent")}


def save_page(tables: list[tuple[Entry, Table]], command: str, out: Path) -> None:
    network, charts = tell_network()
    lines = [
        "# Dicewars: the report of xklism00 repeated", "",
        f"Made by `{command}` with Ludoteca {__version__}. In brackets: Wilson's intervals of 95 %.", "",
    ]  # fmt: skip
    for entry, table in tables:
        lines += tell_table(entry, table)
    text = "\n".join(lines + network).rstrip() + "\n"
    (out / "dicewars").mkdir(parents=True, exist_ok=True)
    (out / "dicewars.md").write_text(text)
    (out / "dicewars.html").write_text(page_from(text, charts).replace("<title>Checkers", "<title>Dicewars"))
    for name, chart in charts.items():
        (out / "dicewars" / f"{name}.svg").write_text(chart)
    content: Any = [{"entry": asdict(entry), "table": asdict(table)} for entry, table in tables]
    (out / "dicewars" / "tables.json").write_text(json.dumps(content, indent=1) + "\n")


def run(
    quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = lambda *_: None
) -> list[Table]:
    """Play every tournament and write dicewars.md, dicewars.html, the chart and the tables; the page is written
    after each, so that a stopped study shows what it has."""
    command = f"ludoteca reproduce dicewars{' --quick' if quick else ''} --seed {seed}"
    done: list[tuple[Entry, Table]] = []
    for entry in ENTRIES:
        games = SEATS if quick else entry.games
        done.append((entry, play_entry(entry, games, seed, report)))
        save_page(done, command, Path(out))
    return [table for _, table in done]
