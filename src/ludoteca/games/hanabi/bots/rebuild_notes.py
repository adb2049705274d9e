"""Conventions need memory: what was concluded from each move. It is rebuilt from a view, which holds every move."""

from typing import Any

import numpy as np
from numba.extending import overload

from ludoteca.core.jit import as_int, compiled, compiles
from ludoteca.games.hanabi.actions import partly
from ludoteca.games.hanabi.bots import hat, smart_notes
from ludoteca.games.hanabi.rules import apply, prepare
from ludoteca.games.hanabi.state import MAX_COLOURS, MAX_HAND, MAX_PLAYERS, NONE, STATE
from ludoteca.protocol import new_states


def new_tables(n: int) -> Any:
    """Blank states, in compiled code as in Python."""
    return new_states(STATE, n)


def _new_compiled_tables(n):  # type: ignore[no-untyped-def]
    return lambda n: np.zeros(n, STATE)


if compiles:
    overload(new_tables)(_new_compiled_tables)


@compiled
def rewind(t: Any, s: Any) -> None:
    """`t`, a copy of the view `s`, goes back to the first deal. Hidden cards keep what hints have named of them, so
    that the game can be played again without them."""
    for order in range(as_int(s.drawn)):
        if s.cards[order] < 0:
            t.cards[order] = partly(s, order)
    for seat in range(MAX_PLAYERS):
        t.held[seat] = 0
    for colour in range(MAX_COLOURS):
        t.piles[colour] = 0
    t.gone[:] = 0
    t.ply = t.drawn = t.turn = t.drawer = t.score = t.over = t.event = 0
    t.tokens = t.most_tokens
    t.lives = t.most_lives
    prepare(t)


@compiled
def recall(s: Any, seat: int, hats: bool, past: Any, notes: Any, tables: Any) -> None:
    """What `seat` has concluded by the convention (hats or smart) in the view `s`: into `tables`, or into `notes`,
    which are settled. `past` is room for a state."""
    past[0] = s
    t = past[0]
    out = np.zeros(MAX_HAND, np.int32)
    rewind(t, s)
    if hats:
        hat.begin(t, tables)
    else:
        smart_notes.begin(t, notes)
    while t.ply < s.ply or t.drawer != NONE:
        if t.drawer != NONE:
            apply(t, as_int(t.cards[t.drawn]))
            continue
        action = as_int(s.moves[t.ply])
        if hats:
            hat.update_notes(t, tables, seat, action, out)
        else:
            smart_notes.settle(t, notes)
            smart_notes.update_notes(t, notes, seat, action)
        apply(t, action)
    if not hats:
        smart_notes.settle(s, notes)
