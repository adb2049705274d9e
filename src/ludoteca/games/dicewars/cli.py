"""`ludoteca dicewars`: maps, training data and training."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json, progress_bar
from ludoteca.core.progress import Report

app = typer.Typer(help="Dicewars: maps, training data and training.")

Seed = Annotated[int, typer.Option(min=0, help="The seed of everything random.")]


@contextmanager
def report_progress() -> Iterator[Report]:
    """A progress bar, as something to report to."""
    with progress_bar() as bar:
        task = bar.add_task("", total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=what)

        yield report


@app.callback()
def main() -> None:
    """Maps, training data and training."""


@app.command("map")
def show_map(
    seed: Annotated[int, typer.Option(min=1, help="The seed that the map is grown from.")] = 1,
    variant: Annotated[str, typer.Option(help="standard, course or original.")] = "standard",
    save: Annotated[Path | None, typer.Option(help="Write the map to this file.")] = None,
) -> None:
    """Show a map and the seed of another one. Save it with --save FILE and play on it with --set map=@FILE."""
    from ludoteca.core.errors import UnknownName
    from ludoteca.games.dicewars import maps
    from ludoteca.games.dicewars.constants import VARIANTS
    from ludoteca.games.dicewars.game import GAME

    if variant not in VARIANTS:
        raise UnknownName("variant", variant, VARIANTS)
    grown = maps.grow(seed, VARIANTS.index(variant))
    console.print(GAME.draw(GAME.start(map_seed=seed, variant=variant)), highlight=False, markup=False)
    console.print(f"{grown.areas} areas, {grown.borders} borders; another one: --seed {maps.reroll(seed)}")
    if save:
        maps.save(grown, save)
        console.print(f"saved as {save}", markup=False)


@app.command()
def collect(
    out: Annotated[Path, typer.Option(help="The folder for the data.")],
    boards: Annotated[int, typer.Option(min=1, help="Boards, with four games on each.")] = 500,
    bot: Annotated[str, typer.Option(help="The bot that plays at all four seats.")] = "kb.stei_adt",
    seed: Seed = 1,
    every_action: Annotated[
        bool, typer.Option(help="Keep a position after every action, not only after turns.")
    ] = False,
    same_chance: Annotated[bool, typer.Option(help="Use the same chance for the four games of a board.")] = False,
) -> None:
    """Play games of four equal bots and store the positions. A stopped collection is resumed; with more --boards than
    before it is extended."""
    import numpy as np

    from ludoteca.core.errors import UnknownName
    from ludoteca.games.dicewars.bots import BOTS
    from ludoteca.games.dicewars.training.xklism import Source
    from ludoteca.games.dicewars.training.xklism import collect as collect_positions

    if bot not in BOTS:
        raise UnknownName("bot", bot, BOTS)
    source = Source(boards, bot=bot, seed=seed, every_action=every_action, same_chance=same_chance)
    with report_progress() as report:
        dataset = collect_positions(source, out, report)
    counts = np.sum([np.bincount(chunk.labels, minlength=4) for chunk in dataset], axis=0)
    console.print(f"{counts.sum()} positions; won by seat: {counts.tolist()}", highlight=False)


@app.command()
def train(
    data: Annotated[Path, typer.Option(help="A folder that `collect` has filled.")],
    out: Annotated[Path, typer.Option(help="The file for the weights. An unfinished training is resumed.")],
    by: Annotated[
        str, typer.Option("--split", help="state (as published), or group: no board in both training and check data.")
    ] = "group",
    seed: Seed = 1,
    record: Annotated[Path | None, typer.Option(help="Write the record of the training to this file, as JSON.")] = None,
    incomplete: Annotated[bool, typer.Option("--incomplete", help="Train even if boards are missing.")] = False,
) -> None:
    """Train the network of xklism for 128 epochs. The weights are saved after every epoch."""
    from ludoteca.games.dicewars.training.xklism import Choice, save_record, train_xklism

    with report_progress() as report:
        curve = train_xklism(data, out, Choice(by, seed, incomplete), report=report)
    if record:
        save_record(out, record)
    console.print(
        f"accuracy on the training data {curve.train[-1]:.2%}, on the check data {curve.check[-1]:.2%}; split by {by}"
    )


@app.command()
def tune(
    out: Annotated[Path, typer.Option(help="The file for the weights. A search that is there already is resumed.")],
    generations: Annotated[int, typer.Option(min=1, help="Generations of the search.")] = 24,
    boards: Annotated[int, typer.Option(min=1, help="Boards of a generation, with four games on each.")] = 250,
    seed: Seed = 1,
) -> None:
    """Tune the weights of warlord's strategy by playing the five reference agents. The file is written after every
    generation: after Ctrl-C, the same command resumes, and more --generations extend the search."""
    from ludoteca.games.dicewars.training.tuning import Tuning
    from ludoteca.games.dicewars.training.tuning import tune as tune_weights

    with report_progress() as report:
        tune_weights(Tuning(generations, boards, seed=seed), out, report=report)
    console.print(f"saved as {out}", markup=False)


@app.command("train-value")
def train_value(
    out: Annotated[Path, typer.Option(help="The file for the network. An unfinished training is resumed.")],
    weights: Annotated[
        Path | None, typer.Option(help="The weights of the strategy. Default: those of the package.")
    ] = None,
    boards: Annotated[int, typer.Option(min=5, help="Boards, with four games on each.")] = 10_000,
    seed: Seed = 1,
) -> None:
    """Train warlord's value network on games of its strategy, split by board."""
    from ludoteca.games.dicewars.agents.warlord.weights import FILE, load_weights
    from ludoteca.games.dicewars.training.warlord import train_value as train_network

    with report_progress() as report:
        curve = train_network(load_weights(weights or FILE), out, boards, seed, report)
    console.print(f"accuracy on the training data {curve.train[-1]:.2%}, on other boards {curve.check[-1]:.2%}")


@app.command()
def seats(
    tournaments: Annotated[int, typer.Option(min=10, help="Tournaments of 800 games, of each kind.")] = 100,
    seed: Seed = 1,
) -> None:
    """Show how many games each seat wins, if every board has its own chance and if all share one stream of it."""
    from ludoteca.games.dicewars.study.seats import compare, describe

    with report_progress() as report:
        wins = compare(tournaments, seed, report)
    print("\n".join(describe(wins)))


@app.command("course-ai")
def write_course_ai(
    out: Annotated[Path, typer.Option(help="The file, such as dicewars/ai/warlord.py in the server's folder.")],
    agent: Annotated[str, typer.Option(help="The agent with its settings, as in warlord:iterations=300.")] = "warlord",
    seed: Seed = 0,
    as_json: JsonFlag = False,
) -> None:
    """Write a module that the course's server of 2021 loads as an AI, and compile what it needs."""
    from ludoteca.games.dicewars.agents.course_ai import PLAYERS, make_bridge, write_module

    write_module(agent, seed, out)
    with progress_bar() as bar:
        bar.add_task("compiling (only this once)", total=None)
        make_bridge(agent, seed, 1, range(1, PLAYERS + 1))
    if as_json:
        print_json({"file": str(out), "agent": agent, "seed": seed, "name": out.stem})
    else:
        console.print(f"{out} plays as {agent}; the server calls it {out.stem}", highlight=False, markup=False)
