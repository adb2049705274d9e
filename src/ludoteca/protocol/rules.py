"""The generic rules: one name for every game. `apply(s, action)` finds the game of `s` by its dtype: see `dispatch.py`.

A game writes functions of these names and lists them in its table of rules (`table.py`); what it leaves out has the
meaning written in the docstrings below.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray, IntArray, Rows, State, States, of_rows
from ludoteca.core.jit import compiled
from ludoteca.core.rng import Rng, pick_weighted
from ludoteca.protocol.dispatch import dispatched, rule_of

CHANCE, OVER = -1, -2  # what `mover` says when it is no seat
EVERYBODY = -1  # instead of a seat: what is hidden from any seat
MAX_SEATS = 8


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The dtype of a game's state: aligned fields, the whole a multiple of eight bytes (so that it can be hashed)."""
    packed = np.dtype(list(fields), align=True)
    assert packed.fields is not None
    names = list(packed.names or ())
    return np.dtype(
        {
            "names": names,
            "formats": [packed.fields[name][0] for name in names],
            "offsets": [packed.fields[name][1] for name in names],
            "itemsize": -(-packed.itemsize // 8) * 8,
        },
        align=True,
    )


def new_states(dtype: np.dtype[Any], n: int) -> Any:
    """An array of n blank states whose rows read and write the same compiled and plain: `states[0].field`."""
    return np.zeros(n, of_rows(dtype)).view(Rows)


def words_of(states: States) -> Any:
    """The same memory as 64-bit words, one row a state: for hashing and comparing."""
    return np.asarray(states).view(np.ndarray).view(np.uint64).reshape(len(states), -1)


# --- what every game has -------------------------------------------------------------------------------------------


@dispatched
def start(s: State, setup: State) -> None:
    """`s`, all zero, becomes the position before the first action, for a setup record."""
    rule_of(s, "start")(s, setup)


@dispatched
def mover(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    return rule_of(s, "mover")(s)


@dispatched
def legal_actions(s: State, out: Actions) -> int:
    """Write the legal actions of the mover (a seat) into `out`; return how many."""
    return rule_of(s, "legal_actions")(s, out)


@dispatched
def apply(s: State, action: int) -> None:
    """Play an action or a chance outcome, in place. Trusted: the caller has checked."""
    rule_of(s, "apply")(s, action)


@dispatched
def returns(s: State, out: FloatArray) -> None:
    """One number per seat: what has been earned so far, final once OVER."""
    rule_of(s, "returns")(s, out)


@dispatched
def seats(s: State) -> int:
    """How many seats play this very game. Left out: the one number that the game declares."""
    return rule_of(s, "seats")(s)


# --- chance, hidden information, simultaneous picks ----------------------------------------------------------------


@dispatched
def chances(s: State, out: Actions, p: FloatArray) -> int:
    """Where CHANCE moves: write the outcomes and their probabilities (summing to one); return how many."""
    return rule_of(s, "chances")(s, out, p)


@dispatched
def observe(s: State, seat: int) -> None:
    """In place: blank all that this seat may not know. Left out: everybody sees everything."""
    rule_of(s, "observe")(s, seat)


@dispatched
def guess(s: State, seat: int, rng: Rng) -> None:
    """In place: complete a blanked state at random to one that is possible for what this seat knows. Games with
    conventions take EVERYBODY, too: for a state that was blanked for each seat in turn."""
    rule_of(s, "guess")(s, seat, rng)


@dispatched
def pending(s: State) -> int:
    """How many picks of a simultaneous choice are made and not yet revealed. Left out: none, ever."""
    return rule_of(s, "pending")(s)


@dispatched
def retract(s: State, seat: int) -> None:
    """In place: take back the pending picks and let `seat` pick first. Needed where picks are simultaneous."""
    rule_of(s, "retract")(s, seat)


# --- what a game may know of itself --------------------------------------------------------------------------------


@dispatched
def evaluate(s: State, seat: int) -> float:
    """An estimate of what this seat will have earned in the end, strictly inside the range of returns
    unless the game is decided. Left out: what it has earned so far."""
    return rule_of(s, "evaluate")(s, seat)


@dispatched
def priority(s: State, action: int) -> int:
    """Which actions a search tries first: higher is earlier. Left out: all alike."""
    return rule_of(s, "priority")(s, action)


@dispatched
def is_noisy(s: State, action: int) -> bool:
    """Whether the evaluation after this action cannot be trusted yet (a capture): quiescence follows it.
    Left out: never."""
    return rule_of(s, "is_noisy")(s, action)


@dispatched
def key(s: State, words: IntArray) -> int:
    """A 64-bit integer that is equal for positions that a search may treat as equal.
    `words` is the state's memory. Left out: a hash of all of it."""
    return rule_of(s, "key")(s, words)


@dispatched
def bot_action(s: State, bot: int, rng: Rng) -> int:
    """The action of one of the game's own bots (by its place in GameInfo.bots), from what the mover may know."""
    return rule_of(s, "bot_action")(s, bot, rng)


@dispatched
def rewards(s: State, kind: int, out: FloatArray) -> None:
    """A game's other ways to count success (by place in GameInfo.rewards), one number in [0, 1] per seat."""
    rule_of(s, "rewards")(s, kind, out)


@compiled
def earned_so_far(s: State, seat: int) -> float:
    """The evaluation of a game that has none of its own."""
    out = np.zeros(MAX_SEATS)
    returns(s, out)
    return out[seat]


# --- traits: constants to the compiler, so that a search for a game without chance holds no code for chance --------


@dispatched
def is_stochastic(s: State) -> bool:
    return rule_of(s, "is_stochastic")(s)


@dispatched
def is_simultaneous(s: State) -> bool:
    return rule_of(s, "is_simultaneous")(s)


@dispatched
def is_hidden(s: State) -> bool:
    return rule_of(s, "is_hidden")(s)


# --- what searches build from the rules ----------------------------------------------------------------------------


@compiled
def draw_outcome(s: State, out: Actions, p: FloatArray, rng: Rng) -> int:
    """Where CHANCE moves: one outcome at random, by its probability."""
    n = chances(s, out, p)
    return out[pick_weighted(rng, p, n)]
