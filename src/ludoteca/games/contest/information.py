"""What a seat may know: a pick is hidden until it is performed, and for good if its contestant becomes nervous."""

from ludoteca.core.jit import compiled
from ludoteca.core.rng import Rng, below
from ludoteca.games.contest import state as st
from ludoteca.games.contest.state import has_status
from ludoteca.protocol import State


@compiled
def is_shown(s: State, seat: int) -> bool:
    """Whether this contestant's pick is public."""
    return s.phase != st.PICK and has_status(s, seat, st.PERFORMED)


@compiled
def observe(s: State, seat: int) -> None:
    for other in range(st.SEATS):
        if other != seat and s.picks[other] != st.NONE and not is_shown(s, other):
            s.picks[other] = st.HIDDEN


@compiled
def guess(s: State, seat: int, rng: Rng) -> None:
    for other in range(st.SEATS):
        if s.picks[other] == st.HIDDEN:
            s.picks[other] = below(rng, st.MOVES)


@compiled
def pending(s: State) -> int:
    n = 0
    if s.phase == st.PICK:
        for seat in range(st.SEATS):
            if s.picks[seat] != st.NONE:
                n += 1
    return n


@compiled
def retract(s: State, seat: int) -> None:
    for other in range(st.SEATS):
        s.picks[other] = st.NONE
    s.first_picker = seat
    s.to_act = seat
