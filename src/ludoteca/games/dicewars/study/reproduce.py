"""The report of xklism00 (SUI Dicewars, 2021) repeated: its tournaments and its network, then a stronger agent.

Every tournament is stored beside the page, ten boards at a time, so a study that was stopped can be resumed.
"""

from pathlib import Path

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.dicewars.study.published import ENTRIES, Entry
from ludoteca.games.dicewars.study.report import read_trainings, write_page
from ludoteca.games.dicewars.study.tournament import Standings, play_tournament
from ludoteca.games.dicewars.tournament import SEATS
from ludoteca.lab.report.study import markdown_to_html


def save_page(played: list[tuple[Entry, Standings]], command: str, out: Path) -> None:
    folder = out / "dicewars"
    folder.mkdir(parents=True, exist_ok=True)
    text, charts = write_page(played, read_trainings(folder), command)
    write_atomic(out / "dicewars.md", text)
    write_atomic(out / "dicewars.html", markdown_to_html(text, charts, "Dicewars"))
    for name, chart in charts.items():
        write_atomic(folder / f"{name.replace(' ', '-')}.svg", chart)


def run(
    quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = silent
) -> list[Standings]:
    """Play every tournament and write dicewars.md, dicewars.html, the charts and the standings. The page is written
    after each tournament, so a study that was stopped shows what it has."""
    command = f"ludoteca reproduce dicewars{' --quick' if quick else ''} --seed {seed}"
    played: list[tuple[Entry, Standings]] = []
    for entry in ENTRIES:
        path = Path(out) / "dicewars" / f"table-{entry.name}.json"
        played.append((entry, play_entry(entry, SEATS if quick else entry.games, seed, path, report)))
        save_page(played, command, Path(out))
    return [standings for _, standings in played]


def play_entry(entry: Entry, games: int, seed: int, path: Path, report: Report) -> Standings:
    return play_tournament(entry.spec, games, seed, path, lambda _, done, total: report(entry.title, done, total))
