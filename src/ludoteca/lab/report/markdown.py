"""The report as Markdown, its charts as SVG files beside it."""

import json
from pathlib import Path

from ludoteca.core.errors import StoreError
from ludoteca.lab import figures
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.report import parts
from ludoteca.lab.summary import Summary, summarise
from ludoteca.lab.tournament import Outcome


def write_markdown(outcome: Outcome, path: Path, command: str) -> list[Path]:
    """Write `path` and a folder of charts beside it, named like it; returns all that was written."""
    summary = summarise(outcome)
    charts = draw_charts(outcome, summary)
    folder = path.with_suffix("")
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, chart in charts.items():
            written.append(folder / f"{name}.svg")
            written[-1].write_text(chart, encoding="utf-8")
        path.write_text(_tell(outcome, summary, list(charts), folder.name, command), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    return [path, *written]


def draw_charts(outcome: Outcome, summary: Summary) -> dict[str, str]:
    names = [row.agent for row in summary.standings]
    rated = [(r.agent, r.elo, *r.elo_95) for r in summary.standings if r.elo is not None and r.elo_95 is not None]
    means = [(r.agent, r.mean, *r.mean_95) for r in summary.standings]
    labels, cells = parts.matrix_cells(summary)
    seats = [(n, mean, *interval) for n, (mean, interval) in zip(summary.seat_names, summary.seats, strict=True)]
    together = summary.co_operative
    title = "Mean score of teams, row with column" if together else "Score of the row against the column"
    charts = {
        "strength": figures.draw_intervals("Strength with 95 % intervals", rated, "Elo")
        if rated
        else figures.draw_intervals("Mean score with 95 % intervals", means, "mean score"),
        "pairs": figures.draw_matrix(title, labels, cells),
        "seats": figures.draw_intervals("Mean return by seat, all agents", seats, "mean return"),
        "returns": figures.draw_boxes("Mean returns by deal", parts.returns_by_deal(outcome, names), "mean return"),
        "lengths": figures.draw_histogram(
            "Length of games", [len(row["actions"]) for row in outcome.rows], "actions in a game"
        ),
    }
    times = parts.milliseconds_by_game(outcome, names)
    if times:
        charts["times"] = figures.draw_boxes("Time to decide", times, "milliseconds an action, by game")
    return charts


def _tell(outcome: Outcome, summary: Summary, charts: list[str], folder: str, command: str) -> str:
    told = outcome.description
    lines = [f"# {parts.tell_title(summary)}", "", parts.tell_headline(summary), ""]
    lines += [f"- {fact}" for fact in parts.tell_facts(summary)]
    lines += ["", f"Made by `{command}`, seed {told.seed}.", describe_machine(), "", "## Agents", ""]
    lines += _table(*parts.tell_standings(summary))
    lines += ["", f"![strength]({folder}/strength.svg)", "", "## Two by two", ""]
    lines += [f"![pairs]({folder}/pairs.svg)", "", *_table(*parts.tell_pairings(summary)), ""]
    lines += ["## Seats, returns, length, time", ""]
    for name in charts:
        if name not in ("strength", "pairs"):
            lines += [f"![{name}]({folder}/{name}.svg)", ""]
    lines += [
        "Intervals are drawn over whole deals: docs/statistics.md says which statistic is for what.",
        "",
    ]
    lines += ["## How it was made", "", "Played by `ludoteca tournament` from this description:", ""]
    lines += ["```json", json.dumps(told.to_json(), indent=2), "```", ""]
    return "\n".join(lines)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    if not rows:
        return ["There was one agent only."]
    numbers = ["---" if title in ("agent", "plays as", "first", "second") else "---:" for title in head]
    return [f"| {' | '.join(cells)} |" for cells in (head, numbers, *(_escaped(row) for row in rows))]


def _escaped(row: list[str]) -> list[str]:
    return [cell.replace("|", "\\|") for cell in row]
