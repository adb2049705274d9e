"""`ludoteca contest moves` and `roster`: the package's tables."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, console, print_json
from ludoteca.games.contest.cli.tables import Condition, Language, new_table

if TYPE_CHECKING:
    from ludoteca.games.contest.catalogue import Move


def moves(
    words: Annotated[list[str] | None, typer.Argument(help="Names of moves, English or Italian, or an effect.")] = None,
    condition: Annotated[str, typer.Option(help="Only moves of this condition.")] = "",
    language: Language = "en",
    as_json: JsonFlag = False,
) -> None:
    """Look up moves: condition, hearts, jam, effect, and the moves that complete a combination."""
    from ludoteca.core.errors import UnknownName
    from ludoteca.games.contest.state import CONDITIONS
    from ludoteca.games.contest.wording import find_language

    language = find_language(language)
    if condition and condition not in CONDITIONS:
        raise UnknownName("condition", condition, CONDITIONS)
    chosen = _select_moves(words or [], condition)
    if as_json:
        print_json([_move_to_json(move, language) for move in chosen])
        return
    table = new_table("move", "condition", "hearts", "jam", "effect", "then combine with", right=("hearts", "jam"))
    for move in chosen:
        effect = move.effect
        names = f"{move.english} ({move.italian})"
        text, finishers = effect.tell(language), ", ".join(_finishers(move, language))
        table.add_row(names, move.condition, str(effect.hearts), str(effect.jam), text, finishers)
    console.print(table)


def _select_moves(words: list[str], condition: str) -> list["Move"]:
    """The moves that have one of these names or effects, and this condition; all of them without words."""
    from ludoteca.games.contest.catalogue import find_move, list_moves
    from ludoteca.games.contest.effects import KEYS

    keys = {word for word in words if word in KEYS}
    numbers = {find_move(word).number for word in words if word not in keys}
    return [
        move
        for move in list_moves()
        if (not words or move.number in numbers or move.effect.key in keys) and condition in ("", move.condition)
    ]


def _move_to_json(move: "Move", language: str) -> dict[str, Any]:
    from ludoteca.games.contest.presentation import show_move

    return {"number": move.number, **show_move(move), "opens": _finishers(move, language)}


def _finishers(move: "Move", language: str) -> list[str]:
    """The moves that complete a combination which this one opens."""
    from ludoteca.games.contest.catalogue import list_combos, move_of

    return sorted(move_of(second).name(language) for first, second in list_combos() if first == move.number)


def roster(
    condition: Condition = "beautiful",
    rank: Annotated[str, typer.Option(help="normal, super, hyper or master.")] = "master",
    file: Annotated[
        Path | None, typer.Option(help="Check a TOML file with your own contestants, and print it as --set takes it.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """List the opponents of a condition and rank. Stand-ins come from games of the third generation."""
    from ludoteca.games.contest.catalogue import list_pool

    if file is not None:
        _show_file(file, as_json)
        return
    pool = list_pool(condition, rank)
    if as_json:
        print_json([{**vars(entry), "moves": list(entry.moves)} for entry in pool])
        return
    table = new_table("name", "species", "moves", "from")
    for entry in pool:
        source = entry.game if entry.status == "documented" else f"stand-in: {entry.game}"
        table.add_row(entry.name, entry.species, ", ".join(entry.moves), source)
    console.print(table)


def _show_file(path: Path, as_json: bool) -> None:
    from ludoteca.games.contest.roster_file import read_contestants

    texts = [contestant.to_text() for contestant in read_contestants(path)]
    if as_json:
        print_json(texts)
    else:
        console.print(f'--set contestants="{", ".join(texts)}"', highlight=False, markup=False, soft_wrap=True)
