"""`ludoteca contest`: what only Live Contests have."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json

if TYPE_CHECKING:
    from ludoteca.games.contest.transcripts import PlayedContest
    from ludoteca.protocol import Agent, State

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
    from ludoteca.games.contest.transcripts import list_sentences, read_transcript

    contest = read_transcript(file)
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
    from ludoteca.core.errors import UnknownName
    from ludoteca.games.contest.catalogue import LANGUAGES, find_move, list_combos, list_moves, move_of
    from ludoteca.games.contest.effects import KEYS
    from ludoteca.games.contest.state import CONDITIONS

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
    file: Annotated[
        Path | None, typer.Option(help="Check a TOML file of your own, and show it as --set takes it.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """List the opponents of a condition and rank. Stand-ins come from the third generation's games."""
    from ludoteca.games.contest.catalogue import list_pool
    from ludoteca.games.contest.contestants import read_contestants

    if file is not None:
        texts = [contestant.to_text() for contestant in read_contestants(file)]
        if as_json:
            print_json(texts)
        else:
            console.print(f'--set contestants="{", ".join(texts)}"', highlight=False, markup=False, soft_wrap=True)
        return
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


@app.command()
def advise(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="Where the contest is written down; resumed if there.")],
    contestants: Annotated[str, typer.Option(help="Four in starting order; asked for if left out.")] = "",
    me: Annotated[str, typer.Option(help="Which of them is yours; asked for if left out.")] = "",
    roster_file: Annotated[
        Path | None, typer.Option("--roster", help="A TOML file with contestants of your own.")
    ] = None,
    condition: Annotated[str, typer.Option(help="cool, beautiful, cute, clever or tough.")] = "beautiful",
    mode: Annotated[str, typer.Option(help="game: as on the console; thesis: as in the thesis's program.")] = "game",
    agent: Annotated[str, typer.Option(help="Who advises: a level, or an agent with its settings.")] = "Master",
) -> None:
    """Advise somebody who plays on a console: enter what happens turn by turn; `back` takes an entry back."""
    from ludoteca.cli.common import make_agent, warm_up_agents
    from ludoteca.games import load
    from ludoteca.games.contest.console_session import Session, load_session

    game = load("contest")
    player = make_agent(agent, game, 1)
    if log.exists():
        data = load_session(log)
        console.print(f"{log}: going on with turn {len(data.get('turn', [])) + 1}", highlight=False)
    else:
        data = _ask_contest(contestants, me, roster_file, condition, mode)
    warm_up_agents(game, [player])
    session = Session(data, log, _ask, _say, lambda s, seat: _show_advice(player, s, seat))
    session.save()
    try:
        contest = session.run()
    except (EOFError, KeyboardInterrupt):
        console.print(f"\nthe contest so far is in {log}: the same command goes on with it", highlight=False)
        return
    _show_totals(contest)
    console.print(f"the record is in {log}: ludoteca contest run {log}", highlight=False)


def _ask(question: str) -> str:
    return console.input(f"{question} ", markup=False)


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False)


def _ask_contest(names: str, me: str, roster_file: Path | None, condition: str, mode: str) -> dict[str, Any]:
    """The head of a new log."""
    from ludoteca.core.errors import LudotecaError
    from ludoteca.games import load
    from ludoteca.games.contest.catalogue import normalise_name
    from ludoteca.games.contest.contestants import parse_contestant, read_contestants
    from ludoteca.games.contest.notation import find_seat, name_of

    own = {normalise_name(c.name): c.to_text() for c in (read_contestants(roster_file) if roster_file else [])}
    given = names
    while True:
        try:
            words = [word.strip() for word in (given or _ask("the contestants in starting order?")).split(",")]
            lineup = [own.get(normalise_name(word)) or parse_contestant(word, condition).to_text() for word in words]
            s = load("contest").start(contestants=", ".join(lineup), condition=condition, mode=mode)
            break
        except LudotecaError as error:
            if given:
                raise
            _say(str(error))
    wanted = me
    while True:
        try:
            who = name_of(s, find_seat(s, wanted or _ask("which of them is yours?")))
            return {"mode": mode, "condition": condition, "contestants": ", ".join(lineup), "me": who}
        except LudotecaError as error:
            if wanted:
                raise
            _say(str(error))


def _show_advice(player: "Agent", s: "State", seat: int) -> int:
    """The advised move, and for each move the hearts and the win to be expected."""
    from ludoteca.cli.common import decide_with_bar
    from ludoteca.games.contest.catalogue import move_of
    from ludoteca.games.contest.estimates import estimate_moves
    from ludoteca.protocol.rules import retract

    view = player.game.observe(s, seat)
    retract(view, seat)
    decision = decide_with_bar(player, view, "thinking")
    visits = {row.action: row.visits for row in decision.analysis.actions}
    table = Table(box=None, pad_edge=False)
    for title in ("move", "", "hearts this turn", "hearts in all", "chance to win", "looked at"):
        table.add_column(title, justify="left" if title in ("move", "") else "right")
    for worth in estimate_moves(s, seat):
        card = move_of(int(s.moves[seat, worth.move]))
        sign = "<- advised" if worth.move == decision.action else ""
        looked = visits.get(worth.move)
        table.add_row(f"{card.english} ({card.italian})", sign, f"{worth.turn_hearts:+.1f}", f"{worth.hearts:.1f}",
                      f"{100 * worth.wins:.0f} %", "-" if looked is None else f"{looked:,}")  # fmt: skip
    console.print(table)
    return decision.action


@app.command()
def find(
    moves_given: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE...", help="Moves to choose from, English or Italian; the whole table if none."),
    ] = None,
    condition: Annotated[str, typer.Option(help="cool, beautiful, cute, clever or tough.")] = "beautiful",
    rank: Annotated[str, typer.Option(help="Opponents of this rank: normal, super, hyper or master.")] = "master",
    against: Annotated[str, typer.Option(help="Opponents by name instead, three or more.")] = "",
    mode: Annotated[str, typer.Option(help="game or thesis.")] = "game",
    contests: Annotated[int, typer.Option(min=10, max=100_000, help="Contests of each finalist.")] = 200,
    iterations: Annotated[int, typer.Option(min=1, help="How long the search of the finals thinks.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="Of all chance.")] = 1,
    as_json: JsonFlag = False,
) -> None:
    """Find the four moves that win most against a roster: successive halving over simulated contests."""
    from ludoteca.cli.common import progress_bar
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
    table = Table(box=None, pad_edge=False)
    for title in ("moves", "won, % (95 %)", "hearts"):
        table.add_column(title, justify="left" if title == "moves" else "right")
    for item in found:
        told = item.to_json()
        low, high = told["rate_95"]
        interval = f"{100 * item.rate:.1f} ({100 * low:.1f} to {100 * high:.1f})"
        table.add_row(", ".join(told["moves"]), interval, f"{item.hearts:.1f}")
    console.print(table)
    console.print(f"{contests} contests each, led by a search of {iterations} iterations against console's habits.")
