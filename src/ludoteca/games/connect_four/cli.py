"""The commands of `ludoteca connect_four`."""

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, make_agent, print_json, progress_bar, warm_up_agents

app = typer.Typer(help="Connect four: the solver, and the mistakes of any player.")


@app.callback()
def main() -> None:
    """Commands that only connect four has."""


@app.command()
def mistakes(
    agent: Annotated[str, typer.Option(help="The player: an agent, as in mcts:iterations=200, or a level.")],
    iterations: Annotated[int | None, typer.Option(min=1, help="The agent's budget in iterations.")] = None,
    positions: Annotated[int | None, typer.Option(min=1, help="Only the first so many of each set.")] = None,
    file: Annotated[
        Path | None,
        typer.Option(help="Other positions: a file that make-positions wrote.", exists=True, dir_okay=False),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the agent.")] = 1,
    as_json: JsonFlag = False,
) -> None:
    """Show how often a player changes the value of the game (won, drawn, lost), over six sets of solved positions."""
    from rich.table import Table

    from ludoteca.games.connect_four.game import GAME
    from ludoteca.games.connect_four.study.mistakes import find_mistakes, grade, select_positions
    from ludoteca.games.connect_four.study.positions import FILE

    spec = agent if iterations is None else f"{agent}{',' if ':' in agent else ':'}iterations={iterations}"
    player = make_agent(spec, GAME, seed)
    chosen = select_positions(positions, file or FILE)
    warm_up_agents(GAME, [player])
    with progress_bar() as bar:
        task = bar.add_task(spec, total=len(chosen))
        made = find_mistakes(player, chosen, lambda done, total: bar.update(task, completed=done))
    grades = grade(chosen, made)
    if as_json:
        print_json({"agent": spec, "seed": seed, "sets": [item.to_json() for item in grades]})
        return
    table = Table(box=None, pad_edge=False)
    for name in ("set", "positions", "mistakes", "share", "95 %", "at random"):
        table.add_column(name, justify="left" if name == "set" else "right")
    for item in grades:
        low, high = item.interval
        cells = [f"{item.share:.2%}", f"{low:.2%} to {high:.2%}", f"{item.random_share:.1%}"]
        table.add_row(item.set, str(item.positions), str(item.mistakes), *cells)
    console.print(table)


@app.command()
def learning(
    runs: Annotated[list[Path], typer.Argument(help="Folders of `ludoteca train connect_four`.")],
    file: Annotated[
        Path | None,
        typer.Option(help="Other positions: a file that make-positions wrote.", exists=True, dir_okay=False),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the charts and the figures.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Show how runs have learned: the mistakes of each of their networks, bare and with 200 simulations."""
    from ludoteca.games.connect_four.study import learning as study
    from ludoteca.games.connect_four.study.mistakes import select_positions
    from ludoteca.games.connect_four.study.positions import FILE

    positions, stages = select_positions(None, file or FILE), []
    with progress_bar() as bar:
        task = bar.add_task("measuring", total=len(runs))
        for done, run in enumerate(runs):
            bar.update(task, description=str(run), completed=done)
            stages += study.measure_run(run, positions)
    if out:
        study.write_stages(stages, out)
    if as_json:
        print_json({"stages": [stage.to_json() for stage in stages]})
    else:
        console.print("\n".join(study.tell_stages(stages)), highlight=False, markup=False, soft_wrap=True)


@app.command()
def labels(
    network: Annotated[Path, typer.Argument(help="A network that `ludoteca train connect_four` has made.")],
    games: Annotated[
        int, typer.Option(min=10, max=100_000, help="Games to play: one position of each is solved.")
    ] = 1000,
    nodes: Annotated[int, typer.Option(min=1, help="Of alpha-beta, for the proofs.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the games.")] = 1,
    as_json: JsonFlag = False,
) -> None:
    """Show how right the labels are that a value would learn from games of self-play, beside the solver."""
    from ludoteca.games.connect_four.study import labels as study
    from ludoteca.lab.tables import markdown_table
    from ludoteca.networks.files import load_file

    with progress_bar() as bar:
        task = bar.add_task("playing", total=None)
        found = study.measure_labels(
            load_file(network), games, nodes, seed,
            lambda done, total: bar.update(task, description="solving", completed=done, total=total),
        )  # fmt: skip
    if as_json:
        print_json({"network": str(network), "labels": [item.to_json() for item in found]})
        return
    head = ["label", "positions", "explained", "95 %", "lost", "drawn", "won"]
    console.print("\n".join(markdown_table(head, map(study.tell_label, found))), highlight=False, markup=False)


@app.command()
def solve(
    moves: Annotated[str, typer.Argument(help="The columns played so far, as in ddc.")] = "",
    table: Annotated[int, typer.Option(min=4, max=28, help="The table holds 2 to the power of this many.")] = 24,
    as_json: JsonFlag = False,
) -> None:
    """Solve a position: what each move is worth, and how far the end is with best play. With 12 discs it takes a
    moment, with none many minutes."""
    from ludoteca.games.connect_four.study import solving

    s = solving.reach(moves)
    with progress_bar() as bar:
        bar.add_task("solving", total=None)
        values = solving.solve_position(s, table)
    if as_json:
        print_json(solving.to_json(moves, values))
    else:
        console.print("\n".join(map(solving.describe_value, values)), highlight=False)


@app.command("make-positions")
def make_positions(
    out: Annotated[Path, typer.Option(help="The file to write, as CSV.")],
    per_set: Annotated[int, typer.Option(min=1, max=10_000, help="Positions in each of the six sets.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random games.")] = 2026,
) -> None:
    """Make the six sets of test positions anew: the same numbers give the same file."""
    from ludoteca.core.files import write_atomic
    from ludoteca.games.connect_four.study import positions

    with progress_bar() as bar:
        task = bar.add_task("solving", total=None)
        made = positions.make_positions(
            per_set, seed, lambda done, total: bar.update(task, completed=done, total=total)
        )
    write_atomic(out, positions.format_positions(made))
    console.print(f"{out}: {len(made)} positions", highlight=False, markup=False)
