"""Fitting both networks: the one that predicts scores from the whole state, and the one that chooses moves."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.games.hanabi.bots.smart_net.features import COLUMNS, MOVE_KINDS, POSITION_FEATURES
from ludoteca.games.hanabi.training.rollouts import Samples
from ludoteca.networks.weights import Shape, flatten
from ludoteca.training.sgd import build_model, load_torch, read_tensors

BATCH = 4096
SMALL_BATCH = 2048
FIRST_GUESS = 23.0  # a score to begin with
FIRST_SPREAD = 0.3  # of the first hidden weights


def join(parts: Sequence[Samples]) -> Samples:
    return Samples(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _begin(seed: int) -> Any:
    """torch with one thread, so that a seed gives the same weights on any number of cores."""
    torch = load_torch()
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    return torch


def fit_predictor(shape: Shape, samples: Samples, epochs: int, seed: int) -> Any:
    """The flat weights of a network that predicts the score from the whole state."""
    torch = _begin(seed)
    running = samples.states[:, :, 0] != 0.0  # the feature "always": the game was not over
    states, results = torch.from_numpy(samples.states[running]), torch.from_numpy(samples.results[running])
    net = build_model(torch, shape)
    net[-1].bias.data[:] = FIRST_GUESS
    steps = epochs * max(1, len(results) // SMALL_BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for batch in _shuffle(torch, len(results), SMALL_BATCH, steps):
        loss = ((net(states[batch])[:, 0] - results[batch]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return flatten(shape, read_tensors(net))


def fit_weights(table: FloatArray, samples: Samples, epochs: int, rate: float, temperature: float, seed: int) -> Any:
    """Better weights than `table`, by a policy gradient that starts from it: a player that draws moves by the softmax
    of their scores, at this temperature, should expect the highest results."""
    torch = _begin(seed)
    weights, outer = _unpack(torch, table)
    tried, gains = _measure_gains(torch, samples)
    positions, features = torch.from_numpy(samples.positions), torch.from_numpy(samples.features)
    kinds = torch.from_numpy(samples.kinds.astype(np.int64))
    steps = epochs * max(1, len(gains) // BATCH)
    optimizer = torch.optim.Adam([weights, outer], lr=rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, eta_min=rate / 20)
    for batch in _shuffle(torch, len(gains), BATCH, steps):
        scores = score_batch(torch, weights, outer, positions[batch], features[batch], kinds[batch])
        odds = torch.softmax(torch.where(tried[batch], scores / temperature, torch.tensor(-1e9)), 1)
        loss = -(odds * gains[batch]).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return _pack(table.shape, weights, outer)


def fit_advantages(samples: Samples, hidden: int, epochs: int, seed: int) -> Any:
    """A table [kind of move, column, unit] whose scores are how much more each move of a sample gains than their mean,
    by least squares."""
    torch = _begin(seed)
    units = (len(MOVE_KINDS), COLUMNS + 1, 1 + hidden)
    weights, outer = _unpack(torch, np.zeros(units))
    tried, gains = _measure_gains(torch, samples)
    positions, features = torch.from_numpy(samples.positions), torch.from_numpy(samples.features)
    kinds = torch.from_numpy(samples.kinds.astype(np.int64))
    steps = epochs * max(1, len(gains) // BATCH)
    optimizer = torch.optim.AdamW([weights, outer], weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for batch in _shuffle(torch, len(gains), BATCH, steps):
        scores = score_batch(torch, weights, outer, positions[batch], features[batch], kinds[batch]) * tried[batch]
        mean = scores.sum(1, keepdim=True) / tried[batch].sum(1, keepdim=True)
        loss = (((gains[batch] - scores + mean) * tried[batch]) ** 2).sum() / tried[batch].sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return _pack(units, weights, outer)


def _measure_gains(torch: Any, samples: Samples) -> tuple[Any, Any]:
    """[sample, move]: whether it was tried, and by how much its result is above the mean of the sample."""
    tried = torch.arange(samples.kinds.shape[1]) < torch.from_numpy(samples.counts)[:, None]
    results = torch.from_numpy(samples.results)
    mean = (results * tried).sum(1, keepdim=True) / tried.sum(1, keepdim=True)
    return tried, (results - mean) * tried


def _pack(shape: tuple[int, ...], weights: Any, outer: Any) -> Any:
    found = np.zeros(shape)
    found[:, :-1], found[:, -1, 1:] = weights.detach().numpy(), outer.detach().numpy()
    return found


def _unpack(torch: Any, table: FloatArray) -> tuple[Any, Any]:
    """[kind, column, unit] and [kind, hidden unit]. Hidden units that have no effect yet get random weights."""
    weights = torch.from_numpy(table[:, :-1].astype(np.float32))
    outer = torch.from_numpy(table[:, -1, 1:].astype(np.float32))
    if not outer.any():
        weights[:, :, 1:] = FIRST_SPREAD * torch.randn(weights[:, :, 1:].shape)
    return weights.requires_grad_(), outer.requires_grad_()


def _shuffle(torch: Any, n: int, size: int, steps: int) -> Any:
    """Batches, each epoch in a new order; one batch of all if there are few."""
    order, at = torch.randperm(n), 0
    for _ in range(steps):
        if at + size > n and at > 0:
            order, at = torch.randperm(n), 0
        yield order[at : at + size]
        at += size


def score_batch(torch: Any, weights: Any, outer: Any, positions: Any, features: FloatArray, kinds: Any) -> Any:
    """The scores of `policy.score_moves` for many samples at once: [sample, move]."""
    samples, moves = kinds.shape
    units = weights.shape[2]
    base = torch.einsum("lm,kmu->lku", positions, weights[:, : len(POSITION_FEATURES)])
    total = torch.gather(base, 1, kinds[:, :, None].expand(-1, -1, units))
    flat, kind_of = features.reshape(samples * moves, -1), kinds.reshape(-1)
    more = torch.zeros(samples * moves, units)
    for kind in range(len(MOVE_KINDS)):
        rows = (kind_of == kind).nonzero()[:, 0]
        if len(rows):
            more = more.index_put((rows,), flat[rows] @ weights[kind, len(POSITION_FEATURES) :])
    total = total + more.view(samples, moves, units)
    return total[:, :, 0] + (torch.relu(total[:, :, 1:]) * outer[kinds]).sum(-1)
