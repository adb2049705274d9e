"""Studies of hanabi's players: teams of agents, the table of scores beside the published ones, and cross-play.

Ctrl-C ends a study early: what was complete by then is told, and that it was stopped.
"""

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import agents
from ludoteca.agents.reading import check_team
from ludoteca.agents.sparta import Sparta
from ludoteca.errors import SetupError, UnknownName
from ludoteca.files import write_whole
from ludoteca.games.hanabi.bots import BOTS
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MAX_PLAYERS
from ludoteca.games.hanabi.table import PLAYERS, Results, deal_deck, play_table
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.figures import draw_matrix
from ludoteca.lab.statistics import wilson
from ludoteca.protocol import CHANCE, Agent, State
from ludoteca.rng import split_seed

Report = Callable[[str, int, int], None]
"""`report(what, done, total)`: the place for a progress bar."""
COUNTS = (2, 3, 4, 5)
STOPPED = "Stopped before the end."
Z = 1.959964  # of a 95% interval
SCORED = [(bot, players) for bot in PLAYERS for players in COUNTS]  # the entries of the table of scores

# Self-play means for 2, 3, 4 and 5 players where a strike-out keeps the points. The rule lists: 2,000 games each of the
# Fireworks framework; smart and cheat: Quux and hanabi.rs; hat: hanabi.rs; Bot1 and Bot2: the original Java, 40 and 100
# games. None where nothing was published.
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
    "bot1": (12.80, None, None, None),
    "bot2": (14.51, None, None, None),
    "smart": (23.09, 23.30, 22.44, 20.69),
    "hat": (22.52, 24.79, 24.94, 24.92),
    "keen": (None, None, None, None),
    "guest": (None, None, None, None),
    "cheat": (24.82, 24.98, 24.97, 24.96),
}


def summarise(results: Results) -> dict[str, Any]:
    """Means and errors under both scorings, perfect games, strike-outs, speed."""
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


# --- teams in which somebody is no bot -----------------------------------------------------------------------------


def parse_team(text: str) -> list[str]:
    """`sparta:worlds=100,joint=yes,smart` as two players: a word with = belongs to the player before it."""
    team: list[str] = []
    for word in (part.strip() for part in text.split(",")):
        if team and "=" in word and ":" not in word:
            team[-1] += f",{word}"
        else:
            team.append(word)
    if not 2 <= len(team) <= MAX_PLAYERS:
        raise SetupError(f"a team has two to five players, as in smart,smart; not {len(team)}")
    return team


def play_team(team: Sequence[str], games: int, seed: int, report: Callable[[int], None] | None = None) -> Results:
    """Bots by name and agents as `sparta:worlds=100`, on the decks that a table of bots has with this seed."""
    if all(name in PLAYERS for name in team):
        return play_table(GAME, team, games, seed, report=report)
    for name in team:
        if name not in BOTS and name.partition(":")[0] not in agents.names():
            raise UnknownName("bot of hanabi", name, (*PLAYERS, *agents.able(GAME)))
    players = [agents.make_from(f"bot:bot={name}" if name in BOTS else name, GAME) for name in team]
    check_team([player.reader for player in players if isinstance(player, Sparta) and player.settings.joint])
    start = GAME.start(players=len(team))
    for player in players:
        player.warm_up(GAME.observe(_deal(start, 1), 0))
    found: list[tuple[int, int, int]] = []
    begun = time.process_time()
    try:
        for i in range(games):
            for seat, player in enumerate(players):
                player.forget()
                player.reseed(split_seed(seed, "agents", i, seat))
            found.append(_play(players, _deal(start, split_seed(seed, "deck", i))))
            if report:
                report(len(found))
    except KeyboardInterrupt:
        if len(found) < 2:
            raise
    spent = time.process_time() - begun
    built, lives, moves = np.array(found, np.int64).T
    return Results(tuple(team), built, lives, moves, spent, int(start.colours_used) * int(start.ranks_used))


def _deal(start: State, deck_seed: int) -> State:
    """A table with this deck and full hands."""
    s = GAME.copy(start)
    deal_deck(s, np.array([deck_seed], np.uint64))
    while GAME.mover(s) == CHANCE:
        GAME.play(s, int(s.cards[int(s.drawn)]))
    return s


def _play(players: Sequence[Agent], s: State) -> tuple[int, int, int]:
    """Cards built, lives left and moves of a game, played on to its end."""
    while not GAME.is_over(s):
        seat = GAME.mover(s)
        card = int(s.cards[int(s.drawn)]) if seat == CHANCE else 0
        GAME.play(s, card if seat == CHANCE else players[seat].decide(GAME.observe(s, seat)).action)
    return int(s.score), int(s.lives), int(s.ply)


# --- every bot with itself -----------------------------------------------------------------------------------------


