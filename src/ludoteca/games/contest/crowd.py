"""The crowd: excitement, boredom, and the Live performance once the meter is full."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.events import EventLog, record_event
from ludoteca.games.contest.state import crowd_appeal, has_status, is_on
from ludoteca.protocol import State


@compiled
def meet_crowd(s: State, seat: int, move: int, effect: int, repeated: bool, log: EventLog) -> None:
    """Excite or bore the crowd; a full meter makes a Live performance."""
    appeal = 1 if effect == e.EXCITE_ANY else crowd_appeal(s, seat, move)
    frozen = s.freezer != st.NONE and s.freezer != seat
    if appeal > 0 and not repeated:
        if frozen:
            record_event(log, events.UNMOVED, seat, 0)
        elif s.hearts[seat] != 0 or is_on(s, st.STRICT_COMBOS):
            cheers = count_cheers(s, effect)
            s.hearts[seat] += cheers
            s.stars = min(e.FULL_METER, as_int(s.stars) + cheers)
            record_event(log, events.EXCITES, seat, cheers)
    elif appeal < 0:
        s.hearts[seat] -= 1
        record_event(log, events.BORES, seat, 1)
        if s.stars > 0 and not (frozen and is_on(s, st.FREEZE_BOTH)):
            fall = min(as_int(s.stars), 2 if effect == e.BORE_FAST else 1)
            s.stars -= fall
            record_event(log, events.COOLS, seat, fall)
    if s.stars >= e.FULL_METER:
        s.stars = 0
        bonus = e.MEGA_HEARTS if has_status(s, seat, st.MEGA) else e.LIVE_HEARTS
        s.hearts[seat] += bonus
        record_event(log, events.PERFORMS_LIVE, seat, bonus)


@compiled
def count_cheers(s: State, effect: int) -> int:
    if effect == e.EXCITE_FIRST and s.position == 0:
        return 2
    if effect == e.EXCITE_LAST and s.position == st.SEATS - 1:
        return 2
    return 1
