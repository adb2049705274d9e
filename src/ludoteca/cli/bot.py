"""`ludoteca bot`: programs from outside. Check one, seat one at a table, and make the tokens that let them in."""

import sys
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, messages, print_json

app = typer.Typer(help="Programs from outside as players: check, seat, tokens.", no_args_is_help=True)


@app.command("check")
def check_bot(
    place: Annotated[str, typer.Argument(metavar="COMMAND|HOST:PORT", help="The program, or where it listens.")],
    games: Annotated[
        list[str] | None, typer.Option("--game", help="Play this game instead of those it names. Repeatable.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=3600, help="How long an answer may take.")] = 5.0,
    startup: Annotated[float, typer.Option(min=0.1, max=3600, help="How long its hello may take.")] = 20.0,
    as_json: JsonFlag = False,
) -> None:
    """Check that a program keeps to the bot protocol, level by level; where it fails, show what was said."""
    from ludoteca import games as all_games
    from ludoteca.core.errors import UnknownName
    from ludoteca.lab.compliance import check_program

    for name in games or []:
        if name not in all_games.names():
            raise UnknownName("game", name, all_games.names())
    outcomes = []
    for outcome in check_program(place, tuple(games or ()), seconds, startup):
        outcomes.append(outcome)
        if not as_json:
            mark = "[green]ok[/green]    " if outcome.passed else "[red]failed[/red]"
            console.print(f"{mark} {outcome.level:<11}", end="", highlight=False)
            console.print(
                f"{outcome.step}{': ' + outcome.detail if outcome.detail else ''}", highlight=False, markup=False
            )
            for line in outcome.transcript:
                console.print(f"           {line}", style="dim", highlight=False, markup=False, soft_wrap=True)
    failed = sum(not outcome.passed for outcome in outcomes)
    if as_json:
        print_json({"program": place, "passed": not failed, "steps": [outcome.to_json() for outcome in outcomes]})
    else:
        messages.print(f"{len(outcomes) - failed} of {len(outcomes)} steps passed", highlight=False)
    sys.exit(1 if failed else 0)
