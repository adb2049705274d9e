"""What is learned from lessons: to foretell scores from the whole table, and how to weigh moves."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludoteca.games.hanabi.bots.smart_net.features import MOMENT, MOVES
from ludoteca.games.hanabi.training.rollouts import Lessons
from ludoteca.networks.weights import Shape, flatten
from ludoteca.training.sgd import build_model, load_torch, read_tensors

BATCH = 4096
SMALL_BATCH = 2048
GUESS = 23.0  # a score to begin with
SPREAD = 0.3  # of the first hidden weights


def join(parts: Sequence[Lessons]) -> Lessons:
    return Lessons(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _begin(seed: int) -> Any:
    """torch with one thread: the same seed gives the same weights on any number of cores."""
    torch = load_torch()
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    return torch


def fit_outlook(shape: Shape, lessons: Lessons, epochs: int, seed: int) -> Any:
    """The flat weights of a network that foretells the score from the whole table."""
    torch = _begin(seed)
    there = lessons.whole[:, :, 0] != 0.0  # "always": the game was not over
    whole, scores = torch.from_numpy(lessons.whole[there]), torch.from_numpy(lessons.scores[there])
    net = build_model(torch, shape)
    net[-1].bias.data[:] = GUESS
    steps = epochs * max(1, len(scores) // SMALL_BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for batch in _shuffle(torch, len(scores), SMALL_BATCH, steps):
        loss = ((net(whole[batch])[:, 0] - scores[batch]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return flatten(shape, read_tensors(net))


def fit_weights(table: Any, lessons: Lessons, epochs: int, rate: float, temperature: float, seed: int) -> Any:
    """Better weights than `table`, from where it begins: so that a player who draws moves with probabilities by what
    they weigh (softmax, of this temperature) can expect the highest scores."""
    torch = _begin(seed)
    weights, outer = _unpack(torch, table)
    tried = torch.arange(lessons.kinds.shape[1]) < torch.from_numpy(lessons.counts)[:, None]
    moments, details = torch.from_numpy(lessons.moments), torch.from_numpy(lessons.details)
    kinds = torch.from_numpy(lessons.kinds.astype(np.int64))
    scores = torch.from_numpy(lessons.scores)
    mean = (scores * tried).sum(1, keepdim=True) / tried.sum(1, keepdim=True)
    gains = (scores - mean) * tried
    steps = epochs * max(1, len(scores) // BATCH)
    optimizer = torch.optim.Adam([weights, outer], lr=rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, eta_min=rate / 20)
    for batch in _shuffle(torch, len(scores), BATCH, steps):
        worth = weigh_batch(torch, weights, outer, moments[batch], details[batch], kinds[batch])
        odds = torch.softmax(torch.where(tried[batch], worth / temperature, torch.tensor(-1e9)), 1)
        loss = -(odds * gains[batch]).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    found = np.zeros(table.shape)
    found[:, :-1], found[:, -1, 1:] = weights.detach().numpy(), outer.detach().numpy()
    return found


def _unpack(torch: Any, table: Any) -> tuple[Any, Any]:
    """[kind, column, unit] and [kind, hidden unit]; hidden units that do nothing yet get something to begin with."""
    weights = torch.from_numpy(table[:, :-1].astype(np.float32))
    outer = torch.from_numpy(table[:, -1, 1:].astype(np.float32))
    if not outer.any():
        weights[:, :, 1:] = SPREAD * torch.randn(weights[:, :, 1:].shape)
    return weights.requires_grad_(), outer.requires_grad_()


def _shuffle(torch: Any, n: int, size: int, steps: int) -> Any:
    """Batches, each epoch in a new order; a batch of all where there are few."""
    order, at = torch.randperm(n), 0
    for _ in range(steps):
        if at + size > n and at > 0:
            order, at = torch.randperm(n), 0
        yield order[at : at + size]
        at += size


def weigh_batch(torch: Any, weights: Any, outer: Any, moments: Any, details: Any, kinds: Any) -> Any:
    """What `keen.weigh` finds, for many lessons at once: [lesson, move]."""
    lessons, moves = kinds.shape
    units = weights.shape[2]
    base = torch.einsum("lm,kmu->lku", moments, weights[:, : len(MOMENT)])
    total = torch.gather(base, 1, kinds[:, :, None].expand(-1, -1, units))
    flat, kind_of = details.reshape(lessons * moves, -1), kinds.reshape(-1)
    more = torch.zeros(lessons * moves, units)
    for kind in range(len(MOVES)):
        rows = (kind_of == kind).nonzero()[:, 0]
        if len(rows):
            more = more.index_put((rows,), flat[rows] @ weights[kind, len(MOMENT) :])
    total = total + more.view(lessons, moves, units)
    return total[:, :, 0] + (torch.relu(total[:, :, 1:]) * outer[kinds]).sum(-1)
