"""Live Contests: the flow of turns. A turn: hidden picks, appeals in order, a new order by hearts."""

from ludoteca.core.arrays import Array
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import events
from ludoteca.games.contest import state as st
from ludoteca.games.contest.appeal import perform
from ludoteca.games.contest.bots import bot_action
from ludoteca.games.contest.chance import best_score, can_unnerve, chances, make_nervous
from ludoteca.games.contest.events import EventLog, record_event
from ludoteca.games.contest.information import guess, observe, pending, retract
from ludoteca.games.contest.rewards import returns, rewards
from ludoteca.games.contest.state import SETUP, STATE, has_status, score_of
from ludoteca.games.contest.turn_order import settle_order, sort_seats
from ludoteca.protocol import CHANCE, OVER, Published, Rules, State

MAX_OUTCOMES = 24  # orders of four tied contestants
LONGEST = 20 + 20 + 5 + 20  # picks, drawn hearts and nerves, orders with the winner, and a reserve


@compiled
def start(s: State, setup: State) -> None:
    for seat in range(st.SEATS):
        for i in range(st.MOVES):
            s.moves[seat, i] = setup.moves[seat, i]
            s.effects[seat, i] = setup.effects[seat, i]
            s.appeals[seat, i] = setup.appeals[seat, i]
        for i in range(st.NAME_BYTES):
            s.names[seat, i] = setup.names[seat, i]
        s.species[seat] = setup.species[seat]
        s.introduction[seat] = setup.introduction[seat]
        s.combos[seat] = setup.combos[seat]
        s.status[seat] = st.MEGA if setup.mega[seat] else 0
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
        order_next_turn(s, None)


@compiled
def mover(s: State) -> int:
    return as_int(s.to_act)


@compiled
def legal_actions(s: State, out: Array) -> int:
    for i in range(st.MOVES):
        out[i] = i
    return st.MOVES


@compiled
def apply(s: State, action: int) -> None:
    step(s, action, None)


@compiled
def step(s: State, action: int, log: EventLog) -> None:
    """`apply` that also records what happened, unless `log` is None."""
    phase = as_int(s.phase)
    if phase == st.PICK:
        s.picks[s.to_act] = action
        if find_picker(s):
            return
        s.position = 0
    elif phase == st.DRAW_HEARTS:
        s.drawn = action
    elif phase == st.DRAW_NERVES:
        make_nervous(s, action, log)
        s.position += 1
    elif phase == st.DRAW_ORDER:
        settle_order(s, action)
        if begin_turn(s, log):
            return
    else:
        declare_winner(s, action, log)
        return
    run_turn(s, log)


# --- turns ---------------------------------------------------------------------------------------------------------


@compiled
def run_turn(s: State, log: EventLog) -> None:
    """Perform from this position on, until chance or a seat is to act, or the contest is over."""
    while True:
        while s.position < st.SEATS:
            seat = as_int(s.order[s.position])
            present = not has_status(s, seat, st.ABSENT)
            effect = as_int(s.effects[seat, s.picks[seat]]) if present else -1
            if effect == e.RANDOM and s.drawn == st.NONE:
                wait_for_chance(s, st.DRAW_HEARTS)
                return
            perform(s, seat, log)
            s.drawn = st.NONE
            if effect == e.NERVOUS_AFTER and can_unnerve(s):
                wait_for_chance(s, st.DRAW_NERVES)
                return
            s.position += 1
        end_turn(s, log)
        if s.turn == st.TURNS - 1 or have_all_left(s):
            decide_winner(s, log)
            return
        if order_next_turn(s, log):
            return


@compiled
def wait_for_chance(s: State, phase: int) -> None:
    s.phase = phase
    s.to_act = CHANCE


@compiled
def find_picker(s: State) -> bool:
    """Let the next seat act that can perform and has not picked; False if there is none."""
    first = as_int(s.first_picker)
    for i in range(-1, st.SEATS):
        seat = first if i < 0 else i
        if s.picks[seat] == st.NONE and not has_status(s, seat, st.RESTING | st.RETIRED):
            s.phase = st.PICK
            s.to_act = seat
            return True
    return False


@compiled
def begin_turn(s: State, log: EventLog) -> bool:
    """Open the picks of the next turn; False if nobody can perform in it."""
    s.turn += 1
    s.position = 0
    s.first_picker = 0
    s.freezer = st.NONE
    s.scrambled = 0
    for seat in range(st.SEATS):
        s.picks[seat] = st.NONE
        s.hearts[seat] = 0
        s.shift[seat] = 0
    record_event(log, events.TURN, as_int(st.NONE), as_int(s.turn) + 1)
    return find_picker(s)


@compiled
def end_turn(s: State, log: EventLog) -> None:
    """Add the hearts to the totals and clear what lasts one turn."""
    for i in range(st.SEATS):
        seat = as_int(s.order[i])
        flags = as_int(s.status[seat])
        record_event(log, events.ENDS_TURN, seat, as_int(s.hearts[seat]))
        s.totals[seat] += s.hearts[seat]
        s.picks[seat] = st.NONE  # the pick of a nervous contestant stays hidden for good
        kept = flags & st.KEPT
        if flags & st.RETIRES:
            kept |= st.RETIRED
        if flags & st.RESTS_NEXT:
            kept |= st.RESTING
        s.status[seat] = kept


@compiled
def have_all_left(s: State) -> bool:
    """Whether all contestants have left: nothing can change any more."""
    for seat in range(st.SEATS):
        if not has_status(s, seat, st.RETIRED):
            return False
    return True


@compiled
def order_next_turn(s: State, log: EventLog) -> bool:
    """Order the next turn and begin it, unless a tie is to be drawn first. False if nobody can perform in it."""
    if sort_seats(s):
        wait_for_chance(s, st.DRAW_ORDER)
        return True
    return begin_turn(s, log)


# --- the end -------------------------------------------------------------------------------------------------------


@compiled
def decide_winner(s: State, log: EventLog) -> None:
    """One winner, or a tie that chance decides."""
    best = best_score(s)
    n = 0
    first = 0
    for seat in range(st.SEATS - 1, -1, -1):
        if score_of(s, seat) == best:
            n += 1
            first = seat
    if n == 1:
        declare_winner(s, first, log)
    else:
        wait_for_chance(s, st.DRAW_WINNER)


@compiled
def declare_winner(s: State, seat: int, log: EventLog) -> None:
    s.winner = seat
    s.phase = st.FINISHED
    s.to_act = OVER
    record_event(log, events.WINS, seat, as_int(s.totals[seat]))


def expect_absentees(s: State) -> None:
    """A known bug of the thesis's program: who rests or has left is taken for one who will perform."""
    s.status &= ~(st.RESTING | st.RETIRED)


RULES = Rules.of(
    STATE,
    SETUP,
    start,
    mover,
    legal_actions,
    apply,
    returns,
    chances,
    observe,
    guess,
    pending,
    retract,
    bot_action,
    rewards,
    published=Published(known_bugs={"absentees": expect_absentees}, fixed_actions=True),
)
