"""The run: play, learn, test, and again, until the iterations or the minutes are spent.

In an iteration the network of the last one plays new games while it learns from the games before; both begin with the
same weights, so one after the other or at once makes no difference. The newest network plays; only the best so far, by
the sequential test, is written for players. All that is drawn follows from the seed and the number of the iteration,
and the checkpoint is written at its end: a run that was killed goes on as if it had not been.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.core.progress import Report, silent
from ludoteca.lab.parallel import SerialPool, WorkerPool, run_tasks
from ludoteca.lab.selfplay.curves import write_curves
from ludoteca.lab.selfplay.doctor import Check, examine
from ludoteca.lab.selfplay.files import (
    NETWORK,
    drop_rows,
    load_rows,
    load_run,
    save_rows,
    save_run,
    write_network,
    write_reports,
    write_rung,
)
from ludoteca.lab.selfplay.gate import FIRST_RUNG, Rung, climb, try_candidate
from ludoteca.lab.selfplay.tasks import PlayAnswer, Table, TrialTask, play_chunk, split_games
from ludoteca.networks.files import NetworkFile
from ludoteca.training.model import read_tensors, write_tensors
from ludoteca.training.outputs import open_folder
from ludoteca.training.selfplay import SelfPlayLearner, Window
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_plan import SelfPlayPlan, write_selfplay_plan
from ludoteca.training.selfplay_rows import join_rows


@dataclass(frozen=True)
class Limits:
    """When a run ends: after so many iterations, or after so many minutes of work (those before a stop included)."""

    iterations: int | None = None
    minutes: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.minutes is None):
            raise SetupError("a run ends after iterations or after minutes: give one of them")

    def progress(self, iteration: int, seconds: float) -> float:
        """How much of the run is over, 0 to 1."""
        done = iteration / self.iterations if self.iterations else seconds / (60 * (self.minutes or 1.0))
        return min(1.0, done)


@dataclass
class Outcome:
    """How a run stands."""

    folder: Path
    ladder: list[Rung]
    log: list[dict[str, Any]]
    checks: list[Check]

    @property
    def network(self) -> Path:
        return self.folder / NETWORK


def train_game(
    table: Table,
    plan: SelfPlayPlan,
    limits: Limits,
    folder: Path,
    pool: WorkerPool | None = None,
    report: Report = silent,
) -> Outcome:
    """Learn a game by self-play, or go on with a run in `folder`. Ctrl-C keeps all iterations that are complete."""
    run = Run(table, plan, limits, folder, pool or SerialPool())
    open_folder(folder)
    run.resume()
    while run.progress < 1.0:
        run.iterate(report)
    return run.outcome()


class Run:
    """A run under way."""

    def __init__(self, table: Table, plan: SelfPlayPlan, limits: Limits, folder: Path, pool: WorkerPool) -> None:
        self.table, self.plan, self.limits, self.folder, self.pool = table, plan, limits, folder, pool
        self.game, first = table.open()
        known = games.encoders_of(self.game)
        name = plan.encoder or next(name for name, one in known.items() if one.supports(first))
        if name not in known:
            raise UnknownName(f"encoder of {self.game.info.name}", name, known)
        self.task = SelfPlayTask.make(self.game, first, known[name], plan)
        self.learner = SelfPlayLearner(self.task, plan)
        self.window = Window()
        self.dropped: list[int] = []
        self.iteration = self.new = 0
        self.seconds = self.cpu_seconds = 0.0
        self.best = read_tensors(self.task.network, self.learner.mean)
        self.ladder, self.log, self.checks = [FIRST_RUNG], [], []

    ladder: list[Rung]
    log: list[dict[str, Any]]
    checks: list[Check]

    @property
    def identity(self) -> dict[str, Any]:
        """What must be the same for a run to go on."""
        return {"game": self.table.game, "setup": dict(self.table.setup), "plan": write_selfplay_plan(self.plan)}

    @property
    def progress(self) -> float:
        return self.limits.progress(self.iteration, self.seconds)

    def outcome(self) -> Outcome:
        return Outcome(self.folder, self.ladder, self.log, self.checks)

    # --- an iteration ----------------------------------------------------------------------------------------------

    def iterate(self, report: Report) -> None:
        """Play and learn; then, every so often, the test and the doctor; then keep it all."""
        begun = time.monotonic()
        told = self._play_and_learn(self._teller(report))
        self.iteration += 1
        seconds = self.seconds + time.monotonic() - begun
        last = self.limits.progress(self.iteration, seconds) >= 1.0
        if last or self.iteration % self.plan.gate.every == 0:
            told |= self._test(self._teller(report))
        if last or self.iteration % self.plan.doctor.every == 0:
            write_network(self.folder, self._best_network())
            self.checks = self._examine(self._teller(report))
        self.seconds += time.monotonic() - begun
        self.log.append({"iteration": self.iteration, **told, "cpu_seconds": round(self.cpu_seconds, 2)})
        self._save()

    def _teller(self, report: Report) -> Report:
        """Progress of the whole run, with what is being done."""

        def tell(what: str, done: int, total: int) -> None:
            rating = f", {self.ladder[-1].rating:+.0f} after {len(self.ladder) - 1} rungs" if self.ladder else ""
            part = done / total if total else 0.0
            step = self.limits.progress(self.iteration + 1, self.seconds) - self.progress
            report(f"iteration {self.iteration + 1}{rating}: {what}", round(1000 * (self.progress + part * step)), 1000)

        return tell

    def _play_and_learn(self, report: Report) -> dict[str, float]:
        network, number = self.learner.network(self._record()), self.iteration
        tasks = split_games(self.table, network, self.plan, number)

        def play() -> list[PlayAnswer]:
            found: dict[int, PlayAnswer] = {}
            for task, answer in run_tasks(self.pool, play_chunk, tasks):
                found[task.first] = answer
                if isinstance(self.pool, SerialPool):
                    report("playing", len(found), len(tasks))
            return [found[task.first] for task in tasks]

        answers, losses = self._do_both(play, report)
        rows = join_rows([answer.rows for answer in answers])
        self.cpu_seconds += sum(answer.seconds for answer in answers)
        save_rows(self.folder, number, rows)
        self.dropped = self.window.add(number, rows, self.plan)
        self.new = len(rows)
        told = {"positions": self.window.total, "window": len(self.window), "games": (number + 1) * self.plan.games}
        moves = sum(answer.moves for answer in answers)
        proven = sum(answer.proven for answer in answers) / len(rows)
        return {**told, "plies": moves / self.plan.games, "proven": round(proven, 4), **losses}

    def _do_both(
        self, play: Callable[[], list[PlayAnswer]], report: Report
    ) -> tuple[list[PlayAnswer], dict[str, float]]:
        """Workers play while this process learns; where there are none, one comes after the other."""
        if isinstance(self.pool, SerialPool):
            return play(), self._learn(report)
        with ThreadPoolExecutor(1) as threads:
            playing = threads.submit(play)
            losses = self._learn(report)
            while not playing.done():
                report("playing", 1, 2)
                time.sleep(0.2)
            return playing.result(), losses

    def _learn(self, report: Report) -> dict[str, float]:
        if not len(self.window):
            return {}
        report("learning", 1, 2)
        begun = time.process_time()
        losses = self.learner.learn(self.window, self.new, self.iteration, self.progress)
        self.cpu_seconds += time.process_time() - begun
        return losses

    def _test(self, report: Report) -> dict[str, Any]:
        candidate = self.learner.network(self._record())
        task = TrialTask(self.table, (candidate, self._best_network()), self.plan, self.iteration, 0, 0)
        verdict = try_candidate(task, self.pool, report)
        self.cpu_seconds += verdict.seconds
        if verdict.passed:
            self.best = read_tensors(self.task.network, self.learner.mean)
            self.ladder.append(climb(self.ladder, self.iteration, verdict))
            write_rung(self.folder, self.iteration, self._best_network())
        return {"gain": round(verdict.gain, 1), "passed": verdict.passed, "blocks": verdict.blocks}

    def _examine(self, report: Report) -> list[Check]:
        seed = self.plan.seed + self.iteration
        path = self.folder / NETWORK
        return examine(self.game, dict(self.table.setup), path, self.plan.doctor, seed, report)

    # --- what is kept ----------------------------------------------------------------------------------------------

    def _record(self) -> dict[str, Any]:
        return {"game": self.game.info.name, "setup": dict(self.table.setup), "self_play": self.iteration}

    def _best_network(self) -> NetworkFile:
        record = {**self._record(), "self_play": self.ladder[-1].iteration, "rating": self.ladder[-1].rating}
        return self.task.network_of(self.best, record)

    def _save(self) -> None:
        network, learner = self.task.network, self.learner
        tensors = {f"model.{name}": value for name, value in read_tensors(network, learner.model).items()}
        tensors |= {f"mean.{name}": value for name, value in read_tensors(network, learner.mean).items()}
        tensors |= {f"best.{name}": value for name, value in self.best.items()}
        tensors |= {f"optimiser.{name}": value for name, value in learner.optimisers.read().items()}
        checks = [asdict(check) for check in self.checks]
        told = {
            "identity": self.identity, "iteration": self.iteration, "new": self.new, "steps": learner.steps,
            "seconds": self.seconds, "cpu_seconds": self.cpu_seconds, "log": self.log,
            "ladder": [asdict(rung) for rung in self.ladder], "checks": checks,
            "window": sorted(self.window.parts), "total": self.window.total,
        }  # fmt: skip
        write_network(self.folder, self._best_network())
        save_run(self.folder, tensors, told)
        write_reports(self.folder, self.ladder, self.log, checks)
        write_curves(self.folder, self.ladder, self.log)
        drop_rows(self.folder, self.dropped)

    def resume(self) -> None:
        """Put a run that was kept back in its place."""
        found = load_run(self.folder, self.identity)
        if found is None:
            return
        tensors, told = found
        network, learner = self.task.network, self.learner
        write_tensors(network, learner.model, _part(tensors, "model."))
        write_tensors(network, learner.mean, _part(tensors, "mean."))
        self.best = _part(tensors, "best.")
        learner.optimisers.write(_part(tensors, "optimiser."))
        learner.steps = told["steps"]
        for key in ("iteration", "new", "seconds", "cpu_seconds", "log"):
            setattr(self, key, told[key])
        self.ladder = [Rung(**rung) for rung in told["ladder"]]
        self.checks = [Check(**check) for check in told["checks"]]
        self.window.parts = {number: load_rows(self.folder, number) for number in told["window"]}
        self.window.total = told["total"]


def _part(tensors: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name[len(prefix) :]: value for name, value in tensors.items() if name.startswith(prefix)}
