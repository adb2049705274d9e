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


@app.command()
def tune(
    rules: Rules = "unisa",
    games: Annotated[int, typer.Option(min=1, help="Games to play against itself.")] = 3000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes a move.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="Of the games.")] = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Play and fit so often, each time with the latest weights.")] = 1,
) -> None:
    """Fit the engine's weights on games against itself, and keep them in the package."""
    from rich.progress import Progress, TaskID

    from ludoteca.games.checkers.engine import tuning, weights
    from ludoteca.games.checkers.game import rules_number

    command = f"ludoteca checkers tune --rules {rules} --games {games} --nodes {nodes} --seed {seed} --rounds {rounds}"
    for turn in range(rounds):
        with Progress() as progress:
            bar = progress.add_task(f"{rules}, round {turn + 1}", total=games)

            def advance(done: int, show: Progress = progress, bar: TaskID = bar) -> None:
                show.update(bar, completed=done)

            sample = tuning.play_games(rules, games, nodes, seed + turn, advance)
        fit = tuning.fit_weights(rules, sample)
        losses = [round(fit.loss_before, 5), round(fit.loss_after, 5)]
        origin = {"command": command, "positions": len(sample.results), "loss": losses}
        weights.save_weights(rules_number(rules), fit.weights, fit.slope, origin)
        typer.echo(f"{len(sample.results)} positions: log loss {losses[0]} before, {losses[1]} after")
