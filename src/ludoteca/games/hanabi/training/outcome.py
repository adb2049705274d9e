"""Networks that learn hanabi from the outcome of their own games, by PPO (`ludoteca.training.ppo`).

With the inputs of Chiappini and Ciruzzi's notes they play the notes' game: four players, four colours. With those of
the Hanabi Learning Environment they play the standard game.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.encoders import chiappini, chiappini_split, hle, hle_stacks
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.training.outcome_network import make_blocks
from ludoteca.training.ppo import Learner, PPOSettings, Task
from ludoteca.training.ppo_games import Games
from ludoteca.training.ppo_run import Evaluations, Point, evaluate, export_network, run, start_from

ENCODERS = {
    each.name: each
    for each in (
        chiappini.ENCODER,
        chiappini.WITH_MEMORY,
        chiappini_split.ENCODER,
        chiappini_split.WITH_MEMORY,
        hle.ENCODER,
        hle_stacks.ENCODER,
    )
}
SHAPES = {"plain": "layers only", "cards": "blocks for the cards of the hands first, for hle and hle_stacks"}
ITERATION = 512 * 32  # decisions of an iteration


@dataclass(frozen=True)
class OutcomePlan:
    """A run of PPO."""

    encoder: str = "chiappini_split"
    players: int = 4
    """Of the standard game; the encoders of the notes have their own."""
    easy: float = 0.4
    """The first part of the run, in which a strike-out keeps the points; afterwards it counts zero."""
    shape: str = "plain"
    """Of the network: a name in SHAPES."""
    hidden: tuple[int, ...] = (128, 128)
    decisions: int = 6_000_000
    rate: float = 1e-3
    entropy: float = 0.01
    evaluation_games: int = 1000
    points: int = 20
    """Evaluations during the run."""
    seed: int = 1

    @property
    def iterations(self) -> int:
        return max(1, self.decisions // ITERATION)

    def settings(self) -> PPOSettings:
        return PPOSettings(
            games=512,
            steps=32,
            epochs=2,
            batch=2048,
            rate=self.rate,
            last_rate=self.rate / 20,
            gamma=0.99,
            entropy=self.entropy,
            last_entropy=self.entropy / 10,
            easy_iterations=round(self.easy * self.iterations),
            iterations=self.iterations,
            seed=self.seed,
        )

    def evaluations(self) -> Evaluations:
        return Evaluations(max(1, self.iterations // self.points), self.evaluation_games, self.seed)

    def task(self) -> Task:
        if self.encoder not in ENCODERS:
            raise UnknownName("encoder", self.encoder, ENCODERS)
        if self.shape not in SHAPES:
            raise UnknownName("shape", self.shape, SHAPES)
        encoder, cards = ENCODERS[self.encoder], self.shape == "cards"
        if cards and not self.encoder.startswith(hle.ENCODER.name):
            raise SetupError(f"the shape cards is for the encoders hle and hle_stacks, not for {self.encoder}")
        options = dict(encoder.setup) if encoder.setup else {"players": self.players}
        easy = GAME.start(scoring="keep", **options)
        first = GAME.start(**options)
        return Task.make(GAME, first, encoder, self.hidden, easy, make_blocks(first) if cards else ())


def measure_points(games: Games) -> dict[str, Any]:
    """Points under both scorings of a strike-out."""
    built, lives = games.states["score"].astype(np.int64), games.states["lives"]
    return {"zero": np.where(lives > 0, built, 0), "keep": built}


def learn(
    plan: OutcomePlan, path: Path | None = None, start: Path | None = None, report: Report = silent
) -> tuple[Learner, list[Point]]:
    """Train; with a path the run is kept there, and resumed. `start` is the checkpoint of a run to go on from."""
    if plan.decisions < 1 or plan.evaluation_games < 2 or plan.points < 1:
        raise SetupError("a run needs at least one decision, one evaluation, and two games to evaluate")
    learner = Learner(plan.task(), plan.settings())
    if start is not None:
        start_from(learner, start)
    return learner, run(learner, plan.evaluations(), path, measure_points, report)


def evaluate_last(learner: Learner, games: int, seed: int) -> Point:
    """The network on decks that no evaluation of the curve has."""
    plan = Evaluations(games=games, seed=split_seed(seed, "last evaluation"))
    return {"decks": games, "decisions": learner.decisions, **evaluate(learner, plan, measure_points)}


def export(learner: Learner, plan: OutcomePlan, curve: list[Point], path: Path) -> None:
    """Write the network for players, with the plan and the last evaluation."""
    export_network(learner, path, {"game": GAME.info.name, "plan": asdict(plan), "result": curve[-1]})
