"""The report of the study: tables and charts, in Markdown and as one page."""

from collections.abc import Iterable

from ludoteca import __version__
from ludoteca.games.checkers.study.measure import FORMS, OPENING, Cost, Study
from ludoteca.lab.charts import draw_lines
from ludoteca.lab.report.study import markdown_to_html
from ludoteca.lab.tables import markdown_table

PUBLISHED = (89.8, 64.0, 96.4)  # per cent saved at depth 6: pruning, then order, then both
SAVINGS = ("alpha-beta instead of minimax", "captures first instead of alpha-beta", "both instead of minimax")


def draw_charts(study: Study) -> dict[str, str]:
    """The charts of the original report, and the engine's, by file name."""
    depths = sorted(study.costs)

    def line(form: str) -> list[tuple[float, float]]:
        return [(depth, 1000 * study.costs[depth][form].mean_seconds) for depth in depths]

    across, up = "depth", "CPU-milliseconds a move"
    lines = {form: line(form) for form in FORMS}
    charts = {
        "minimax": draw_lines("Minimax", {"minimax": lines["minimax"]}, across, up),
        "alpha-beta": draw_lines("With alpha-beta pruning", {k: lines[k] for k in FORMS[:2]}, across, up),
        "captures-first": draw_lines("With captures first", {k: lines[k] for k in FORMS[1:]}, across, up),
        "logarithmic": draw_lines("All three, logarithmic", lines, across, up, logarithmic=True),
    }
    if len(study.engine) > 1:
        engine = [(depth, max(1.0, cost.mean_nodes)) for depth, cost in sorted(study.engine.items())]
        plain = [(depth, study.costs[depth]["captures first"].mean_nodes) for depth in depths]
        charts["engine"] = draw_lines(
            "Nodes a move: the engine and the original search", {"engine": engine, "captures first": plain}, across,
            "nodes a move", logarithmic=True,
        )  # fmt: skip
    return charts


def _cost_rows(study: Study) -> Iterable[list[str]]:
    for depth, costs in sorted(study.costs.items()):
        nodes = [f"{costs[form].mean_nodes:,.0f}" for form in FORMS]
        times = [f"{1000 * costs[form].mean_seconds:.2f}" for form in FORMS]
        worst = f"{1000 * max(costs['minimax'].seconds):.1f}", f"{1000 * max(costs['captures first'].seconds):.1f}"
        yield [str(depth), *nodes, *times, *worst, f"{study.draws[depth]} of {study.games}"]


def _saving_rows(study: Study) -> Iterable[list[str]]:
    deepest = max(study.costs)
    for i, name in enumerate(SAVINGS):
        nodes, seconds = (study.save_percent(deepest, measure)[i] for measure in ("mean_nodes", "mean_seconds"))
        yield [name, f"{PUBLISHED[i]} %", f"{nodes:.1f} %", f"{seconds:.1f} %"]


def write_report(study: Study, command: str) -> str:
    """The report in Markdown."""
    deepest = max(study.costs)
    lines = [
        "# Checkers: the experiment of UNISACheckers repeated",
        "",
        f"Made by `{command}` with Ludoteca {__version__}. {study.games} games a depth, both sides at the same depth,",
        "rule set `unisa`, a draw after 40 moves each without a capture or a man's move. Times are CPU time.",
        *([study.note] if study.note else []),
        "",
        f"## What is saved at depth {deepest}",
        "",
        *markdown_table(["", "published (depth 6, time)", "here, in nodes", "here, in time"], _saving_rows(study)),
        "",
        f"The three forms gave different values at {study.mismatches} positions.",
        "",
        "## Cost of a move by depth",
        "",
        *markdown_table(
            ["depth", *(f"nodes, {form}" for form in FORMS), *(f"ms, {form}" for form in FORMS), "worst ms, minimax",
             "worst ms, captures first", "draws"], _cost_rows(study),
        ),
        "",
        *(f"![{name}](checkers/{name}.svg)" for name in draw_charts(study)),
    ]  # fmt: skip
    return "\n".join([*lines, *_engine_section(study), ""])


def _engine_section(study: Study) -> list[str]:
    lines = []
    if study.engine:
        rows = (
            [str(depth), f"{cost.mean_nodes:,.0f}", f"{1000 * cost.mean_seconds:.2f}"]
            for depth, cost in sorted(study.engine.items())
        )
        lines += ["", "## The engine", "", *markdown_table(["depth", "nodes a move", "ms a move"], rows)]
    if study.match:
        wins, draws, losses = (study.match.count(result) for result in (1.0, 0.0, -1.0))
        lines += [
            "",
            f"Against Hard at {study.seconds} s a move, {study.openings} openings of {OPENING} random plies with both",
            f"colours: {wins} won, {draws} drawn, {losses} lost ({100 * wins / len(study.match):.1f} % won).",
        ]
    if study.levels:
        rows = ([name, *(f"{1000 * seconds:.1f}" for seconds in _spread(cost))] for name, cost in study.levels.items())
        head = ["level", "mean ms", "99th percentile ms", "worst ms"]
        lines += ["", "Answer times by the clock:", "", *markdown_table(head, rows)]
    return lines


def _spread(cost: Cost) -> tuple[float, float, float]:
    return cost.mean_seconds, cost.percentile(0.99), max(cost.seconds)


def write_html(study: Study, command: str) -> str:
    """The report as one page, charts inside."""
    return markdown_to_html(write_report(study, command), draw_charts(study), "Checkers")
