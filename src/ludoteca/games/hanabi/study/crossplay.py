"""Cross-play: every bot with every other."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludoteca.core.progress import Report
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.bots import BOTS
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.scores import STOPPED, play_whole
from ludoteca.lab.charts import draw_matrix
from ludoteca.lab.tables import markdown_table

Z = 1.959964  # of a 95% interval


def cross_all(counts: Sequence[int], games: int, seed: int, report: Report) -> list[dict[str, Any]]:
    """A cell for each number of players and each pair of bots: one seat has the column's bot, all others the row's.
    Each seat in turn is that seat, on decks of its own. A strike-out scores 0."""
    pairs = [(players, row, column) for players in counts for row in BOTS for column in BOTS]
    cells = []
    try:
        for done, (players, row, column) in enumerate(pairs):
            report(f"{players} players: {row}, {column}", done, len(pairs))
            scores = _cross(players, row, column, games, seed)
            mean, error = float(scores.mean()), float(np.std(scores, ddof=1)) / math.sqrt(len(scores))
            spread = {"mean": mean, "low": mean - Z * error, "high": mean + Z * error}
            cells.append({"players": players, "row": row, "column": column, **spread})
    except KeyboardInterrupt:
        if not cells:
            raise
    report("", len(pairs), len(pairs))
    return cells


def count_cells(counts: Sequence[int]) -> int:
    return len(counts) * len(BOTS) ** 2


def _cross(players: int, row: str, column: str, games: int, seed: int) -> Any:
    parts = []
    for seat in range(min(players, games)):
        names = [column if i == seat else row for i in range(players)]
        decks = len(range(seat, games, players))
        parts.append(play_whole(names, decks, split_seed(seed, "seat", seat)).zero)
    return np.concatenate(parts)


def format_crossplay(cells: Sequence[Mapping[str, Any]], games: int, seed: int) -> tuple[str, dict[str, str]]:
    """The matrices as Markdown, and a heat map for each number of players: {file name: SVG}."""
    counts = sorted({cell["players"] for cell in cells})
    asked = ",".join(map(str, counts))
    lines = [
        f"Made by `ludoteca hanabi crossplay --players {asked} --games {games} --seed {seed}`. One seat, each in turn,",
        "has the column's bot, all others have the row's. A strike-out scores 0. Mean points of",
        f"{games:,} decks; the half-width of the 95% interval in brackets.",
    ]
    pictures = {}
    for players in counts:
        chosen = [cell for cell in cells if cell["players"] == players]
        name = f"crossplay-{players}.svg"
        pictures[name] = _draw_heat(f"Cross-play, {players} players", chosen)
        lines += ["", f"### {players} players", "", f"![Cross-play, {players} players](hanabi/{name})", ""]
        shown = {(c["row"], c["column"]): f"{c['mean']:.1f} ({c['high'] - c['mean']:.1f})" for c in chosen}
        rows = ([row, *(shown.get((row, column), "-") for column in BOTS)] for row in BOTS)
        lines += markdown_table(("", *BOTS), rows)
    if len(cells) < count_cells(counts):
        lines += ["", STOPPED]
    return "\n".join(lines) + "\n", pictures


def _draw_heat(title: str, cells: Sequence[Mapping[str, Any]]) -> str:
    most = GAME.info.max_return
    spots = {(BOTS.index(c["row"]), BOTS.index(c["column"])): (c["mean"] / most, f"{c['mean']:.1f}") for c in cells}
    return draw_matrix(title, BOTS, spots)
