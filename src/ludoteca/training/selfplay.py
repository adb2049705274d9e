"""Learning from self-play: a network, its optimiser, and the window of positions that it learns from.

The network that plays is a running mean of the weights. Positions are shown as they are and as the encoder's
symmetries change them. What is drawn follows from the seed and the number of the iteration.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.agents.alphabeta import AlphaBeta
from ludoteca.core.errors import PlanError
from ludoteca.core.rng import split_seed
from ludoteca.networks.files import NetworkFile
from ludoteca.protocol import Game
from ludoteca.training.model import build_model, load_torch, read_tensors, write_tensors
from ludoteca.training.muon import find_precision
from ludoteca.training.ppo import FIRST_POLICY, FORBIDDEN, POLICY, VALUE
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_optimisers import Optimisers
from ludoteca.training.selfplay_plan import SelfPlayPlan
from ludoteca.training.selfplay_rows import Rows, join_rows


class Window:
    """The newest positions, iteration by iteration."""

    def __init__(self) -> None:
        self.parts: dict[int, Rows] = {}
        self.total = 0
        """Positions ever."""

    def add(self, iteration: int, rows: Rows, plan: SelfPlayPlan) -> list[int]:
        """Take in the positions of an iteration; returns the iterations that were dropped for it."""
        self.parts[iteration] = rows
        self.total += len(rows)
        most = min(plan.window, max(plan.recent * self.total, len(rows)))
        dropped = []
        while len(self) - len(self.parts[min(self.parts)]) >= most:
            dropped.append(min(self.parts))
            del self.parts[dropped[-1]]
        return dropped

    def __len__(self) -> int:
        return sum(len(rows) for rows in self.parts.values())

    def join(self) -> Rows:
        return join_rows([self.parts[number] for number in sorted(self.parts)])


class SelfPlayLearner:
    """A network that learns from a window of positions."""

    def __init__(self, task: SelfPlayTask, plan: SelfPlayPlan) -> None:
        self.torch = torch = load_torch()
        torch.set_num_threads(1)
        self.task, self.plan = task, plan
        _refuse_search(plan, task.game)
        torch.manual_seed(split_seed(plan.seed, "weights") % 2**63)
        self.model, self.mean = build_model(task.network), build_model(task.network)
        with torch.no_grad():
            self.model.chains[POLICY].linear[-1].weight *= FIRST_POLICY
            self.model.chains[VALUE].linear[-1].weight *= FIRST_POLICY
        write_tensors(task.network, self.mean, read_tensors(task.network, self.model))
        self.optimisers = Optimisers(torch, self.model, plan)
        self.dtype = find_precision(torch, plan.precision)
        self.steps = 0
        symmetries = task.encoder.symmetries
        self.changes = [(torch.from_numpy(one.inputs.copy()), _invert(torch, one.outputs)) for one in symmetries]

    def network(self, record: Mapping[str, Any]) -> NetworkFile:
        """The network that plays, as it is now."""
        return self.task.network_of(read_tensors(self.task.network, self.mean), record)

    def learn(self, window: Window, new: int, iteration: int, progress: float) -> dict[str, float]:
        """Some steps on the window, for `new` positions that came in; `progress` (0 to 1) sets the learning rate."""
        torch, plan = self.torch, self.plan
        rows = window.join()
        tensors = [torch.from_numpy(each) for each in (rows.x, rows.legal, rows.policy, rows.value)]
        self.optimisers.set_progress(progress)
        torch.manual_seed(split_seed(plan.seed, "iteration", iteration) % 2**63)
        steps = max(1, round(plan.reuse * new / plan.batch))
        sums = torch.zeros(2)
        for _ in range(steps):
            places = torch.randint(len(rows), (min(plan.batch, len(rows)),))
            change = int(torch.randint(len(self.changes) + 1, ()))
            sums += self._train_batch([each[places] for each in tensors], change)
        return {"policy_loss": float(sums[0]) / steps, "value_loss": float(sums[1]) / steps}

    def _train_batch(self, batch: list[Any], change: int) -> Any:
        torch, plan = self.torch, self.plan
        x, legal, policy, value = batch
        if change:
            inputs, outputs = self.changes[change - 1]
            x, legal, policy = x[:, inputs], legal[:, outputs], policy[:, outputs]
        with torch.autocast("cpu", self.dtype, enabled=self.dtype != torch.float32):
            found = self.model(x)
        logs = torch.log_softmax(found[POLICY].masked_fill(~legal, FORBIDDEN), 1)
        taught = (policy.sum(1) > 0).sum().clamp(min=1)  # rows for the value alone have no policy
        policy_loss = -(policy.float() * logs.masked_fill(~legal, 0.0)).sum() / taught
        value_loss = (found[VALUE] - value).square().mean()
        self.optimisers.step(policy_loss + plan.value_weight * value_loss)
        self.steps += 1
        kept = min(plan.average, self.steps / (self.steps + 10.0))  # at first the mean follows quickly
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.model.parameters()), 1.0 - kept)
            for old, new in zip(_running_means(self.mean), _running_means(self.model), strict=True):
                old.lerp_(new, 1.0 - kept)
        return torch.stack([policy_loss.detach(), value_loss.detach()])


def _refuse_search(plan: SelfPlayPlan, game: Game) -> None:
    """Settings of the search that this game has no use for."""
    if plan.search.longest and not (game.has_evaluation or game.info.running):
        raise PlanError(
            f"plan: search.longest cuts games off where the game's own evaluation judges them, and "
            f"{game.info.name} has none"
        )
    if plan.search.opening_choices > 1 and game.info.co_operative:
        raise PlanError(f"plan: search.opening_choices is for rivals; in {game.info.name} all seats are one team")
    refusal = AlphaBeta.refusal(game.info)
    if plan.search.proof_nodes and refusal:
        raise PlanError(f"plan: search.proof_nodes is for alpha-beta, which cannot play {game.info.name}: {refusal}")


def _running_means(model: Any) -> list[Any]:
    """What batch normalisation keeps of the data."""
    return [value for name, value in model.named_buffers() if name.rsplit(".", 1)[-1].startswith("running_")]


def _invert(torch: Any, outputs: Any) -> Any:
    """Class c becomes outputs[c]: so the new row's class outputs[c] is the old row's c."""
    inverse = np.empty(len(outputs), np.int64)
    inverse[np.asarray(outputs)] = np.arange(len(outputs))
    return torch.from_numpy(inverse)
