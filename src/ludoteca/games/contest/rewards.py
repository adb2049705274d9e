"""Returns, and other rewards that searches may maximise."""

from ludoteca.core.arrays import Array
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import state as st
from ludoteca.protocol import State

WIN, HEARTS, HEARTS_LAST, LEAD = range(4)
REWARDS = ("win", "hearts", "hearts_last", "lead")
MAX_HEARTS = 80.0  # five turns of sixteen, the most that the console can show
LEAD_SPAN = 60.0  # a lead of half of it, either way, is as much as counts


@compiled
def returns(s: State, out: Array) -> None:
    for seat in range(st.SEATS):
        out[seat] = 0.0
    if s.winner != st.NONE:
        out[s.winner] = 1.0


@compiled
def rewards(s: State, kind: int, out: Array) -> None:
    """What searches may maximise: the win, own hearts, own hearts plus those of the last, or the lead over the best."""
    if kind == WIN:
        returns(s, out)
        return
    last = as_int(s.totals[0])
    for seat in range(1, st.SEATS):
        last = min(last, as_int(s.totals[seat]))
    for seat in range(st.SEATS):
        own = as_int(s.totals[seat])
        if kind == LEAD:
            value = 0.5 + lead_of(s, seat) / LEAD_SPAN
        else:
            value = (own + (last if kind == HEARTS_LAST else 0)) / MAX_HEARTS
        out[seat] = min(1.0, max(0.0, value))


@compiled
def lead_of(s: State, seat: int) -> int:
    """Hearts more than the best of the others."""
    best = -1000
    for other in range(st.SEATS):
        if other != seat:
            best = max(best, as_int(s.totals[other]))
    return as_int(s.totals[seat]) - best