def score_all(games: int, seed: int, report: Report) -> list[dict[str, Any]]:
    """The summary of every bot with itself, for each of SCORED. Ctrl-C ends it early, with those that are complete."""
    found = []
    try:
        for done, (bot, players) in enumerate(SCORED):
            report(f"{bot}, {players} players", done, len(SCORED))
            found.append(summarise(_play_whole([bot] * players, games, seed)))
    except KeyboardInterrupt:
        if not found:
            raise
    report("", len(SCORED), len(SCORED))
    return found


def _play_whole(names: Sequence[str], games: int, seed: int) -> Results:
    """All the games or none: a table that was stopped midway is no entry of a study."""
    results = play_table(GAME, names, games, seed)
    if len(results.built) < games:
        raise KeyboardInterrupt
    return results


def format_scores(found: Sequence[Mapping[str, Any]], games: int, seed: int) -> str:
    """The table of scores as Markdown."""
    lines = [
        f"Made by `ludoteca hanabi table --games {games} --seed {seed}`: {games:,} decks for each number of players,",
        f"the same for all bots. Mean points, standard error in brackets. {describe_machine()}",
        "",
        "| bot | players | strike-out keeps | published | strike-out 0 | perfect | strike-outs | games/CPU-s |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
        *(_score_row(row["bots"][0], row) for row in found),
    ]
    if len(found) < len(SCORED):
        lines += ["", STOPPED]
    return "\n".join(lines) + "\n"


def _score_row(bot: str, found: Mapping[str, Any]) -> str:
    players = len(found["bots"])
    told = PUBLISHED[bot][players - 2]
    keep, zero = found["strike_out_keeps"], found["strike_out_zero"]
    return (
        f"| {bot} | {players} | {keep['mean']:.2f} ({keep['standard_error']:.2f}) | "
        f"{'-' if told is None else f'{told:.2f}'} | {zero['mean']:.2f} ({zero['standard_error']:.2f}) | "
        f"{found['perfect']:.1%} | {found['strike_outs']} | {found['games_per_cpu_second']:,.0f} |"
    )


# --- every bot with every other ------------------------------------------------------------------------------------


def cross_all(counts: Sequence[int], games: int, seed: int, report: Report) -> list[dict[str, Any]]:
    """A cell for each number of players and each pair: all seats but one are the row's bot, one is the column's. That
    seat goes round the table, each time on decks of its own. A strike-out scores 0."""
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
        parts.append(_play_whole(names, decks, split_seed(seed, "seat", seat)).zero)
    return np.concatenate(parts)


def format_crossplay(cells: Sequence[Mapping[str, Any]], games: int, seed: int) -> tuple[str, dict[str, str]]:
    """The matrices as Markdown, and a heat map for each number of players: {file name: SVG}."""
    counts = sorted({cell["players"] for cell in cells})
    asked = ",".join(map(str, counts))
    lines = [
        f"Made by `ludoteca hanabi crossplay --players {asked} --games {games} --seed {seed}`. All seats but one are",
        "the row's bot, one is the column's; that seat goes round the table. A strike-out scores 0. Mean points of",
        f"{games:,} decks; the half-width of the 95% interval in brackets.",
    ]
    pictures = {}
    for players in counts:
        chosen = [cell for cell in cells if cell["players"] == players]
        name = f"crossplay-{players}.svg"
        pictures[name] = _draw_heat(f"Cross-play, {players} players", chosen)
        lines += ["", f"### {players} players", "", f"![Cross-play, {players} players](hanabi/{name})", ""]
        lines += ["| | " + " | ".join(BOTS) + " |", "|---|" + "---:|" * len(BOTS)]
        for row in BOTS:
            told = {c["column"]: f"{c['mean']:.1f} ({c['high'] - c['mean']:.1f})" for c in chosen if c["row"] == row}
            lines.append(f"| {row} | " + " | ".join(told.get(column, "-") for column in BOTS) + " |")
    if len(cells) < count_cells(counts):
        lines += ["", STOPPED]
    return "\n".join(lines) + "\n", pictures


def _draw_heat(title: str, cells: Sequence[Mapping[str, Any]]) -> str:
    most = GAME.info.max_return
    spots = {(BOTS.index(c["row"]), BOTS.index(c["column"])): (c["mean"] / most, f"{c['mean']:.1f}") for c in cells}
    return draw_matrix(title, BOTS, spots)


# --- the page ------------------------------------------------------------------------------------------------------


def write_section(path: Path, name: str, text: str, pictures: Mapping[str, str] | None = None) -> None:
    """Put a section between its marks on the page (or at its end), and pictures into the folder beside it."""
    first, last = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    body = f"{first}\n{text}{last}"
    page = path.read_text(encoding="utf-8") if path.exists() else "# Hanabi\n"
    found = re.search(re.escape(first) + ".*?" + re.escape(last), page, re.DOTALL)
    page = (
        page[: found.start()] + body + page[found.end() :] if found else f"{page}\n## {name.capitalize()}\n\n{body}\n"
    )
    folder = path.with_suffix("")
    (folder if pictures else path.parent).mkdir(parents=True, exist_ok=True)
    for file, svg in (pictures or {}).items():
        write_whole(folder / file, svg)
    write_whole(path, page)
