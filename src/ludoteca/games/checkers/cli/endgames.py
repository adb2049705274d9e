"""`ludoteca checkers endgames`: the exact value of every position with few pieces."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.common import JsonFlag, print_json
from ludoteca.cli.dataset import show_progress
from ludoteca.games.checkers.cli.common import interruptible

if TYPE_CHECKING:
    from ludoteca.games.checkers.endgames.files import Endgames

app = typer.Typer(help="Endgames: the exact value of every position with few pieces.")

File = Annotated[str, typer.Argument(help="A file of endgames; or a rule set, for those that the engine uses.")]


@app.command()
def build(
    rules: Annotated[str, typer.Option(help="The rule set: unisa, english or italian.")] = "english",
    pieces: Annotated[int, typer.Option(min=2, max=6, help="The most pieces on the board.")] = 5,
    out: Annotated[
        str, typer.Option(help="The file to write; by default one in the data folder, for the engine.")
    ] = "",
    work: Annotated[str, typer.Option(help="A folder for what is solved: a stopped build goes on from it.")] = "",
    threads: Annotated[int, typer.Option(min=1, max=64, help="Cores to use.")] = 2,
) -> None:
    """Solve every endgame with few pieces and write the file. The same command goes on after Ctrl-C or a crash.

    Five pieces take less than a minute of computing; six take about half an hour, and several GB of memory."""
    from ludoteca.games.checkers.endgames.building import Order, build_endgames
    from ludoteca.games.checkers.endgames.files import read_endgames_head
    from ludoteca.games.checkers.endgames.finding import SHIPPED, own_path, unpack

    path = Path(out) if out else own_path(rules, pieces)
    order = Order(rules, pieces, path, Path(work) if work else path.with_name(f"{path.name}.work"), threads)
    typer.echo(
        f"memory: {order.memory / 1e6:,.0f} MB at the most; disk: about {order.disk / 1e6:,.0f} MB in {order.work}"
    )
    with interruptible("solved groups were kept"), show_progress() as report:
        build_endgames(order, report)
        head = read_endgames_head(path)
        if not out and pieces > SHIPPED:
            unpack(path, head, report)
    typer.echo(f"{path}: {path.stat().st_size:,} bytes; the longest ending has {head.content['longest']} plies")


@app.command()
def add(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A file of endgames that somebody has built.")],
) -> None:
    """Check a file of endgames and copy it to the data folder, where the engine finds it."""
    from ludoteca.games.checkers.endgames.finding import add_file

    with show_progress() as report:
        target = add_file(path, report)
    typer.echo(f"{target}: the engine uses it from now on")


@app.command()
def show(path: File, as_json: JsonFlag = False) -> None:
    """Print the wins, draws and losses by material."""
    from ludoteca.games.checkers.endgames.slices import format_material

    endgames = _open_endgames(path)
    rows = {format_material(material): counts for material, counts in endgames.results.items()}
    if as_json:
        print_json({"rules": endgames.rules, "pieces": endgames.pieces, "results": rows})
        return
    typer.echo(f"{endgames.rules}, up to {endgames.pieces} pieces; the side to move comes first")
    typer.echo(f"{'material':>8} {'wins':>10} {'draws':>10} {'losses':>10}")
    for name, (wins, draws, losses) in rows.items():
        typer.echo(f"{name:>8} {wins:>10} {draws:>10} {losses:>10}")


@app.command()
def check(path: File, as_json: JsonFlag = False) -> None:
    """Check every entry of a file against the positions that it leads to, by the rules of the game."""
    from ludoteca.games.checkers.endgames.slices import format_material
    from ludoteca.games.checkers.endgames.verification import count_errors

    endgames = _open_endgames(path)
    wrong = {}
    with show_progress() as report:
        for done, material in enumerate(endgames.results):
            name = format_material(material)
            report(f"{endgames.rules} {name}", done, len(endgames.results))
            wrong[name] = count_errors(endgames, material)
            if not as_json:
                typer.echo(f"{name:>8}  {'sound' if not wrong[name] else f'{wrong[name]} contradictions'}")
    positions = sum(map(sum, endgames.results.values()))
    if as_json:
        print_json(
            {"rules": endgames.rules, "pieces": endgames.pieces, "positions": positions, "contradictions": wrong}
        )
    else:
        typer.echo(f"{sum(wrong.values())} contradictions in {positions} positions")
    if any(wrong.values()):
        raise typer.Exit(1)


@app.command()
def play(
    rules: Annotated[str, typer.Argument(help="The rule set: unisa, english or italian.")] = "english",
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=1_000_000, help="Positions to play out.")] = 500,
    pieces: Annotated[int, typer.Option(min=2, max=6, help="Pieces on the board.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the positions.")] = 1,
    quiet_moves: Annotated[
        int, typer.Option(min=0, max=40, help="Moves of each side without progress that are a draw; 0 for never.")
    ] = 40,
    as_json: JsonFlag = False,
) -> None:
    """Play won endings: the engine against the defence that holds out longest, by the rules of the game."""
    from dataclasses import asdict

    from ludoteca.games.checkers.study.endings import play_endings

    endgames = _open_endgames(rules)
    endings = []
    with show_progress() as report:
        for ending in play_endings(endgames, games, seed, pieces, quiet_moves):
            endings.append(ending)
            report(f"{endgames.rules} {ending.material}", len(endings), games)
    missed = [ending for ending in endings if not ending.won]
    if as_json:
        print_json(
            {
                "rules": endgames.rules,
                "seed": seed,
                "quiet_moves": quiet_moves,
                "endings": [asdict(ending) for ending in endings],
            }
        )
    else:
        for ending in missed:
            typer.echo(f"not won: {ending.material} {ending.fen}, {ending.plies} plies of {ending.expected}")
        typer.echo(
            f"{endgames.rules}: {games - len(missed)} of {games} won endings with {pieces} pieces were won, "
            f"the longest in {max(ending.plies for ending in endings)} plies, "
            f"at most {max(ending.quiet for ending in endings)} of them in a row without a capture or a man's move"
        )
    if missed:
        raise typer.Exit(1)


def _open_endgames(name: str) -> "Endgames":
    from ludoteca.games.checkers.endgames.files import RULES_WITH_ENDGAMES, read_endgames_head
    from ludoteca.games.checkers.endgames.finding import load_endgames, load_file

    if name in RULES_WITH_ENDGAMES:
        found = load_endgames(name)
        assert found is not None
        return found
    return load_file(Path(name), read_endgames_head(Path(name)).content["rules"])
