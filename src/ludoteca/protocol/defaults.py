"""What a rule means where a game leaves it out (see the docstrings in `rules.py`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray, State
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng


def constant(value: int | bool) -> Callable[[Any], Any]:
    """A rule that says the same of every state; the compiler folds it away."""

    @compiled
    def same(s: State) -> Any:
        return value

    return same


@compiled
def chances(s: State, out: Actions, p: FloatArray) -> int:
    return 0


@compiled
def observe(s: State, seat: int) -> None:
    pass


@compiled
def guess(s: State, seat: int, rng: Rng) -> None:
    pass


@compiled
def pending(s: State) -> int:
    return 0


@compiled
def retract(s: State, seat: int) -> None:
    pass


@compiled
def priority(s: State, action: int) -> int:
    return 0


@compiled
def is_noisy(s: State, action: int) -> bool:
    return False


@compiled
def key(s: State, words: Any) -> int:
    """Shift and xor over the words: linear like Zobrist hashing, and as good, without a table."""
    x = np.uint64(0x9E3779B97F4A7C15)
    for i in range(words.shape[0]):
        x ^= words[i]
        for _ in range(2):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
    return as_int(x >> np.uint64(1))


@compiled
def bot_action(s: State, bot: int, rng: Rng) -> int:
    return -1


@compiled
def rewards(s: State, kind: int, out: FloatArray) -> None:
    pass


RULES: dict[str, Callable[..., Any]] = {
    "chances": chances,
    "observe": observe,
    "guess": guess,
    "pending": pending,
    "retract": retract,
    "priority": priority,
    "is_noisy": is_noisy,
    "key": key,
    "bot_action": bot_action,
    "rewards": rewards,
}
