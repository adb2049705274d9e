"""The commands of `ludoteca checkers`."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json, progress_bar
from ludoteca.core.errors import SetupError

if TYPE_CHECKING:
    from ludoteca.games.checkers.endgames.files import Endgames

app = typer.Typer(help="Checkers: perft, files of games, tuning the engine, endgames, the Hub protocol.")

File = Annotated[str, typer.Argument(help="A file of endgames; or a rule set, for the one in the package.")]
Rules = Annotated[str, typer.Option(help="The rule set: unisa, english, italian, russian or brazilian.")]


@app.callback()
def main() -> None:
    """Commands that only checkers has."""


@app.command()
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


@app.command()
def tune(
    rules: Rules = "unisa",
    games: Annotated[int, typer.Option(min=1, help="Games that the engine plays against itself.")] = 3000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the games.")] = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Times to play and fit, with the latest weights.")] = 1,
) -> None:
    """Fit the engine's weights to games against itself, and store them in the package."""
    from rich.progress import Progress, TaskID

    from ludoteca.games.checkers.engine import weights
    from ludoteca.games.checkers.game import rules_number
    from ludoteca.games.checkers.training import tuning

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


@app.command()
def pdn(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A file of games in PDN, of any size.")],
    rules: Annotated[str, typer.Option(help="The rule set of games whose tags name none.")] = "english",
    fen: Annotated[str, typer.Option(help="List the games with this position.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Read a file of games: how many replay, who won, what is wrong with the others, and where a position occurs."""
    from ludoteca.games.checkers.databases import read_games, read_lines, survey
    from ludoteca.games.checkers.databases_report import describe, to_json
    from ludoteca.games.checkers.fen import parse_fen
    from ludoteca.games.checkers.game import rules_number

    number = rules_number(rules)
    if fen:
        parse_fen(fen, number)
    with progress_bar() as bar:
        task = bar.add_task(path.name, total=None)
        lines = read_lines(path, lambda done, total: bar.update(task, completed=done, total=total))
        told = survey(read_games(lines), rules, fen)
    if as_json:
        print_json(to_json(told, fen))
    else:
        console.print("\n".join(describe(told, fen)), highlight=False, markup=False, soft_wrap=True)


@app.command()
def ballots(
    every: Annotated[bool, typer.Option("--all", help="Also those that are barred.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """List the three-move openings of English checkers. Play from one of them: --set rules=english --set ballot=17."""
    from ludoteca.games.checkers import ballots as deck
    from ludoteca.games.checkers.fen import format_fen

    chosen = deck.load_deck() if every else deck.list_ballots()
    rows = [(ballot, format_fen(deck.reach(ballot))) for ballot in chosen]
    if as_json:
        print_json(
            [{"number": item.number, "moves": list(item.moves), "deck": item.deck, "fen": fen} for item, fen in rows]
        )
        return
    for item, fen in rows:
        typer.echo(f"{item.number:>3}  {' '.join(item.moves):<18} {item.deck:<6}  {fen}")


@app.command()
def hub(rules: Rules = "unisa") -> None:
    """Run the engine as a Hub program on standard input and output, for other programs to play with."""
    import sys

    from ludoteca.games.checkers.game import rules_number
    from ludoteca.games.checkers.hub.server import HubServer

    rules_number(rules)

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    HubServer(write, rules).serve(sys.stdin)


endgames_app = typer.Typer(help="Endgames: the exact value of every position with few pieces.")
app.add_typer(endgames_app, name="endgames")
app.add_typer(endgames_app, name="tables", hidden=True)  # an older name


@endgames_app.command()
def build(
    rules: Annotated[str, typer.Option(help="The rule set: unisa, english or italian.")] = "english",
    pieces: Annotated[int, typer.Option(min=2, max=5, help="The most pieces on the board.")] = 4,
    out: Annotated[str, typer.Option(help="The file to write; by default the one in the package.")] = "",
    work: Annotated[str, typer.Option(help="A folder for solved groups: a stopped build resumes from it.")] = "",
) -> None:
    """Solve every endgame with few pieces and write the file. Five pieces take some minutes and 400 MB of memory."""
    from rich.progress import Progress

    from ludoteca.games.checkers.endgames.building import build_endgames
    from ludoteca.games.checkers.endgames.files import shipped_path, write_file

    with Progress() as progress:
        bar = progress.add_task(rules)

        def report(material: str, done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total, description=f"{rules} {material}")

        endgames = build_endgames(rules, pieces, Path(work) if work else None, report)
    path = Path(out) if out else shipped_path(rules)
    write_file(path, endgames)
    _show_results(endgames)
    typer.echo(f"{path}: {path.stat().st_size} bytes")


@endgames_app.command()
def show(
    path: File,
) -> None:
    """Print the wins, draws and losses by material."""
    _show_results(_open_endgames(path))


@endgames_app.command()
def check(
    path: File,
) -> None:
    """Check every entry of a file against the positions that it leads to."""
    from ludoteca.games.checkers.endgames.building import format_material
    from ludoteca.games.checkers.endgames.verification import count_errors

    endgames = _open_endgames(path)
    wrong = 0
    for material in endgames.results:
        errors = count_errors(endgames, material)
        wrong += errors
        typer.echo(f"{format_material(material):>8}  {'sound' if not errors else f'{errors} contradictions'}")
    typer.echo(f"{wrong} contradictions in {sum(map(sum, endgames.results.values()))} positions")
    if wrong:
        raise typer.Exit(1)


def _open_endgames(name: str) -> "Endgames":
    from ludoteca.games.checkers.endgames.files import RULES_WITH_ENDGAMES, read_file, shipped_path

    return read_file(shipped_path(name) if name in RULES_WITH_ENDGAMES else Path(name))


def _show_results(endgames: "Endgames") -> None:
    from ludoteca.games.checkers.endgames.building import format_material

    typer.echo(f"{endgames.rules}, up to {endgames.pieces} pieces; the side to move comes first")
    typer.echo(f"{'material':>8} {'wins':>10} {'draws':>10} {'losses':>10}")
    for material, (wins, draws, losses) in endgames.results.items():
        typer.echo(f"{format_material(material):>8} {wins:>10} {draws:>10} {losses:>10}")


if __name__ == "__main__":
    app()
