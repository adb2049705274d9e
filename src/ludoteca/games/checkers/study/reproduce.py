"""The experiment of UNISACheckers repeated: what pruning and captures first save, depth by depth.

Ten games a depth, both sides at the same depth. At every position of a game the three forms of the search are run and
counted (plain minimax, alpha-beta, alpha-beta with captures first); the last one's move is played. Then the engine: its
cost by depth, a match against the strongest level of the original program, and the answer times of every level.
"""

from pathlib import Path

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.games.checkers.study.measure import Study, measure_depth, measure_engine, play_hard, time_levels
from ludoteca.games.checkers.study.report import draw_charts, write_html, write_report


def run(quick: bool = False, seed: int = 1, out: Path | str = "docs/results", report: Report = silent) -> Study:
    """Do the whole study and write checkers.md, checkers.html and the charts into `out`."""
    study = Study(seed, games=2 if quick else 10, openings=3 if quick else 100, seconds=0.02 if quick else 0.2)
    for depth in range(1, 4 if quick else 7):
        measure_depth(study, depth, report)
    measure_engine(study, range(1, 5 if quick else 13), report)
    time_levels(study, 3 if quick else 100, report)
    play_hard(study, report)
    save_report(study, f"ludoteca reproduce checkers{' --quick' if quick else ''} --seed {seed}", Path(out))
    return study


def save_report(study: Study, command: str, out: Path) -> None:
    (out / "checkers").mkdir(parents=True, exist_ok=True)
    write_atomic(out / "checkers.md", write_report(study, command))
    write_atomic(out / "checkers.html", write_html(study, command))
    for name, chart in draw_charts(study).items():
        write_atomic(out / "checkers" / f"{name}.svg", chart)
