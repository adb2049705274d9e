"""Live Contests: the flow of turns. A turn: hidden picks, appeals in order, a new order by hearts."""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events as events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.appeal import perform
from ludoteca.games.contest.bots import bot_action
from ludoteca.games.contest.chance import best_score, chances, has_prey, upset
from ludoteca.games.contest.events import note
from ludoteca.games.contest.permutations import PERMUTATIONS
from ludoteca.games.contest.state import STATE, has, score_of
from ludoteca.protocol import CHANCE, OVER, Published, Rules, state_dtype

SETUP = state_dtype(
    ("moves", np.int16, (st.SEATS, st.MOVES)),
    ("introduction", np.int16, (st.SEATS,)),
    ("combos", np.int16, (st.SEATS,)),
    ("mega", np.int8, (st.SEATS,)),
    ("kinds", np.int8, (st.SEATS, st.MOVES)),
    ("fits", np.int8, (st.SEATS, st.MOVES)),
    ("names", np.int8, (st.SEATS, st.NAME_BYTES)),
    ("species", np.int16, (st.SEATS,)),
    ("roster", np.int16, (st.SEATS,)),  # place in the roster, or NONE for somebody's own contestant
    ("mode", np.int8),
    ("condition", np.int8),
    ("nervousness", np.int8),
    ("halves", np.int8),
    ("freezing", np.int8),
    ("absentees", np.int8),
    ("resting", np.int8),
    ("precedence", np.int8),
    ("odds", np.int8),
    ("combinations", np.int8),
    ("switches", np.int16),
    ("preliminary", np.int16),
)
MAX_OUTCOMES = 24
LONGEST = 20 + 20 + 5 + 20  # picks, drawn hearts and nerves, orders with the winner, and some room
WIN, HEARTS, HEARTS_LAST, LEAD = range(4)  # rewards
REWARDS = ("win", "hearts", "hearts_last", "lead")
MOST_HEARTS = 80.0  # five turns of sixteen, the most that the console can show

__all__ = ["SETUP", "STATE", "bot_action", "chances"]


@compiled
def start(s: Any, setup: Any) -> None:
    for seat in range(st.SEATS):
        for i in range(st.MOVES):
            s.moves[seat, i] = setup.moves[seat, i]
            s.kinds[seat, i] = setup.kinds[seat, i]
            s.fits[seat, i] = setup.fits[seat, i]
        for i in range(st.NAME_BYTES):
            s.names[seat, i] = setup.names[seat, i]
        s.introduction[seat] = setup.introduction[seat]
        s.combos[seat] = setup.combos[seat]
        s.marks[seat] = st.MEGA if setup.mega[seat] else 0
        s.last[seat] = st.NONE
        s.order[seat] = seat
    s.condition = setup.condition
    s.switches = setup.switches
    s.preliminary = setup.preliminary
    s.winner = st.NONE
    s.drawn = st.NONE
    s.turn = -1
    if s.preliminary == 0:
        begin_turn(s, None)
    else:
        line_up(s, None)


@compiled
def mover(s: Any) -> int:
    return as_int(s.to_act)


@compiled
def legal_actions(s: Any, out: Any) -> int:
    for i in range(st.MOVES):
        out[i] = i
    return st.MOVES


@compiled
def apply(s: Any, action: int) -> None:
    step(s, action, None)


@compiled
def step(s: Any, action: int, log: Any) -> None:
    """`apply` that also writes down what happened, if `log` is a log."""
    phase = as_int(s.phase)
    if phase == st.PICK:
        s.picks[s.to_act] = action
        if find_picker(s):
            return
        s.position = 0
    elif phase == st.DRAW_HEARTS:
        s.drawn = action
    elif phase == st.DRAW_NERVES:
        upset(s, action, log)
        s.position += 1
    elif phase == st.DRAW_ORDER:
        settle_order(s, action)
        if begin_turn(s, log):
            return
    else:
        crown(s, action, log)
        return
    run_turn(s, log)


# --- turns ---------------------------------------------------------------------------------------------------------


