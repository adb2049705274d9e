"""The hearts that a move earns as it is performed."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.state import condition_of, has_status, is_on
from ludoteca.protocol import State


@compiled
def count_hearts(s: State, seat: int, move: int, effect: int) -> int:
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
def count_by_place(s: State, seat: int, move: int, effect: int) -> int:
    """Hearts that depend on the position, on earlier appeals, or on chance."""
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
def find_performer(s: State, past_absent: bool) -> int:
    """The seat before this position, or the last that performed (`past_absent`); NONE if there is none."""
    i = as_int(s.position) - 1
    while past_absent and i >= 0 and not has_status(s, as_int(s.order[i]), st.PERFORMED):
        i -= 1
    return as_int(s.order[i]) if i >= 0 else st.NONE
