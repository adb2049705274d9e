"""`ludoteca contest`: what only Live Contests have."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json

if TYPE_CHECKING:
    from ludoteca.games.contest.records import PlayedContest

app = typer.Typer(help="Live Contests: play records again, advise somebody at a console, find movesets, look moves up.")

Language = Annotated[str, typer.Option("--language", "-l", help="Of what is told: english or italian.")]


@app.callback()
def main() -> None:
    """Keeps every command a subcommand."""


@app.command()
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded contest, in TOML.")],
    language: Language = "english",
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the tables, not what happened.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Play a recorded contest again: orders, stars and hearts turn by turn, and the totals."""
    from ludoteca.games.contest.records import list_sentences, read_record

    contest = read_record(file)
    sentences = dict(list_sentences(contest, language))
    if as_json:
        print_json(contest.to_json())
        return
    for turn in contest.turns:
        table = Table(box=None, pad_edge=False)
        for title in ("", "move", "hearts"):
            table.add_column(title, justify="right" if title == "hearts" else "left")
        for name in turn.order:
            table.add_row(name, turn.moves.get(name, "-"), str(turn.hearts[name]))
        console.print(f"\n[bold]turn {turn.number}[/bold]   stars {turn.stars_before} -> {turn.stars_after}")
        console.print(table)
        if not quiet:
            for sentence in sentences[turn.number]:
                console.print(f"  {sentence}", highlight=False, markup=False)
    _show_totals(contest)


def _show_totals(contest: "PlayedContest") -> None:
    places = sorted(contest.totals.items(), key=lambda item: -item[1])
    told = ", ".join(f"{name} {hearts}" for name, hearts in places)
    console.print(f"\ntotals: {told}" + (f"; {contest.winner} won" if contest.winner else ""), highlight=False)


@app.command()
def moves(
    words: Annotated[list[str] | None, typer.Argument(help="Moves by name, English or Italian; or an effect.")] = None,
    condition: Annotated[str, typer.Option(help="Only moves of this condition.")] = "",
    language: Language = "english",
    as_json: JsonFlag = False,
) -> None:
    """Look moves up: condition, hearts, jam, effect, and what they combine with."""
    from ludoteca.errors import UnknownName
    from ludoteca.games.contest.effects import KEYS
    from ludoteca.games.contest.state import CONDITIONS
    from ludoteca.games.contest.tables import LANGUAGES, find_move, list_combos, list_moves, move_of

    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if condition and condition not in CONDITIONS:
        raise UnknownName("condition", condition, CONDITIONS)
    keys = {word for word in words or [] if word in KEYS}
    numbers = {find_move(word).number for word in words or [] if word not in keys}
    chosen = [
        move
        for move in list_moves()
        if (not words or move.number in numbers or move.effect.key in keys) and condition in ("", move.condition)
    ]

    def partners(number: int) -> list[str]:
        return sorted(move_of(second).name(language) for first, second in list_combos() if first == number)

    if as_json:
        print_json(
            [
                {"number": m.number, "english": m.english, "italian": m.italian, "condition": m.condition,
                 "effect": m.effect.key, "hearts": m.effect.hearts, "jam": m.effect.jam, "opens": partners(m.number)}
                for m in chosen
            ]
        )  # fmt: skip
        return
    table = Table(box=None, pad_edge=False)
    for title in ("move", "condition", "hearts", "jam", "effect", "then combine with"):
        table.add_column(title, justify="right" if title in ("hearts", "jam") else "left")
    for move in chosen:
        text = getattr(move.effect, language)
        names = f"{move.english} ({move.italian})"
        table.add_row(names, move.condition, str(move.effect.hearts), str(move.effect.jam), text,
                      ", ".join(partners(move.number)))  # fmt: skip
    console.print(table)


@app.command()
def roster(
    condition: Annotated[str, typer.Option(help="cool, beautiful, cute, clever or tough.")] = "beautiful",
    rank: Annotated[str, typer.Option(help="normal, super, hyper or master.")] = "master",
    as_json: JsonFlag = False,
) -> None:
    """List the opponents of a condition and rank. Stand-ins come from the third generation's games."""
    from ludoteca.games.contest.tables import list_pool

    pool = list_pool(condition, rank)
    if as_json:
        print_json([{**vars(entry), "moves": list(entry.moves)} for entry in pool])
        return
    table = Table(box=None, pad_edge=False)
    for title in ("name", "species", "moves", "from"):
        table.add_column(title)
    for entry in pool:
        source = entry.game if entry.status == "documented" else f"stand-in: {entry.game}"
        table.add_row(entry.name, entry.species, ", ".join(entry.moves), source)
    console.print(table)
