"""`ludoteca tune`: better settings for an agent, found by playing."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludoteca.cli.common import (
    GameName,
    JsonFlag,
    Seed,
    SetupOptions,
    choose_seed,
    console,
    messages,
    parse_options,
    print_json,
    progress_bar,
)
from ludoteca.cli.tournament import ClusterAddress, Workers


def tune_agent(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent as it is now, as in mcts:iterations=500.")],
    ranges: Annotated[
        list[str],
        typer.Argument(
            metavar="RANGE...", help="What to tune, with spaces between: exploration=0.2..2.0 or chance=open|closed."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The folder for the games; run the same command again to continue.")],
    method: Annotated[str, typer.Option(help="halving, or spsa for numbers only.")] = "halving",
    games: Annotated[int, typer.Option("--games", "-n", help="Games for the search.", min=4, max=10**7)] = 2000,
    confirm: Annotated[int, typer.Option(help="At most so many games for the confirmation.", min=60, max=10**7)] = 2000,
    opening: Annotated[int, typer.Option(help="So many random actions first, for agents without chance.", min=0)] = 0,
    markdown: Annotated[Path | None, typer.Option(help="Also write what was tried and found here.")] = None,
    settings: SetupOptions = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    as_json: JsonFlag = False,
) -> None:
    """Search for better settings on paired games, then confirm them by a sequential test against the agent as it is."""
    from ludoteca.lab.optional_imports import require_lab
    from ludoteca.lab.parallel import open_pool
    from ludoteca.lab.ranges import parse_range
    from ludoteca.lab.report.tuned import tell_verdict, write_tuning
    from ludoteca.lab.tuning import Problem, tune

    require_lab()
    problem = Problem(
        game, agent, tuple(parse_range(text) for text in ranges), games, choose_seed(seed),
        parse_options(settings), opening, None, confirm,
    )  # fmt: skip
    problem.check()
    with open_pool(workers, cluster) as pool, progress_bar() as bar:
        task = bar.add_task("tuning", total=None)
        try:
            tuned = tune(problem, method, out, pool, lambda what, *_: bar.update(task, description=what))
        except KeyboardInterrupt:
            pool.close(at_once=True)
            messages.print(f"stopped; continue with the same command and --seed {problem.seed}", highlight=False)
            raise typer.Exit(130) from None
    if markdown is not None:
        write_tuning(tuned, game, method, markdown, tell_command(problem.seed))
    if as_json:
        print_json({"seed": problem.seed, **tuned.to_json()})
        return
    table = Table(title=f"{game}: {agent}, tuned by {method} in {tuned.games:,} games", title_justify="left")
    for heading in ("setting", "value"):
        table.add_column(heading)
    for name, value in tuned.settings.items():
        table.add_row(name, value)
    console.print(table)
    console.print(tell_verdict(tuned), highlight=False)


def tell_command(seed: int) -> str:
    """The command as it was typed, with its seed."""
    words = ["ludoteca", *sys.argv[1:]]
    return shlex.join(words if "--seed" in words else [*words, "--seed", str(seed)])
