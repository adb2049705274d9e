"""`ludoteca tournament`: many games between many agents, with statistics that can be trusted."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, messages, print_json, progress_bar

if TYPE_CHECKING:
    from ludoteca.lab.summary import Summary
    from ludoteca.lab.tournament import Outcome

Workers = Annotated[int | None, typer.Option(help="Processes to use; as many as there are cores if left out.")]
ClusterAddress = Annotated[
    str | None,
    typer.Option("--cluster", help="A Dask scheduler, as in tcp://10.0.0.5:8786; or 'local' to start one here."),
]


def print_example(wanted: bool) -> None:
    """The example in the docstring of the module that reads descriptions: tests run it."""
    if wanted:
        from ludoteca.lab import description

        print(str(description.__doc__).partition("\n\n")[2], end="")
        raise typer.Exit


def play_tournament(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to play, as TOML; --example prints one.")],
    example: Annotated[
        bool,
        typer.Option("--example", callback=print_example, is_eager=True, help="Print a FILE to begin with and leave."),
    ] = False,
    out: Annotated[Path | None, typer.Option(help="The folder for the results; named like FILE if left out.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue what was begun in the folder.")] = False,
    games: Annotated[int | None, typer.Option("--games", "-n", help="Instead of the number in FILE.")] = None,
    seed: Annotated[int | None, typer.Option(help="Instead of the seed in FILE.")] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    as_json: JsonFlag = False,
) -> None:
    """Play a tournament and tell who is better, and how sure that is. Ctrl-C keeps what was finished."""
    from ludoteca.lab.description import read_description
    from ludoteca.lab.optional_imports import require_lab
    from ludoteca.lab.parallel import open_pool
    from ludoteca.lab.tournament import run_tournament

    require_lab()
    changes: dict[str, Any] = {key: value for key, value in {"games": games, "seed": seed}.items() if value is not None}
    description = replace(read_description(file), **changes)
    description.check()
    folder = out or file.with_suffix("")
    with open_pool(workers, cluster) as pool, progress_bar() as bar:
        task = bar.add_task(f"playing on {pool.workers} workers", total=None)

        def show(done: int, total: int) -> None:
            text = f"{done:,} of {total:,} games on {pool.workers} workers"
            bar.update(task, completed=done, total=total, description=text)

        outcome = run_tournament(description, folder, pool, resume, show)
        if outcome.ended == "interrupted":
            pool.close(at_once=True)
    show_outcome(outcome, folder, as_json)
    if outcome.ended == "interrupted":
        messages.print(f"stopped; continue with: ludoteca tournament {shlex.quote(str(file))} "
                       f"--out {shlex.quote(str(folder))} --resume", highlight=False)  # fmt: skip
        raise typer.Exit(130)


def show_outcome(outcome: "Outcome", folder: Path, as_json: bool) -> None:
    from ludoteca.lab.summary import summarise

    if not outcome.rows:
        print_json({"games": 0, "ended": outcome.ended}) if as_json else console.print("no game was finished")
        return
    summary = summarise(outcome)
    if as_json:
        print_json({"folder": str(folder), **summary.to_json()})
        return
    show_summary(summary)
    console.print(f"Games are in {folder}. Read on with: ludoteca report {folder}", highlight=False)


def show_summary(summary: "Summary") -> None:
    from ludoteca.lab.report import parts

    head, rows = parts.tell_briefly(summary)
    table = Table(title=parts.tell_title(summary), title_justify="left")
    for title in head:
        table.add_column(title, justify="left" if title == "agent" else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    console.print(parts.tell_headline(summary), highlight=False)
    for fact in parts.tell_facts(summary):
        console.print(f"- {fact}", highlight=False)
