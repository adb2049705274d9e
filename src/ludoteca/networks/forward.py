"""Running an exported network, on one position: compiled. `batches.py` runs it on many at once."""

import math
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.networks.declaration import EPSILON, NEAR
from ludoteca.networks.program import (
    ADD,
    CONVOLVE,
    COPY,
    GATHER,
    LINEAR,
    MAX,
    NORMALISE,
    RELU,
    SIGMOID,
    SUM,
    TANH,
    WEIGH,
    Program,
)


@compiled
def forward(program: Program, x: Any, row: Any) -> None:
    """Fill `row` from inputs x: the outputs are where the plan says."""
    for i in range(len(program.scales)):
        row[i] = np.float32(x[i]) * program.scales[i]
    raise_flags(program.tests, x, row[len(program.scales) : len(program.scales) + len(program.tests)])
    row[program.width - 2], row[program.width - 1] = np.float32(0), np.float32(1)  # at ZERO and ONE
    busy = np.empty(program.width, np.int64)
    for step in range(len(program.steps)):
        what, source, to, n, m, at, activation = program.steps[step]
        values = row[to : to + m]
        if what == LINEAR:
            multiply(program.flat, as_int(at), row[source : source + n], values, busy)
        elif what == CONVOLVE:
            convolve(program, as_int(at), row[source : source + n], values, busy)
        elif what == NORMALISE:
            normalise(values, program.flat[at : at + m], program.flat[at + m : at + 2 * m])
        elif what == GATHER:
            for i in range(n):
                values[i] = row[program.places[at + i]]
        elif what == WEIGH:
            weigh(program.places[at + 1 : at + 1 + program.places[at]], row, as_int(source), as_int(n), values)
        else:
            combine(as_int(what), row[source : source + n], values)
        activate(values, as_int(activation))


