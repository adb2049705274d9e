"""Inference of multilayer perceptrons, compiled, and equal to the last bit in plain Python.

The weights are one flat array: for each layer [input, output], then the bias (`weights.flatten`). A layer adds the
rows of the inputs that are not zero. Where only few inputs change between two positions, a player keeps the sums of
the first layer (`begin`, `add_inputs`) and goes on from them (`finish`).
"""

import math
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled


@compiled
def begin(flat: Any, sizes: Any, hidden: Any) -> None:
    """The sums of the first layer before any input: its bias."""
    n, m = sizes[0], sizes[1]
    hidden[:m] = flat[n * m : n * m + m]


@compiled
def add_inputs(flat: Any, sizes: Any, x: Any, first: int, last: int, hidden: Any) -> None:
    """Add inputs first..last-1 to the sums of the first layer."""
    m = sizes[1]
    for i in range(first, last):
        if x[i] != 0:
            hidden[:m] += np.float32(x[i]) * flat[i * m : (i + 1) * m]


@compiled
def finish(flat: Any, sizes: Any, hidden: Any, out: Any) -> None:
    """From the sums of the first layer to the outputs (before softmax). `hidden` is left as it is."""
    layers = len(sizes) - 1
    start = as_int(sizes[0] * sizes[1] + sizes[1])
    values = hidden[: sizes[1]].copy()
    for layer in range(1, layers):
        n, m = as_int(sizes[layer]), as_int(sizes[layer + 1])
        sums = flat[start + n * m : start + n * m + m].copy()
        for i in range(n):
            if values[i] > 0:
                sums += values[i] * flat[start + i * m : start + (i + 1) * m]
        values = sums
        start += n * m + m
    out[: sizes[layers]] = values


@compiled
def infer(flat: Any, sizes: Any, x: Any, out: Any) -> None:
    """The outputs (before softmax) for inputs x."""
    hidden = np.empty(sizes[1], np.float32)
    begin(flat, sizes, hidden)
    add_inputs(flat, sizes, x, 0, as_int(sizes[0]), hidden)
    finish(flat, sizes, hidden, out)


@compiled
def softmax(values: Any, n: int) -> None:
    """In place: probabilities from outputs."""
    most = values[0]
    for i in range(1, n):
        most = max(most, values[i])
    total = 0.0
    for i in range(n):
        values[i] = math.exp(np.float64(values[i] - most))
        total += np.float64(values[i])
    for i in range(n):
        values[i] = np.float64(values[i]) / total
