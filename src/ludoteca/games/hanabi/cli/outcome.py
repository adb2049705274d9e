"""`ludoteca hanabi train-ppo` and `train-cost`: networks that learn from the outcome of their own games."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.cli.common import JsonFlag, choose_seed, console, messages, print_json, progress_bar
from ludoteca.core.errors import SetupError
from ludoteca.games.hanabi.cli.common import Seed, advance, check_writable

Out = Annotated[
    str,
    typer.Option(help="The file of the run, NAME.safetensors: a run that was stopped goes on from there. Its curve is "
                 "NAME.jsonl."),
]  # fmt: skip


def train_ppo(
    encoder: Annotated[
        str,
        typer.Option(
            help="What the network sees: chiappini, chiappini_memory, chiappini_split, chiappini_split_memory (four "
            "players, four colours), or hle, hle_stacks (the standard game)."
        ),
    ] = "chiappini_split",
    players: Annotated[int, typer.Option(min=2, max=5, help="Players of the standard game.")] = 2,
    decisions: Annotated[int, typer.Option(min=1, help="Decisions to learn from.")] = 6_000_000,
    shape: Annotated[
        str, typer.Option(help="Of the network: plain, or cards, which shares what it learns of cards (for hle).")
    ] = "plain",
    hidden: Annotated[str, typer.Option(help="Units of the hidden layers.")] = "128,128",
    rate: Annotated[float, typer.Option(help="The first learning rate.")] = 1e-3,
    entropy: Annotated[float, typer.Option(help="The first weight of the entropy bonus.")] = 0.01,
    easy: Annotated[
        float, typer.Option(min=0, max=1, help="The first part of the run, in which a strike-out keeps the points.")
    ] = 0.4,
    games: Annotated[int, typer.Option(min=2, help="Games of each evaluation.")] = 1000,
    start: Annotated[str, typer.Option(help="A run whose network is the first one, instead of random weights.")] = "",
    seed: Seed = None,
    out: Out = "",
    network: Annotated[str, typer.Option(help="A file for the network as players use it.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Train a network by PPO from the outcome of its own games (needs torch). Ctrl-C keeps the run as it was at its
    last evaluation."""
    from ludoteca.games.hanabi.training.outcome import OutcomePlan, export, learn

    plan = OutcomePlan(
        encoder=encoder,
        players=players,
        easy=easy,
        shape=shape,
        hidden=parse_units(hidden),
        decisions=decisions,
        rate=rate,
        entropy=entropy,
        evaluation_games=games,
        seed=choose_seed(seed),
    )
    for path, option in ((out, "--out"), (network, "--network")):
        if path:
            check_writable(Path(path), option)
    with progress_bar() as bar:
        task = bar.add_task("learning", total=None)
        try:
            learner, curve = learn(
                plan,
                Path(out) if out else None,
                Path(start) if start else None,
                lambda what, done, total: advance(bar, task, what, done, total),
            )
        except KeyboardInterrupt:
            messages.print(f"stopped{f'; the same command goes on from {out}' if out else ''}", highlight=False)
            raise typer.Exit(130) from None
    if network:
        export(learner, plan, curve, Path(network))
    _show(curve, plan.seed, as_json)


def parse_units(text: str) -> tuple[int, ...]:
    units = tuple(int(word) if word.strip().isdigit() else 0 for word in text.split(","))
    if not all(1 <= each <= 4096 for each in units):
        raise SetupError(f"--hidden takes numbers from 1 to 4096, as in 128,128; not {text!r}")
    return units


def train_cost(
    eta: Annotated[float, typer.Option(help="The learning rate.")] = 0.1,
    alpha: Annotated[float, typer.Option(help="The cost is |p - s/S|^(alpha n), n moves from the end.")] = 1.0,
    most: Annotated[float, typer.Option(help="S, the score that counts as 1; the notes write 25.")] = 20.0,
    as_written: Annotated[
        bool, typer.Option("--as-written", help="Derive the softmax as the notes do, by its own argument alone.")
    ] = False,
    memory: Annotated[bool, typer.Option("--memory", help="215 inputs, with the last actions, instead of 99.")] = False,
    scoring: Annotated[str, typer.Option(help="What a strike-out scores: keep or zero.")] = "keep",
    games: Annotated[int, typer.Option(min=20, help="Games to learn from.")] = 100_000,
    seed: Seed = None,
    out: Out = "",
    as_json: JsonFlag = False,
) -> None:
    """Train the network of Chiappini and Ciruzzi's notes (2018) by its cost: four players, four colours."""
    from ludoteca.games.hanabi.training.outcome_cost_run import CostPlan, run_cost

    plan = CostPlan(
        eta, alpha, most, full=not as_written, memory=memory, scoring=scoring, games=games, seed=choose_seed(seed)
    )
    if out:
        check_writable(Path(out), "--out")
    with progress_bar() as bar:
        task = bar.add_task("learning", total=None)
        try:
            run = run_cost(
                plan, Path(out) if out else None, lambda what, done, total: advance(bar, task, what, done, total)
            )
        except KeyboardInterrupt:
            messages.print(f"stopped{f'; the same command goes on from {out}' if out else ''}", highlight=False)
            raise typer.Exit(130) from None
    _show(run.curve, plan.seed, as_json)


def _show(curve: list[dict[str, Any]], seed: int, as_json: bool) -> None:
    """The last evaluation; for machines the whole curve."""
    if as_json:
        print_json({"seed": seed, "curve": curve})
        return
    last = curve[-1]
    console.print(
        f"{last['games']:,} games, {last['decisions']:,} decisions, {last['cpu_seconds']:.0f} CPU-seconds, seed {seed}"
    )
    for way in ("greedy", "sampled"):
        zero, keep = last[f"{way}_zero"], last[f"{way}_keep"]
        console.print(
            f"{'best actions' if way == 'greedy' else 'drawn actions':14}"
            f"strike-out scores 0: {zero['mean']:.2f} ± {zero['standard_error']:.2f}, "
            f"keeps points: {keep['mean']:.2f} ± {keep['standard_error']:.2f}"
        )
    console.print("(mean points ± standard error)")