@compiled
def unpack(numbers: Any, words: Any) -> Program:
    """The program that `pack` made two arrays of."""
    width, a, b, c, d, e, f = words[0], words[1], words[2], words[3], words[4], words[5], words[6]
    steps = words[7 : 7 + d].reshape((d // 7, 7))
    near = words[7 + d + e : 7 + d + e + f].reshape((f // NEAR, NEAR))
    tests = numbers[a + b : a + b + c].reshape((c // 3, 3))
    return Program(numbers[:a], steps, words[7 + d : 7 + d + e], numbers[a : a + b], tests, width, near)


@compiled
def answer(numbers: Any, words: Any, x: Any, row: Any) -> None:
    """`forward` with a packed program."""
    forward(unpack(numbers, words), x, row)


@compiled
def raise_flags(tests: Any, x: Any, flags: Any) -> None:
    """1 where an input is between the lowest and the highest value of a test, else 0."""
    for i in range(len(tests)):
        value = x[as_int(tests[i, 0])]
        flags[i] = np.float32(tests[i, 1] <= value <= tests[i, 2])


@compiled
def multiply(flat: Any, at: int, x: Any, sums: Any, busy: Any) -> None:
    """sums = bias + x @ weights. Inputs that are zero cost nothing; eight others at a time."""
    n, m = len(x), len(sums)
    count = 0
    for i in range(n):
        busy[count] = i
        count += x[i] != 0  # no branch: which units are zero cannot be foreseen
    weights = flat[at : at + n * m].reshape((n, m))
    sums[:] = flat[at + n * m : at + n * m + m]
    whole = count // 8 * 8
    for i in range(0, whole, 8):
        add_rows(weights, x, busy[i : i + 8], sums)
    for i in range(whole, count):
        a = busy[i]
        for j in range(m):
            sums[j] += x[a] * weights[a, j]


@compiled
def add_rows(weights: Any, x: Any, rows: Any, sums: Any) -> None:
    """Eight rows of weights at once, so that each sum is read and written once."""
    a, b, c, d, e, f, g, h = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]
    xa, xb, xc, xd, xe, xf, xg, xh = x[a], x[b], x[c], x[d], x[e], x[f], x[g], x[h]
    for j in range(len(sums)):
        low = (xa * weights[a, j] + xb * weights[b, j]) + (xc * weights[c, j] + xd * weights[d, j])
        high = (xe * weights[e, j] + xf * weights[f, j]) + (xg * weights[g, j] + xh * weights[h, j])
        sums[j] += low + high


@compiled
def convolve(program: Program, at: int, x: Any, values: Any, busy: Any) -> None:
    """Each cell from the nine around it. x and values are cell by cell."""
    cells, near = program.near.shape
    channels, units = len(x) // cells, len(values) // cells
    patch = np.empty(near * channels, np.float32)
    for cell in range(cells):
        for i in range(near):
            other = program.near[cell, i]
            for channel in range(channels):
                patch[i * channels + channel] = x[other * channels + channel] if other < cells else np.float32(0)
        multiply(program.flat, at, patch, values[cell * units : (cell + 1) * units], busy)


@compiled
def normalise(values: Any, scale: Any, shift: Any) -> None:
    """Layer normalisation, in place."""
    n = len(values)
    mean = np.float32(add_up(values) / n)
    for i in range(n):
        values[i] -= mean
    factor = np.float32(1.0 / math.sqrt(add_squares(values) / n + EPSILON))
    for i in range(n):
        values[i] = values[i] * factor * scale[i] + shift[i]


@compiled
def add_up(values: Any) -> float:
    """The sum, by four sums side by side: one alone would wait for each addition."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = len(values) // 4 * 4
    for i in range(0, whole, 4):
        a += values[i]
        b += values[i + 1]
        c += values[i + 2]
        d += values[i + 3]
    for i in range(whole, len(values)):
        a += values[i]
    return (a + b) + (c + d)


@compiled
def add_squares(values: Any) -> float:
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = len(values) // 4 * 4
    for i in range(0, whole, 4):
        a += values[i] * values[i]
        b += values[i + 1] * values[i + 1]
        c += values[i + 2] * values[i + 2]
        d += values[i + 3] * values[i + 3]
    for i in range(whole, len(values)):
        a += values[i] * values[i]
    return (a + b) + (c + d)


@compiled
def weigh(members: Any, row: Any, source: int, distance: int, sums: Any) -> None:
    """Add up values that lie at equal distances, each times the number that its member has in the row."""
    sums[:] = 0
    for i in range(len(members)):
        weight = row[members[i]]
        if weight != 0:
            values = row[source + i * distance : source + i * distance + len(sums)]
            for j in range(len(sums)):
                sums[j] += weight * values[j]


@compiled
def combine(what: int, x: Any, values: Any) -> None:
    """Add, pool or copy, in place."""
    for i in range(len(values)):
        if what in (ADD, SUM):
            values[i] += x[i]
        elif what == MAX:
            values[i] = max(values[i], x[i])
        elif what == COPY:
            values[i] = x[i]


@compiled
def activate(values: Any, activation: int) -> None:
    """In place."""
    if activation == RELU:
        for i in range(len(values)):
            values[i] = max(values[i], np.float32(0))
    elif activation == SIGMOID:
        for i in range(len(values)):
            values[i] = 1.0 / (1.0 + math.exp(-np.float64(values[i])))
    elif activation == TANH:
        for i in range(len(values)):
            values[i] = math.tanh(np.float64(values[i]))


@compiled
def finish_rows(values: Any, bias: Any, positive: bool) -> None:
    """Add the bias to every row; `positive`: and cut off what is below zero."""
    for i in range(len(values)):
        row = values[i]
        for j in range(len(bias)):
            row[j] += bias[j]
        if positive:
            activate(row, RELU)


@compiled
def normalise_rows(values: Any, scale: Any, shift: Any, positive: bool) -> None:
    for i in range(len(values)):
        normalise(values[i], scale, shift)
        if positive:
            activate(values[i], RELU)
