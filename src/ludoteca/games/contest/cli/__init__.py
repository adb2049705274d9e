"""`ludoteca contest`: commands that only Live Contests have."""

import typer

from ludoteca.games.contest.cli.finder import find
from ludoteca.games.contest.cli.lookup import moves, roster
from ludoteca.games.contest.cli.session import advise
from ludoteca.games.contest.cli.transcript import run

app = typer.Typer(help="Live Contests: replay a transcript, get advice at a console, find movesets, look up moves.")
for command in (run, moves, roster, advise, find):
    app.command()(command)

__all__ = ["app"]
