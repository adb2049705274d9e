"""`ludoteca hanabi train`, `train-best` and `write-network`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, choose_seed, console, messages, print_json, progress_bar
from ludoteca.games.hanabi.cli.common import Seed, advance, check_writable


def train(
    learner: Annotated[
        str,
        typer.Option(help="smart_net learns in teams of its own kind, smart_net_partner in teams of smart."),
    ] = "smart_net",
    players: Annotated[int, typer.Option(min=2, max=5, help="Players in the team.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, max=100_000, help="Rounds of sampling and fitting.")] = 12,
    samples: Annotated[int, typer.Option(min=100, help="Samples of each round.")] = 180_000,
    lessons: Annotated[int | None, typer.Option(min=100, hidden=True, help="The older name of --samples.")] = None,
    trials: Annotated[int, typer.Option(min=10, help="Games to evaluate new weights, on other decks.")] = 20_000,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin with smart's order of moves.")] = False,
    seed: Seed = None,
    out: Annotated[str, typer.Option(help="The file of weights to write, best the package's own.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Train smart_net or smart_net_partner (needs torch). Ctrl-C keeps the best weights so far."""
    from ludoteca.games.hanabi.bots.smart_net.policy import LEARNER_ALIASES
    from ludoteca.games.hanabi.training import train as training

    seed = choose_seed(seed)
    if out:
        check_writable(Path(out), "--out")
        training.find_kept(Path(out))
    count = samples if lessons is None else lessons
    plan = training.TrainingPlan(
        learner=LEARNER_ALIASES.get(learner, learner),
        players=players,
        rounds=rounds,
        samples=count,
        full_samples=max(100, count * 2 // 3),
        trials=trials,
        fresh=fresh,
        seed=seed,
    )
    seen, best = _run(plan)
    if out:
        training.save_weights(Path(out), plan, best)
    if as_json:
        shown = [{"round": e.round, "mean": e.mean, "standard_error": e.standard_error} for e in seen]
        print_json({"seed": seed, "learner": plan.learner, "players": players, "best": best.round, "rounds": shown})
    else:
        console.print(
            f"{plan.learner}, {players} players, seed {seed}: round {best.round} is best on {trials:,} other decks"
        )
        console.print(f"strike-out scores 0      {best.mean:.3f} ± {best.standard_error:.3f}")
        console.print(f"wrote {out}" if out else "give --out to keep the weights")
    if seen[-1].round < rounds:
        messages.print(f"stopped after {seen[-1].round:,} of {rounds:,} rounds")
        raise typer.Exit(130)


def _run(plan: Any) -> tuple[list[Any], Any]:
    """Every evaluation, and the best one."""
    from ludoteca.games.hanabi.training.train import train as train_weights

    seen: list[Any] = []
    with progress_bar() as bar:
        task = bar.add_task("first evaluation", total=None)

        def show(evaluation: Any) -> None:
            seen.append(evaluation)
            bar.console.print(f"round {evaluation.round}: {evaluation.mean:.3f} ± {evaluation.standard_error:.3f}")

        best = train_weights(plan, lambda what, done, total: advance(bar, task, what, done, total), show)
    return seen, best


def train_best(
    samples: Annotated[int, typer.Option(min=100, help="Samples, each of up to six moves.")] = 300_000,
    weight: Annotated[float, typer.Option(min=0.0, max=1000.0, help="How much the advantages count.")] = 6.0,
    trials: Annotated[int, typer.Option(min=10, help="Games to evaluate the network, on other decks.")] = 20_000,
    seed: Seed = None,
    out: Annotated[str, typer.Option(help="The network file to write.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Train a network like net_best: smart_net's scores plus learned advantages, two players (needs torch)."""
    from dataclasses import asdict

    from ludoteca.games.hanabi.training import advantages
    from ludoteca.games.hanabi.training.train import TrainingPlan

    seed = choose_seed(seed)
    if out:
        check_writable(Path(out), "--out")
    plan = TrainingPlan(samples=samples, full_samples=max(100, samples // 6), trials=trials, seed=seed)
    with progress_bar() as bar:
        task = bar.add_task("samples", total=None)
        table, gain = advantages.train_best(plan, weight, lambda *now: advance(bar, task, *now))
    if out:
        advantages.save_best(Path(out), table, plan, weight, gain)
    if as_json:
        print_json({"seed": seed, **asdict(gain)})
    else:
        console.print(f"seed {seed}, {trials:,} other decks, a strike-out scores 0")
        console.print(f"smart_net {gain.before:.3f}, with advantages {gain.after:.3f}")
        console.print(f"difference {gain.difference:+.4f} ± {gain.standard_error:.4f}")
        console.print(f"wrote {out}" if out else "give --out to keep the network")


def write_network(
    out: Annotated[str, typer.Option(help="The network file to write.")],
    weights: Annotated[str, typer.Option(help="A file that `train` wrote; left out: the package's own.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Write what smart_net learned for two players as a network that `neural` and `learn export` read."""
    from ludoteca.games.hanabi.bots.smart_net.policy import WEIGHTS, read_weights
    from ludoteca.games.hanabi.training.move_network import write

    path = Path(out)
    check_writable(path, "--out")
    table = read_weights(Path(weights) if weights else WEIGHTS)[0, 2]
    made = "ludoteca hanabi write-network, from the weights that `ludoteca hanabi train` found"
    told = {"game": "hanabi", "made": made}
    write(path, table, told)
    if as_json:
        print_json({"written": out})
    else:
        console.print(f"wrote {out}", highlight=False, soft_wrap=True)