@compiled
def run_turn(s: Any, log: Any) -> None:
    """Appeals from this position on, until chance is to act, somebody must pick, or all is over."""
    while True:
        while s.position < st.SEATS:
            seat = as_int(s.order[s.position])
            present = not has(s, seat, st.ABSENT)
            kind = as_int(s.kinds[seat, s.picks[seat]]) if present else -1
            if kind == e.RANDOM and s.drawn == st.NONE:
                wait_for_chance(s, st.DRAW_HEARTS)
                return
            perform(s, seat, log)
            s.drawn = st.NONE
            if kind == e.NERVOUS_AFTER and has_prey(s):
                wait_for_chance(s, st.DRAW_NERVES)
                return
            s.position += 1
        end_turn(s, log)
        if s.turn == st.TURNS - 1 or is_deserted(s):
            finish(s, log)
            return
        if line_up(s, log):
            return


@compiled
def wait_for_chance(s: Any, phase: int) -> None:
    s.phase = phase
    s.to_act = CHANCE


@compiled
def find_picker(s: Any) -> bool:
    """Let the next contestant pick that can perform and has not picked; False if there is none."""
    first = as_int(s.first)
    for i in range(-1, st.SEATS):
        seat = first if i < 0 else i
        if s.picks[seat] == st.NONE and not has(s, seat, st.RESTING | st.RETIRED):
            s.phase = st.PICK
            s.to_act = seat
            return True
    return False


@compiled
def begin_turn(s: Any, log: Any) -> bool:
    """Open the picks of the next turn; False if nobody can perform in it."""
    s.turn += 1
    s.position = 0
    s.first = 0
    s.freezer = st.NONE
    s.scrambled = 0
    for seat in range(st.SEATS):
        s.picks[seat] = st.NONE
        s.hearts[seat] = 0
        s.shift[seat] = 0
    note(log, events.TURN, as_int(st.NONE), as_int(s.turn) + 1)
    return find_picker(s)


@compiled
def end_turn(s: Any, log: Any) -> None:
    """Add the hearts up and let go of what lasts a turn."""
    for i in range(st.SEATS):
        seat = as_int(s.order[i])
        flags = as_int(s.marks[seat])
        note(log, events.ENDS_TURN, seat, as_int(s.hearts[seat]))
        s.totals[seat] += s.hearts[seat]
        s.picks[seat] = st.NONE  # what a nervous one had in mind nobody will know
        kept = flags & st.KEPT
        if flags & st.RETIRES:
            kept |= st.RETIRED
        if flags & st.RESTS_NEXT:
            kept |= st.RESTING
        s.marks[seat] = kept


@compiled
def is_deserted(s: Any) -> bool:
    """Whether everybody has left: nothing can change any more."""
    for seat in range(st.SEATS):
        if not has(s, seat, st.RETIRED):
            return False
    return True


# --- the order -----------------------------------------------------------------------------------------------------


@compiled
def line_up(s: Any, log: Any) -> bool:
    """Order the next turn by hearts and wishes (the first by the introduction). False if it has begun and nobody
    can perform in it; True if there is somebody to pick or a tie to draw."""
    a, b = sort_pair(rank_key(s, 0), rank_key(s, 1))
    c, d = sort_pair(rank_key(s, 2), rank_key(s, 3))
    a, c = sort_pair(a, c)
    b, d = sort_pair(b, d)
    b, c = sort_pair(b, c)
    s.order[0], s.order[1], s.order[2], s.order[3] = seat_in(a), seat_in(b), seat_in(c), seat_in(d)
    s.ties = (a >> 2 == b >> 2) | (b >> 2 == c >> 2) << 1 | (c >> 2 == d >> 2) << 2
    if s.ties:
        wait_for_chance(s, st.DRAW_ORDER)
        return True
    return begin_turn(s, log)


@compiled
def rank_key(s: Any, seat: int) -> int:
    """Larger goes first. The last two bits are for the seat: of equals the lower one, until chance decides."""
    if s.turn < 0:
        rank = as_int(s.introduction[seat])
    else:
        rank = 1000 * as_int(s.shift[seat]) + (0 if s.scrambled else as_int(s.hearts[seat]))
    return 4 * rank + 3 - seat


@compiled
def seat_in(key: int) -> int:
    return 3 - (key & 3)


