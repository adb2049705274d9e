"""The page of the study: its tables beside the published ones, the trainings of the network, and the charts."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca import __version__
from ludoteca.games.dicewars.agents.warlord.agent import read_network as read_value
from ludoteca.games.dicewars.agents.warlord.weights import FILE as STRATEGY
from ludoteca.games.dicewars.agents.xklism import read_network
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.line_ups import SEATS, TESTED
from ludoteca.games.dicewars.study.published import ACCURACY, Entry
from ludoteca.games.dicewars.study.tournament import FIRST_BOARD, Table
from ludoteca.lab.charts import Bar, draw_bars, draw_lines
from ludoteca.lab.statistics import wilson

Played = Sequence[tuple[Entry, Table]]


def tell_rate(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def write_page(played: Played, trainings: Sequence[dict[str, Any]], command: str) -> tuple[str, dict[str, str]]:
    """The page in Markdown, and its charts by name."""
    lines = [
        "# Dicewars: the report of xklism00 repeated", "",
        f"Made by `{command}` with Ludoteca {__version__}. {tell_summary(played)}", "",
        "On every board the agent under test meets three of the five reference agents, first the one that it has met",
        "least, in a random order; all four rotations are played with the same chance. The boards are those with the",
        f"seeds from {FIRST_BOARD} on; networks are trained and weights tuned on others, from 100,000 on. A game that",
        "nobody wins is lost for all. In brackets: Wilson's intervals of 95 %, which leave out that the rotations of a",
        "board are not quite independent. Every board has its own chance, so a study that is stopped and gone on with,",
        "or played in pieces, has the same tables.", "",
        "![win rates](dicewars/win-rates.svg)", "",
    ]  # fmt: skip
    for entry, table in played:
        lines += tell_table(entry, table)
    lines += [*tell_trainings(trainings), "![accuracy](dicewars/accuracy.svg)", "", *tell_warlord()]
    charts = {"win rates": draw_rates(played), "accuracy": draw_accuracy(trainings)}
    return "\n".join(lines).rstrip() + "\n", charts


def tell_summary(played: Played) -> str:
    """The main result: of the last tournament that has been played."""
    entry, table = played[-1]
    rate = tell_rate(table.wins[TESTED], table.games[TESTED])
    known = entry.published.get(TESTED)
    beside = f"; published: {100 * known[0] / known[1]:.1f} %" if known else ""
    return f"`{table.spec}` won {rate} of {table.games[TESTED]} games against the five{beside}."


def tell_table(entry: Entry, table: Table) -> list[str]:
    rows = ["| agent | won | of | here | published |", "|---|---|---|---|---|"]
    for name in sorted(table.games, key=lambda name: -table.wins[name] / table.games[name]):
        shown = f"`{table.spec}`" if name == TESTED else name
        known = entry.published.get(name)
        before = f"{tell_rate(*known)} of {known[1]}" if known else "-"
        wins, games = table.wins[name], table.games[name]
        rows.append(f"| {shown} | {wins} | {games} | {tell_rate(wins, games)} | {before} |")
    pairs = [
        f"| {name} | {table.pair_wins[name]} | {table.pair_games[name]} | "
        f"{tell_rate(table.pair_wins[name], table.pair_games[name])} |"
        for name in REFERENCE
        if name in table.pair_games
    ]
    seats = ", ".join(str(wins) for wins in table.seat_wins)
    return [
        f"## {entry.title}", "", *([entry.note, ""] if entry.note else []), *rows, "",
        f"`{table.spec}` in the games in which this opponent sat, too:", "",
        "| opponent | won | of | rate |", "|---|---|---|---|", *pairs, "",
        f"Won from the first to the last seat: {seats}, of {table.boards} each. "
        f"Games that nobody won: {table.unfinished}. "
        f"{1000 * table.seconds / max(1, table.decisions):.2f} ms of the processor a decision, "
        f"{table.decisions / table.games[TESTED]:.0f} decisions a game.", "",
    ]  # fmt: skip


def draw_rates(played: Played) -> str:
    bars = []
    for entry, table in played:
        wins, games = table.wins[TESTED], table.games[TESTED]
        low, high = wilson(wins, games)
        known = entry.published.get(TESTED)
        mark = 100 * known[0] / known[1] if known else None
        bars.append(Bar(table.spec, 100 * wins / games, 100 * low, 100 * high, mark))
    return draw_bars("Games won against three of the five, in per cent", bars, "published", 100.0 / SEATS, "fair share")


# --- networks ------------------------------------------------------------------------------------------------------


def read_trainings(folder: Path) -> list[dict[str, Any]]:
    """The record of the network in the package, and those that lie beside the page (`training-*.json`)."""
    kept = [json.loads(path.read_text()) for path in sorted(folder.glob("training-*.json"))]
    return [read_network("").record, *kept]


def name_training(record: dict[str, Any]) -> str:
    split = "by board" if record["split"] == "group" else "states at random"
    return f"{split}, equal chance" if record["data"]["same_chance"] else split


def tell_trainings(trainings: Sequence[dict[str, Any]]) -> list[str]:
    lines = [
        "## The network", "",
        "| split | states to train on | to check with | epochs | right on the former | right on the latter |",
        "|---|---|---|---|---|---|",
        f"| published: states at random | | | 128 | {ACCURACY[0]} % | {ACCURACY[1]} % |",
    ]  # fmt: skip
    for record in trainings:
        curve, sizes = record["curve"], record["positions"]
        lines.append(
            f"| {name_training(record)} | {sizes[0]} | {sizes[1]} | {len(curve['loss'])} | "
            f"{100 * curve['train'][-1]:.2f} % | {100 * curve['check'][-1]:.2f} % |"
        )
    about = trainings[0]["data"]
    return [
        *lines, "",
        f"{about['boards']} boards with four games each of `{about['bot']}`, classes balanced to the rarest. Made by",
        "`ludoteca dicewars collect --out DATA` (with `--same-chance` for the rows that say so) and `ludoteca dicewars",
        "train --data DATA --split state|group --out WEIGHTS --record docs/results/dicewars/training-NAME.json`.",
        "The weights in the package are those of the split by board.", "",
        "A split by state puts neighbouring turns of one game on both sides, so it tells how well games are",
        "remembered; a split by board tells how well the winner is named on a board never seen. With equal chance the",
        "four games of a board are the same game (four equal players, and the course's tournament plays all rotations",
        "with the same seeds), so that the check holds copies of what was trained on.", "",
    ]  # fmt: skip


def draw_accuracy(trainings: Sequence[dict[str, Any]]) -> str:
    series = {}
    for record in trainings:
        for part, name in (("train", "training"), ("check", "check")):
            values = record["curve"][part]
            series[f"{name_training(record)}: {name}"] = [
                (i + 1.0, 100 * value) for i, value in enumerate(values) if i % 16 == 15 or i in (0, 7)
            ]
    return draw_lines("Winner named, in per cent", series, "epoch", "per cent", names_below=True)


def tell_warlord() -> list[str]:
    tuned = json.loads(STRATEGY.read_text())["record"]
    value = read_value("").record
    curve, sizes = value["curve"], value["positions"]
    won = tuned["won by the mean"]
    return [
        "## How warlord was made", "",
        f"The weights of its strategy: `ludoteca dicewars tune --out WEIGHTS --seed {tuned['seed']}`,",
        f"{tuned['generations']} generations of {tuned['drawn']} players with {SEATS * tuned['boards']} games each. "
        f"The first guess won {100 * won[0]:.1f} %,",
        f"the last mean {100 * won[-1]:.1f} % of the {SEATS * tuned['boards']} games of its generation.", "",
        f"Its value network: `ludoteca dicewars train-value --out NETWORK`, {value['boards']} boards with four games",
        f"each, split by board: {sizes[0]} states to train on, {sizes[1]} to check with;",
        f"{100 * curve['train'][-1]:.1f} % and {100 * curve['check'][-1]:.1f} % of them are told right.", "",
    ]  # fmt: skip
