"""The table of scores: every bot with itself, beside published figures."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludoteca.core.progress import Report
from ludoteca.games.hanabi.bots.team import PLAYERS
from ludoteca.games.hanabi.study.simulation import Results, play_bots
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.statistics import wilson
from ludoteca.lab.tables import markdown_table

COUNTS = (2, 3, 4, 5)
STOPPED = "Stopped before the end."
COLUMNS = (
    "bot",
    "players",
    "strike-out keeps",
    "published",
    "strike-out 0",
    "perfect",
    "strike-outs",
    "games/CPU-s",
)
SCORED = [(bot, players) for bot in PLAYERS for players in COUNTS]  # the entries of the table of scores

# Published self-play means for 2, 3, 4 and 5 players if a strike-out keeps the points. Rule lists: 2,000 games each of
# the Fireworks framework; smart and cheat: Quux and hanabi.rs; hat: hanabi.rs; bologna1 and bologna2: 40 and 100 games
# of the original Java. None where nothing was published.
PUBLISHED: dict[str, tuple[float | None, ...]] = {
    "random": (1.25, 1.23, 1.22, 1.23),
    "flawed": (1.45, 1.55, 1.72, 1.81),
    "internal": (11.13, 11.01, 10.14, 9.98),
    "outer": (14.49, 14.38, 13.08, 12.58),
    "cautious": (16.79, 17.15, 16.44, 15.25),
    "iggi": (17.08, 16.74, 16.15, 15.06),
    "iggi2": (17.62, 17.44, 16.59, 15.36),
    "van_den_bergh": (13.77, 17.71, 17.30, 16.24),
    "piers": (17.22, 17.52, 17.05, 16.26),
    "bologna1": (12.80, None, None, None),
    "bologna2": (14.51, None, None, None),
    "smart": (23.09, 23.30, 22.44, 20.69),
    "hat": (22.52, 24.79, 24.94, 24.92),
    "smart_net": (None, None, None, None),
    "smart_net_partner": (None, None, None, None),
    "cheat": (24.82, 24.98, 24.97, 24.96),
}


def summarise(results: Results) -> dict[str, Any]:
    """Means and standard errors under both scorings, perfect games, strike-outs, speed."""
    games = len(results.built)
    perfect = int((results.built == results.most).sum())
    return {
        "bots": list(results.bots),
        "games": games,
        "strike_out_zero": _mean(results.zero),
        "strike_out_keeps": _mean(results.built),
        "perfect": perfect / games,
        "perfect_interval": list(wilson(perfect, games)),
        "strike_outs": int((results.lives == 0).sum()),
        "moves": float(results.moves.mean()),
        "cpu_seconds": results.seconds,
        "games_per_cpu_second": games / max(results.seconds, 1e-9),
    }


def _mean(values: Any) -> dict[str, float]:
    spread = float(np.std(values, ddof=1))
    return {
        "mean": float(values.mean()),
        "standard_error": spread / math.sqrt(len(values)),
        "standard_deviation": spread,
        "least": float(values.min()),
        "most": float(values.max()),
    }


def score_all(games: int, seed: int, report: Report) -> list[dict[str, Any]]:
    """The summary of each entry of SCORED. Ctrl-C ends it early, with the complete entries."""
    found = []
    try:
        for done, (bot, players) in enumerate(SCORED):
            report(f"{bot}, {players} players", done, len(SCORED))
            found.append(summarise(play_whole([bot] * players, games, seed)))
    except KeyboardInterrupt:
        if not found:
            raise
    report("", len(SCORED), len(SCORED))
    return found


def play_whole(names: Sequence[str], games: int, seed: int) -> Results:
    """All games or none: a team that was stopped midway is not an entry of a study."""
    results = play_bots(names, games, seed)
    if len(results.built) < games:
        raise KeyboardInterrupt
    return results


def format_scores(found: Sequence[Mapping[str, Any]], games: int, seed: int) -> str:
    """The table of scores as Markdown."""
    lines = [
        f"Made by `ludoteca hanabi table --games {games} --seed {seed}`: {games:,} decks for each number of players,",
        f"the same for all bots. Mean points, standard error in brackets. {describe_machine()}",
        "",
        *markdown_table(COLUMNS, (_score_row(row["bots"][0], row) for row in found), left=("players",)),
    ]
    if len(found) < len(SCORED):
        lines += ["", STOPPED]
    return "\n".join(lines) + "\n"


def _score_row(bot: str, found: Mapping[str, Any]) -> tuple[str, ...]:
    players = len(found["bots"])
    published = PUBLISHED[bot][players - 2]
    keep, zero = found["strike_out_keeps"], found["strike_out_zero"]
    return (
        bot,
        str(players),
        f"{keep['mean']:.2f} ({keep['standard_error']:.2f})",
        "-" if published is None else f"{published:.2f}",
        f"{zero['mean']:.2f} ({zero['standard_error']:.2f})",
        f"{found['perfect']:.1%}",
        str(found["strike_outs"]),
        f"{found['games_per_cpu_second']:,.0f}",
    )