@compiled
def sort_pair(a: int, b: int) -> tuple[int, int]:
    """The larger first."""
    return max(a, b), min(a, b)


@compiled
def settle_order(s: Any, outcome: int) -> None:
    """Put those who were tied into the order that was drawn: a permutation of places, by its number."""
    packed = 0
    for i in range(st.SEATS):
        packed |= as_int(s.order[PERMUTATIONS[outcome, i]]) << (2 * i)
    for i in range(st.SEATS):
        s.order[i] = packed >> (2 * i) & 3
    s.ties = 0


# --- the end -------------------------------------------------------------------------------------------------------


@compiled
def finish(s: Any, log: Any) -> None:
    """One winner, or a tie that chance decides."""
    best = best_score(s)
    n = 0
    first = 0
    for seat in range(st.SEATS - 1, -1, -1):
        if score_of(s, seat) == best:
            n += 1
            first = seat
    if n == 1:
        crown(s, first, log)
    else:
        wait_for_chance(s, st.DRAW_WINNER)


@compiled
def crown(s: Any, seat: int, log: Any) -> None:
    s.winner = seat
    s.phase = st.FINISHED
    s.to_act = OVER
    note(log, events.WINS, seat, as_int(s.totals[seat]))


@compiled
def returns(s: Any, out: Any) -> None:
    for seat in range(st.SEATS):
        out[seat] = 0.0
    if s.winner != st.NONE:
        out[s.winner] = 1.0


@compiled
def rewards(s: Any, kind: int, out: Any) -> None:
    """What searches may maximise: winning; hearts; hearts with those of the last; the distance to the best other."""
    if kind == WIN:
        returns(s, out)
        return
    last = as_int(s.totals[0])
    for seat in range(1, st.SEATS):
        last = min(last, as_int(s.totals[seat]))
    for seat in range(st.SEATS):
        own = as_int(s.totals[seat])
        if kind == LEAD:
            value = 0.5 + lead_of(s, seat) / 60.0
        else:
            value = (own + (last if kind == HEARTS_LAST else 0)) / MOST_HEARTS
        out[seat] = min(1.0, max(0.0, value))


@compiled
def lead_of(s: Any, seat: int) -> int:
    """Hearts more than the best of the others."""
    best = -1000
    for other in range(st.SEATS):
        if other != seat:
            best = max(best, as_int(s.totals[other]))
    return as_int(s.totals[seat]) - best


# --- what a seat may know ------------------------------------------------------------------------------------------


@compiled
def is_shown(s: Any, seat: int) -> bool:
    """Whether everybody has seen this contestant's pick."""
    return s.phase != st.PICK and has(s, seat, st.PERFORMED)


@compiled
def observe(s: Any, seat: int) -> None:
    for other in range(st.SEATS):
        if other != seat and s.picks[other] != st.NONE and not is_shown(s, other):
            s.picks[other] = st.HIDDEN


@compiled
def guess(s: Any, seat: int, rng: Any) -> None:
    for other in range(st.SEATS):
        if s.picks[other] == st.HIDDEN:
            s.picks[other] = below(rng, st.MOVES)


@compiled
def pending(s: Any) -> int:
    n = 0
    if s.phase == st.PICK:
        for seat in range(st.SEATS):
            if s.picks[seat] != st.NONE:
                n += 1
    return n


@compiled
def retract(s: Any, seat: int) -> None:
    for other in range(st.SEATS):
        s.picks[other] = st.NONE
    s.first = seat
    s.to_act = seat


def expect_absentees(s: Any) -> None:
    """A known bug of the thesis's program: who rests or has left is taken for one who will perform."""
    s.marks &= ~(st.RESTING | st.RETIRED)


RULES = Rules(
    state=STATE,
    setup=SETUP,
    start=start,
    mover=mover,
    legal_actions=legal_actions,
    apply=apply,
    returns=returns,
    chances=chances,
    observe=observe,
    guess=guess,
    pending=pending,
    retract=retract,
    bot_action=bot_action,
    rewards=rewards,
    published=Published(known_bugs={"absentees": expect_absentees}, fixed_actions=True),
)
