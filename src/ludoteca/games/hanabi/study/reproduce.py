"""`ludoteca reproduce hanabi`: the table of scores and the cross-play of the page of results."""

from pathlib import Path

from ludoteca.core.progress import Report, silent
from ludoteca.games.hanabi.study.crossplay import count_cells, cross_all, format_crossplay
from ludoteca.games.hanabi.study.page import write_section
from ludoteca.games.hanabi.study.scores import COUNTS, SCORED, format_scores, score_all

SCORE_GAMES, CROSS_GAMES = 10_000, 1_000  # decks of each entry
QUICK_SCORE_GAMES, QUICK_CROSS_GAMES = 20, 4


def run(
    quick: bool = False,
    seed: int = 1,
    out: Path | str = "docs/results",
    report: Report = silent,
) -> None:
    """Do both studies and write them into hanabi.md. Ctrl-C leaves the page as it was."""
    games, decks = (QUICK_SCORE_GAMES, QUICK_CROSS_GAMES) if quick else (SCORE_GAMES, CROSS_GAMES)
    scores = score_all(games, seed, report)
    if len(scores) < len(SCORED):
        raise KeyboardInterrupt
    cells = cross_all(COUNTS, decks, seed, report)
    if len(cells) < count_cells(COUNTS):
        raise KeyboardInterrupt
    page = Path(out) / "hanabi.md"
    write_section(page, "scores", format_scores(scores, games, seed))
    write_section(page, "cross-play", *format_crossplay(cells, decks, seed))
