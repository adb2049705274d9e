"""Runs of PPO: evaluated on fixed games as they go on, kept on disk, and resumed to the last bit.

A run is a checkpoint NAME.safetensors (the network, the optimiser, the games as they stand) and its curve NAME.jsonl,
one line an evaluation. What players need of the network is written by `export_network`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from ludoteca.agents.playouts import UNIFORM
from ludoteca.core.errors import WeightsError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.networks.declaration import write_declaration
from ludoteca.networks.files import save_file
from ludoteca.networks.weights import load_tensors
from ludoteca.training.model import read_tensors, write_tensors
from ludoteca.training.outputs import check_writable
from ludoteca.training.ppo import POLICY, Learner
from ludoteca.training.ppo_games import (
    Games,
    actions_of,
    draw_outputs,
    draw_rivals,
    new_games,
    new_steps,
    step_games,
)

Point = dict[str, Any]
Measure = Callable[[Games], Mapping[str, Any]]
"""What is measured of finished games: arrays of one number a game, by name."""


@dataclass(frozen=True)
class Evaluations:
    """When and how the network is evaluated during a run."""

    every: int = 25
    """Iterations between two evaluations."""
    games: int = 1000
    seed: int = 1


def play_out(learner: Learner, games: int, seed: int, greedy: bool) -> Games:
    """Whole games of the network. A team plays with itself; otherwise it sits in one seat of each game, in turn, and
    the others act at random. Chance depends on the seed only: networks can be compared game by game."""
    torch, task = learner.torch, learner.task
    room = new_games(task.game, task.first, games, seed)
    x = np.zeros((games, task.inputs), np.float32)
    legal = np.zeros((games, task.outputs), np.bool_)
    moves = np.zeros((games, task.outputs), np.int32)
    outputs, logs = np.zeros(games, np.int64), np.zeros(games, np.float32)
    taken = new_steps(1, games, task.seats)
    while True:
        learner.observe(room, x, legal, moves, taken.seats[0])
        if (taken.seats[0] < 0).all():
            return room
        with torch.no_grad():
            scores = learner.model(torch.from_numpy(x))[POLICY].numpy()
        draw_outputs(room, scores, legal, greedy, outputs, logs)
        actions = actions_of(outputs, moves)
        if not task.game.info.co_operative:
            draw_rivals(room, UNIFORM, task.seats, actions)
        step_games(room, actions, taken.rewards[0], taken.over[0], False)


def measure_returns(learner: Learner, games: Games) -> dict[str, Any]:
    """The return of the network's seat in each game."""
    places = np.arange(len(games.states)) % (1 if learner.task.game.info.co_operative else learner.task.seats)
    return {"return": games.earned[np.arange(len(places)), places]}


def evaluate(learner: Learner, plan: Evaluations, measure: Measure | None = None) -> Point:
    """Means and standard errors, with the best actions and with drawn ones."""
    point: Point = {}
    for way, greedy in (("greedy", True), ("sampled", False)):
        played = play_out(learner, plan.games, split_seed(plan.seed, "evaluation"), greedy)
        found = measure(played) if measure else measure_returns(learner, played)
        for name, values in found.items():
            error = float(np.std(values, ddof=1) / len(values) ** 0.5)
            point[f"{way}_{name}"] = {"mean": float(np.mean(values)), "standard_error": error}
    return point


def run(
    learner: Learner,
    plan: Evaluations,
    path: Path | None = None,
    measure: Measure | None = None,
    report: Report = silent,
) -> list[Point]:
    """Train to the last iteration; returns the curve. With a path, an unfinished run of the same settings is resumed
    from there, and the run is kept at each evaluation. Ctrl-C loses what came after the last one."""
    curve = resume(learner, plan, path) if path else []
    last = learner.settings.iterations
    if not curve:
        curve.append(_take_point(learner, plan, measure, {}))
    while learner.iteration < last:
        told = learner.run_iteration()
        report(_tell(curve[-1], measure is None), learner.iteration, last)
        if learner.iteration % plan.every == 0 or learner.iteration == last:
            curve.append(_take_point(learner, plan, measure, told))
            if path:
                save_run(learner, plan, path, curve)
    return curve


