"""`ludoteca hanabi`: what only this game has."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, choose_seed, console, messages, print_json, progress_bar
from ludoteca.cli.replay import read_record
from ludoteca.core.errors import SetupError, TranscriptError

if TYPE_CHECKING:
    from ludoteca.games.hanabi.replays import Replay

app = typer.Typer(help="Hanabi: score bots and teams, and exchange games with hanab.live.")

Seed = Annotated[int | None, typer.Option(help="Of the decks and of the bots' chance; drawn and shown if left out.")]


@app.callback()
def main() -> None:
    """Keeps every command a subcommand."""


@app.command()
def score(
    bots: Annotated[
        str,
        typer.Option(
            help="One player a seat: a bot, or an agent with its settings, as in smart,sparta:worlds=100; "
            "cheat looks at its own cards."
        ),
    ],
    games: Annotated[int, typer.Option(min=2, max=10_000_000, help="How many decks.")] = 1000,
    seed: Seed = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes that share the games of a team that searches.")
    ] = 1,
    save: Annotated[str, typer.Option(help="A CSV file for what came of each deck, to compare teams with.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Let a team play, and tell its mean score with what it lost by strike-outs. Ctrl-C tells of the games so far."""
    from ludoteca.core.files import write_atomic
    from ludoteca.games.hanabi.study.scores import summarise
    from ludoteca.games.hanabi.study.teams import format_games, parse_team, play_team
    from ludoteca.lab.parallel import open_pool

    team = parse_team(bots)
    seed = choose_seed(seed)
    if save:
        _check_writable(Path(save), "--save")
    with open_pool(workers) as engine, progress_bar() as bar:
        task = bar.add_task(" and ".join(team), total=games)
        results = play_team(team, games, seed, lambda done: bar.update(task, completed=done), engine)
        if len(results.decks) < games:
            engine.close(at_once=True)
    if save:
        write_atomic(Path(save), format_games(results))
    found: dict[str, Any] = {"seed": seed, **summarise(results)}
    if as_json:
        print_json(found)
    else:
        _show_score(found)
    if found["games"] < games:
        messages.print(f"stopped after {found['games']:,} of {games:,} games")
        raise typer.Exit(130)


def _show_score(found: dict[str, Any]) -> None:
    zero, keep = found["strike_out_zero"], found["strike_out_keeps"]
    console.print(f"{', '.join(found['bots'])}: {found['games']:,} games, seed {found['seed']}")
    console.print(f"strike-out scores 0      {zero['mean']:.3f} ± {zero['standard_error']:.3f}")
    console.print(f"strike-out keeps points  {keep['mean']:.3f} ± {keep['standard_error']:.3f}")
    console.print(f"perfect games {found['perfect']:.1%}, strike-outs {found['strike_outs']}")
    console.print(f"{_tell_speed(found['games_per_cpu_second'])}, {found['moves']:.1f} moves a game")


def _tell_speed(rate: float) -> str:
    return f"{rate:,.0f} games per CPU-second" if rate >= 10 else f"{1 / rate:.2f} CPU-seconds a game"


@app.command()
def table(
    games: Annotated[int, typer.Option(min=2, help="Games of each bot for each number of players.")] = 10_000,
    seed: Seed = None,
    out: Annotated[str, typer.Option(help="The Markdown file to write the table into; empty to print it.")] = "",
) -> None:
    """Score every bot with itself for two to five players, beside what was published. Ctrl-C shows what is complete,
    and leaves the file as it was."""
    from ludoteca.games.hanabi.study.scores import SCORED, format_scores, score_all

    seed = choose_seed(seed)
    with progress_bar() as bar:
        task = bar.add_task("scores", total=None)
        found = score_all(games, seed, lambda what, done, total: _advance(bar, task, what, done, total))
    _deliver("scores", format_scores(found, games, seed), {}, out, len(found) < len(SCORED))


