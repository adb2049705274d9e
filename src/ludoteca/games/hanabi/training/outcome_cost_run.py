"""Runs of the notes' network with the notes' cost: curves, what the gradient reaches, and a file to resume from."""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from ludoteca.core.errors import SettingsError, WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.encoders import chiappini
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import STATE
from ludoteca.games.hanabi.training.outcome_cost import (
    Cost,
    CostNetwork,
    new_network,
    new_room,
    play_and_learn,
    play_only,
)
from ludoteca.networks.weights import load_tensors
from ludoteca.protocol import new_states
from ludoteca.training.outputs import check_writable

Point = dict[str, Any]


@dataclass(frozen=True)
class CostPlan:
    """A run with the cost |p - s/S|^(alpha n)."""

    eta: float = 0.1
    alpha: float = 1.0
    most: float = 20.0
    """S: 20 points can be reached in this game; the notes write 25."""
    full: bool = True
    """The whole Jacobian of the softmax, or, as the notes write it, the chosen output's alone."""
    memory: bool = False
    """215 inputs instead of 99."""
    scoring: str = "keep"
    games: int = 100_000
    points: int = 20
    evaluation_games: int = 1000
    seed: int = 1

    def check(self) -> None:
        if not (self.eta > 0 and self.alpha > 0 and self.most > 0):
            raise SettingsError("eta, alpha and the most points must be above 0")
        if self.games < self.points or self.points < 1 or self.evaluation_games < 2:
            raise SettingsError("a run needs a game for each of its points, and two games to evaluate")


@dataclass
class CostRun:
    """Where a run stands."""

    plan: CostPlan
    net: CostNetwork
    rngs: Any
    curve: list[Point]

    @property
    def inputs(self) -> int:
        return int(self.net.w1.shape[0])


def first_state(scoring: str) -> Any:
    """[1]: the game of the notes before its first card."""
    start = new_states(STATE, 1)
    start[0] = GAME.start(variant="four_colours", scoring=scoring)
    return start


def run_cost(plan: CostPlan, path: Path | None = None, report: Report = silent) -> CostRun:
    """Play and learn; with a path the run is kept at each point of its curve, and resumed from there."""
    plan.check()
    run = _begin(plan)
    if path:
        check_writable(path)
        _resume(run, path)
    start, room = first_state(plan.scoring), new_room(first_state(plan.scoring)[0], run.inputs)
    cost = Cost(plan.eta, plan.alpha, plan.most, plan.full)
    results = np.zeros((plan.games // plan.points, 3), np.int64)
    play_and_learn(run.net, start, room, cost, run.rngs, results[:0])  # compiled before the clock starts
    for number in range(len(run.curve), plan.points):
        report(_tell(run), number, plan.points)
        room.factors[:], room.tops[:] = 0.0, 0.0
        begun = time.process_time()
        play_and_learn(run.net, start, room, cost, run.rngs, results)
        run.curve.append(_take_point(run, results, room, time.process_time() - begun))
        if number + 1 == plan.points:
            run.curve[-1] |= evaluate(run)
        if path:
            _save(run, path)
    report(_tell(run), plan.points, plan.points)
    return run


def _begin(plan: CostPlan) -> CostRun:
    inputs = chiappini.SIZE + (chiappini.MEMORY if plan.memory else 0)
    net = new_network(inputs, split_seed(plan.seed, "weights"))
    rngs = np.array([split_seed(plan.seed, "chance"), split_seed(plan.seed, "players")], np.uint64)
    return CostRun(plan, net, rngs, [])


def _tell(run: CostRun) -> str:
    last = f", {run.curve[-1]['keep']['mean']:.2f} points" if run.curve else ""
    return f"cost, eta {run.plan.eta:g}, alpha {run.plan.alpha:g}{last}"


def summarise(values: Any) -> dict[str, float]:
    return {"mean": float(np.mean(values)), "standard_error": float(np.std(values, ddof=1) / len(values) ** 0.5)}


def _points(results: Any) -> dict[str, Any]:
    """Points under both scorings of a strike-out."""
    return {"zero": np.where(results[:, 1] > 0, results[:, 0], 0), "keep": results[:, 0]}


def _take_point(run: CostRun, results: Any, room: Any, seconds: float) -> Point:
    """The games of this part of the run, as they were played while learning."""
    before = run.curve[-1] if run.curve else {"games": 0, "decisions": 0, "cpu_seconds": 0.0}
    return {
        "games": before["games"] + len(results),
        "decisions": before["decisions"] + int(results[:, 2].sum()),
        "cpu_seconds": before["cpu_seconds"] + seconds,
        "strike_outs": float((results[:, 1] == 0).mean()),
        "highest_output": float(room.tops[1] / room.tops[0]),
        "entropy": float(room.tops[2] / room.tops[0]),
        **{name: summarise(values) for name, values in _points(results).items()},
        "by_distance": (room.factors[:, 1:] / np.maximum(room.factors[:, :1], 1)).tolist(),
    }


def evaluate(run: CostRun) -> Point:
    """Means and standard errors on fixed decks, with the highest outputs and with drawn ones."""
    plan = run.plan
    start, room = first_state(plan.scoring), new_room(first_state(plan.scoring)[0], run.inputs)
    results, point = np.zeros((plan.evaluation_games, 3), np.int64), Point()
    decks = split_seed(plan.seed, "evaluation")
    for way, greedy in (("greedy", True), ("sampled", False)):
        words = [[split_seed(decks, "chance", i), split_seed(decks, "players", i)] for i in range(len(results))]
        play_only(run.net, start, room, greedy, np.array(words, np.uint64), results)
        point |= {f"{way}_{name}": summarise(values) for name, values in _points(results).items()}
    return point


def _save(run: CostRun, path: Path) -> None:
    arrays = {**run.net._asdict(), "rngs": run.rngs}
    record = {"plan": asdict(run.plan), "curve": run.curve}
    try:
        write_atomic(path, save(arrays, {"record": json.dumps(record)}))
        write_atomic(path.with_suffix(".jsonl"), "".join(json.dumps(point) + "\n" for point in run.curve))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def _resume(run: CostRun, path: Path) -> None:
    if not path.exists():
        return
    arrays, record = load_tensors(path)
    if record.get("plan") != asdict(run.plan):
        raise WeightsError(f"{path} holds another run: its plan differs; nothing was changed: choose another file")
    for name, array in run.net._asdict().items():
        array[:] = arrays[name]
    run.rngs[:] = arrays["rngs"]
    run.curve[:] = record["curve"]
