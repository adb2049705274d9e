"""`ludoteca bot`: programs from outside. Check one, seat one at a table, and make the tokens that let them in."""

import sys
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, messages, print_json

if TYPE_CHECKING:
    from ludoteca.site.bot_tokens import BotTokens, Token

T = TypeVar("T")

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


Database = Annotated[
    str | None, typer.Option(help="The database of the site, as for `ludoteca serve`; the usual file if left out.")
]


@app.command("token")
def make_token(
    name: Annotated[str, typer.Argument(metavar="NAME", help="How the program is called at tables.")],
    scope: Annotated[str, typer.Option(help="play: seats whose link it has; test: practice against agents.")] = "play",
    database: Database = None,
    as_json: JsonFlag = False,
) -> None:
    """Make a token for a program. It is shown once: the database keeps only its hash."""
    text, token = _with_tokens(database, lambda tokens: tokens.make(name, scope))
    if as_json:
        print_json({"token": text, **token.to_json()})
    else:
        print(text)
        messages.print(f"a {scope} token; `ludoteca bot revoke {token.id}` ends it", highlight=False)


@app.command("tokens")
def list_tokens(database: Database = None, as_json: JsonFlag = False) -> None:
    """List the tokens, the newest first; those of tables, too."""
    found = _with_tokens(database, lambda tokens: tokens.list_all())
    if as_json:
        print_json([token.to_json() for token in found])
        return
    table = Table()
    for title in ("id", "name", "scope", "seat", "made", "last used", "revoked"):
        table.add_column(title)
    for token in found:
        seat = "" if token.table is None else f"{token.seat} of {token.table}"
        table.add_row(token.id, token.name, token.scope, seat, *map(_date, (token.made, token.used, token.revoked)))
    console.print(table)


@app.command("revoke")
def revoke_token(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="As `ludoteca bot tokens` lists it.")],
    database: Database = None,
    as_json: JsonFlag = False,
) -> None:
    """End a token: no program gets in with it any more."""

    async def revoke(tokens: "BotTokens") -> "Token":
        await tokens.revoke([await tokens.get(identifier)])
        return await tokens.get(identifier)

    token = _with_tokens(database, revoke)
    if as_json:
        print_json(token.to_json())
    else:
        messages.print(f"revoked {identifier}", highlight=False)


@app.command("run")
def run_bot(
    command: Annotated[str, typer.Argument(metavar="COMMAND", help="The program with its arguments.")],
    site: Annotated[str, typer.Option(help="The address of the site.")] = "http://127.0.0.1:8000",
    token: Annotated[
        str, typer.Option(help="From a table's page, or from `ludoteca bot token`.", envvar="LUDOTECA_BOT_TOKEN")
    ] = "",
    join: Annotated[str | None, typer.Option(help="The link of a seat, for a token that is for no table.")] = None,
    game: Annotated[str | None, typer.Option(help="What to practise, with a token for tests.")] = None,
    against: Annotated[str | None, typer.Option(help="Whom to practise against: a level.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Print every line, on standard error.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Seat a program at a table of a site and let it play until the game is over."""
    from ludoteca.programs.messages import show_line
    from ludoteca.programs.relay import relay

    given = {"token": token, "join": join, "game": game, "against": against}
    introduce = {key: value for key, value in given.items() if value}

    def tell(who: str, line: bytes) -> None:
        if verbose:
            print(f"{who} {show_line(line)}", file=sys.stderr, flush=True)

    ended = relay(command, site, introduce, tell)
    print_json({"ended": ended}) if as_json else print(ended)


def _with_tokens(database: str | None, work: "Callable[[BotTokens], Awaitable[T]]") -> "T":
    """Do something with the tokens of a site, whether or not it runs."""
    import asyncio

    from ludoteca.site.bot_tokens import BotTokens
    from ludoteca.site.data_folder import default_url
    from ludoteca.site.store import Store

    store = Store(database or default_url())

    async def run() -> "T":
        return await work(BotTokens(store))

    try:
        return asyncio.run(run())
    finally:
        store.close()


def _date(moment: float | None) -> str:
    return "" if moment is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
