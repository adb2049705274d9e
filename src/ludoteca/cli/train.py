"""`ludoteca train`: a game learned by self-play, from its rules to a player."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ludoteca.cli.common import (
    GameName,
    JsonFlag,
    Seed,
    SetupOptions,
    console,
    messages,
    parse_options,
    print_json,
)
from ludoteca.cli.learn import show_training

if TYPE_CHECKING:
    from ludoteca.lab.selfplay import Outcome
    from ludoteca.lab.selfplay.doctor import Check
    from ludoteca.training.selfplay_plan import SelfPlayPlan

MINUTES = 30.0


def train_by_self_play(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder of the run; the same command goes on with a stopped one.")],
    minutes: Annotated[float | None, typer.Option(min=0.01, help=f"How long; {MINUTES:g} if nothing is said.")] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Instead of minutes: exactly so many.")] = None,
    seed: Seed = None,
    plan: Annotated[
        Path | None, typer.Option(help="A TOML file: the network, the search, the tests. Left out: the game's own.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that play; all cores if left out.")] = None,
    cluster: Annotated[str | None, typer.Option(help="The address of a Dask cluster that plays, or `local`.")] = None,
    options: SetupOptions = None,
    as_json: JsonFlag = False,
) -> None:
    """Learn a game from its rules: a network plays itself, guided by a search, and learns from it. Ctrl-C stops; the
    same command goes on."""
    from ludoteca.lab.parallel import open_pool
    from ludoteca.lab.selfplay import Limits, train_game
    from ludoteca.lab.selfplay.tasks import Table as GameTable
    from ludoteca.training.model import load_torch

    wanted = choose_plan(game, plan, seed)
    limits = Limits(iterations, MINUTES if iterations is None and minutes is None else minutes)
    table = GameTable(game, parse_options(options))
    load_torch()
    with open_pool(workers, cluster) as pool, show_training(out) as report:
        outcome = train_game(table, wanted, limits, out, pool, report)
    show_outcome(game, outcome, as_json)


def choose_plan(game: str, plan: Path | None, seed: int | None) -> "SelfPlayPlan":
    """The plan that was asked for, or the game's own, or what suits most games."""
    from ludoteca import games
    from ludoteca.core.reading import read_toml
    from ludoteca.training.selfplay_plan import read_selfplay_plan

    path = plan or games.self_play_plan(game)
    wanted = read_selfplay_plan(read_toml(path) if path else {}, path.name if path else "plan")
    if path and not plan:
        messages.print(f"plan: {path}", highlight=False, soft_wrap=True)
    return wanted if seed is None else replace(wanted, seed=seed)


def show_outcome(game: str, outcome: "Outcome", as_json: bool) -> None:
    if as_json:
        print_json(tell_outcome(outcome))
        return
    console.print(make_ladder(outcome))
    console.print(make_checks(outcome.checks))
    for check in outcome.checks:
        if check.words:
            messages.print(f"[yellow]doctor:[/yellow] {check.words}", highlight=False)
    path = shlex.quote(str(outcome.network))
    console.print(f"wrote {path}; play against it:", highlight=False, soft_wrap=True)
    console.print(f"ludoteca play {game} --against guided:weights={path}", highlight=False, soft_wrap=True)


def tell_outcome(outcome: "Outcome") -> dict[str, Any]:
    """What there is to tell, for machines."""
    return {
        "network": str(outcome.network),
        "iterations": len(outcome.log),
        "ladder": [vars(rung) for rung in outcome.ladder],
        "doctor": [vars(check) for check in outcome.checks],
        "last": outcome.log[-1] if outcome.log else {},
    }


def make_ladder(outcome: "Outcome") -> Table:
    table = Table("iteration", "rating", "gain (95 %)", "blocks", box=None, title="each the best in its time")
    for rung in outcome.ladder:
        gain = f"{rung.gain:+.0f} ({rung.low:+.0f} to {rung.high:+.0f})" if rung.blocks else ""
        table.add_row(str(rung.iteration), f"{rung.rating:.0f} ± {rung.error:.0f}", gain, str(rung.blocks))
    return table


def make_checks(checks: "list[Check]") -> Table:
    table = Table("player", "against", "score (95 %)", "games", box=None, title="the doctor")
    for check in checks:
        score = f"{100 * check.score:.0f} % ({100 * check.low:.0f} to {100 * check.high:.0f})"
        table.add_row(check.player, check.rival, score, str(check.games))
    return table
