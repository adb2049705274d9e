"""How the subcommands ask an agent and show its answer: a bar while it thinks, then values and the best line."""

import threading
from typing import TYPE_CHECKING

from rich.table import Table

from ludoteca.cli.common import messages, progress_bar

if TYPE_CHECKING:
    from ludoteca.protocol import Agent, Analysis, Decision, Game, State


def decide_with_bar(agent: "Agent", view: "State", label: str) -> "Decision":
    """Let an agent decide while a bar shows how far it is; Ctrl-C stops the search and is passed on."""
    from ludoteca.protocol import Watch

    watch = Watch()
    if not messages.is_terminal:
        return agent.decide(view, None, watch)
    done = threading.Event()
    with progress_bar() as bar:
        task = bar.add_task(label, total=1.0)

        def show() -> None:
            while not done.wait(0.1):
                bar.update(task, completed=watch.fraction)

        threading.Thread(target=show, daemon=True).start()
        try:
            return agent.decide(view, None, watch)
        finally:
            done.set()


def analysis_table(game: "Game", s: "State", analysis: "Analysis", most: int = 20) -> Table:
    """The reasons of a decision, best action first."""
    columns = {"value": "{:+.3f}", "visits": "{:,}", "probability": "{:.1%}"}
    shown = [name for name in columns if any(getattr(row, name) is not None for row in analysis.actions)]
    table = Table(box=None, pad_edge=False)
    table.add_column("action", style="bold")
    for name in shown:
        table.add_column(name, justify="right")
    for row in analysis.actions[:most]:
        cells = [(columns[name], getattr(row, name)) for name in shown]
        table.add_row(
            game.format_action(s, row.action), *("" if value is None else form.format(value) for form, value in cells)
        )
    return table


def summary_line(game: "Game", s: "State", analysis: "Analysis") -> str:
    """Depth, nodes and the best line, as far as the agent tells them."""
    parts = []
    if analysis.depth:
        parts.append(f"depth {analysis.depth}" + (" (proven)" if analysis.proven else ""))
    if analysis.iterations:
        parts.append(f"{analysis.iterations:,} iterations")
    if analysis.nodes:
        parts.append(f"{analysis.nodes:,} nodes")
    parts.append(f"{analysis.seconds:.2f} s")
    return ", ".join(parts) + "; line: " + " ".join(name_line(game, s, analysis.line))


def name_line(game: "Game", s: "State", line: tuple[int, ...]) -> list[str]:
    """A principal variation in notation, as far as it can be played on from here."""
    from ludoteca.lab import notation

    return [name for _, name, _ in notation.walk(game, s, line)]
