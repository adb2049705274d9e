"""Notes rebuilt from a view. Conventions need memory: what was concluded from each action. A view holds every action,
so a bot that is asked about a single view replays the game and takes the notes again."""

from typing import Any

import numpy as np
from numba.extending import overload

from ludoteca.core.arrays import of_rows
from ludoteca.core.jit import as_int, compiled, compiles
from ludoteca.games.hanabi.actions import partly
from ludoteca.games.hanabi.bots import smart_notes
from ludoteca.games.hanabi.bots.hat import knowledge
from ludoteca.games.hanabi.rules import apply, prepare
from ludoteca.games.hanabi.state import MAX_COLOURS, MAX_HAND, MAX_PLAYERS, NONE, STATE
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes

ROWS = of_rows(STATE)


def blank_states(n: int) -> Any:
    """`n` blank states, in compiled code as in Python."""
    return np.zeros(n, ROWS)


def _compiled_blank_states(n):  # type: ignore[no-untyped-def]
    return lambda n: np.zeros(n, STATE)


if compiles:
    overload(blank_states)(_compiled_blank_states)


@compiled
def rewind(t: Any, s: State) -> None:
    """Take `t`, a copy of the view `s`, back to the first deal. Hidden cards keep what clues have named of them, so
    that the game can be replayed without knowing them."""
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
def rebuild_smart(s: State, seat: int, past: Any, notes: Notes) -> None:
    """The notes of `smart` that `seat` has in the view `s`, settled. `past` is scratch space for one state."""
    past[0] = s
    t = past[0]
    rewind(t, s)
    smart_notes.begin(t, notes)
    draw_cards(t)
    while t.ply < s.ply:
        action = as_int(s.moves[t.ply])
        smart_notes.settle(t, notes)
        smart_notes.update_notes(t, notes, seat, action)
        apply(t, action)
        draw_cards(t)
    smart_notes.settle(s, notes)


@compiled
def rebuild_hat(s: State, seat: int, past: Any, weights: Any) -> None:
    """The same of the weights of `hat`."""
    past[0] = s
    t = past[0]
    slots = np.zeros(MAX_HAND, np.int32)
    rewind(t, s)
    knowledge.begin(t, weights)
    draw_cards(t)
    while t.ply < s.ply:
        action = as_int(s.moves[t.ply])
        knowledge.update_notes(t, weights, seat, action, slots)
        apply(t, action)
        draw_cards(t)


@compiled
def draw_cards(t: Any) -> None:
    """Draw what is due, from the deck that the state holds."""
    while t.drawer != NONE:
        apply(t, as_int(t.cards[t.drawn]))
