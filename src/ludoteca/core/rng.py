"""Chance as one 64-bit word, passed in and advanced in place: reproducible, thread-safe, equal compiled and plain.

The generator is xorshift64 (Marsaglia 2003, shifts 13, 7, 17); its words are scrambled where they begin, by a hash,
so that neighbouring seeds share nothing. In compiled code `rng` is an array of one uint64.
"""

import hashlib
import secrets
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled

__all__ = ["below", "fork", "new_rng", "new_seed", "pick_weighted", "shuffle", "split_seed", "uniform"]

Rng = Any  # an array of one np.uint64; Numba and NumPy agree on it, type checkers cannot see it
Rngs = Any  # one row for each game: `rngs[i]` is an Rng
MAX_SEED = 2**64 - 1


def split_seed(seed: int, *path: object) -> int:
    """A 64-bit seed of its own for a part of a run: `split_seed(seed, "game", 7)`. Never zero."""
    text = "/".join(str(part) for part in (seed, *path))
    word = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
    return word or 1


def new_seed() -> int:
    """A fresh seed from the system, small enough to be typed again."""
    return secrets.randbelow(2**32)


def new_rng(seed: int, *path: object) -> Rng:
    """A generator for `seed` (and a path below it, as in `split_seed`)."""
    return np.array([split_seed(seed, *path)], np.uint64)


@compiled
def advance(rng: Rng) -> Any:
    """The next 64-bit word."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return x


@compiled
def fork(rng: Rng) -> Any:
    """The first word of a stream of its own: the next word, scrambled by other shifts. (Words of one stream would not
    do: a stream that begins with one of them repeats the rest.)"""
    x = advance(rng) ^ np.uint64(0x9E3779B97F4A7C15)
    for _ in range(3):
        x ^= x << np.uint64(21)
        x ^= x >> np.uint64(35)
        x ^= x << np.uint64(4)
    return x


@compiled
def below(rng: Rng, n: int) -> int:
    """A whole number in [0, n), for n up to 2**31."""
    return as_int(((advance(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compiled
def uniform(rng: Rng) -> float:
    """A number in [0, 1)."""
    return np.float64(advance(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def pick_weighted(rng: Rng, weights: Any, n: int) -> int:
    """An index in [0, n) with the given probabilities (they sum to one; rounding falls to the last)."""
    left = uniform(rng)
    for i in range(n - 1):
        left -= weights[i]
        if left < 0.0:
            return i
    return n - 1


@compiled
def shuffle(rng: Rng, items: Any, n: int) -> None:
    """Shuffle the first n items in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
