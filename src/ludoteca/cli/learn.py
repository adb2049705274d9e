"""`ludoteca learn`: a network from a data set and a plan, and the report of how it went."""

import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from typer.core import TyperGroup

from ludoteca.cli.common import JsonFlag, console, messages, print_json, progress_bar
from ludoteca.core.errors import SetupError
from ludoteca.core.progress import Report

if TYPE_CHECKING:
    from ludoteca.training.checkpoints import Run
    from ludoteca.training.repeats import Result


class LearnGroup(TyperGroup):
    """`ludoteca learn DATA ...` trains; the other commands are named."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            args = ["train", *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=LearnGroup,
    help="Train a network on a data set: `ludoteca learn DATA --plan PLAN.toml --out RUN`; then report, grade, export.",
    no_args_is_help=True,
)
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a training.")]


@app.command("train")
def learn(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="A folder that `ludoteca dataset make` has filled.")],
    plan: Annotated[Path, typer.Option(help="A TOML file: the network, the optimiser, epochs, the split.")],
    out: Annotated[Path, typer.Option(help="The folder of the run; the same command goes on with a stopped one.")],
    epochs: Annotated[int | None, typer.Option(min=1, help="Instead of the plan's.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the plan's.")] = None,
    folds: Annotated[int, typer.Option(min=0, max=100, help="Cross-validate with so many folds instead.")] = 0,
    fractions: Annotated[str, typer.Option(help="Train on fractions of the data instead, as in 0.25,0.5,1.")] = "",
    start_from: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Begin with the weights of another run of the same network.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Train a network. Ctrl-C stops; the same command goes on to the same weights, bit by bit."""
    from ludoteca.training.checkpoints import read_start
    from ludoteca.training.examples import split_places
    from ludoteca.training.loop import train
    from ludoteca.training.model import load_torch
    from ludoteca.training.reading import open_decisions
    from ludoteca.training.repeats import cross_validate, learning_curve
    from ludoteca.training.sources import plan_for, read_examples

    parts = parse_fractions(fractions)
    if start_from and folds:
        raise SetupError("--start-from and --folds do not go together: the other run has seen every fold")
    load_torch()
    start = read_start(start_from) if start_from else None
    with show_training(out) as report:
        found = open_decisions(data, report=report)
        changes = {key: value for key, value in (("epochs", epochs), ("seed", seed)) if value is not None}
        wanted = plan_for(plan, found, changes)
        examples = read_examples(found, wanted)
        if folds:
            show_results(cross_validate(wanted, examples, folds, out, report), as_json)
        elif parts:
            show_results(learning_curve(wanted, examples, parts, out, report, start), as_json)
        else:
            sides = split_places(examples, wanted.split)[:2]
            show_run(train(wanted, examples, sides, out, report, start), out, as_json)


def parse_fractions(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise SetupError(f"--fractions takes numbers from 0 to 1, as in 0.25,0.5,1, not {text!r}") from None


@contextmanager
def show_training(out: Path) -> Iterator[Report]:
    """A bar with the loss and the accuracy. The first Ctrl-C is heeded between two batches, where the run can be kept
    whole."""
    asked = threading.Event()

    def report(what: str, done: int, total: int) -> None:
        bar.update(task, description=what, completed=done, total=total)
        if asked.is_set():
            raise KeyboardInterrupt

    def ask(number: int, frame: Any) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    own = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, ask) if own else None
    with progress_bar() as bar:
        task = bar.add_task("reading", total=None)
        try:
            yield report
        except KeyboardInterrupt:
            messages.print(f"stopped; the same command goes on with {out}", highlight=False)
            raise typer.Exit(130) from None
        finally:
            if own:
                signal.signal(signal.SIGINT, before)


def show_run(run: "Run", out: Path, as_json: bool) -> None:
    from ludoteca.training.loop import NETWORK

    last = run.history[-1]
    if as_json:
        print_json({"network": str(out / NETWORK), "epochs": run.epoch, "stopped_early": run.stopped, "last": last})
        return
    words = [f"{run.epoch} epochs, loss {last['loss']:.4f}, check loss {last['check loss']:.4f}"]
    if "check accuracy" in last:
        words.append(f"{100 * last['check accuracy']:.2f} % right")
    console.print(f"{', '.join(words)}; wrote {out / NETWORK}", highlight=False, soft_wrap=True)
    console.print(f"see how good it is: ludoteca learn report {shlex.quote(str(out))}", highlight=False, soft_wrap=True)


def show_results(results: "list[Result]", as_json: bool) -> None:
    if as_json:
        print_json([vars(result) for result in results])
        return
    table = Table("run", "positions", *results[0].found, box=None)
    for result in results:
        table.add_row(result.name, f"{result.positions:,}", *(f"{value:.4f}" for value in result.found.values()))
    console.print(table)


@app.command("report")
def report_run(
    run: RunFolder,
    data: Annotated[Path, typer.Option(help="The data set that it was trained on: its test positions are graded.")],
    as_json: JsonFlag = False,
) -> None:
    """Grade a trained network on the test positions of its data (kept apart from training) and write report.md, its
    charts and report.json into RUN."""
    import json

    from ludoteca.core.files import write_atomic
    from ludoteca.lab.report.learning import tell_accuracy, write_learning
    from ludoteca.networks.files import load_file
    from ludoteca.training.examples import split_places
    from ludoteca.training.grading import grade
    from ludoteca.training.loop import NETWORK
    from ludoteca.training.plan import read_plan
    from ludoteca.training.reading import open_decisions
    from ludoteca.training.sources import check_source, read_examples

    network = load_file(run / NETWORK)
    plan = read_plan(network.record["plan"])
    with show_training(run) as report:
        found = open_decisions(data, plan.network.encoder, report=report)
        check_source(found, network)
        examples = read_examples(found, plan)
        sides = split_places(examples, plan.split)
        places = sides[2] if len(sides[2]) else sides[1]
        grades = grade(network, examples, places, tuple(found.about.output_names), report)
    written = write_learning(run, f"{found.about.game}: {run.name}", network.record, grades, tell_command())
    write_atomic(run / "report.json", json.dumps(grades.to_json(), indent=1) + "\n")
    if as_json:
        print_json({"written": [str(path) for path in written], **grades.to_json()})
        return
    console.print(f"{tell_accuracy(grades)}\nwrote {written[0]}", highlight=False, soft_wrap=True)


def tell_command() -> str:
    return shlex.join(["ludoteca", *sys.argv[1:]])


@app.command("export")
def export_network(
    weights: Annotated[Path, typer.Argument(metavar="FILE", help="A network, as RUN/network.safetensors.")],
    onnx: Annotated[Path, typer.Option(help="The ONNX file to write.")],
    as_json: JsonFlag = False,
) -> None:
    """Write a network as ONNX, for programs that are not Python."""
    from ludoteca.networks.files import load_file
    from ludoteca.training.onnx_export import write_onnx

    network = load_file(weights)
    write_onnx(network, onnx)
    if as_json:
        print_json({"written": str(onnx), "inputs": network.declaration.inputs})
    else:
        console.print(f"wrote {onnx}", highlight=False, soft_wrap=True)
