"""One appeal, step by step: hearts, startles, other effects, combination, repetition, crowd."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.crowd import meet_crowd
from ludoteca.games.contest.events import EventLog, record_event
from ludoteca.games.contest.hearts import count_hearts
from ludoteca.games.contest.startles import drain_earlier, startle
from ludoteca.games.contest.state import has_status, is_on
from ludoteca.protocol import State


@compiled
def perform(s: State, seat: int, log: EventLog) -> None:
    """The contestant performs the move it picked, unless it cannot perform."""
    if has_status(s, seat, st.ABSENT):
        stay_away(s, seat, log)
        return
    move = as_int(s.picks[seat])
    effect = as_int(s.effects[seat, move])
    before = as_int(s.last[seat])
    s.status[seat] |= st.PERFORMED
    s.uses[seat] += 1 << (3 * move)
    s.last[seat] = move
    record_event(log, events.PERFORMS, seat, move)
    # 1. Hearts
    guard(s, seat, effect, log)
    earned = count_hearts(s, seat, move, effect)
    s.hearts[seat] = earned
    record_event(log, events.EARNS, seat, earned)
    # 2. Startles
    if e.JAM_PREV <= effect <= e.JAM_SAME_TYPE:
        startle(s, seat, move, effect, log)
    # 3. Other effects
    take_effect(s, seat, effect, log)
    # 4. Combination
    repeated = before >= 0 and s.moves[seat, move] == s.moves[seat, before] and effect != e.REPEATABLE
    combine(s, seat, move, before, repeated, log)
    # 5. Repetition
    if repeated:
        s.hearts[seat] -= 1
        record_event(log, events.REPEATS, seat, 1)
    # 6. to 8. The crowd
    meet_crowd(s, seat, move, effect, repeated, log)


@compiled
def stay_away(s: State, seat: int, log: EventLog) -> None:
    s.status[seat] &= ~st.STANDBY
    if has_status(s, seat, st.RETIRED):
        record_event(log, events.GONE, seat, 0)
    elif has_status(s, seat, st.RESTING):
        record_event(log, events.RESTED, seat, 0)
    else:
        record_event(log, events.TOO_NERVOUS, seat, 0)


@compiled
def guard(s: State, seat: int, effect: int, log: EventLog) -> None:
    if effect == e.SHIELD_ONCE:
        s.status[seat] |= st.GUARDED_ONCE
        record_event(log, events.GUARDS_ONCE, seat, 0)
    elif effect == e.SHIELD_TURN:
        s.status[seat] |= st.GUARDED
        record_event(log, events.GUARDS, seat, 0)
    elif effect == e.FRAGILE:
        s.status[seat] |= st.EASILY_STARTLED
        record_event(log, events.FRAGILE_NOW, seat, 0)


@compiled
def take_effect(s: State, seat: int, effect: int, log: EventLog) -> None:
    if effect == e.FINALE:
        s.status[seat] |= st.RETIRES
        record_event(log, events.LEAVES, seat, 0)
    elif effect == e.JAM_SKIP:
        s.status[seat] |= st.RESTS_NEXT
        record_event(log, events.WILL_REST, seat, 0)
    elif effect == e.ENERGY_DOWN or effect == e.EXPECTATION_DOWN:
        drain_earlier(s, effect, log)
    elif effect == e.ENERGY_UP:
        s.energy[seat] = min(e.MAX_ENERGY, as_int(s.energy[seat]) + 1)
        record_event(log, events.GAINS_ENERGY, seat, as_int(s.energy[seat]))
    elif effect == e.CROWD_FREEZE:
        if s.freezer == st.NONE or not is_on(s, st.FREEZE_BOTH):
            s.freezer = seat
            record_event(log, events.FREEZES, seat, 0)
    elif effect >= e.NEXT_FIRST:
        shift_order(s, seat, effect, log)


@compiled
def shift_order(s: State, seat: int, effect: int, log: EventLog) -> None:
    """Effects on the order of the next turn; in the last turn there are none."""
    if s.turn == st.TURNS - 1:
        return
    position = as_int(s.position)
    if effect == e.NEXT_FIRST:
        s.shift[seat] = position + 1 if is_on(s, st.LATER_GOES_FIRST) else st.SEATS - position
        record_event(log, events.WILL_BE_FIRST, seat, 0)
    elif effect == e.NEXT_LAST:
        s.shift[seat] = -position - 1
        record_event(log, events.WILL_BE_LAST, seat, 0)
    else:
        s.scrambled = 1
        for i in range(st.SEATS):
            s.shift[i] = 0
        record_event(log, events.SHUFFLES, seat, 0)


@compiled
def combine(s: State, seat: int, move: int, before: int, repeated: bool, log: EventLog) -> None:
    """Complete a combination, or make the crowd expect one."""
    strict = is_on(s, st.STRICT_COMBOS)
    done = st.completes(s, seat, before, move) and (has_status(s, seat, st.STANDBY) or not strict) and not repeated
    s.status[seat] &= ~st.STANDBY
    if done:
        s.hearts[seat] += e.COMBO_HEARTS
        record_event(log, events.COMBINES, seat, e.COMBO_HEARTS)
    elif st.opens_combo(s, seat, move) and not repeated:
        s.status[seat] |= st.STANDBY
        record_event(log, events.EXPECTED, seat, 0)
