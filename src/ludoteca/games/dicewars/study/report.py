"""The page of the study: the standings beside the published ones, the trainings of the network, and the charts."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca import __version__
from ludoteca.games.dicewars.agents.warlord.agent import read_network as read_value
from ludoteca.games.dicewars.agents.warlord.weights import FILE as STRATEGY
from ludoteca.games.dicewars.agents.xklism import read_network
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.study.published import ACCURACY, Entry
from ludoteca.games.dicewars.study.tournament import FIRST_BOARD, Standings
from ludoteca.games.dicewars.tournament import SEATS, TESTED
from ludoteca.lab.charts import Bar, draw_bars, draw_lines
from ludoteca.lab.charts.lines import BOTTOM_LEFT
from ludoteca.lab.statistics import wilson
from ludoteca.lab.tables import markdown_table

Played = Sequence[tuple[Entry, Standings]]


def format_rate(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with all columns set to the left: rates with their intervals are text."""
    return markdown_table(head, rows, left=head)


def write_page(played: Played, trainings: Sequence[dict[str, Any]], command: str) -> tuple[str, dict[str, str]]:
    """The page in Markdown, and its charts by name."""
    lines = [
        "# Dicewars: the report of xklism00 repeated", "",
        f"Made by `{command}` with Ludoteca {__version__}. {write_summary(played)}", "",
        "On every board the agent under test meets three of the five reference agents, first the one that it has met",
        "least. They sit in a random order, and all four rotations are played with the same chance. Boards have seeds",
        f"from {FIRST_BOARD} on; networks are trained and weights tuned on others, from 100,000 on. A game that nobody",
        "wins is a loss for all. In brackets: Wilson's 95 % intervals, which ignore that the rotations of a board are",
        "not quite independent. Every board has its own random seed, so a study that was stopped and resumed has the",
        "same tables.", "",
        "![win rates](dicewars/win-rates.svg)", "",
    ]  # fmt: skip
    for entry, standings in played:
        lines += write_standings(entry, standings)
    lines += [*write_trainings(trainings), "![accuracy](dicewars/accuracy.svg)", "", *write_warlord()]
    charts = {"win rates": draw_rates(played), "accuracy": draw_accuracy(trainings)}
    return "\n".join(lines).rstrip() + "\n", charts


def write_summary(played: Played) -> str:
    """The main result: that of the last tournament played."""
    entry, standings = played[-1]
    rate = format_rate(standings.wins[TESTED], standings.games[TESTED])
    known = entry.published.get(TESTED)
    beside = f"; published: {100 * known[0] / known[1]:.1f} %" if known else ""
    return f"`{standings.spec}` won {rate} of {standings.games[TESTED]} games against the five{beside}."


def write_standings(entry: Entry, standings: Standings) -> list[str]:
    rows = []
    for name in sorted(standings.games, key=lambda name: -standings.wins[name] / standings.games[name]):
        shown = f"`{standings.spec}`" if name == TESTED else name
        known = entry.published.get(name)
        before = f"{format_rate(*known)} of {known[1]}" if known else "-"
        wins, games = standings.wins[name], standings.games[name]
        rows.append((shown, str(wins), str(games), format_rate(wins, games), before))
    pairs = [(name, standings.pair_wins[name], standings.pair_games[name]) for name in REFERENCE
             if name in standings.pair_games]  # fmt: skip
    seats = ", ".join(str(wins) for wins in standings.seat_wins)
    return [
        f"## {entry.title}", "", *([entry.note, ""] if entry.note else []),
        *plain_table(("agent", "won", "of", "here", "published"), rows), "",
        f"`{standings.spec}` in the games with each opponent:", "",
        *plain_table(
            ("opponent", "won", "of", "rate"),
            [(name, str(wins), str(games), format_rate(wins, games)) for name, wins, games in pairs],
        ), "",
        f"Wins from the first to the last seat: {seats}, of {standings.boards} games each. "
        f"Games that nobody won: {standings.unfinished}. "
        f"{1000 * standings.seconds / max(1, standings.decisions):.2f} ms of CPU time a decision, "
        f"{standings.decisions / standings.games[TESTED]:.0f} decisions a game.", "",
    ]  # fmt: skip


def draw_rates(played: Played) -> str:
    bars = []
    for entry, standings in played:
        wins, games = standings.wins[TESTED], standings.games[TESTED]
        low, high = wilson(wins, games)
        known = entry.published.get(TESTED)
        mark = 100 * known[0] / known[1] if known else None
        bars.append(Bar(standings.spec, 100 * wins / games, 100 * low, 100 * high, mark))
    return draw_bars("Games won against three of the five, in per cent", bars, "published", 100.0 / SEATS, "fair share")


# --- networks ------------------------------------------------------------------------------------------------------


def read_trainings(folder: Path) -> list[dict[str, Any]]:
    """The records of the network in the package and of those beside the page (`training-*.json`)."""
    kept = [json.loads(path.read_text()) for path in sorted(folder.glob("training-*.json"))]
    return [read_network("").record, *kept]


def name_training(record: dict[str, Any]) -> str:
    split = "by board" if record["split"] == "group" else "states at random"
    return f"{split}, equal chance" if record["data"]["same_chance"] else split


def write_trainings(trainings: Sequence[dict[str, Any]]) -> list[str]:
    head = ("split", "states to train on", "to check with", "epochs", "right on the former", "right on the latter")
    rows = [("published: states at random", "", "", "128", *(f"{share} %" for share in ACCURACY))]
    for record in trainings:
        curve, sizes = record["curve"], record["positions"]
        shares = (f"{100 * curve[part][-1]:.2f} %" for part in ("train", "check"))
        rows.append((name_training(record), *map(str, sizes), str(len(curve["loss"])), *shares))
    about = trainings[0]["data"]
    return [
        "## The network", "", *plain_table(head, rows), "",
        f"{about['boards']} boards with four games each of `{about['bot']}`, classes balanced to the rarest. Made by",
        "`ludoteca dicewars collect --out DATA` (with `--same-chance` for the rows that say so) and `ludoteca dicewars",
        "train --data DATA --split state|group --out WEIGHTS --record docs/results/dicewars/training-NAME.json`.",
        "The weights in the package are those of the split by board.", "",
        "A split by state puts neighbouring turns of one game on both sides, so it measures how well games are",
        "remembered. A split by board measures how well the winner is predicted on a board never seen. With equal",
        "chance the four games of a board are the same game (four equal players, and the course's tournament plays",
        "all rotations with the same seeds), so the check data hold copies of the training data.", "",
    ]  # fmt: skip


def draw_accuracy(trainings: Sequence[dict[str, Any]]) -> str:
    series = {}
    for record in trainings:
        for part, name in (("train", "training"), ("check", "check")):
            values = record["curve"][part]
            series[f"{name_training(record)}: {name}"] = [
                (i + 1.0, 100 * value) for i, value in enumerate(values) if i % 16 == 15 or i in (0, 7)
            ]
    return draw_lines("Winner named, in per cent", series, "epoch", "per cent", names=BOTTOM_LEFT)


def write_warlord() -> list[str]:
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
        f"its accuracy is {100 * curve['train'][-1]:.1f} % and {100 * curve['check'][-1]:.1f} %.", "",
    ]  # fmt: skip
