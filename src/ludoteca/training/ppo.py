"""Proximal policy optimisation (Schulman et al. 2017) for any game of the library: a network learns from the outcome of
its own games, with illegal actions masked.

Games are played side by side in compiled code (`ppo_games.py`), and torch evaluates and trains the network, on one
thread. All seats are played by the same network; each learns from its own returns. Random numbers follow from the seed
and the number of the iteration, so a run that was killed resumes as if nothing had happened (`ppo_files.py`).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.errors import SettingsError
from ludoteca.core.rng import split_seed
from ludoteca.networks.declaration import Block, Declaration, Head, Layer
from ludoteca.protocol import Encoder, Game, State
from ludoteca.training.model import build_model, load_torch
from ludoteca.training.ppo_games import (
    actions_of,
    draw_outputs,
    estimate_advantages,
    make_observer,
    new_games,
    new_steps,
    step_games,
)

POLICY, VALUE = "policy", "value"  # heads
FORBIDDEN = -1e9  # the score of an illegal action
FIRST_POLICY = 0.01  # the policy's first weights are so much smaller than usual: at first every action is as likely


@dataclass(frozen=True)
class Task:
    """What is to be learned: a game, and how a network sees it."""

    game: Game
    first: State
    """The position that every game begins with; chance after it is drawn anew."""
    encoder: Encoder
    network: Declaration
    """With the heads `policy`, with the encoder's outputs, and `value`, one number."""
    easy: State | None = None
    """The position that games begin with in the first iterations, where another one is easier to learn from."""

    @property
    def inputs(self) -> int:
        return self.network.inputs

    @property
    def outputs(self) -> int:
        return self.network.head(POLICY).units

    @classmethod
    def make(
        cls,
        game: Game,
        first: State,
        encoder: Encoder,
        hidden: Sequence[int],
        easy: State | None = None,
        blocks: tuple[Block, ...] = (),
    ) -> "Task":
        """A task for a network of hidden layers, normalised (LayerNorm), that the policy and the value share. Blocks
        come before them."""
        encoder.check(first)
        heads = (Head(POLICY, encoder.count_outputs(first)), Head(VALUE, 1, kind="numbers"))
        layers = tuple(Layer(units, normalise="layer") for units in hidden)
        scales = tuple((1 / encoder.row_of_scales(first)).tolist())
        network = Declaration(encoder.count_inputs(first), heads, layers, blocks, encoder=encoder.name, scales=scales)
        return cls(game, first, encoder, network, easy)

    @property
    def seats(self) -> int:
        return self.game.seats(self.first)


@dataclass(frozen=True)
class PPOSettings:
    games: int = 1024
    """Games side by side."""
    steps: int = 32
    """Decisions of each game in an iteration."""
    epochs: int = 3
    batch: int = 4096
    rate: float = 1e-3
    last_rate: float = 1e-4
    """The learning rate falls to this, in a straight line."""
    clip: float = 0.2
    gamma: float = 1.0
    decay: float = 0.95
    """Lambda of the advantage estimates."""
    entropy: float = 0.01
    last_entropy: float = 0.01
    value: float = 0.5
    """The weight of the value's loss."""
    anchor: float = 0.0
    """The weight of the divergence from the teacher, where there is one."""
    value_only: int = 0
    """Iterations at the beginning in which only the value is learned: for a network that starts from given weights."""
    most_norm: float = 0.5
    """Gradients are cut to this length."""
    easy_iterations: int = 0
    """Iterations with the task's easy position."""
    iterations: int = 100
    seed: int = 1

    def check(self) -> None:
        if min(self.games, self.steps, self.epochs, self.batch, self.iterations) < 1:
            raise SettingsError("games, steps, epochs, batch and iterations must be at least 1")
        if not (0 <= self.gamma <= 1 and 0 <= self.decay <= 1 and 0 < self.clip < 1 and self.rate > 0):
            raise SettingsError("gamma and decay lie in [0, 1], clip in (0, 1), and the rate is above 0")

    def at(self, first: float, last: float, iteration: int) -> float:
        """A setting that changes in a straight line."""
        return first + (last - first) * min(1.0, iteration / max(1, self.iterations - 1))


