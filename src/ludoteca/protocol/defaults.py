"""What a rule means where a game leaves it out (see the docstrings in `rules.py`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled


def constant(value: int | bool) -> Callable[[Any], Any]:
    """A rule that says the same of every state; the compiler folds it away."""

    @compiled
    def same(s: Any) -> Any:
        return value

    return same


@compiled
def chances(s: Any, out: Any, p: Any) -> int:
    return 0


@compiled
def observe(s: Any, seat: int) -> None:
    pass


@compiled
def guess(s: Any, seat: int, rng: Any) -> None:
    pass


@compiled
def pending(s: Any) -> int:
    return 0


@compiled
def retract(s: Any, seat: int) -> None:
    pass


@compiled
def priority(s: Any, action: int) -> int:
    return 0


@compiled
def is_noisy(s: Any, action: int) -> bool:
    return False


@compiled
def key(s: Any, words: Any) -> int:
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
def bot_action(s: Any, bot: int, rng: Any) -> int:
    return -1


@compiled
def rewards(s: Any, kind: int, out: Any) -> None:
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
