"""Chance: drawn hearts, nervousness, the order of tied contestants, the winner of a tie."""

from ludoteca.core.arrays import Array
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.events import EventLog, record_event
from ludoteca.games.contest.permutations import TIE_COUNTS, TIE_PLACES
from ludoteca.games.contest.state import has_status, is_on, score_of
from ludoteca.protocol import State


@compiled
def chances(s: State, out: Array, p: Array) -> int:
    phase = as_int(s.phase)
    if phase == st.DRAW_ORDER:
        n = as_int(TIE_COUNTS[s.ties])
        for i in range(n):
            out[i] = TIE_PLACES[s.ties, i]
            p[i] = 1.0 / n
        return n
    if phase == st.DRAW_NERVES:
        return list_nervous_sets(s, out, p)
    if phase == st.DRAW_HEARTS:
        for i in range(e.RANDOM_HEARTS.shape[0]):
            out[i] = i
            p[i] = e.RANDOM_ODDS[i] if is_on(s, st.CONSOLE_ODDS) else 0.2
        return e.RANDOM_HEARTS.shape[0]
    return list_winners(s, out, p)


@compiled
def list_nervous_sets(s: State, out: Array, p: Array) -> int:
    """Every set of later contestants that may become nervous. Bit i of an outcome is position i."""
    out[0] = 0
    p[0] = 1.0
    n = 1
    for i in range(as_int(s.position) + 1, st.SEATS):
        odds = nervous_probability(s, i)
        if odds <= 0.0:
            continue
        for k in range(n):
            out[n + k] = out[k] | 1 << i
            p[n + k] = p[k] * odds
            p[k] *= 1.0 - odds
        n *= 2
    return n


@compiled
def nervous_probability(s: State, position: int) -> float:
    """The probability that the contestant at a later position becomes nervous."""
    seat = as_int(s.order[position])
    if has_status(s, seat, st.ABSENT):
        return 0.0
    if not is_on(s, st.NERVES_FORMULA):
        return 0.2 if is_on(s, st.NERVES_TEXT) else 0.25
    others = 0
    for i in range(as_int(s.position) + 1, st.SEATS):
        if not has_status(s, as_int(s.order[i]), st.ABSENT):
            others += 1
    percent = 60 // others - 10 * as_int(s.energy[seat]) + (10 if has_status(s, seat, st.STANDBY) else 0)
    return max(0.0, percent / 100.0)


@compiled
def can_unnerve(s: State) -> bool:
    """Whether anybody later may become nervous."""
    for i in range(as_int(s.position) + 1, st.SEATS):
        if nervous_probability(s, i) > 0.0:
            return True
    return False


@compiled
def make_nervous(s: State, outcome: int, log: EventLog) -> None:
    """Make the contestants of an outcome nervous: bit i is position i."""
    for i in range(st.SEATS):
        if outcome >> i & 1:
            seat = as_int(s.order[i])
            s.status[seat] |= st.NERVOUS
            record_event(log, events.NERVOUS_NOW, seat, 0)


@compiled
def best_score(s: State) -> int:
    best = score_of(s, 0)
    for seat in range(1, st.SEATS):
        best = max(best, score_of(s, seat))
    return best


@compiled
def list_winners(s: State, out: Array, p: Array) -> int:
    best = best_score(s)
    n = 0
    for seat in range(st.SEATS):
        if score_of(s, seat) == best:
            out[n] = seat
            n += 1
    for i in range(n):
        p[i] = 1.0 / n
    return n