class Learner:
    """A network, its optimiser, and the games that it learns from."""

    def __init__(self, task: Task, settings: PPOSettings, teacher: Any = None) -> None:
        settings.check()
        self.torch = load_torch()
        self.torch.set_num_threads(1)
        self.task, self.settings, self.teacher = task, settings, teacher
        self.torch.manual_seed(split_seed(settings.seed, "weights") % 2**63)
        self.model = build_model(task.network)
        with self.torch.no_grad():
            self.model.chains[POLICY].linear[-1].weight *= FIRST_POLICY
        self.optimiser = self.torch.optim.Adam(self.model.parameters(), lr=settings.rate, eps=1e-5)
        self.games = new_games(task.game, task.first, settings.games, split_seed(settings.seed, "games"))
        self.iteration = self.finished = 0
        self.seconds = 0.0
        """CPU-seconds so far."""
        info = task.game.info
        self.scale = 2.0 / (info.max_return - info.min_return)
        self.observe = make_observer(task.encoder)
        self._make_room()

    @property
    def decisions(self) -> int:
        return self.iteration * self.settings.games * self.settings.steps

    def _make_room(self) -> None:
        steps, games, task = self.settings.steps, self.settings.games, self.task
        self.x = np.zeros((steps + 1, games, task.inputs), np.float32)
        self.legal = np.zeros((steps + 1, games, task.outputs), np.bool_)
        self.outputs = np.zeros((steps, games), np.int64)
        self.moves = np.zeros((games, task.outputs), np.int32)
        self.logs = np.zeros((steps, games), np.float32)
        self.values = np.zeros((steps + 1, games), np.float32)
        self.taken = new_steps(steps, games, task.seats)

    def run_iteration(self) -> dict[str, float]:
        """Play, and learn from it; returns what there is to tell of the iteration."""
        begun = time.process_time()
        ended, earned = self.collect()
        told = self.learn()
        self.iteration += 1
        self.finished += ended
        self.seconds += time.process_time() - begun
        return {"return": earned / ended if ended else float("nan"), **told}

    def collect(self) -> tuple[int, float]:
        """Play; returns how many games ended, and the sum of their first seat's returns."""
        ended, earned = 0, 0.0
        easy = self.task.easy is not None and self.iteration < self.settings.easy_iterations
        self.games.first[0] = self.task.easy if easy else self.task.first
        self._evaluate_row(0)
        for t in range(self.settings.steps):
            draw_outputs(self.games, self.scores, self.legal[t], False, self.outputs[t], self.logs[t])
            before = self.games.earned[:, 0].copy()
            over, rewards = self.taken.over[t], self.taken.rewards[t]
            step_games(self.games, actions_of(self.outputs[t], self.moves), rewards, over, True)
            ended += int(over.sum())
            earned += float((before + rewards[:, 0])[over].sum())
            self._evaluate_row(t + 1)
        return ended, earned

    def _evaluate_row(self, t: int) -> None:
        """See all games, and evaluate what is seen: scores and values."""
        self.observe(self.games, self.x[t], self.legal[t], self.moves, self.taken.seats[t])
        with self.torch.no_grad():
            found = self.model(self.torch.from_numpy(self.x[t]))
        self.scores, self.values[t] = found[POLICY].numpy(), found[VALUE][:, 0].numpy()

    def learn(self) -> dict[str, float]:
        """Some epochs on the steps that were collected."""
        torch, settings = self.torch, self.settings
        advantages = np.zeros(self.outputs.shape, np.float32)
        team = self.task.game.info.co_operative
        self.taken.rewards[:] *= self.scale
        estimate_advantages(self.taken, self.values, settings.gamma, settings.decay, team, advantages)
        known = np.flatnonzero(~np.isnan(advantages.reshape(-1)))
        data = self._gather(known, advantages)
        for group in self.optimiser.param_groups:
            group["lr"] = settings.at(settings.rate, settings.last_rate, self.iteration)
        torch.manual_seed(split_seed(settings.seed, "iteration", self.iteration) % 2**63)
        sums: dict[str, float] = {}
        count = 0
        for _ in range(settings.epochs):
            for places in torch.randperm(len(known)).split(settings.batch):
                told = self._train_batch([each.index_select(0, places) for each in data])
                sums = {name: sums.get(name, 0.0) + value for name, value in told.items()}
                count += 1
        return {name: value / count for name, value in sums.items()}

    def _gather(self, known: Any, advantages: Any) -> list[Any]:
        """Inputs, legal outputs, outputs, log-probabilities, advantages and targets of the value, one row a step."""
        arrays = [self.x[:-1], self.legal[:-1], self.outputs, self.logs, advantages, advantages + self.values[:-1]]
        rows = [each.reshape(-1, *each.shape[2:]) for each in arrays]
        if len(known) < len(rows[0]):
            rows = [each[known] for each in rows]
        return [self.torch.from_numpy(each) for each in rows]

    def _train_batch(self, batch: list[Any]) -> dict[str, float]:
        torch, settings = self.torch, self.settings
        x, legal, outputs, old, advantages, targets = batch
        found = self.model(x)
        logs = torch.log_softmax(found[POLICY].masked_fill(~legal, FORBIDDEN), 1)
        odds = logs.exp()
        ratio = (logs.gather(1, outputs[:, None])[:, 0] - old).exp()
        gains = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        policy_loss = -torch.min(ratio * gains, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gains).mean()
        entropy = -(odds * logs.masked_fill(~legal, 0.0)).sum(1).mean()
        value_loss = (found[VALUE][:, 0] - targets).square().mean()
        loss = settings.value * value_loss
        if self.iteration >= settings.value_only:
            weight = settings.at(settings.entropy, settings.last_entropy, self.iteration)
            loss = loss + policy_loss - weight * entropy
            if self.teacher is not None and settings.anchor:
                loss = loss + settings.anchor * self._divergence(x, legal, logs)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings.most_norm)
        self.optimiser.step()
        clipped = ((ratio - 1).abs() > settings.clip).float().mean()
        return {"value_loss": float(value_loss.detach()), "entropy": float(entropy.detach()), "clipped": float(clipped)}

    def _divergence(self, x: Any, legal: Any, logs: Any) -> Any:
        """How far the policy is from the teacher's: the mean of KL(teacher, policy)."""
        with self.torch.no_grad():
            wanted = self.torch.log_softmax(self.teacher(x)[POLICY].masked_fill(~legal, FORBIDDEN), 1)
        return (wanted.exp() * (wanted - logs)).masked_fill(~legal, 0.0).sum(1).mean()
