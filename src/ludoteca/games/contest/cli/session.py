"""`ludoteca contest advise`: advice for a person who plays on a console."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ludoteca.cli.answers import decide_with_bar
from ludoteca.cli.common import console, make_agent, warm_up_agents
from ludoteca.core.errors import LudotecaError
from ludoteca.games.contest.cli.tables import Condition, new_table
from ludoteca.games.contest.cli.transcript import show_totals

if TYPE_CHECKING:
    from ludoteca.games.contest.replayed import Transcript
    from ludoteca.protocol import Agent, State

T = TypeVar("T")


def advise(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="File for the transcript; if it is there, continue it.")],
    contestants: Annotated[str, typer.Option(help="Four names in starting order; asked for if left out.")] = "",
    me: Annotated[str, typer.Option(help="Your contestant; asked for if left out.")] = "",
    roster_file: Annotated[Path | None, typer.Option("--roster", help="A TOML file with your own contestants.")] = None,
    condition: Condition = "beautiful",
    mode: Annotated[str, typer.Option(help="game: the console's rules; thesis: those of the thesis.")] = "game",
    agent: Annotated[str, typer.Option(help="The adviser: a level, or an agent with its settings.")] = "Master",
) -> None:
    """Advise a person who plays on a console. Enter what happens, turn by turn; `back` undoes an entry."""
    from ludoteca.games import load
    from ludoteca.games.contest.console_session import Session, load_session

    game = load("contest")
    player = make_agent(agent, game, 1)
    if log.exists():
        data = load_session(log)
        console.print(f"{log}: continuing with turn {len(data.get('turn', [])) + 1}", highlight=False)
    else:
        data = _ask_contest(_Entry(contestants, me, roster_file, condition, mode))
    warm_up_agents(game, [player])
    session = Session(data, log, _ask, _say, lambda s, seat: show_advice(player, s, seat))
    session.save()
    try:
        contest = session.run()
    except (EOFError, KeyboardInterrupt):
        console.print(f"\nthe contest so far is in {log}; the same command continues it", highlight=False)
        return
    show_totals(contest)
    console.print(f"the transcript is in {log}: ludoteca contest run {log}", highlight=False)


def _ask(question: str) -> str:
    return console.input(f"{question} ", markup=False)


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False)


@dataclass(frozen=True)
class _Entry:
    """What the command line says of a new contest; empty texts are asked for."""

    contestants: str
    me: str
    roster_file: Path | None
    condition: str
    mode: str


def _ask_contest(entry: _Entry) -> "Transcript":
    """The head of a new transcript."""
    from ludoteca.games.contest.notation import find_seat, name_of

    own = _own_contestants(entry.roster_file)
    lineup, s = _ask_until_valid(
        entry.contestants, "the contestants in starting order?", lambda text: _start(text, entry, own)
    )
    me = _ask_until_valid(entry.me, "which of them is yours?", lambda text: name_of(s, find_seat(s, text)))
    return {"mode": entry.mode, "condition": entry.condition, "contestants": lineup, "me": me}


def _ask_until_valid(given: str, question: str, parse: Callable[[str], T]) -> T:
    """Parse what was given on the command line, or else ask until the answer can be parsed."""
    if given:
        return parse(given)
    while True:
        try:
            return parse(_ask(question))
        except LudotecaError as error:
            _say(str(error))


def _own_contestants(roster_file: Path | None) -> dict[str, str]:
    """Those of the file, as text, by name."""
    from ludoteca.games.contest.catalogue import normalise_name
    from ludoteca.games.contest.roster_file import read_contestants

    found = read_contestants(roster_file) if roster_file else []
    return {normalise_name(contestant.name): contestant.to_text() for contestant in found}


def _start(text: str, entry: _Entry, own: dict[str, str]) -> tuple[str, "State"]:
    """The line-up in full, and the first position."""
    from ludoteca.games import load
    from ludoteca.games.contest.catalogue import normalise_name
    from ludoteca.games.contest.contestants import parse_contestant

    words = [word.strip() for word in text.split(",")]
    texts = [own.get(normalise_name(word)) or parse_contestant(word, entry.condition).to_text() for word in words]
    lineup = ", ".join(texts)
    return lineup, load("contest").start(contestants=lineup, condition=entry.condition, mode=entry.mode)


def show_advice(player: "Agent", s: "State", seat: int) -> int:
    """Print every move, the advised one first, with the reason; return the advised move."""
    from ludoteca.games.contest.catalogue import move_of
    from ludoteca.games.contest.cli.advice import explain_advice, rank_moves
    from ludoteca.games.contest.study.estimates import estimate_moves
    from ludoteca.protocol.rules import retract

    view = player.game.observe(s, seat)
    retract(view, seat)
    decision = decide_with_bar(player, view, "thinking")
    names = [f"{move.english} ({move.italian})" for move in (move_of(int(number)) for number in s.moves[seat])]
    rows = rank_moves(decision, estimate_moves(s, seat), names)
    numbers = ("visits", "hearts this turn", "hearts in all", "chance to win")
    table = new_table("move", "", *numbers, right=numbers)
    for row in rows:
        found = row.estimate
        visits = "-" if row.visits is None else f"{row.visits:,}"
        sign = "<- advised" if row.advised else ""
        hearts = f"{found.turn_hearts:+.1f}", f"{found.hearts:.1f}"
        table.add_row(row.name, sign, visits, *hearts, f"{100 * found.wins:.0f} %")
    console.print(table)
    _say(explain_advice(rows))
    return decision.action
