"""`ludoteca checkers perft`."""

import json
import time
from typing import Annotated

import typer

from ludoteca.core.errors import SetupError
from ludoteca.games.checkers.cli.common import Rules


def perft(
    rules: Rules = "unisa",
    depth: Annotated[int, typer.Option(min=0, max=30, help="The length of the lines, in moves.")] = 6,
    fen: Annotated[str, typer.Option(help="A position to start from, as FEN; by default the usual one.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Perft: count the lines of play of a given length, to check move generation. The last line is the count."""
    from ludoteca.games.checkers import perft as counting
    from ludoteca.games.checkers.game import GAME

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
