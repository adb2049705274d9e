"""The report of xklism00 (SUI Dicewars, 2021) repeated: its tournaments and its network, then a stronger player.

A study that was stopped goes on where it was: every tournament is kept beside the page, ten boards at a time.
"""

from pathlib import Path

from ludoteca.core.progress import Report
from ludoteca.games.dicewars.line_ups import SEATS
from ludoteca.games.dicewars.study.published import ENTRIES, Entry
from ludoteca.games.dicewars.study.report import read_trainings, write_page
from ludoteca.games.dicewars.study.tournament import Table, play_tournament
from ludoteca.lab.report.study import markdown_to_html


def save_page(played: list[tuple[Entry, Table]], command: str, out: Path) -> None:
    folder = out / "dicewars"
    folder.mkdir(parents=True, exist_ok=True)
    text, charts = write_page(played, read_trainings(folder), command)
    (out / "dicewars.md").write_text(text)
    (out / "dicewars.html").write_text(markdown_to_html(text, charts, "Dicewars"))
    for name, chart in charts.items():
        (folder / f"{name.replace(' ', '-')}.svg").write_text(chart)


def run(
    quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = lambda *_: None
) -> list[Table]:
    """Play every tournament and write dicewars.md, dicewars.html, the charts and the tables; the page is written
    after each, so that a stopped study shows what it has."""
    command = f"ludoteca reproduce dicewars{' --quick' if quick else ''} --seed {seed}"
    played: list[tuple[Entry, Table]] = []
    for entry in ENTRIES:
        path = Path(out) / "dicewars" / f"table-{entry.name}.json"
        table = play_entry(entry, SEATS if quick else entry.games, seed, path, report)
        played.append((entry, table))
        save_page(played, command, Path(out))
    return [table for _, table in played]


def play_entry(entry: Entry, games: int, seed: int, path: Path, report: Report) -> Table:
    return play_tournament(entry.spec, games, seed, path, lambda done, total: report(entry.title, done, total))
