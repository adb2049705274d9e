"""One appeal, from the move to the cheers: hearts, startles, other effects, combination, repetition, crowd."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events as events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.events import note
from ludoteca.games.contest.state import condition_of, fit_of, has, switched


@compiled
def perform(s: Any, seat: int, log: Any) -> None:
    """The contestant at this position performs what it picked, or cannot."""
    if has(s, seat, st.ABSENT):
        stay_away(s, seat, log)
        return
    move = as_int(s.picks[seat])
    kind = as_int(s.kinds[seat, move])
    before = as_int(s.last[seat])
    s.marks[seat] |= st.PERFORMED
    s.uses[seat] += 1 << (3 * move)
    s.last[seat] = move
    note(log, events.PERFORMS, seat, move)
    # 1. Hearts
    guard(s, seat, kind, log)
    earned = count_hearts(s, seat, move, kind)
    s.hearts[seat] = earned
    note(log, events.EARNS, seat, earned)
    # 2. Startles
    if e.JAM_PREV <= kind <= e.JAM_SAME_TYPE:
        startle(s, seat, move, kind, log)
    # 3. Other effects
    take_effect(s, seat, kind, log)
    # 4. Combination
    repeated = before >= 0 and s.moves[seat, move] == s.moves[seat, before] and kind != e.REPEATABLE
    combine(s, seat, move, before, repeated, log)
    # 5. Repetition
    if repeated:
        s.hearts[seat] -= 1
        note(log, events.REPEATS, seat, 1)
    # 6. to 8. The crowd
    meet_crowd(s, seat, move, kind, repeated, log)


@compiled
def stay_away(s: Any, seat: int, log: Any) -> None:
    s.marks[seat] &= ~st.STANDBY
    if has(s, seat, st.RETIRED):
        note(log, events.GONE, seat, 0)
    elif has(s, seat, st.RESTING):
        note(log, events.RESTED, seat, 0)
    else:
        note(log, events.TOO_NERVOUS, seat, 0)


@compiled
def guard(s: Any, seat: int, kind: int, log: Any) -> None:
    if kind == e.SHIELD_ONCE:
        s.marks[seat] |= st.GUARDED_ONCE
        note(log, events.GUARDS_ONCE, seat, 0)
    elif kind == e.SHIELD_TURN:
        s.marks[seat] |= st.GUARDED
        note(log, events.GUARDS, seat, 0)
    elif kind == e.FRAGILE:
        s.marks[seat] |= st.EASILY_STARTLED
        note(log, events.FRAGILE_NOW, seat, 0)


# --- hearts --------------------------------------------------------------------------------------------------------


@compiled
def count_hearts(s: Any, seat: int, move: int, kind: int) -> int:
    """The hearts of a move as it is performed, energy included."""
    energy = as_int(s.energy[seat])
    if kind == e.ENERGY_USE:
        return 1 + 3 * energy
    hearts = e.HEARTS[kind]
    if e.FIRST_GREAT <= kind <= e.VS_PREV:
        hearts = count_by_place(s, seat, move, kind)
    elif kind == e.CROWD_SCALED:
        hearts = e.CROWD_HEARTS[s.stars]
    return hearts + energy


@compiled
def count_by_place(s: Any, seat: int, move: int, kind: int) -> int:
    """Hearts that depend on the position, on those before, or on chance."""
    position = as_int(s.position)
    if kind == e.FIRST_GREAT:
        return e.GREAT if position == 0 else 2
    if kind == e.LAST_GREAT:
        return e.GREAT if position == st.SEATS - 1 else 2
    if kind == e.LATER_BETTER:
        return e.LATER_HEARTS[position]
    if kind == e.RANDOM:
        return e.RANDOM_HEARTS[s.drawn]
    if kind == e.COPY_ALL:
        total = 0
        for i in range(position):
            total += as_int(s.hearts[s.order[i]])
        return 1 + max(0, total) // 2
    if kind == e.SAME_TYPE:
        other = find_performer(s, True)
        same = other >= 0 and condition_of(s, other, as_int(s.picks[other])) == condition_of(s, seat, move)
        return e.GREAT if same else 2
    other = find_performer(s, not switched(s, st.NEXT_IS_NEXT))
    if kind == e.COPY_PREV:
        return 1 + (max(0, as_int(s.hearts[other])) if other >= 0 else 0)
    if other < 0 or s.hearts[other] == 3:
        return 3
    return e.GREAT if s.hearts[other] < 3 else 0


@compiled
def find_performer(s: Any, past_absent: bool) -> int:
    """Who performed before this position: the last who really did, or whoever stands there; NONE if nobody."""
    i = as_int(s.position) - 1
    while past_absent and i >= 0 and not has(s, as_int(s.order[i]), st.PERFORMED):
        i -= 1
    return as_int(s.order[i]) if i >= 0 else st.NONE


# --- startles ------------------------------------------------------------------------------------------------------


@compiled
def startle(s: Any, seat: int, move: int, kind: int, log: Any) -> None:
    position = as_int(s.position)
    start = max(0, position - 1) if kind <= e.JAM_PREV_HARD else 0
    hit = 0
    for i in range(start, position):
        target = as_int(s.order[i])
        if is_out_of_reach(s, target):
            continue
        jam = measure_jam(s, seat, move, kind, target)
        if is_protected(s, target, log):
            continue
        if has(s, target, st.EASILY_STARTLED):
            jam *= 2
        s.hearts[target] -= jam
        hit += 1
        note(log, events.STARTLED, target, jam)
    if hit == 0:
        note(log, events.UNHARMED, seat, 0)


@compiled
def is_out_of_reach(s: Any, target: int) -> bool:
    """Who left in an earlier turn cannot be touched, nor, on the console, who rests."""
    return has(s, target, st.RETIRED) or (has(s, target, st.RESTING) and switched(s, st.REST_IS_SAFE))


@compiled
def is_protected(s: Any, target: int, log: Any) -> bool:
    """Whether a shield takes this blow; the weaker kind takes only one."""
    if not has(s, target, st.GUARDED | st.GUARDED_ONCE):
        return False
    s.marks[target] &= ~st.GUARDED_ONCE
    note(log, events.PROTECTED, target, 0)
    return True


@compiled
def measure_jam(s: Any, seat: int, move: int, kind: int, target: int) -> int:
    if kind == e.JAM_HALF:
        hearts = as_int(s.hearts[target])
        return max(1, (hearts + (1 if switched(s, st.HALF_UP) else 0)) // 2)
    if kind == e.JAM_COMBO:
        return e.COMBO_JAM if has(s, target, st.STANDBY) else e.JAMS[kind]
    if kind == e.JAM_SAME_TYPE and has(s, target, st.PERFORMED):
        shown = condition_of(s, target, as_int(s.picks[target]))
        return e.SAME_TYPE_JAM if shown == condition_of(s, seat, move) else e.JAMS[kind]
    return e.JAMS[kind]


# --- other effects -------------------------------------------------------------------------------------------------


@compiled
def take_effect(s: Any, seat: int, kind: int, log: Any) -> None:
    if kind == e.FINALE:
        s.marks[seat] |= st.RETIRES
        note(log, events.LEAVES, seat, 0)
    elif kind == e.JAM_SKIP:
        s.marks[seat] |= st.RESTS_NEXT
        note(log, events.WILL_REST, seat, 0)
    elif kind == e.ENERGY_DOWN or kind == e.EXPECTATION_DOWN:
        sap(s, kind, log)
    elif kind == e.ENERGY_UP:
        s.energy[seat] = min(e.MOST_ENERGY, as_int(s.energy[seat]) + 1)
        note(log, events.GAINS_ENERGY, seat, as_int(s.energy[seat]))
    elif kind == e.CROWD_FREEZE:
        if s.freezer == st.NONE or not switched(s, st.FREEZE_BOTH):
            s.freezer = seat
            note(log, events.FREEZES, seat, 0)
    elif kind >= e.NEXT_FIRST:
        shift_order(s, seat, kind, log)


@compiled
def sap(s: Any, kind: int, log: Any) -> None:
    """Energy or standby of everybody before is lost; a shield is spent only where there is something to lose."""
    for i in range(as_int(s.position)):
        target = as_int(s.order[i])
        if is_out_of_reach(s, target):
            continue
        if kind == e.ENERGY_DOWN and s.energy[target] > 0 and not is_protected(s, target, log):
            s.energy[target] = 0
            note(log, events.LOSES_ENERGY, target, 0)
        elif kind == e.EXPECTATION_DOWN and has(s, target, st.STANDBY) and not is_protected(s, target, log):
            s.marks[target] &= ~st.STANDBY
            note(log, events.LOSES_STANDBY, target, 0)


@compiled
def shift_order(s: Any, seat: int, kind: int, log: Any) -> None:
    """Wishes for the order of the next turn; in the last one they have no effect."""
    if s.turn == st.TURNS - 1:
        return
    position = as_int(s.position)
    if kind == e.NEXT_FIRST:
        s.shift[seat] = position + 1 if switched(s, st.LATER_GOES_FIRST) else st.SEATS - position
        note(log, events.WILL_BE_FIRST, seat, 0)
    elif kind == e.NEXT_LAST:
        s.shift[seat] = -position - 1
        note(log, events.WILL_BE_LAST, seat, 0)
    else:
        s.scrambled = 1
        for i in range(st.SEATS):
            s.shift[i] = 0
        note(log, events.SHUFFLES, seat, 0)


# --- combinations and the crowd ------------------------------------------------------------------------------------


@compiled
def combine(s: Any, seat: int, move: int, before: int, repeated: bool, log: Any) -> None:
    """Complete a combination, or make the crowd expect one."""
    strict = switched(s, st.STRICT_COMBOS)
    done = st.completes(s, seat, before, move) and (has(s, seat, st.STANDBY) or not strict) and not repeated
    s.marks[seat] &= ~st.STANDBY
    if done:
        s.hearts[seat] += e.COMBO_HEARTS
        note(log, events.COMBINES, seat, e.COMBO_HEARTS)
    elif st.opens_combo(s, seat, move) and not repeated:
        s.marks[seat] |= st.STANDBY
        note(log, events.EXPECTED, seat, 0)


@compiled
def meet_crowd(s: Any, seat: int, move: int, kind: int, repeated: bool, log: Any) -> None:
    """Excitement, boredom, and the Live performance once five stars shine."""
    fit = 1 if kind == e.EXCITE_ANY else fit_of(s, seat, move)
    frozen = s.freezer != st.NONE and s.freezer != seat
    if fit > 0 and not repeated:
        if frozen:
            note(log, events.UNMOVED, seat, 0)
        elif s.hearts[seat] != 0 or switched(s, st.STRICT_COMBOS):
            cheers = count_cheers(s, kind)
            s.hearts[seat] += cheers
            s.stars = min(e.FULL, as_int(s.stars) + cheers)
            note(log, events.EXCITES, seat, cheers)
    elif fit < 0:
        s.hearts[seat] -= 1
        note(log, events.BORES, seat, 1)
        if s.stars > 0 and not (frozen and switched(s, st.FREEZE_BOTH)):
            fall = min(as_int(s.stars), 2 if kind == e.BORE_FAST else 1)
            s.stars -= fall
            note(log, events.COOLS, seat, fall)
    if s.stars >= e.FULL:
        s.stars = 0
        bonus = e.MEGA_HEARTS if has(s, seat, st.MEGA) else e.LIVE_HEARTS
        s.hearts[seat] += bonus
        note(log, events.PERFORMS_LIVE, seat, bonus)


@compiled
def count_cheers(s: Any, kind: int) -> int:
    if kind == e.EXCITE_FIRST and s.position == 0:
        return 2
    if kind == e.EXCITE_LAST and s.position == st.SEATS - 1:
        return 2
    return 1
