"""`ludoteca replay`: a recorded game, position by position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, console, print_json
from ludoteca.core.errors import RecordError, SetupError

if TYPE_CHECKING:
    from ludoteca.lab.record import Record
    from ludoteca.protocol import Game


def replay_record(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    ply: Annotated[int | None, typer.Option(help="Show only the position after so many actions.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Replay a recorded game, check every action, and show the positions and what the agents reported."""
    from ludoteca.lab.record import replay

    record, game = read_record(path)
    last = len(record.actions)
    if ply is not None and not 0 <= ply <= last:
        raise SetupError(f"--ply must be from 0 to {last} for this record, not {ply}")
    steps: list[dict[str, Any]] = []
    for number, (s, action) in enumerate(replay(record, game)):
        if ply is None or number == ply:
            name = None if action is None else game.format_action(s, action)
            happened = [] if action is None else game.narrate(s, action)
            info = record.info_at(number)
            steps.append(
                {
                    "ply": number,
                    "mover": game.mover(s),
                    "board": game.draw(s),
                    "action": action,
                    "name": name,
                    "happened": happened,
                    "info": None if info is None else info.to_json(),
                }
            )
    result = None if record.result is None else vars(record.result)
    if as_json:
        print_json(
            {"game": record.game, "setup": record.setup, "seats": record.seats, "steps": steps, "result": result}
        )
        return
    console.print(f"[bold]{game.info.title}[/bold], seed {record.seed}, {last} actions")
    for seat, who in enumerate(record.seats):
        console.print(f"  {game.info.seat_name(seat)}: {who.get('agent', '?')}", highlight=False)
    for step in steps:
        played = f"   played: {step['name']}" if step["name"] else ""
        reported = f"   ({tell_info(step['info'])})" if step["info"] else ""
        console.print(f"\nply {step['ply']}{played}{reported}", highlight=False, markup=False)
        console.print(step["board"], highlight=False, markup=False)
        for sentence in step["happened"]:
            console.print(f"  {sentence}", highlight=False, markup=False)
    console.print(f"\nResult: {record.result.reason if record.result else 'broken off'}", highlight=False, markup=False)


def tell_info(info: dict[str, float]) -> str:
    """What an agent reported of its decision: value, depth, nodes, iterations, seconds."""
    forms = {"value": "value {:+.3f}", "depth": "depth {}", "nodes": "{:,} nodes", "iterations": "{:,} iterations",
             "seconds": "{:.3f} s"}  # fmt: skip
    return ", ".join(form.format(info[key]) for key, form in forms.items() if key in info)


def read_record(path: Path, game: "Game | None" = None) -> "tuple[Record, Game]":
    """A record from a file, checked, and its game."""
    from ludoteca import games
    from ludoteca.lab.record import parse_record

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text: byte {error.start} is not UTF-8") from None
    try:
        record = parse_record(text, game)
    except RecordError as error:
        raise type(error)(f"{path}: {error}") from None
    return record, game or games.load(record.game)
