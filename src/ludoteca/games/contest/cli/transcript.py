"""`ludoteca contest run`: a written-down contest, replayed turn by turn."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json
from ludoteca.games.contest.cli.tables import Language, new_table

if TYPE_CHECKING:
    from ludoteca.games.contest.replayed import PlayedContest, PlayedTurn


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript in TOML.")],
    language: Language = "en",
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the tables without the sentences.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Replay a contest from its transcript: order, stars and hearts of each turn, and the totals."""
    from ludoteca.games.contest.transcripts import list_sentences, read_transcript
    from ludoteca.games.contest.wording import find_language

    contest = read_transcript(file)
    sentences = dict(list_sentences(contest, find_language(language)))
    if as_json:
        print_json(contest.to_json())
        return
    for turn in contest.turns:
        _show_turn(turn, [] if quiet else sentences[turn.number])
    show_totals(contest)


def _show_turn(turn: "PlayedTurn", sentences: list[str]) -> None:
    table = new_table("", "move", "hearts", right=("hearts",))
    for name in turn.order:
        table.add_row(name, turn.moves.get(name, "-"), str(turn.hearts[name]))
    console.print(f"\n[bold]turn {turn.number}[/bold]   stars {turn.stars_before} -> {turn.stars_after}")
    console.print(table)
    for sentence in sentences:
        console.print(f"  {sentence}", highlight=False, markup=False)


def show_totals(contest: "PlayedContest") -> None:
    places = sorted(contest.totals.items(), key=lambda item: -item[1])
    totals = ", ".join(f"{name} {hearts}" for name, hearts in places)
    console.print(f"\ntotals: {totals}" + (f"; {contest.winner} won" if contest.winner else ""), highlight=False)