def _take_point(learner: Learner, plan: Evaluations, measure: Measure | None, told: Mapping[str, float]) -> Point:
    spent = {
        "iteration": learner.iteration,
        "decisions": learner.decisions,
        "games": learner.finished,
        "cpu_seconds": round(learner.seconds, 2),
    }
    return {**spent, **told, **evaluate(learner, plan, measure)}


def _tell(point: Point, plain: bool) -> str:
    name = "greedy_return" if plain else next(name for name in point if name.startswith("greedy_"))
    return f"learning: {point[name]['mean']:.2f} after {point['decisions']:,} decisions"


# --- on disk -------------------------------------------------------------------------------------------------------


def save_run(learner: Learner, plan: Evaluations, path: Path, curve: list[Point]) -> None:
    """Write the checkpoint and the curve."""
    arrays = {f"model.{name}": array for name, array in read_tensors(learner.task.network, learner.model).items()}
    for i, state in learner.optimiser.state_dict()["state"].items():
        arrays |= {f"adam.{i}.{name}": value.numpy() for name, value in state.items()}
    games = learner.games
    arrays["games.states"] = np.frombuffer(games.states.tobytes(), np.uint8)
    arrays |= {"games.rngs": games.rngs, "games.earned": games.earned}
    record = {**_describe(learner, plan), "iteration": learner.iteration, "finished": learner.finished}
    record |= {"seconds": learner.seconds, "curve": curve}
    content = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    try:
        write_atomic(path, save(content, {"record": json.dumps(record)}))
        write_atomic(path.with_suffix(".jsonl"), "".join(json.dumps(point) + "\n" for point in curve))
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None


def _describe(learner: Learner, plan: Evaluations) -> dict[str, Any]:
    """What must be the same for a run to be resumed."""
    told = {
        "game": learner.task.game.info.name,
        "first": learner.task.first.tobytes().hex(),
        "easy": "" if learner.task.easy is None else learner.task.easy.tobytes().hex(),
        "network": write_declaration(learner.task.network),
        "settings": asdict(learner.settings),
        "evaluations": asdict(plan),
    }
    found: dict[str, Any] = json.loads(json.dumps(told))
    return found


def resume(learner: Learner, plan: Evaluations, path: Path) -> list[Point]:
    """Put a run that was kept back in its place, and return its curve; empty if there is none."""
    check_writable(path)
    if not path.exists():
        return []
    arrays, record = load_tensors(path)
    if "curve" not in record:
        raise WeightsError(f"{path} holds no run that could be resumed; nothing was changed: choose another file")
    for key, wanted in _describe(learner, plan).items():
        if record.get(key) != wanted:
            raise WeightsError(f"{path} holds another run: its {key} differ; nothing was changed: choose another file")
    write_tensors(learner.task.network, learner.model, _part(arrays, "model."))
    _restore_optimiser(learner, _part(arrays, "adam."))
    learner.games.states[:] = np.frombuffer(arrays["games.states"].tobytes(), learner.task.game.state_dtype)
    learner.games.rngs[:], learner.games.earned[:] = arrays["games.rngs"], arrays["games.earned"]
    learner.iteration, learner.finished, learner.seconds = record["iteration"], record["finished"], record["seconds"]
    curve: list[Point] = record["curve"]
    return curve


def _part(arrays: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {name[len(prefix) :]: array for name, array in arrays.items() if name.startswith(prefix)}


def _restore_optimiser(learner: Learner, arrays: Mapping[str, Any]) -> None:
    state: dict[int, dict[str, Any]] = {}
    for name, array in arrays.items():
        i, field = name.split(".")
        state.setdefault(int(i), {})[field] = learner.torch.from_numpy(np.array(array))
    learner.optimiser.load_state_dict({**learner.optimiser.state_dict(), "state": state})


def export_network(learner: Learner, path: Path, record: Mapping[str, Any]) -> None:
    """Write the network as players use it."""
    save_file(path, learner.task.network, read_tensors(learner.task.network, learner.model), record)


def start_from(learner: Learner, path: Path) -> None:
    """Take the weights of a run's checkpoint, for a task with the same network."""
    arrays, _ = load_tensors(path)
    tensors = _part(arrays, "model.")
    for name, shape in learner.task.network.tensors().items():
        if name not in tensors or tensors[name].shape != shape:
            raise WeightsError(f"{path} has no weights for this network: {name} must have the shape {list(shape)}")
    write_tensors(learner.task.network, learner.model, tensors)
