"""Files of games, and the openings of tournaments."""

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json, progress_bar


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