@app.command()
def crossplay(
    players: Annotated[str, typer.Option(help="Numbers of players, as in 2,3,4,5.")] = "2,3,4,5",
    games: Annotated[int, typer.Option(min=2, help="Decks of each pair of bots.")] = 1000,
    seed: Seed = None,
    out: Annotated[
        str, typer.Option(help="The Markdown file; a picture goes beside it, in a folder of its name.")
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """Every bot with every other: one seat of the column's bot among seats of the row's, with intervals. Ctrl-C shows
    what is complete, and leaves the file as it was."""
    from ludoteca.games.hanabi.study.crossplay import count_cells, cross_all, format_crossplay

    counts = _parse_counts(players)
    seed = choose_seed(seed)
    with progress_bar() as bar:
        task = bar.add_task("crossplay", total=None)
        cells = cross_all(counts, games, seed, lambda what, done, total: _advance(bar, task, what, done, total))
    stopped = len(cells) < count_cells(counts)
    if as_json:
        print_json({"seed": seed, "games": games, "stopped": stopped, "cells": cells})
        if stopped:
            raise typer.Exit(130)
        return
    text, pictures = format_crossplay(cells, games, seed)
    _deliver("cross-play", text, pictures, out, stopped)


@app.command()
def teach(
    learner: Annotated[str, typer.Option(help="keen learns among its own kind, guest at a table of smart.")] = "keen",
    players: Annotated[int, typer.Option(min=2, max=5, help="How many sit at the table.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, max=100_000)] = 12,
    lessons: Annotated[int, typer.Option(min=100, help="Lessons of each round.")] = 180_000,
    trials: Annotated[int, typer.Option(min=10, help="Games of new weights on decks of no lesson.")] = 20_000,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin with smart's order of moves.")] = False,
    seed: Seed = None,
    out: Annotated[str, typer.Option(help="The file of weights to write, best the package's own.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Let keen or guest learn better weights (needs torch). Ctrl-C keeps the best so far."""
    from ludoteca.games.hanabi.training.train import Schooling, Trial, find_kept, save_weights
    from ludoteca.games.hanabi.training.train import teach as teach_weights

    seed = choose_seed(seed)
    if out:
        _check_writable(Path(out), "--out")
        find_kept(Path(out))
    plan = Schooling(
        learner, players, rounds, lessons, max(100, lessons * 2 // 3), trials=trials, fresh=fresh, seed=seed
    )
    seen: list[Trial] = []
    with progress_bar() as bar:
        task = bar.add_task("weights to begin with", total=None)

        def tell(trial: Trial) -> None:
            seen.append(trial)
            bar.console.print(f"round {trial.round}: {trial.mean:.3f} ± {trial.standard_error:.3f}")

        best = teach_weights(plan, lambda what, done, total: _advance(bar, task, what, done, total), tell)
    if out:
        save_weights(Path(out), plan, best)
    if as_json:
        told = [{"round": t.round, "mean": t.mean, "standard_error": t.standard_error} for t in seen]
        print_json({"seed": seed, "learner": learner, "players": players, "best": best.round, "rounds": told})
    else:
        console.print(
            f"{learner}, {players} players, seed {seed}: round {best.round} is best on {trials:,} other decks"
        )
        console.print(f"strike-out scores 0      {best.mean:.3f} ± {best.standard_error:.3f}")
        console.print(f"{out} written" if out else "give --out to keep the weights")
    if seen[-1].round < rounds:
        messages.print(f"stopped after {seen[-1].round:,} of {rounds:,} rounds")
        raise typer.Exit(130)


def _check_writable(path: Path, option: str) -> None:
    """Before hours of work: whether its result can be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise SetupError(
            f"{path} cannot be written: {error.strerror}; give {option} a file in a folder of yours"
        ) from None


def _deliver(name: str, text: str, pictures: dict[str, str], out: str, stopped: bool) -> None:
    """Put a section into the file, or show it: without a file, or if the study was stopped before its end."""
    from ludoteca.games.hanabi.study.page import write_section

    if out and not stopped:
        write_section(Path(out), name, text, pictures)
        console.print(f"{out} written")
        return
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    if stopped:
        messages.print(f"stopped{f'; {out} was left as it was' if out else ''}", highlight=False)
        raise typer.Exit(130)


def _parse_counts(text: str) -> list[int]:
    counts = [int(word) if word.strip() in ("2", "3", "4", "5") else 0 for word in text.split(",")]
    if 0 in counts:
        raise SetupError(f"--players takes numbers from 2 to 5, as in 2,3,4,5; not {text!r}")
    return counts


def _advance(bar: Any, task: Any, what: str, done: int, total: int) -> None:
    bar.update(task, description=what, completed=done, total=total)


@app.command("export")
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


@app.command("import")
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

    replay = _read_replay(source)
    s, line = play_through(replay)
    told = _name_moves(replay, line) if moves or as_json else []
    if as_json:
        print_json({"setup": replay.setup(), "actions": line, "moves": told, "score": GAME.returns(s)[0]})
        return
    for number, text in enumerate(told, start=1):
        console.print(f"{number:3} {text}", highlight=False)
    console.print(GAME.draw(s), markup=False, highlight=False)
    console.print(GAME.describe_result(s))


def _read_replay(source: str) -> "Replay":
    from ludoteca.games.hanabi.replays import read_compact, read_json

    path = Path(source)
    if len(source) < 1000 and "," not in source and path.suffix == ".json":
        try:
            return read_json(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise TranscriptError(f"{source} cannot be read: {error}") from None
    return read_compact(source)


def _name_moves(replay: "Replay", line: list[int]) -> list[str]:
    """The moves of players, in words."""
    from ludoteca.games.hanabi.game import GAME
    from ludoteca.protocol import CHANCE

    s, told = GAME.start(**replay.setup()), []
    for action in line:
        if GAME.mover(s) != CHANCE:
            told.append(f"{replay.players[GAME.mover(s)]}: {GAME.format_action(s, action)}")
        GAME.play(s, action)
    return told
