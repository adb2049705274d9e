"""The generic rules: one name for every game, resolved by the type of the state.

`apply(s, action)` finds the game of `s` by its dtype: compiled callers do it once, while they are compiled, and get a
direct call; plain Python does it at each call. So a search that is written with these names is specialised per game
by its ordinary signature, and Numba's cache on disk works for it.

A game's `rules.py` defines the functions of `REQUIRED`, and those of `OPTIONAL` that its kind of game needs; what it
leaves out gets the meaning written in the docstrings below.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numba import from_dtype
from numba.extending import overload

from ludoteca.core.code_key import add_generic, add_rules
from ludoteca.core.errors import RulesError
from ludoteca.core.jit import FLAGS, compiled, compiles
from ludoteca.core.rng import pick_weighted
from ludoteca.protocol import defaults

CHANCE, OVER = -1, -2  # what `mover` says when it is no seat
EVERYBODY = -1  # instead of a seat: what is hidden from any seat
NO_ACTION = -1  # what `update_notes` gets before the first action
MAX_SEATS = 8

State = Any  # a row of a game's dtype (np.record); Numba and NumPy agree on it, type checkers cannot see it
Array = Any  # an array that is written to

CONVENTION = (
    "rewind",
    "action_history",
    "update_notes",
    "convention_action",
)  # a game with conventions has all of these
REQUIRED = ("start", "mover", "legal_actions", "apply", "returns")
OPTIONAL = (
    "seats",
    "chances",
    "observe",
    "guess",
    "pending",
    "retract",
    "evaluate",
    "priority",
    "is_noisy",
    "key",
    "bot_action",
    "rewards",
    *CONVENTION,
    "public_prefix",
    "true_notes",
)
TRAITS = ("is_stochastic", "is_simultaneous", "is_hidden", "has_fixed_actions")

F = TypeVar("F", bound=Callable[..., Any])
_games: dict[Any, dict[str, Callable[..., Any]]] = {}  # dtype, or Numba's type of it -> {rule name: function}


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
    return np.zeros(n, dtype).view(np.recarray)


def words_of(states: Any) -> Any:
    """The same memory as 64-bit words, one row a state: for hashing and comparing."""
    return np.asarray(states).view(np.ndarray).view(np.uint64).reshape(len(states), -1)


# --- registration --------------------------------------------------------------------------------------------------


def register(
    name: str, dtype: np.dtype[Any], rules: Mapping[str, Callable[..., Any]], traits: Mapping[str, bool], seats: int
) -> None:
    """Make the rules of a game known. Refuses a dtype that another game has: the two could not be told apart."""
    kind = from_dtype(dtype)
    if kind in _games:
        raise RulesError(f"{name}: a game with an equal state dtype is registered already; rename or add a field")
    if dtype.itemsize % 8:
        raise RulesError(f"{name}: a state must be a multiple of 8 bytes long; build its dtype with state_dtype()")
    missing = [rule for rule in REQUIRED if rule not in rules]
    if missing:
        raise RulesError(f"{name}: the rules lack {', '.join(missing)}")
    table = {rule: getattr(defaults, rule) for rule in OPTIONAL if hasattr(defaults, rule)}
    table["seats"] = defaults.constant(seats)
    table |= {rule: rules[rule] for rule in (*REQUIRED, *OPTIONAL) if rule in rules}
    table |= {trait: defaults.constant(traits[trait]) for trait in TRAITS}
    table["evaluate"] = rules.get("evaluate", _earned)
    _games[dtype] = _games[kind] = table
    add_rules(dtype, kind, table)


def find_rule(dtype: np.dtype[Any], rule: str) -> Callable[..., Any]:
    """A game's own function (or the default) behind a generic name."""
    return _games[dtype][rule]


# --- dispatch ------------------------------------------------------------------------------------------------------


def _resolvers(rule: str) -> dict[int, Callable[..., Any]]:
    """Overloads by number of arguments: each returns a direct call of the game's own function."""

    def one(s):  # type: ignore[no-untyped-def]
        function = _games[s][rule]
        return lambda s: function(s)

    def two(s, a):  # type: ignore[no-untyped-def]
        function = _games[s][rule]
        return lambda s, a: function(s, a)

    def three(s, a, b):  # type: ignore[no-untyped-def]
        function = _games[s][rule]
        return lambda s, a, b: function(s, a, b)

    def four(s, a, b, c):  # type: ignore[no-untyped-def]
        function = _games[s][rule]
        return lambda s, a, b, c: function(s, a, b, c)

    def five(s, a, b, c, d):  # type: ignore[no-untyped-def]
        function = _games[s][rule]
        return lambda s, a, b, c, d: function(s, a, b, c, d)

    return {1: one, 2: two, 3: three, 4: four, 5: five}


def dispatched(generic: F) -> F:
    """Let compiled callers resolve this function by the type of its first argument, too."""
    if compiles:
        arity = len(inspect.signature(generic).parameters)
        resolver = _resolvers(generic.__name__)[arity]
        overload(generic, jit_options=FLAGS)(resolver)
        add_generic(generic, resolver)
    return generic


def _rule(s: State, rule: str) -> Callable[..., Any]:
    return _games[s.dtype][rule]


# --- what every game has -------------------------------------------------------------------------------------------


@dispatched
def start(s: State, setup: State) -> None:
    """`s`, all zero, becomes the position before the first action, for a setup record."""
    _rule(s, "start")(s, setup)


@dispatched
def mover(s: State) -> int:
    """The seat to act, or CHANCE, or OVER."""
    return _rule(s, "mover")(s)


@dispatched
def legal_actions(s: State, out: Array) -> int:
    """Write the legal actions of the mover (a seat) into `out`; return how many."""
    return _rule(s, "legal_actions")(s, out)


