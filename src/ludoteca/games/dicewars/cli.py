"""`ludoteca dicewars`: what only this game has: maps, data and training."""

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import console, progress_bar

app = typer.Typer(help="Dicewars: maps, and the data and training of its networks.")

Out = Annotated[Path, typer.Option(help="The folder of the data.")]


@app.callback()
def main() -> None:
    """Keeps every command a subcommand, even were there only one."""


@app.command("map")
def show_map(
    seed: Annotated[int, typer.Option(min=1, help="What the map is grown from.")] = 1,
    variant: Annotated[str, typer.Option(help="standard, course or original.")] = "standard",
    save: Annotated[Path | None, typer.Option(help="A file to write it to.")] = None,
) -> None:
    """Show a map, name the next one to look at, and save it if asked to: play on it with --set map=@FILE."""
    from ludoteca.core.errors import UnknownName
    from ludoteca.games.dicewars import maps
    from ludoteca.games.dicewars.game import GAME
    from ludoteca.games.dicewars.tables import VARIANTS

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
    out: Out,
    boards: Annotated[int, typer.Option(min=1, help="Boards; four games on each.")] = 500,
    bot: Annotated[str, typer.Option(help="Who plays, at all four seats.")] = "kb.stei_adt",
    seed: Annotated[int, typer.Option(min=0, help="Of all chance.")] = 1,
    every_action: Annotated[bool, typer.Option(help="Keep positions after every action, not only every turn.")] = False,
    same_chance: Annotated[bool, typer.Option(help="The four games of a board have the same chance.")] = False,
) -> None:
    """Play games of four equal bots and keep the positions. Started again, it makes what is missing."""
    import numpy as np

    from ludoteca.core.errors import UnknownName
    from ludoteca.games.dicewars.bots import BOTS
    from ludoteca.games.dicewars.training.xklism import Source
    from ludoteca.games.dicewars.training.xklism import collect as collect_positions

    if bot not in BOTS:
        raise UnknownName("bot", bot, BOTS)
    source = Source(boards, bot=bot, seed=seed, every_action=every_action, same_chance=same_chance)
    with progress_bar() as bar:
        task = bar.add_task("collecting", total=None)
        dataset = collect_positions(source, out, lambda done, total: bar.update(task, completed=done, total=total))
    counts = np.sum([np.bincount(chunk.labels, minlength=4) for chunk in dataset], axis=0)
    console.print(f"{counts.sum()} positions; won by seat: {counts.tolist()}", highlight=False)


@app.command()
def train(
    data: Annotated[Path, typer.Option(help="A folder that `collect` has filled.")],
    out: Annotated[Path, typer.Option(help="The file for the weights; an unfinished one is gone on with.")],
    by: Annotated[
        str, typer.Option("--split", help="state (as published), or group: no board on both sides.")
    ] = "group",
    seed: Annotated[int, typer.Option(min=0, help="Of balancing, splitting and training.")] = 1,
    record: Annotated[Path | None, typer.Option(help="A file for the record of the training, as JSON.")] = None,
) -> None:
    """Train the network of xklism: 128 epochs. Ctrl-C or a crash loses the epoch under way at the most."""
    from ludoteca.games.dicewars.training.xklism import save_record, train_xklism

    with progress_bar() as bar:
        task = bar.add_task("training", total=None)
        curve = train_xklism(
            data, by, out, seed,
            lambda done, total, text: bar.update(task, completed=done, total=total, description=f"training {text}"),
        )  # fmt: skip
    if record:
        save_record(out, record)
    console.print(f"right on the training data {curve.train[-1]:.2%}, on the rest {curve.check[-1]:.2%}; split by {by}")


@app.command()
def tune(
    out: Annotated[Path, typer.Option(help="The file for the weights, written after every generation.")],
    generations: Annotated[int, typer.Option(min=1, help="How often weights are drawn and the best kept.")] = 24,
    boards: Annotated[int, typer.Option(min=1, help="Boards of a generation; four games on each.")] = 250,
    seed: Annotated[int, typer.Option(min=0, help="Of all chance.")] = 1,
) -> None:
    """Find the weights of warlord's strategy by playing the five reference agents. Ctrl-C keeps what was found."""
    from ludoteca.games.dicewars.training.warlord import Tuning
    from ludoteca.games.dicewars.training.warlord import tune as tune_weights

    with progress_bar() as bar:
        task = bar.add_task("tuning", total=None)
        tune_weights(
            Tuning(generations, boards, seed=seed), out,
            report=lambda done, total, text: bar.update(
                task, completed=done, total=total, description=f"tuning {text}"
            ),
        )  # fmt: skip
    console.print(f"saved as {out}", markup=False)


@app.command("train-value")
def train_value(
    out: Annotated[Path, typer.Option(help="The file for the network; an unfinished one is gone on with.")],
    weights: Annotated[Path | None, typer.Option(help="Of the strategy; those in the package if left out.")] = None,
    boards: Annotated[int, typer.Option(min=5, help="Boards; four games on each.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Of all chance.")] = 1,
) -> None:
    """Train the network that tells warlord what a position is worth, on games of its strategy, split by board."""
    from ludoteca.games.dicewars.agents.warlord.weights import FILE, load_weights
    from ludoteca.games.dicewars.training.warlord import train_value as train_network

    with progress_bar() as bar:
        task = bar.add_task("playing", total=None)
        curve = train_network(
            load_weights(weights or FILE), out, boards, seed,
            lambda done, total, text: bar.update(task, completed=done, total=total, description=text),
        )  # fmt: skip
    console.print(f"right on the training data {curve.train[-1]:.2%}, on other boards {curve.check[-1]:.2%}")
