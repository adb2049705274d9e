"""The game's own bots: `console` plays like the handheld games; `prudent` is fast, for playouts.

`console` follows the opponents of the third generation: every move starts with 100 points, rules add and subtract
points, some of them by chance, and one of the best moves is picked at random. Those of the sixth are not known.
"""

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, uniform
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.state import crowd_appeal, has_status, uses_of
from ludoteca.protocol import State

BOTS = ("console", "prudent")
CONSOLE, PRUDENT = range(2)
NOISE = 25  # of `prudent`, in tenths of a heart: playouts must differ
LAST_TURN, LAST_PLACE = st.TURNS - 1, st.SEATS - 1


@compiled
def bot_action(s: State, bot: int, rng: Rng) -> int:
    seat = as_int(s.to_act)
    place = find_place(s, seat)
    best, best_points, ties = 0, -(10**9), 0
    for move in range(st.MOVES):
        if bot == CONSOLE:
            points = score_console(s, seat, place, move, rng)
        else:
            points = score_prudent(s, seat, place, move) + below(rng, NOISE)
        if points > best_points:
            best, best_points, ties = move, points, 1
        elif points == best_points:
            ties += 1
            if below(rng, ties) == 0:
                best = move
    return best


@compiled
def find_place(s: State, seat: int) -> int:
    """The position of a seat in this turn's order."""
    for i in range(LAST_PLACE):
        if s.order[i] == seat:
            return i
    return LAST_PLACE


@compiled
def excites(s: State, seat: int, move: int) -> bool:
    return crowd_appeal(s, seat, move) > 0 or s.effects[seat, move] == e.EXCITE_ANY


# --- prudent -------------------------------------------------------------------------------------------------------

# Expected hearts of a move by effect and place, in tenths, where nothing better is known before the turn
PLACE_VALUES = np.zeros((len(e.EFFECTS), st.SEATS), np.int64)
for _number, _effect in enumerate(e.EFFECTS):
    PLACE_VALUES[_number] = 10 * _effect.hearts + 7 * _effect.jam * np.arange(st.SEATS)
PLACE_VALUES[e.JAM_PREV] = PLACE_VALUES[e.JAM_PREV_HARD] = [20, 35, 35, 35]
PLACE_VALUES[e.FIRST_GREAT] = [60, 20, 20, 20]
PLACE_VALUES[e.LAST_GREAT] = [20, 20, 20, 60]
PLACE_VALUES[e.LATER_BETTER] = [10, 20, 40, 60]
PLACE_VALUES[e.COPY_PREV] = [10, 45, 45, 45]
PLACE_VALUES[e.COPY_ALL] = [10, 30, 50, 70]
PLACE_VALUES[e.RANDOM] = 36
PLACE_VALUES[e.SAME_TYPE] = [20, 45, 45, 45]
PLACE_VALUES[e.VS_PREV] = [30, 30, 30, 30]
PLACE_VALUES[e.FRAGILE] = [50, 52, 55, 60]


@compiled
def score_prudent(s: State, seat: int, place: int, move: int) -> int:
    """About ten times the expected hearts, whatever the others do."""
    effect = as_int(s.effects[seat, move])
    if effect == e.FINALE and s.turn < LAST_TURN:
        return -100
    points = PLACE_VALUES[effect, place] + 10 * as_int(s.energy[seat])
    before = as_int(s.last[seat])
    repeated = move == before and effect != e.REPEATABLE
    appeal = 1 if effect == e.EXCITE_ANY else crowd_appeal(s, seat, move)
    if effect == e.CROWD_SCALED:
        points = 10 * e.CROWD_HEARTS[s.stars]
    elif effect == e.ENERGY_USE:
        points += 20 * as_int(s.energy[seat])
    if repeated:
        points -= 10
    elif appeal > 0:
        points += 10
        if as_int(s.stars) + place >= e.FULL_METER - 1:
            points += 20 if s.stars < e.FULL_METER - 1 or place else 50
    if appeal < 0:
        points -= 10
    if has_status(s, seat, st.STANDBY) and st.completes(s, seat, before, move):
        points += 10 * e.COMBO_HEARTS
    return points


# --- console -------------------------------------------------------------------------------------------------------


@compiled
def points_by_chance(rng: Rng, percent: int, points: int) -> int:
    """These points with this probability, else none."""
    return points if uniform(rng) * 100.0 < percent else 0


@compiled
def score_console(s: State, seat: int, place: int, move: int, rng: Rng) -> int:
    effect = as_int(s.effects[seat, move])
    used = uses_of(s, seat, move)
    points = 100 + score_combo(s, seat, place, move, used, rng)
    if effect != e.REPEATABLE:
        points -= (0, 5, 15, 20, 25, 25)[used]
    points += score_crowd(s, seat, place, move, effect, used, rng)
    points += score_place(place, effect, rng)
    points += score_moment(s, seat, place, effect, rng)
    if s.condition >= 2:  # opponents in cute, clever and tough contests are erratic
        points += points_by_chance(rng, 51, 10)
    return points


