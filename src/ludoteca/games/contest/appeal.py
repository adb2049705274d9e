"""One appeal, from the move to the cheers: hearts, startles, other effects, combination, repetition, crowd."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.events import record_event
from ludoteca.games.contest.state import condition_of, crowd_appeal, has_status, is_on


@compiled
def perform(s: Any, seat: int, log: Any) -> None:
    """The contestant at this position performs what it picked, or cannot."""
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
def stay_away(s: Any, seat: int, log: Any) -> None:
    s.status[seat] &= ~st.STANDBY
    if has_status(s, seat, st.RETIRED):
        record_event(log, events.GONE, seat, 0)
    elif has_status(s, seat, st.RESTING):
        record_event(log, events.RESTED, seat, 0)
    else:
        record_event(log, events.TOO_NERVOUS, seat, 0)


@compiled
def guard(s: Any, seat: int, effect: int, log: Any) -> None:
    if effect == e.SHIELD_ONCE:
        s.status[seat] |= st.GUARDED_ONCE
        record_event(log, events.GUARDS_ONCE, seat, 0)
    elif effect == e.SHIELD_TURN:
        s.status[seat] |= st.GUARDED
        record_event(log, events.GUARDS, seat, 0)
    elif effect == e.FRAGILE:
        s.status[seat] |= st.EASILY_STARTLED
        record_event(log, events.FRAGILE_NOW, seat, 0)


# --- hearts --------------------------------------------------------------------------------------------------------


@compiled
def count_hearts(s: Any, seat: int, move: int, effect: int) -> int:
    """The hearts of a move as it is performed, energy included."""
    energy = as_int(s.energy[seat])
    if effect == e.ENERGY_USE:
        return 1 + 3 * energy
    hearts = e.HEARTS[effect]
    if e.FIRST_GREAT <= effect <= e.VS_PREV:
        hearts = count_by_place(s, seat, move, effect)
    elif effect == e.CROWD_SCALED:
        hearts = e.CROWD_HEARTS[s.stars]
    return hearts + energy


@compiled
def count_by_place(s: Any, seat: int, move: int, effect: int) -> int:
    """Hearts that depend on the position, on those before, or on chance."""
    position = as_int(s.position)
    if effect == e.FIRST_GREAT:
        return e.GREAT if position == 0 else 2
    if effect == e.LAST_GREAT:
        return e.GREAT if position == st.SEATS - 1 else 2
    if effect == e.LATER_BETTER:
        return e.LATER_HEARTS[position]
    if effect == e.RANDOM:
        return e.RANDOM_HEARTS[s.drawn]
    if effect == e.COPY_ALL:
        total = 0
        for i in range(position):
            total += as_int(s.hearts[s.order[i]])
        return 1 + max(0, total) // 2
    if effect == e.SAME_TYPE:
        other = find_performer(s, True)
        same = other >= 0 and condition_of(s, other, as_int(s.picks[other])) == condition_of(s, seat, move)
        return e.GREAT if same else 2
    other = find_performer(s, not is_on(s, st.PREVIOUS_BY_POSITION))
    if effect == e.COPY_PREV:
        return 1 + (max(0, as_int(s.hearts[other])) if other >= 0 else 0)
    if other < 0 or s.hearts[other] == 3:
        return 3
    return e.GREAT if s.hearts[other] < 3 else 0


@compiled
def find_performer(s: Any, past_absent: bool) -> int:
    """Who performed before this position: the last who really did, or whoever stands there; NONE if nobody."""
    i = as_int(s.position) - 1
    while past_absent and i >= 0 and not has_status(s, as_int(s.order[i]), st.PERFORMED):
        i -= 1
    return as_int(s.order[i]) if i >= 0 else st.NONE


# --- startles ------------------------------------------------------------------------------------------------------


@compiled
def startle(s: Any, seat: int, move: int, effect: int, log: Any) -> None:
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
def is_out_of_reach(s: Any, target: int) -> bool:
    """Who left in an earlier turn cannot be touched, nor, on the console, who rests."""
    return has_status(s, target, st.RETIRED) or (has_status(s, target, st.RESTING) and is_on(s, st.REST_IS_SAFE))


@compiled
def is_protected(s: Any, target: int, log: Any) -> bool:
    """Whether a shield takes this blow; the weaker one takes only one."""
    if not has_status(s, target, st.GUARDED | st.GUARDED_ONCE):
        return False
    s.status[target] &= ~st.GUARDED_ONCE
    record_event(log, events.PROTECTED, target, 0)
    return True


@compiled
def measure_jam(s: Any, seat: int, move: int, effect: int, target: int) -> int:
    if effect == e.JAM_HALF:
        hearts = as_int(s.hearts[target])
        return max(1, (hearts + (1 if is_on(s, st.HALF_UP) else 0)) // 2)
    if effect == e.JAM_COMBO:
        return e.COMBO_JAM if has_status(s, target, st.STANDBY) else e.JAMS[effect]
    if effect == e.JAM_SAME_TYPE and has_status(s, target, st.PERFORMED):
        shown = condition_of(s, target, as_int(s.picks[target]))
        return e.SAME_TYPE_JAM if shown == condition_of(s, seat, move) else e.JAMS[effect]
    return e.JAMS[effect]


# --- other effects -------------------------------------------------------------------------------------------------


@compiled
def take_effect(s: Any, seat: int, effect: int, log: Any) -> None:
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
def drain_earlier(s: Any, effect: int, log: Any) -> None:
    """Energy or standby of everybody before is lost; a shield is spent only where there is something to lose."""
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


@compiled
def shift_order(s: Any, seat: int, effect: int, log: Any) -> None:
    """Wishes for the order of the next turn; in the last one they have no effect."""
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


# --- combinations and the crowd ------------------------------------------------------------------------------------


@compiled
def combine(s: Any, seat: int, move: int, before: int, repeated: bool, log: Any) -> None:
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


@compiled
def meet_crowd(s: Any, seat: int, move: int, effect: int, repeated: bool, log: Any) -> None:
    """Excitement, boredom, and the Live performance once five stars shine."""
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
def count_cheers(s: Any, effect: int) -> int:
    if effect == e.EXCITE_FIRST and s.position == 0:
        return 2
    if effect == e.EXCITE_LAST and s.position == st.SEATS - 1:
        return 2
    return 1
