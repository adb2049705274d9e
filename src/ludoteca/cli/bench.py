"""`ludoteca bench`: our speed beside others', in the same run."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json, progress_bar
from ludoteca.core.errors import SetupError
from ludoteca.core.files import write_atomic


def measure_speed(
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME", help="Only this game, or networks, or adapters (these only if named). Repeatable."
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="CPU-seconds for each measurement.", min=0.05, max=600)] = 2.0,
    write: Annotated[Path | None, typer.Option(help="Also write the table to this file, as Markdown.")] = None,
    against: Annotated[
        Path | None,
        typer.Option(help="Compare with another checkout instead, in alternating turns: its folder with a .venv."),
    ] = None,
    agent: Annotated[
        list[str] | None, typer.Option(metavar="AGENT", help="With --against: only this agent. Repeatable.")
    ] = None,
    compiling: Annotated[
        bool, typer.Option("--compiling", help="What compiling costs instead, by part of each game and by function.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="With --compiling: keep the seconds in each game's folder, for forecasts.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Measure speed on one core, per CPU-second, with the ratio to others measured in the same run."""
    from ludoteca.lab import bench

    if against is not None:
        measure_against(against, only, agent, seconds, write, as_json)
        return
    if agent:
        raise SetupError("--agent goes with --against: without it every agent is measured")
    if compiling:
        profile_compiling(only, write, keep, as_json)
        return
    tasks = bench.plan(only)
    rows = []
    with progress_bar() as bar:
        task = bar.add_task("measuring", total=len(tasks))
        for label, measure in tasks:
            bar.update(task, description=f"measuring {label}")
            rows += measure(seconds)
            bar.advance(task)
    if write is not None:
        command = "ludoteca bench" + "".join(f" --only {name}" for name in only or []) + f" --seconds {seconds:g}"
        write_page(write, bench.format_page(rows, command, write.as_posix()))
    if as_json:
        print_json(rows)
        return
    table = Table(title="Speed on one core, per CPU-second", title_justify="left")
    for heading in ("game", "measure", "ours", "peer", "ratio", "95 %", "unit"):
        table.add_column(heading, justify="right" if heading in ("ours", "peer", "ratio", "95 %") else "left")
    for row in rows:
        table.add_row(row["game"], row["measure"], *bench.format_numbers(row), row["unit"])
    console.print(table)
    console.print("Peers:")
    for row in rows:
        console.print(f"  {row['game']} {row['measure']}: {row['peer_name'] or bench.NO_PEER}", highlight=False)


def measure_against(
    place: Path, only: list[str] | None, agent: list[str] | None, seconds: float, write: Path | None, as_json: bool
) -> None:
    """This tree beside another."""
    from ludoteca.lab.bench import against

    jobs = [job for job in against.list_jobs(only) if not agent or job[1] in agent]
    rows = []
    with progress_bar() as bar:
        task = bar.add_task("measuring in turns", total=len(jobs))
        for row in against.compare_trees(place, jobs, seconds):
            bar.update(task, advance=1, description=f"measured {row['game']}: {row['measure']}")
            rows.append(row)
    if write is not None:
        words = [f" --only {name}" for name in only or []] + [f" --agent {name}" for name in agent or []]
        write_page(
            write, against.format_page(rows, f"ludoteca bench --against {place}{''.join(words)} --seconds {seconds:g}")
        )
    if as_json:
        print_json(rows)
        return
    table = Table(title="This tree beside another, per CPU-second", title_justify="left")
    for heading in against.HEAD:
        table.add_column(heading)
    for row in rows:
        table.add_row(*against.format_row(row))
    console.print(table)


def profile_compiling(only: list[str] | None, write: Path | None, keep: bool, as_json: bool) -> None:
    """Compile each game with an empty cache and tell the CPU-seconds of its parts and functions."""
    from ludoteca import games
    from ludoteca.lab.bench import compiling

    chosen = [games.load(name).info.name for name in only or games.names()]
    profiles = []
    with progress_bar() as bar:
        task = bar.add_task("compiling", total=len(chosen))
        for name in chosen:
            bar.update(task, description=f"compiling {name}")
            profiles.append(compiling.profile_apart(name))
            if keep:
                compiling.save_profile(profiles[-1])
            bar.advance(task)
    command = "ludoteca bench --compiling" + "".join(f" --only {name}" for name in only or [])
    page = compiling.format_page(profiles, command)
    if write is not None:
        write_page(write, page)
    print_json(profiles) if as_json else print(page)


def write_page(path: Path, text: str) -> None:
    try:
        write_atomic(path, text)
    except OSError as error:
        raise SetupError(f"cannot write {path}: {error.strerror}") from None