@compiled
def score_combo(s: State, seat: int, place: int, move: int, used: int, rng: Rng) -> int:
    before = as_int(s.last[seat])
    if has_status(s, seat, st.STANDBY) and st.completes(s, seat, before, move):
        return 25
    points = 0
    if st.opens_combo(s, seat, move):
        if s.turn == LAST_TURN:
            points += points_by_chance(rng, 51, -15)
        elif used == 0:
            points += points_by_chance(rng, (41, 51, 80, 100)[place], 10)
    for other in range(st.MOVES):
        if st.completes(s, seat, other, move):
            return points - 10
    return points


@compiled
def score_crowd(s: State, seat: int, place: int, move: int, effect: int, used: int, rng: Rng) -> int:
    appeal = 1 if effect == e.EXCITE_ANY else crowd_appeal(s, seat, move)
    stars = as_int(s.stars)
    if appeal == 0:
        return points_by_chance(rng, 50, 10)
    if appeal < 0:
        for other in range(st.MOVES):
            if excites(s, seat, other):
                return 0
        return 15 if stars < 3 else 0
    if used > 0 and effect != e.REPEATABLE:
        return 0
    points = points_by_chance(rng, 61, 10)
    if stars == 4:
        points += 30 + points_by_chance(rng, 80, 20) if place == 0 else points_by_chance(rng, 50, -10)
    elif stars == 3:
        if place == 0:
            points += points_by_chance(rng, 80, 15 if s.turn == LAST_TURN else 10)
        else:
            points += points_by_chance(rng, 50, 10)
    return points


@compiled
def score_place(place: int, effect: int, rng: Rng) -> int:
    """Points for effects that suit this place in the order, or are useless in it."""
    if effect == e.FIRST_GREAT:
        return 15 if place == 0 else 0
    if effect == e.LAST_GREAT:
        return 15 if place == LAST_PLACE else 0
    if effect == e.LATER_BETTER:
        return (-15, -5, 5, 15)[place]
    if effect == e.COPY_ALL or effect == e.FRAGILE:
        return (0, 0, 5, 15)[place]
    if effect == e.COPY_PREV:
        return -10 if place == 0 else 5 * place
    if effect == e.SHIELD_ONCE or effect == e.SHIELD_TURN:
        return -10 if place == LAST_PLACE else points_by_chance(rng, (61, 51, 0)[place], 10)
    if effect == e.CROWD_FREEZE:
        return points_by_chance(rng, 50, 10) if place < 2 else (-10 if place == LAST_PLACE else 0)
    if effect == e.NERVOUS_AFTER:
        return -10 if place == LAST_PLACE else 0
    if effect == e.JAM_SKIP:
        return score_skip(place, rng)
    if e.JAM_PREV <= effect <= e.JAM_SAME_TYPE or effect == e.ENERGY_DOWN or effect == e.EXPECTATION_DOWN:
        if place == 0:
            return -10 if effect <= e.JAM_PREV_HARD else -20
        return points_by_chance(rng, 51, 10) if place == LAST_PLACE and effect > e.JAM_PREV_HARD else 0
    return 0


@compiled
def score_skip(place: int, rng: Rng) -> int:
    if place == 0:
        return -15
    if place == 1:
        return points_by_chance(rng, 51, -10)
    return points_by_chance(rng, 51, 5 if place == 2 else 15)


@compiled
def score_moment(s: State, seat: int, place: int, effect: int, rng: Rng) -> int:
    """Points that depend on the turn, on energy, on the other moves, and on the others' standby."""
    turn = as_int(s.turn)
    if effect == e.FINALE:
        return (
            points_by_chance(rng, 92, 20) if turn == LAST_TURN else points_by_chance(rng, (92, 84, 77, 69)[turn], -15)
        )
    if effect == e.ENERGY_UP:
        return -20 if s.energy[seat] == e.MAX_ENERGY else 0
    if effect == e.JAM_SKIP:
        return 5 if turn == LAST_TURN else 0
    if effect == e.NEXT_FIRST or effect == e.NEXT_LAST:
        wish = e.FIRST_GREAT if effect == e.NEXT_FIRST else e.LAST_GREAT
        for other in range(st.MOVES):
            if s.effects[seat, other] == wish:
                return points_by_chance(rng, 80, 20)
    if effect == e.NERVOUS_AFTER:
        for i in range(place + 1, st.SEATS):
            if has_status(s, as_int(s.order[i]), st.STANDBY):
                return 5 + points_by_chance(rng, 50, 5)
    return 0
