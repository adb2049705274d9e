"""`ludoteca contest find`: the four moves that win most."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json, progress_bar
from ludoteca.games.contest.cli.tables import Condition, new_table

if TYPE_CHECKING:
    from ludoteca.games.contest.study.finder import MovesetResult


def find(
    moves_given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVE...",
            help="Moves to choose from, with spaces between, English or Italian; all moves if left out.",
        ),
    ] = None,
    condition: Condition = "beautiful",
    rank: Annotated[str, typer.Option(help="Opponents of this rank: normal, super, hyper or master.")] = "master",
    against: Annotated[str, typer.Option(help="Names of three or more opponents, instead of a rank.")] = "",
    mode: Annotated[str, typer.Option(help="game or thesis.")] = "game",
    contests: Annotated[int, typer.Option(min=10, max=100_000, help="Contests of each finalist.")] = 200,
    iterations: Annotated[int, typer.Option(min=1, help="Iterations of the search that plays the finals.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="The seed of all chance.")] = 1,
    as_json: JsonFlag = False,
) -> None:
    """Find the four moves that win most against a roster, by successive halving over simulated contests."""
    from ludoteca.games.contest.catalogue import find_move
    from ludoteca.games.contest.study.finder import Finder, all_moves, find_opponents

    allowed = [find_move(move).number for move in moves_given] if moves_given else all_moves()
    names = [name.strip() for name in against.split(",") if name.strip()]
    finder = Finder(condition, find_opponents(names, condition, rank), mode, seed)
    with progress_bar() as bar:
        task = bar.add_task("first rounds", total=None)
        found = finder.find(
            allowed,
            contests,
            iterations,
            lambda what, done, total: bar.update(task, description=what, completed=done, total=total),
        )
    if as_json:
        print_json([item.to_json() for item in found])
        return
    _show_results(found)
    console.print(f"{contests} contests each, played by a search of {iterations} iterations against console bots.")


def _show_results(found: list["MovesetResult"]) -> None:
    table = new_table("moves", "won, % (95 %)", "hearts", right=("won, % (95 %)", "hearts"))
    for item in found:
        shown = item.to_json()
        low, high = shown["rate_95"]
        interval = f"{100 * item.rate:.1f} ({100 * low:.1f} to {100 * high:.1f})"
        table.add_row(", ".join(shown["moves"]), interval, f"{item.hearts:.1f}")
    console.print(table)
