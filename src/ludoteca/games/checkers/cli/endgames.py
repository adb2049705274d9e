"""`ludoteca checkers endgames`: the exact value of every position with few pieces."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludoteca.games.checkers.endgames.files import Endgames

app = typer.Typer(help="Endgames: the exact value of every position with few pieces.")

File = Annotated[str, typer.Argument(help="A file of endgames; or a rule set, for the one in the package.")]


@app.command()
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


@app.command()
def show(
    path: File,
) -> None:
    """Print the wins, draws and losses by material."""
    _show_results(_open_endgames(path))


@app.command()
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
