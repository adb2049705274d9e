"""What the subcommands share: options, agents from text, progress, tables, JSON."""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ludoteca.core.errors import LudotecaError, NotationError, SetupError

if TYPE_CHECKING:
    from ludoteca.protocol import Agent, Game, State


class PipedConsole(Console):
    """Whoever reads the output may stop, as in `ludoteca games | head -1`: that is no failure."""

    def on_broken_pipe(self) -> None:
        leave_quietly()


def leave_quietly() -> NoReturn:
    """Nobody reads the output any more: end with success, and without a word about what is left to write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(0)


console = PipedConsole()
messages = Console(stderr=True)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
Seed = Annotated[int | None, typer.Option(help="The seed of all chance; drawn and shown if left out.")]
SetupOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="An option of the game, as in --set variant=misere; @FILE for the text of a file. Repeatable.",
    ),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `ludoteca games` lists them.")]


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def complain(error: LudotecaError, as_json: bool) -> None:
    """One sentence on standard error; for machines the stable code, too."""
    if as_json:
        print(json.dumps({"error": {"code": error.code, "message": str(error)}}), file=sys.stderr)
    else:
        messages.print(f"[red]error:[/red] {_escape(str(error))}", highlight=False)


def _escape(text: str) -> str:
    return text.replace("[", r"\[")


def parse_options(items: list[str] | None) -> dict[str, str]:
    """`name=value` words as a dictionary; `name=@file` takes the text of a file."""
    options = {}
    for item in items or []:
        name, equals, value = item.partition("=")
        if not equals:
            raise SetupError(f"--set takes NAME=VALUE, not {item!r}")
        value = value.strip()
        options[name.strip()] = read_option(Path(value[1:])) if value.startswith("@") else value
    return options


def read_option(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None


def choose_seed(seed: int | None) -> int:
    from ludoteca.core.rng import MAX_SEED, new_seed

    if seed is None:
        return new_seed()
    if not 0 <= seed <= MAX_SEED:
        raise SetupError(f"a seed must be from 0 to 2**64 - 1, not {seed}")
    return seed


def make_agent(spec: str, game: "Game", seed: int) -> "Agent":
    from ludoteca import agents

    return agents.make_from_spec(spec, game, seed)


def default_spec(game: "Game", exact: bool = False) -> str:
    from ludoteca import agents

    return agents.default_spec(game, exact)


def warm_up_agents(game: "Game", players: Iterable["Agent"], options: dict[str, Any] | None = None) -> None:
    """Compile what these agents need, with a progress bar if it was not done before."""
    from ludoteca.core.jit import warm_up
    from ludoteca.lab.warming import list_tasks

    tasks = list_tasks(game, players, options)
    if not tasks:
        return
    with progress_bar() as bar:
        task = bar.add_task("compiling (only this once)", total=len(tasks))
        warm_up(tasks, lambda label, done, total: bar.update(task, completed=done, description=f"compiling {label}"))


def progress_bar() -> Progress:
    """A bar on standard error that goes away when it is done."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=messages, transient=True, disable=not messages.is_terminal)


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """What is begun inside is finished before Ctrl-C is heeded."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield  # Ctrl-C is somebody else's, or raises nothing here
        return
    asked: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        raise KeyboardInterrupt


def parse_moves(game: "Game", s: "State", text: str) -> "State":
    """Play actions given as words from a position."""
    for word in text.replace(",", " ").split():
        try:
            game.play(s, game.parse_action(s, word))
        except LudotecaError as error:
            raise NotationError(f"at {word!r}: {error}") from None
    return s
