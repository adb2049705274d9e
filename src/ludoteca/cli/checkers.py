"""`ludoteca checkers`: what only this game has."""

import json
import time
from typing import Annotated

import typer

from ludoteca.errors import SetupError

app = typer.Typer(help="Checkers: count lines of play, build tables of endgames, speak the Hub protocol.")

Rules = Annotated[str, typer.Option(help="The rule set: unisa, english, italian, russian or brazilian.")]


@app.callback()
def main() -> None:
    """Keeps every command a subcommand, even were there only one."""


@app.command()
def perft(
    rules: Rules = "unisa",
    depth: Annotated[int, typer.Option(min=0, max=30, help="Moves to count.")] = 6,
    fen: Annotated[str, typer.Option(help="The position to start from; empty for the usual one.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Count the lines of play to a depth, as move generators are compared by. The count is on the last line."""
    from ludoteca.games.checkers import GAME
    from ludoteca.games.checkers import perft as counting

    s = GAME.start({"rules": rules, **({"fen": fen} if fen else {})})
    if GAME.is_over(s) and depth > 0:
        raise SetupError(f"nobody can move in {fen}: {GAME.describe_result(s)}")
    for done in range(1, depth):
        count = counting.perft(s, done)
        if not as_json:
            typer.echo(f"depth {done}: {count}")
    started = time.process_time()
    count = counting.perft(s, depth)
    seconds = time.process_time() - started
    if as_json:
        typer.echo(json.dumps({"rules": rules, "depth": depth, "fen": fen, "count": count, "seconds": seconds}))
        return
    typer.echo(f"depth {depth}: {seconds:.3f} CPU-seconds, {count / max(seconds, 1e-9) / 1e6:.1f} million a second")
    typer.echo(count)
