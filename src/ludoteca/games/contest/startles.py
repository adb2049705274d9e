"""What an appeal takes from those before it: hearts, energy, standby. Shields and absence protect."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.events import EventLog, record_event
from ludoteca.games.contest.state import condition_of, has_status, is_on
from ludoteca.protocol import State


@compiled
def startle(s: State, seat: int, move: int, effect: int, log: EventLog) -> None:
    position = as_int(s.position)
    start = max(0, position - 1) if effect <= e.JAM_PREV_HARD else 0
    hit = 0
    for i in range(start, position):
        target = as_int(s.order[i])
        if is_out_of_reach(s, target):
            continue
        jam = measure_jam(s, seat, move, effect, target)
        if is_protected(s, target, log):
            continue
        if has_status(s, target, st.EASILY_STARTLED):
            jam *= 2
        s.hearts[target] -= jam
        hit += 1
        record_event(log, events.STARTLED, target, jam)
    if hit == 0:
        record_event(log, events.UNHARMED, seat, 0)


@compiled
def is_out_of_reach(s: State, target: int) -> bool:
    """A contestant that left in an earlier turn cannot be hit; nor, on the console, one that rests."""
    return has_status(s, target, st.RETIRED) or (has_status(s, target, st.RESTING) and is_on(s, st.REST_IS_SAFE))


@compiled
def is_protected(s: State, target: int, log: EventLog) -> bool:
    """Whether a shield absorbs this hit. The weaker shield absorbs only one."""
    if not has_status(s, target, st.GUARDED | st.GUARDED_ONCE):
        return False
    s.status[target] &= ~st.GUARDED_ONCE
    record_event(log, events.PROTECTED, target, 0)
    return True


@compiled
def measure_jam(s: State, seat: int, move: int, effect: int, target: int) -> int:
    if effect == e.JAM_HALF:
        hearts = as_int(s.hearts[target])
        return max(1, (hearts + (1 if is_on(s, st.HALF_UP) else 0)) // 2)
    if effect == e.JAM_COMBO:
        return e.COMBO_JAM if has_status(s, target, st.STANDBY) else e.JAMS[effect]
    if effect == e.JAM_SAME_TYPE and has_status(s, target, st.PERFORMED):
        shown = condition_of(s, target, as_int(s.picks[target]))
        return e.SAME_TYPE_JAM if shown == condition_of(s, seat, move) else e.JAMS[effect]
    return e.JAMS[effect]


@compiled
def drain_earlier(s: State, effect: int, log: EventLog) -> None:
    """Take energy or standby from everybody before. A shield is used up only if there is something to lose."""
    for i in range(as_int(s.position)):
        target = as_int(s.order[i])
        if is_out_of_reach(s, target):
            continue
        if effect == e.ENERGY_DOWN and s.energy[target] > 0 and not is_protected(s, target, log):
            s.energy[target] = 0
            record_event(log, events.LOSES_ENERGY, target, 0)
        elif effect == e.EXPECTATION_DOWN and has_status(s, target, st.STANDBY) and not is_protected(s, target, log):
            s.status[target] &= ~st.STANDBY
            record_event(log, events.LOSES_STANDBY, target, 0)
