"""The report as one HTML file: plotly's script and all data inside, so it works without a network, and prints."""

import base64
import json
from html import escape
from pathlib import Path
from typing import Any

from ludoteca.core.errors import StoreError
from ludoteca.core.files import write_atomic
from ludoteca.lab.bench import describe_machine
from ludoteca.lab.charts import PALETTE
from ludoteca.lab.description import load_game
from ludoteca.lab.optional_imports import load_extra
from ludoteca.lab.record import parse_record, replay
from ludoteca.lab.report import parts
from ludoteca.lab.store import make_record
from ludoteca.lab.summary import Summary, summarise
from ludoteca.lab.tournament import Outcome

Chart = tuple[str, str, dict[str, Any]]  # title, a sentence on how to read it, plotly's figure
SHADES = [[0, PALETTE[1]], [0.5, "#FFFFFF"], [1, PALETTE[0]]]
STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 68rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { line-height: 1.2; margin-bottom: .3rem; }
h2 { margin-top: 2.2rem; border-bottom: 2px solid #0072B2; padding-bottom: .2rem; }
.headline { font-size: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .88rem; width: 100%; }
th, td { padding: .35rem .45rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { border-bottom: 2px solid #444; }
th.text, td.text { text-align: left; white-space: normal; overflow-wrap: break-word; }
.how { color: #555; margin: .2rem 0 0; }
pre { background: #f5f5f5; padding: .8rem; overflow-x: auto; }
a { color: #005a8c; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } .chart, tr, pre { break-inside: avoid; }
               h2 { break-after: avoid; } .scroll { overflow: visible; } th, td { padding: .2rem .35rem; } }
"""
SCRIPT = """
for (const chart of JSON.parse(document.getElementById("charts").textContent))
  Plotly.newPlot(chart.id, chart.data, chart.layout, {responsive: true, displaylogo: false, displayModeBar: false});
"""


def write_html(outcome: Outcome, path: Path, command: str) -> Path:
    """Write the report to `path`."""
    text = build_page(outcome, command)
    try:
        write_atomic(path, text)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    return path


def build_page(outcome: Outcome, command: str) -> str:
    summary = summarise(outcome)
    charts = list_charts(outcome, summary)
    body = [
        f"<h1>{escape(parts.tell_title(summary))}</h1>",
        f'<p class="headline">{escape(parts.tell_headline(summary))}</p>',
        "<ul>", *(f"<li>{escape(fact)}</li>" for fact in parts.tell_facts(summary)), "</ul>",
        "<h2>Agents</h2>", _table(*parts.tell_standings(summary)), _place(charts, 0),
    ]  # fmt: skip
    if summary.pairings:
        body += ["<h2>Two by two</h2>", _place(charts, 1), _table(*parts.tell_pairings(summary))]
    body += ["<h2>Decisions</h2>", f"<p>{parts.THINKING}</p>", _table(*parts.tell_thinking(summary))]
    body += ["<h2>Seats, returns, length, time</h2>", *(_place(charts, i) for i in range(2, len(charts)))]
    body += ["<h2>Games to look at</h2>", _list_games(outcome)]
    body += ["<h2>How it was made</h2>", f"<p>{escape(describe_machine())} Made by <code>{escape(command)}</code>.</p>"]
    body += [f"<pre>{escape(json.dumps(outcome.description.to_json(), indent=2))}</pre>"]
    data = [{"id": f"chart-{i}", **figure} for i, (_, _, figure) in enumerate(charts)]
    return _wrap(parts.tell_title(summary), "\n".join(body), data)


def _wrap(title: str, body: str, data: list[dict[str, Any]]) -> str:
    plotly = load_extra("plotly.offline").get_plotlyjs()
    safe = json.dumps(data).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="charts">{safe}</script>\n<script>{plotly}</script>\n'
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def _table(head: list[str], rows: list[list[str]]) -> str:
    kinds = [' class="text"' if title in parts.TEXTS else "" for title in head]
    top = "".join(f"<th{kind}>{escape(title)}</th>" for kind, title in zip(kinds, head, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{kind}>{_breakable(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def _breakable(cell: str) -> str:
    """A long setting may go on in the next line after a colon or a comma."""
    return escape(cell).replace(":", ":<wbr>").replace(",", ",<wbr>")


def _place(charts: list[Chart], i: int) -> str:
    title, how, figure = charts[i]
    height = figure["layout"]["height"]
    return (
        f'<div class="chart"><div id="chart-{i}" style="height:{height}px" role="img" aria-label="{escape(title)}">'
        f'</div><p class="how">{escape(how)}</p></div>'
    )


# --- charts --------------------------------------------------------------------------------------------------------


def list_charts(outcome: Outcome, summary: Summary) -> list[Chart]:
    names = [row.agent for row in summary.standings]
    rated = [(r.agent, r.elo, r.elo_95) for r in summary.standings if r.elo is not None and r.elo_95 is not None]
    means = [(r.agent, r.mean, r.mean_95) for r in summary.standings if r.mean is not None]
    seats = [(name, mean, interval) for name, (mean, interval) in zip(summary.seat_names, summary.seats, strict=True)]
    lengths = [len(row["actions"]) for row in outcome.rows]
    together = summary.co_operative
    return [
        _dots("Strength", rated, "Elo", "A dot is the rating by maximum likelihood, the line its 95 % interval.")
        if rated
        else _dots("Mean score", means, "mean score", "A dot is the mean, the line its 95 % interval."),
        _matrix(summary, "Mean score of teams" if together else "Score of the row against the column"),
        _dots("Mean return by seat", seats, "mean return", "All agents together: is a seat better than another?"),
        _boxes("Mean returns by deal", parts.returns_by_deal(outcome, names), "mean return", "linear",
               "One value a deal; the box holds the middle half, the line in it is the median."),
        ("Length of games", "How many actions a game has, chance included.", {
            "data": [{"type": "histogram", "x": lengths, "marker": {"color": PALETTE[0]}, "nbinsx": 40}],
            "layout": _layout("Length of games", "actions in a game", 340, {"y": {"title": {"text": "games"}}})}),
        _boxes("Time to decide", parts.milliseconds_by_game(outcome, names), "milliseconds an action", "log",
               "One value a game; the scale is logarithmic."),
    ]  # fmt: skip


def _layout(title: str, across: str, height: int, more: dict[str, Any] | None = None) -> dict[str, Any]:
    more = more or {}
    return {
        "title": {"text": title, "x": 0.01, "font": {"size": 17}}, "height": height, "showlegend": False,
        "font": {"family": "system-ui, sans-serif", "size": 14, "color": "#222"},
        "margin": {"l": 20, "r": 20, "t": 50, "b": 50}, "plot_bgcolor": "#fff", "paper_bgcolor": "#fff",
        "xaxis": {"title": {"text": across}, "automargin": True, "gridcolor": "#ddd", "zerolinecolor": "#999",
                  **more.get("x", {})},
        "yaxis": {"automargin": True, "gridcolor": "#eee", **more.get("y", {})},
    }  # fmt: skip


def _dots(title: str, rows: list[Any], across: str, how: str) -> Chart:
    rows = list(reversed(rows))  # plotly counts from the bottom
    bars = {
        "type": "data", "symmetric": False, "color": PALETTE[0], "thickness": 3, "width": 0,
        "array": [interval[1] - value if interval else 0 for _, value, interval in rows],
        "arrayminus": [value - interval[0] if interval else 0 for _, value, interval in rows],
    }  # fmt: skip
    data = {
        "type": "scatter", "mode": "markers", "x": [value for _, value, _ in rows], "y": [name for name, _, _ in rows],
        "error_x": bars, "marker": {"size": 13, "color": PALETTE[0]},
    }  # fmt: skip
    room = {"y": {"type": "category", "range": [-0.7, len(rows) - 0.3]}}
    return title, how, {"data": [data], "layout": _layout(title, across, 130 + 38 * len(rows), room)}


def _boxes(title: str, groups: dict[str, list[float]], across: str, scale: str, how: str) -> Chart:
    data = [
        {"type": "box", "x": values, "name": name, "orientation": "h", "boxpoints": False,
         "marker": {"color": PALETTE[0]}, "fillcolor": "#cfe6f5", "line": {"width": 2}}
        for name, values in reversed(groups.items())
    ]  # fmt: skip
    more = {"x": {"type": scale, **({"dtick": 1} if scale == "log" else {})}, "y": {"type": "category"}}
    return title, how, {"data": data, "layout": _layout(title, across, 130 + 46 * len(groups), more)}


def _matrix(summary: Summary, title: str) -> Chart:
    names, cells = parts.matrix_cells(summary)
    n = len(names)
    values = [[cells.get((i, j), (None, ""))[0] for j in range(n)] for i in range(n)]
    labels = [[cells.get((i, j), (None, ""))[1] for j in range(n)] for i in range(n)]
    data = {
        "type": "heatmap", "x": names, "y": names, "z": values, "text": labels, "texttemplate": "%{text}",
        "zmin": 0, "zmax": 1, "colorscale": SHADES, "showscale": False, "xgap": 3, "ygap": 3, "hoverinfo": "text",
    }  # fmt: skip
    more = {
        "x": {"side": "top", "type": "category", "showgrid": False, "title": {"text": ""}},
        "y": {"autorange": "reversed", "type": "category", "showgrid": False},
    }
    layout = _layout(title, "", 170 + 44 * n, more)
    layout["margin"]["t"] = 100
    how = "Teams of row and column; darker blue is better." if summary.co_operative else (
        "What the row took of its meetings with the column, a draw counting half: blue above one half, orange below."
    )  # fmt: skip
    return title, how, {"data": [data], "layout": layout}


# --- replays -------------------------------------------------------------------------------------------------------


def _list_games(outcome: Outcome) -> str:
    """Records to download from the page itself, and how each game ended."""
    game = load_game(outcome.description.game)
    names = outcome.description.names
    items = []
    for why, row in parts.choose_games(outcome.rows):
        text = make_record(row, game, outcome.description.setup_for(row["deal"]))
        *_, (last, _) = replay(parse_record(text, game), game)
        name = f"game-{row['game']:06d}.json"
        data = base64.b64encode(text.encode()).decode()
        who = ", ".join(f"{game.info.seat_name(seat)}: {names[sat]}" for seat, sat in enumerate(row["seating"]))
        items.append(
            f'<li><a download="{name}" href="data:application/json;base64,{data}">{name}</a> ({why}): '
            f"{escape(who)}; {len(row['actions'])} actions; {escape(row['reason'])}"
            f"<details><summary>the last position</summary><pre>{escape(game.draw(last))}</pre></details></li>"
        )
    return f"<ul>{''.join(items)}</ul><p class='how'>Look at one with <code>ludoteca replay FILE</code>.</p>"