@dispatched
def apply(s: State, action: int) -> None:
    """Play an action or a chance outcome, in place. Trusted: the caller has checked."""
    _rule(s, "apply")(s, action)


@dispatched
def returns(s: State, out: Array) -> None:
    """One number per seat: what has been earned so far, final once OVER."""
    _rule(s, "returns")(s, out)


@dispatched
def seats(s: State) -> int:
    """How many seats play this very game. Left out: the one number that the game declares."""
    return _rule(s, "seats")(s)


# --- chance, hidden information, simultaneous picks ----------------------------------------------------------------


@dispatched
def chances(s: State, out: Array, p: Array) -> int:
    """Where CHANCE moves: write the outcomes and their probabilities (summing to one); return how many."""
    return _rule(s, "chances")(s, out, p)


@dispatched
def observe(s: State, seat: int) -> None:
    """In place: blank all that this seat may not know. Left out: everybody sees everything."""
    _rule(s, "observe")(s, seat)


@dispatched
def guess(s: State, seat: int, rng: Array) -> None:
    """In place: complete a blanked state at random to one that is possible for what this seat knows. Games with
    conventions take EVERYBODY, too: for a state that was blanked for each seat in turn."""
    _rule(s, "guess")(s, seat, rng)


@dispatched
def pending(s: State) -> int:
    """How many picks of a simultaneous choice are made and not yet revealed. Left out: none, ever."""
    return _rule(s, "pending")(s)


@dispatched
def retract(s: State, seat: int) -> None:
    """In place: take back the pending picks and let `seat` pick first. Needed where picks are simultaneous."""
    _rule(s, "retract")(s, seat)


# --- what a game may know of itself --------------------------------------------------------------------------------


@dispatched
def evaluate(s: State, seat: int) -> float:
    """An estimate of what this seat will have earned in the end, strictly inside the range of returns
    unless the game is decided. Left out: what it has earned so far."""
    return _rule(s, "evaluate")(s, seat)


@dispatched
def priority(s: State, action: int) -> int:
    """Which actions a search tries first: higher is earlier. Left out: all alike."""
    return _rule(s, "priority")(s, action)


@dispatched
def is_noisy(s: State, action: int) -> bool:
    """Whether the evaluation after this action cannot be trusted yet (a capture): quiescence follows it.
    Left out: never."""
    return _rule(s, "is_noisy")(s, action)


@dispatched
def key(s: State, words: Array) -> int:
    """A 64-bit integer that is equal for positions that a search may treat as equal.
    `words` is the state's memory. Left out: a hash of all of it."""
    return _rule(s, "key")(s, words)


@dispatched
def bot_action(s: State, bot: int, rng: Array) -> int:
    """The action of one of the game's own bots (by its place in GameInfo.bots), from what the mover may know."""
    return _rule(s, "bot_action")(s, bot, rng)


@dispatched
def rewards(s: State, kind: int, out: Array) -> None:
    """A game's other ways to count success (by place in GameInfo.rewards), one number in [0, 1] per seat."""
    _rule(s, "rewards")(s, kind, out)


# --- conventions: what a team concludes from its members' moves ----------------------------------------------------


@dispatched
def rewind(s: State) -> None:
    """In place, a whole state: back to the first position, chance taking the course that it took, as far as it went."""
    _rule(s, "rewind")(s)


@dispatched
def action_history(s: State, out: Array) -> int:
    """Write the actions of seats so far into `out`, chance left out; return how many."""
    return _rule(s, "action_history")(s, out)


@dispatched
def update_notes(s: State, seat: int, bot: int, notes: Array, action: int) -> None:
    """What `seat`, who plays as this bot, keeps in mind of an action about to be made in `s`: into its notes, as many
    words as the convention declares. NO_ACTION begins them, in a first position. Uses only what this seat may know."""
    _rule(s, "update_notes")(s, seat, bot, notes, action)


@dispatched
def convention_action(s: State, seat: int, bot: int, notes: Array) -> int:
    """What the bot does for `seat`, the mover, with these notes, from what this seat may know; never at random."""
    return _rule(s, "convention_action")(s, seat, bot, notes)


@dispatched
def public_prefix(s: State, seat: int) -> int:
    """How many actions of seats were made before anything came up that is hidden from `seat` now. Left out: none."""
    return _rule(s, "public_prefix")(s, seat)


@dispatched
def true_notes(s: State, seat: int, bot: int, notes: Array) -> int:
    """In a whole state: a bit for each thing hidden from `seat` about which its notes are true. An action that takes a
    bit away misleads. Left out: nothing is checked, no bits."""
    return _rule(s, "true_notes")(s, seat, bot, notes)


@compiled
def _earned(s: State, seat: int) -> float:
    """The evaluation of a game that has none of its own."""
    out = np.zeros(MAX_SEATS)
    returns(s, out)
    return out[seat]


# --- traits: constants to the compiler, so that a search for a game without chance holds no code for chance --------


@dispatched
def is_stochastic(s: State) -> bool:
    return _rule(s, "is_stochastic")(s)


@dispatched
def is_simultaneous(s: State) -> bool:
    return _rule(s, "is_simultaneous")(s)


@dispatched
def is_hidden(s: State) -> bool:
    return _rule(s, "is_hidden")(s)


@dispatched
def has_fixed_actions(s: State) -> bool:
    return _rule(s, "has_fixed_actions")(s)


# --- what searches build from the rules ----------------------------------------------------------------------------


@compiled
def draw_outcome(s: State, out: Array, p: Array, rng: Array) -> int:
    """Where CHANCE moves: one outcome at random, by its probability."""
    n = chances(s, out, p)
    return out[pick_weighted(rng, p, n)]
