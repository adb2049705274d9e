"""`ludoteca hanabi export` and `import`: games of hanab.live."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json
from ludoteca.cli.replay import read_record
from ludoteca.core.errors import TranscriptError

if TYPE_CHECKING:
    from ludoteca.games.hanabi.replays import Replay


def export_game(
    record: Annotated[Path, typer.Argument(help="A record of a game of hanabi, as `ludoteca match --save` writes it.")],
    compact: Annotated[bool, typer.Option("--compact", help="The short form of replay links instead of JSON.")] = False,
) -> None:
    """Write a recorded game as hanab.live reads it."""
    from ludoteca.games.hanabi.replays import make_replay, write_compact, write_json
    from ludoteca.lab.record import replay

    read, game = read_record(record)
    if game.info.name != "hanabi":
        raise TranscriptError(f"{record} is a game of {game.info.name}, not of hanabi")
    *_, (last, _) = replay(read, game)
    written = make_replay(last)
    typer.echo(write_compact(written) if compact else write_json(written))


def import_game(
    source: Annotated[
        str, typer.Argument(help="A file with hanab.live's JSON; or a link or text in the compact form.")
    ],
    moves: Annotated[bool, typer.Option("--moves", help="Show every move.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Read a game of hanab.live, check every move, and show how it ended."""
    from ludoteca.games.hanabi.game import GAME
    from ludoteca.games.hanabi.replays import play_through

    replay = read_source(source)
    s, line = play_through(replay)
    named = name_moves(replay, line) if moves or as_json else []
    if as_json:
        print_json({"setup": replay.setup(), "actions": line, "moves": named, "score": GAME.returns(s)[0]})
        return
    for number, text in enumerate(named, start=1):
        console.print(f"{number:3} {text}", highlight=False)
    console.print(GAME.draw(s), markup=False, highlight=False)
    console.print(GAME.describe_result(s))


def read_source(source: str) -> "Replay":
    """A game from a file, or from compact text. What has no commas is the name of a file."""
    from ludoteca.games.hanabi.replays import read_compact, read_json

    if "," in source:
        return read_compact(source)
    try:
        text = Path(source).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise TranscriptError(
            f"there is no file {source!r:.200}, and it is not hanab.live's compact form either, "
            "which is <players, ranks, deck>,<types, actions>,<variant>"
        ) from None
    except (OSError, ValueError) as error:
        raise TranscriptError(f"{source!r:.200} cannot be read: {error}") from None
    return read_json(text)


def name_moves(replay: "Replay", line: list[int]) -> list[str]:
    """The moves of the players, in words."""
    from ludoteca.games.hanabi.game import GAME
    from ludoteca.protocol import CHANCE

    s, named = GAME.start(**replay.setup()), []
    for action in line:
        if GAME.mover(s) != CHANCE:
            named.append(f"{replay.players[GAME.mover(s)]}: {GAME.format_action(s, action)}")
        GAME.play(s, action)
    return named
