"""The engine: fitting its evaluation, its opening book, and the protocols by which other programs play it."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.dataset import show_progress
from ludoteca.games.checkers.cli.common import Rules, interruptible


def tune(
    rules: Rules = "unisa",
    games: Annotated[int, typer.Option(min=1, help="Games that the engine plays against itself.")] = 3000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the games.")] = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Times to play and fit, with the latest weights.")] = 1,
) -> None:
    """Fit the engine's weights to games against itself, and store them in the package."""
    from rich.progress import Progress, TaskID

    from ludoteca.games.checkers.engine import weights
    from ludoteca.games.checkers.game import rules_number
    from ludoteca.games.checkers.training import tuning

    command = f"ludoteca checkers tune --rules {rules} --games {games} --nodes {nodes} --seed {seed} --rounds {rounds}"
    for turn in range(rounds):
        with Progress() as progress:
            bar = progress.add_task(f"{rules}, round {turn + 1}", total=games)

            def advance(done: int, show: Progress = progress, bar: TaskID = bar) -> None:
                show.update(bar, completed=done)

            sample = tuning.play_games(rules, games, nodes, seed + turn, advance)
        fit = tuning.fit_weights(rules, sample)
        losses = [round(fit.loss_before, 5), round(fit.loss_after, 5)]
        origin = {"command": command, "positions": len(sample.results), "loss": losses}
        weights.save_weights(rules_number(rules), fit.weights, fit.slope, origin)
        typer.echo(f"{len(sample.results)} positions: log loss {losses[0]} before, {losses[1]} after")


def positions(
    out: Annotated[Path, typer.Option(help="The folder for the positions: new, empty, or of the same order.")],
    rules: Rules = "english",
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="Games; more than before extend.")] = 10_000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move.")] = 2000,
    opening: Annotated[int, typer.Option(min=0, max=40, help="Random plies before the engine plays.")] = 6,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the games.")] = 1,
    network: Annotated[
        str, typer.Option(help="The network that evaluates: a file, or none for features; by default the package's.")
    ] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes to use.")] = 2,
) -> None:
    """Play the engine against itself and keep positions to learn from. After Ctrl-C the same command goes on."""
    from ludoteca.games.checkers.engine.network import network_path
    from ludoteca.games.checkers.game import rules_number
    from ludoteca.games.checkers.training.positions import Order, make_positions, read_positions
    from ludoteca.lab.parallel import open_pool

    evaluator = network_path(rules_number(rules)) if network == "" else None if network == "none" else Path(network)
    order = Order(rules, games, nodes, opening, seed)
    with interruptible("whole files were kept"), show_progress() as report, open_pool(workers) as pool:
        make_positions(order, out, pool, evaluator, report)
    typer.echo(f"{out}: {len(read_positions(out)[1]):,} positions of {games:,} games")


def fit(
    folders: Annotated[list[Path], typer.Argument(help="Positions, as `ludoteca checkers positions` makes them.")],
    out: Annotated[Path, typer.Option(help="The folder of the training; network.safetensors in it is the result.")],
    epochs: Annotated[int, typer.Option(min=1, max=1000, help="Passes over the positions.")] = 14,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first weights and of the order.")] = 1,
    units: Annotated[int, typer.Option(min=1, max=4096, help="Units of the hidden layer; the engine plays 128.")] = 128,
    rate: Annotated[float, typer.Option(min=1e-6, max=1.0, help="The rate of learning at the beginning.")] = 0.004,
    start: Annotated[Path | None, typer.Option(help="A network to begin with, instead of weights by chance.")] = None,
) -> None:
    """Fit the engine's network to positions. It plays as checkers_engine:network=OUT/network.safetensors."""
    from ludoteca.games.checkers.training.network_fit import Fitting, fit_network

    with interruptible("the last checkpoint was kept"), show_progress() as report:
        run = fit_network(folders, out, Fitting(epochs, seed, units, rate, start), report)
    last = run.history[-1]
    typer.echo(f"loss {last['loss']:.5f}, of games that were held back {last['check loss']:.5f}")


def depths(
    rules: Annotated[list[str] | None, typer.Option(help="A rule set; may be given again. All if left out.")] = None,
    depth: Annotated[int, typer.Option(min=1, max=60, help="The depth to search to.")] = 12,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes to see how deep they reach.")] = 500_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON for each rule set.")] = False,
) -> None:
    """How far the engine sees: nodes and time to a depth from ten positions, and the depth that so many nodes reach."""
    from dataclasses import asdict

    from ludoteca.games.checkers.board import RULE_SETS
    from ludoteca.games.checkers.game import rules_number
    from ludoteca.games.checkers.study.depths import measure

    wanted = rules or list(RULE_SETS)
    for name in wanted:
        rules_number(name)
    for name in wanted:
        row = measure(name, depth, nodes)
        if as_json:
            typer.echo(json.dumps(asdict(row)))
            continue
        typer.echo(
            f"{row.rules}: depth {row.depth} from {row.positions} positions: {row.nodes:,} nodes, {row.seconds:.2f} "
            f"CPU-seconds, {row.nodes / max(row.seconds, 1e-9) / 1e6:.1f} million a second; {row.limit:,} nodes each "
            f"reach depth {row.reached:.1f}"
        )


def book(
    rules: Rules = "english",
    plies: Annotated[
        int, typer.Option(min=1, max=20, help="Plies from the start; and from the ballots, in English.")
    ] = 5,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for the search of each move.")] = 20_000,
    margin: Annotated[int, typer.Option(min=0, max=100, help="Points that a move may be worse than the best.")] = 15,
    out: Annotated[str, typer.Option(help="The file to write; by default the book in the package.")] = "",
) -> None:
    """Make the opening book by searching every move of the first plies. After Ctrl-C the same command goes on."""
    from ludoteca.games.checkers.book.making import Order, make_book
    from ludoteca.games.checkers.book.reading import book_path
    from ludoteca.games.checkers.game import rules_number

    rules_number(rules)
    path = Path(out) if out else book_path(rules)
    command = f"ludoteca checkers book --rules {rules} --plies {plies} --nodes {nodes} --margin {margin}"
    with interruptible("what was searched was kept"), show_progress() as report:
        made = make_book(Order(rules, plies, nodes, margin), path, command, report)
    typer.echo(f"{path}: {len(made):,} positions, {sum(map(len, made.values())):,} moves")


def hub(rules: Rules = "unisa") -> None:
    """Run the engine as a Hub program on standard input and output, for other programs to play with."""
    import sys

    from ludoteca.games.checkers.game import rules_number
    from ludoteca.games.checkers.hub.server import HubServer

    rules_number(rules)

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    HubServer(write, rules).serve(sys.stdin)


def dxp(
    rules: Rules = "english",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 27531,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    book: Annotated[bool, typer.Option(help="Play the first moves from the opening book.")] = False,
) -> None:
    """Wait for other programs that want to play by the DXP protocol (DamExchange), until Ctrl-C."""
    from ludoteca.games.checkers.dxp.follower import listen, serve_forever
    from ludoteca.games.checkers.engine.agent import Engine, EngineSettings
    from ludoteca.games.checkers.game import GAME

    agent = Engine(GAME, EngineSettings(book=book))
    agent.warm_up(GAME.start(rules=rules))
    with listen(host, port) as listening:
        typer.echo(f"{rules}: waiting at {host}:{listening.getsockname()[1]}")
        try:
            serve_forever(listening, agent, rules, typer.echo)
        except KeyboardInterrupt:
            typer.echo("stopped")
