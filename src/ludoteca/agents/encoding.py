"""Positions as the rows that a policy network reads, and its outputs as actions: compiled for one encoder.

`rows_of(encoder)` makes the functions once for each encoder; their machine code is kept on disk as any other.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import pick_weighted
from ludoteca.protocol import Encoder
from ludoteca.protocol.rules import apply, legal_actions, mover, observe


class Rows(NamedTuple):
    """The compiled functions of one encoder."""

    look: Callable[..., None]
    """(states, places, views, x, legal, out): for each of the states at `places`, what its mover sees, the features of
    that, and which outputs are legal actions."""
    play: Callable[..., None]
    """(states, places, views, chosen): play the action of each chosen output."""


@lru_cache(maxsize=64)
def rows_of(encoder: Encoder) -> Rows:
    fill, output_of, action_of = encoder.fill, encoder.output_of, encoder.action_of

    @compiled
    def look(states: Any, places: Any, views: Any, x: Any, legal: Any, out: Any) -> None:
        for k in range(len(places)):
            views[k] = states[places[k]]
            view = views[k]
            observe(view, as_int(mover(view)))
            fill(view, x[k])
            legal[k, :] = False
            for i in range(legal_actions(view, out)):
                legal[k, output_of(view, as_int(out[i]))] = True

    @compiled
    def play(states: Any, places: Any, views: Any, chosen: Any) -> None:
        for k in range(len(places)):
            apply(states[places[k]], as_int(action_of(views[k], as_int(chosen[k]))))

    return Rows(look, play)


class Choice(NamedTuple):
    """How an output is chosen."""

    sample: bool
    """Draw by probability instead of taking the largest."""
    temperature: float


@compiled
def choose_outputs(outputs: Any, legal: Any, choice: Choice, rngs: Any, chosen: Any, odds: Any) -> int:
    """In each row choose a legal output and write the probabilities of all; returns how many rows had their largest
    output at an illegal action. Each row draws from its own generator, or all from the one there is."""
    illegal = 0
    for k in range(len(outputs)):
        best, raw = -1, 0
        for i in range(outputs.shape[1]):
            if outputs[k, i] > outputs[k, raw]:
                raw = i
            if legal[k, i] and (best < 0 or outputs[k, i] > outputs[k, best]):
                best = i
        illegal += not legal[k, raw]
        spread(outputs[k], legal[k], np.float64(outputs[k, best]), choice.temperature, odds[k])
        chosen[k] = best
        if choice.sample:
            drawn = pick_weighted(rngs[min(k, len(rngs) - 1)], odds[k], outputs.shape[1])
            chosen[k] = drawn if legal[k, drawn] else best
    return illegal


@compiled
def spread(outputs: Any, legal: Any, most: float, temperature: float, odds: Any) -> None:
    """Probabilities of the legal outputs: softmax."""
    total = 0.0
    for i in range(len(outputs)):
        odds[i] = math.exp((np.float64(outputs[i]) - most) / temperature) if legal[i] else 0.0
        total += odds[i]
    for i in range(len(outputs)):
        odds[i] /= total
