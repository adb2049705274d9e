"""`ludoteca hanabi raw`: the Bologna project's own files of JSON lines."""

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import console
from ludoteca.cli.dataset import show_info, show_progress

app = typer.Typer(help="The Bologna project's own form of data: two files of JSON lines a game.")


@app.callback()
def main() -> None:
    """Keeps every command a subcommand."""


@app.command("write")
def write(
    out: Annotated[Path, typer.Option(help="The folder for the files.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    agents: Annotated[str, typer.Option(help="The bot that plays, or two of them.")] = "bot2",
    seed: Annotated[int, typer.Option(min=0, help="The seed of all chance.")] = 1,
) -> None:
    """Play games and write each as states and actions. A stopped run goes on."""
    from ludoteca.games.hanabi.game import GAME
    from ludoteca.games.hanabi.training.raw_folder import write_raw
    from ludoteca.lab.datasets.making import Order, list_specs

    order = Order("hanabi", list_specs(agents, GAME), "bologna", games, seed, scores=False)
    with show_progress() as report:
        about = write_raw(order, out, report)
    console.print(f"{about.games} games in {out}; ludoteca hanabi raw format {out} --out FOLDER makes features of them")


@app.command("format")
def format_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that `raw write` has filled.")],
    out: Annotated[Path, typer.Option(help="The folder for the data set.")],
) -> None:
    """Turn raw games into a data set of 195 features, the same as `ludoteca dataset make` gives."""
    from ludoteca.games.hanabi.training.raw_folder import format_raw

    with show_progress() as report:
        format_raw(folder, out, report)
    show_info(out, as_json=False, write_card=True)
