"""The training loop: `train` makes a network from a plan and examples, in a folder.

    checkpoint.safetensors    to go on from, written every minute and after every epoch
    log.jsonl                 one line an epoch: losses, accuracy, rate, seconds
    network.safetensors       the network as players use it, once the training is over

A run that was killed goes on with the same call and ends with the same weights, bit by bit: the order of an epoch
follows from the seed and its number, and the checkpoint holds all else. One thread, so that sums have one order.
"""

import json
import time
from pathlib import Path
from typing import Any

from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.networks.files import save_file
from ludoteca.training.checkpoints import CHECKPOINT, Run, Start, restore, save_checkpoint
from ludoteca.training.examples import Examples
from ludoteca.training.losses import fetch, measure, sum_losses
from ludoteca.training.model import build_model, load_torch, read_tensors
from ludoteca.training.outputs import open_folder
from ludoteca.training.plan import Plan, write_plan
from ludoteca.training.tensorboard import open_board

LOG, NETWORK = "log.jsonl", "network.safetensors"
SECONDS = 60.0  # between two checkpoints inside an epoch
STEPS = 16  # batches between two reports of progress


def train(
    plan: Plan,
    examples: Examples,
    sides: tuple[Any, Any],
    folder: Path,
    report: Report = silent,
    start: Start | None = None,
) -> Run:
    """Train on the places `sides[0]` of the examples and check with `sides[1]`, from new weights or from those of
    another run. If `folder` holds the same training, it goes on; a finished one is left as it is."""
    torch = load_torch()
    torch.set_num_threads(1)
    examples.check(plan.network)
    open_folder(folder)
    run = begin(torch, plan, {**examples.about, "positions": [len(side) for side in sides]})
    if start:
        start.write_into(run)
        run.about["started_from"] = start.told
    if (folder / CHECKPOINT).exists():
        restore(torch, folder / CHECKPOINT, run)
    board = open_board(folder)
    while run.epoch < plan.epochs and not run.stopped:
        started = time.monotonic()
        run_epoch(torch, run, examples, sides[0], folder, report)
        finish_epoch(torch, run, examples, sides[1], time.monotonic() - started)
        save_checkpoint(folder / CHECKPOINT, run)
        write_log(folder, run)
        board(run.history[-1], run.epoch)
    write_log(folder, run)
    write_network(folder, run)
    report(describe(run), plan.epochs, plan.epochs)
    return run


def begin(torch: Any, plan: Plan, about: dict[str, Any]) -> Run:
    """A new model with weights from the plan's seed, and its optimiser."""
    torch.manual_seed(plan.seed)
    model = build_model(plan.network)
    o = plan.optimiser
    if o.kind == "sgd":
        optimiser = torch.optim.SGD(model.parameters(), o.rate, o.momentum, weight_decay=o.weight_decay)
    else:
        kind = torch.optim.Adam if o.kind == "adam" else torch.optim.AdamW
        optimiser = kind(model.parameters(), o.rate, eps=o.epsilon, weight_decay=o.weight_decay)
    return Run(plan, model, optimiser, about)


def run_epoch(torch: Any, run: Run, examples: Examples, places: Any, folder: Path | None, report: Report) -> None:
    """One pass over the positions in random order, from where the run stands."""
    plan, saved = run.plan, time.monotonic()
    torch.manual_seed(split_seed(plan.seed, "epoch", run.epoch) % 2**63)
    order = torch.randperm(len(places)).numpy()
    if run.random is not None:
        torch.set_rng_state(run.random)
        run.random = None
    run.model.train()
    for step, start in enumerate(range(run.done, len(order), plan.batch)):
        if step % STEPS == 0:
            stop = _tell(report, run, len(order))
            if folder and (stop or time.monotonic() - saved > SECONDS):
                run.random = torch.get_rng_state()
                save_checkpoint(folder / CHECKPOINT, run)
                run.random, saved = None, time.monotonic()
            if stop:
                raise stop
        batch = places[order[start : start + plan.batch]]
        rate = plan.optimiser.rate_at(run.epoch + start / len(order), plan.epochs)
        run.losses += learn(torch, run, examples, batch, rate) * len(batch)
        run.done += len(batch)


def learn(torch: Any, run: Run, examples: Examples, places: Any, rate: float) -> float:
    """One step of the optimiser; the loss before it."""
    for group in run.optimiser.param_groups:
        group["lr"] = rate
    x, targets, legal = fetch(torch, run.plan, examples, places)
    run.optimiser.zero_grad()
    loss = sum_losses(torch, run.plan, run.model(x), targets, legal)["all"]
    loss.backward()
    run.optimiser.step()
    return float(loss.detach())


def finish_epoch(torch: Any, run: Run, examples: Examples, places: Any, seconds: float) -> None:
    """Check, write the history, keep the best weights, and see whether to stop."""
    plan = run.plan
    found = measure(torch, plan, run.model, examples, places)
    rate = plan.optimiser.rate_at(run.epoch, plan.epochs)
    checked = {f"check {name}": value for name, value in found.items()}
    entry = {"epoch": run.epoch + 1, "loss": run.losses / max(1, run.done), **checked, "rate": rate}
    if not found["loss"] < float("inf"):
        run.stopped = True  # it has diverged: more epochs would not help
    past = [before["check loss"] for before in run.history]
    if plan.keep == "best" and (not past or found["loss"] < min(past)):
        run.best = read_tensors(plan.network, run.model)
    run.history.append({**entry, "seconds": round(seconds, 2)})
    run.epoch, run.done, run.losses, run.random = run.epoch + 1, 0, 0.0, None
    losses = [*past, found["loss"]]
    if plan.patience and len(losses) - 1 - losses.index(min(losses)) >= plan.patience:
        run.stopped = True


def _tell(report: Report, run: Run, positions: int) -> KeyboardInterrupt | None:
    """Report the progress; the interrupt that it may answer with."""
    batches = -(-positions // run.plan.batch)
    done = run.epoch * batches + run.done // run.plan.batch
    try:
        report(describe(run), done, run.plan.epochs * batches)
    except KeyboardInterrupt as stop:
        return stop
    return None


def describe(run: Run) -> str:
    """How far it is, in words."""
    text = f"epoch {min(run.epoch + 1, run.plan.epochs)} of {run.plan.epochs}"
    if run.done:
        text += f", loss {run.losses / run.done:.4f}"
    if run.history and "check accuracy" in run.history[-1]:
        text += f", {100 * run.history[-1]['check accuracy']:.1f} % right"
    return text


def write_log(folder: Path, run: Run) -> None:
    lines = [json.dumps(entry) for entry in run.history]
    write_atomic(folder / LOG, "".join(f"{line}\n" for line in lines))


def write_network(folder: Path, run: Run) -> None:
    """The network as players use it, with the record of how it came to be."""
    network = run.plan.network
    tensors = run.best or read_tensors(network, run.model)
    record = {**run.about, "plan": write_plan(run.plan), "history": [_timeless(entry) for entry in run.history]}
    save_file(folder / NETWORK, network, tensors, record)


def _timeless(entry: dict[str, float]) -> dict[str, float]:
    """Without the seconds, so that equal runs write equal files."""
    return {key: value for key, value in entry.items() if key != "seconds"}
