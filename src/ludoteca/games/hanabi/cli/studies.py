"""`ludoteca hanabi score`, `table` and `crossplay`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, choose_seed, console, messages, print_json, progress_bar
from ludoteca.core.errors import SetupError
from ludoteca.games.hanabi.cli.common import Seed, advance, check_writable


def score(
    bots: Annotated[
        str,
        typer.Option(
            help="One player a seat: a bot, or an agent with its settings, as in smart,sparta:worlds=100. "
            "`cheat` looks at its own cards."
        ),
    ],
    games: Annotated[int, typer.Option(min=2, max=10_000_000, help="How many decks.")] = 1000,
    seed: Seed = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes that share the games of a team with agents.")
    ] = 1,
    save: Annotated[str, typer.Option(help="A CSV file for the result of each deck, to compare teams.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Score a team: mean points, perfect games, strike-outs, speed. Ctrl-C shows the games so far."""
    from ludoteca.core.files import write_atomic
    from ludoteca.games.hanabi.study.scores import summarise
    from ludoteca.games.hanabi.study.teams import format_games, parse_team, play_team
    from ludoteca.lab.parallel import open_pool

    team = parse_team(bots)
    seed = choose_seed(seed)
    if save:
        check_writable(Path(save), "--save")
    with open_pool(workers) as pool, progress_bar() as bar:
        task = bar.add_task(" and ".join(team), total=games)
        results = play_team(team, games, seed, lambda done: bar.update(task, completed=done), pool)
        if len(results.decks) < games:
            pool.close(at_once=True)
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
    console.print("(mean points ± standard error)")
    console.print(f"perfect games {found['perfect']:.1%}, strike-outs {found['strike_outs']}")
    console.print(f"{format_speed(found['games_per_cpu_second'])}, {found['moves']:.1f} moves a game")


def format_speed(rate: float) -> str:
    return f"{rate:,.0f} games per CPU-second" if rate >= 10 else f"{1 / rate:.2f} CPU-seconds a game"


def table(
    games: Annotated[int, typer.Option(min=2, help="Games of each bot for each number of players.")] = 10_000,
    seed: Seed = None,
    out: Annotated[str, typer.Option(help="The Markdown file to write the table into; empty to print it.")] = "",
) -> None:
    """Score every bot with itself for two to five players, beside published figures. Ctrl-C shows what is complete, and
    does not change the file."""
    from ludoteca.games.hanabi.study.scores import SCORED, format_scores, score_all

    seed = choose_seed(seed)
    with progress_bar() as bar:
        task = bar.add_task("scores", total=None)
        found = score_all(games, seed, lambda what, done, total: advance(bar, task, what, done, total))
    _deliver("scores", format_scores(found, games, seed), {}, out, len(found) < len(SCORED))


def crossplay(
    players: Annotated[str, typer.Option(help="Numbers of players, as in 2,3,4,5.")] = "2,3,4,5",
    games: Annotated[int, typer.Option(min=2, help="Decks of each pair of bots.")] = 1000,
    seed: Seed = None,
    out: Annotated[
        str, typer.Option(help="The Markdown file; pictures go into the folder of its name beside it.")
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """Play every bot with every other: one seat has the column's bot, all others the row's. Ctrl-C shows what is
    complete, and does not change the file."""
    from ludoteca.games.hanabi.study.crossplay import count_cells, cross_all, format_crossplay

    counts = parse_counts(players)
    seed = choose_seed(seed)
    with progress_bar() as bar:
        task = bar.add_task("crossplay", total=None)
        cells = cross_all(counts, games, seed, lambda what, done, total: advance(bar, task, what, done, total))
    stopped = len(cells) < count_cells(counts)
    if as_json:
        print_json({"seed": seed, "games": games, "stopped": stopped, "cells": cells})
        if stopped:
            raise typer.Exit(130)
        return
    text, pictures = format_crossplay(cells, games, seed)
    _deliver("cross-play", text, pictures, out, stopped)


def parse_counts(text: str) -> list[int]:
    counts = [int(word) if word.strip() in ("2", "3", "4", "5") else 0 for word in text.split(",")]
    if 0 in counts:
        raise SetupError(f"--players takes numbers from 2 to 5, as in 2,3,4,5; not {text!r}")
    return counts


def _deliver(name: str, text: str, pictures: dict[str, str], out: str, stopped: bool) -> None:
    """Write a section into the file, or print it if there is no file or if the study was stopped."""
    from ludoteca.games.hanabi.study.page import write_section

    if out and not stopped:
        write_section(Path(out), name, text, pictures)
        console.print(f"wrote {out}")
        return
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    if stopped:
        messages.print(f"stopped{f'; {out} was not changed' if out else ''}", highlight=False)
        raise typer.Exit(130)
