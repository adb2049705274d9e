"""The report as Markdown, its charts as SVG files beside it."""

import json
import math
from pathlib import Path

from ludoteca.core.errors import StoreError
from ludoteca.core.files import write_atomic
from ludoteca.lab import charts
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.report import parts
from ludoteca.lab.summary import Summary, summarise
from ludoteca.lab.tables import markdown_table
from ludoteca.lab.tournament import Outcome

NOTHING_KNOWN = (-math.inf, math.inf)  # instead of an interval


def write_markdown(outcome: Outcome, path: Path, command: str) -> list[Path]:
    """Write `path` and a folder of charts beside it, named like it; returns all that was written."""
    summary = summarise(outcome)
    drawn = draw_charts(outcome, summary)
    folder = path.with_suffix("")
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, chart in drawn.items():
            written.append(folder / f"{name}.svg")
            write_atomic(written[-1], chart, durable=False)
        write_atomic(path, _tell(outcome, summary, list(drawn), folder.name, command))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    return [path, *written]


def draw_charts(outcome: Outcome, summary: Summary) -> dict[str, str]:
    names = [row.agent for row in summary.standings]
    rated = [(r.agent, r.elo, *r.elo_95) for r in summary.standings if r.elo is not None and r.elo_95 is not None]
    means = [(r.agent, r.mean, *(r.mean_95 or NOTHING_KNOWN)) for r in summary.standings if r.mean is not None]
    labels, cells = parts.matrix_cells(summary)
    seats = [
        (name, mean, *(interval or NOTHING_KNOWN))
        for name, (mean, interval) in zip(summary.seat_names, summary.seats, strict=True)
    ]
    together = summary.co_operative
    title = "Mean score of teams, row with column" if together else "Score of the row against the column"
    drawn = {
        "strength": charts.draw_intervals("Strength with 95 % intervals", rated, "Elo")
        if rated
        else charts.draw_intervals("Mean score with 95 % intervals", means, "mean score"),
        "pairs": charts.draw_matrix(title, labels, cells),
        "seats": charts.draw_intervals("Mean return by seat, all agents", seats, "mean return"),
        "returns": charts.draw_boxes("Mean returns by deal", parts.returns_by_deal(outcome, names), "mean return"),
        "lengths": charts.draw_histogram(
            "Length of games", [len(row["actions"]) for row in outcome.rows], "actions in a game"
        ),
    }
    times = parts.milliseconds_by_game(outcome, names)
    if times:
        drawn["times"] = charts.draw_boxes("Time to decide", times, "milliseconds an action, by game")
    return drawn


def _tell(outcome: Outcome, summary: Summary, drawn: list[str], folder: str, command: str) -> str:
    description = outcome.description
    lines = [f"# {parts.tell_title(summary)}", "", parts.tell_headline(summary), ""]
    lines += [f"- {fact}" for fact in parts.tell_facts(summary)]
    lines += ["", f"Made by `{command}`, seed {description.seed}.", describe_machine(), "", "## Agents", ""]
    lines += markdown_table(*parts.tell_standings(summary), parts.TEXTS)
    lines += ["", f"![strength]({folder}/strength.svg)", "", "## Two by two", ""]
    lines += [f"![pairs]({folder}/pairs.svg)", ""]
    lines += markdown_table(*parts.tell_pairings(summary), parts.TEXTS) if summary.pairings else [parts.ALONE]
    lines += ["", "## Decisions", "", parts.THINKING, "", *markdown_table(*parts.tell_thinking(summary)), ""]
    lines += ["## Seats, returns, length, time", ""]
    for name in drawn:
        if name not in ("strength", "pairs"):
            lines += [f"![{name}]({folder}/{name}.svg)", ""]
    lines += [
        "Intervals are drawn over whole deals, since the games of one deal share their luck.",
        "",
    ]
    lines += ["## How it was made", "", "Played by `ludoteca tournament` from this description:", ""]
    lines += ["```json", json.dumps(description.to_json(), indent=2), "```", ""]
    return "\n".join(lines)
