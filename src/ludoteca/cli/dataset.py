"""`ludoteca dataset`: positions and decisions for training, from games of any agents."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from ludoteca.cli.common import GameName, JsonFlag, SetupOptions, console, messages, parse_options, print_json
from ludoteca.cli.common import progress_bar as open_bar
from ludoteca.core.progress import Report

if TYPE_CHECKING:
    from ludoteca.lab.datasets.counting import Facts
    from ludoteca.training.decisions import Description

app = typer.Typer(help="Data sets for training: make them from games of any agents, and see what they hold.")
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that `ludoteca dataset make` has filled.")]
BAR = 40  # characters of the longest bar


@app.callback()
def main() -> None:
    """Make data sets, and see what they hold."""


@contextmanager
def show_progress() -> Iterator[Report]:
    with open_bar() as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, completed=done, total=total, description=what)


@app.command("make")
def make(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder for the data: new, empty, or of the same data.")],
    agents: Annotated[str, typer.Option(help="Who plays, as in bot2 or mcts:iterations=50,random; one for all seats.")],
    encoder: Annotated[str, typer.Option(help="How positions become numbers; `plain` fits every game.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games; more than before extend.")],
    seed: Annotated[int, typer.Option(min=0, help="The seed of all chance.")] = 1,
    setup: SetupOptions = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes to use.")] = 2,
    opening: Annotated[int, typer.Option(min=0, help="So many first actions are random, and are not kept.")] = 0,
    scores: Annotated[bool, typer.Option(help="Keep the scores of a teacher that tells them, and its ties.")] = True,
    chunk: Annotated[int | None, typer.Option(min=1, help="Games in a file; what Ctrl-C can cost.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play games and keep every decision. After Ctrl-C or a crash the same command goes on, and the files are the same
    as those of an unbroken run."""
    from ludoteca import games as all_games
    from ludoteca.lab.datasets.making import Order, list_specs, make_dataset
    from ludoteca.lab.parallel import open_pool

    specs = list_specs(agents, all_games.load(game))
    order = Order(game, specs, encoder, games, seed, parse_options(setup), scores, opening, chunk)
    try:
        with show_progress() as report, open_pool(workers) as pool:
            make_dataset(order, out, pool, report)
    except KeyboardInterrupt:
        messages.print("stopped; whole files were kept, and the same command goes on from there", highlight=False)
        raise typer.Exit(130) from None
    show_info(out, as_json, write_card=True)


@app.command("info")
def info(folder: Folder, as_json: JsonFlag = False) -> None:
    """What a data set holds: games, rows, classes, duplicates, sizes."""
    show_info(folder, as_json)


def show_info(folder: Path, as_json: bool, write_card: bool = False) -> None:
    from dataclasses import asdict

    from ludoteca.lab.datasets import card
    from ludoteca.lab.datasets.counting import count_facts
    from ludoteca.training.decisions import DecisionData

    data = DecisionData(folder)
    about = data.describe()
    with show_progress() as report:
        facts = count_facts(data, report)
    if write_card:
        data.write_card(card.write_card(about, facts))
    if as_json:
        print_json({"folder": str(folder), **asdict(about), "facts": facts.to_json(), "peak_mb": peak_memory()})
        return
    console.print(list_classes(about, facts))
    for line in tell_facts(about, facts):
        console.print(line, highlight=False)


def peak_memory() -> int:
    """Megabytes that this process and its largest child have held."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(resource.getrusage(kind).ru_maxrss for kind in kinds) // 1024


def list_classes(about: "Description", facts: "Facts") -> Table:
    table = Table(title=f"{about.game}: {facts.rows:,} decisions of {facts.games:,} games", title_justify="left")
    for title in ("class", "rows", "share", ""):
        table.add_column(title, justify="left" if title in ("class", "") else "right")
    most = max(facts.classes, default=0)
    for output, count in enumerate(facts.classes):
        if count or about.output_names:
            bar = "█" * round(BAR * count / most) if most else ""
            table.add_row(about.name_output(output), f"{count:,}", f"{count / max(1, facts.rows):.2%}", bar)
    return table


def tell_facts(about: "Description", facts: "Facts") -> list[str]:
    told = [
        f"agents: {', '.join(about.agents)}; seed {about.seed}; mean return {facts.mean_return:.3f}",
        f"encoder {about.encoder}: {about.inputs} features as {about.stored}, {about.outputs} classes",
        f"{facts.duplicates:,} rows repeat the features of an earlier one; {facts.contradictions:,} such features have "
        "several classes",
        f"{facts.file_bytes / 1e6:,.1f} MB in files; features mapped for training take "
        f"{facts.rows * facts.row_bytes / 1e6:,.1f} MB",
    ]
    return told + ([f"{facts.missing} files are missing: the command that began goes on"] if facts.missing else [])


@app.command("ties")
def ties(folder: Folder, as_json: JsonFlag = False) -> None:
    """Where the teacher chose among equals, and so the accuracy that no imitator can exceed."""
    from dataclasses import asdict

    from ludoteca.lab.datasets.counting import count_ties
    from ludoteca.training.decisions import DecisionData

    with show_progress() as report:
        found = count_ties(DecisionData(folder), report)
    if as_json:
        print_json([asdict(row) for row in found])
        return
    table = Table()
    for title in ("decisions", "rows", "with a tie", "best accuracy", "95 % interval"):
        table.add_column(title, justify="left" if title == "decisions" else "right")
    for row in found:
        share, (low, high) = f"{row.tied / row.rows:.2%}", row.cap_95
        table.add_row(row.kind, f"{row.rows:,}", share, f"{row.cap:.2%}", f"{low:.2%} to {high:.2%}")
    console.print(table)


@app.command("encoders")
def encoders(game: GameName, as_json: JsonFlag = False) -> None:
    """The encoders of a game."""
    from ludoteca import games as all_games

    found = [all_games.encoder(game, name) for name in all_games.encoder_names(game)]
    if as_json:
        print_json([{"name": item.name, "summary": item.summary, "stored": item.stored} for item in found])
        return
    for item in found:
        console.print(f"[bold]{item.name}[/bold]  {item.summary}", highlight=False)
