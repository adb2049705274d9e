"""The state and the setup of a contest, and the names of what is in them."""

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import State, state_dtype

SEATS, MOVES, TURNS, NAME_BYTES = 4, 4, 5, 12
CONDITIONS = ("cool", "beautiful", "cute", "clever", "tough")
NONE, HIDDEN = -1, 4  # picks: not made yet; made, but this seat may not know which

# What is to be done next
PICK, DRAW_HEARTS, DRAW_NERVES, DRAW_ORDER, DRAW_WINNER, FINISHED = range(6)

# Flags of a contestant. The first three: it cannot perform
NERVOUS, RESTING, RETIRED = 1, 2, 4
ABSENT = NERVOUS | RESTING | RETIRED
GUARDED_ONCE, GUARDED, EASILY_STARTLED, STANDBY, PERFORMED, RESTS_NEXT, RETIRES, MEGA = (1 << i for i in range(3, 11))
KEPT = STANDBY | RETIRED | MEGA  # what outlasts a turn

# Switches: where the sources on the rules differ. In the thesis's program all are off
HALF_UP = 1  # half the hearts are rounded up (off: down, one at the least)
FREEZE_BOTH = 2  # a frozen meter does not fall either, and the first to freeze it keeps it
PREVIOUS_BY_POSITION = 4  # COPY_PREV and VS_PREV look at the position before (off: the last who performed)
REST_IS_SAFE = 8  # who rests cannot be startled
LATER_GOES_FIRST = 16  # of several who want to be first next turn
CONSOLE_ODDS = 32  # of RANDOM
STRICT_COMBOS = 64  # a combination needs an unbroken standby, and hearts of zero may still excite
NERVES_FORMULA = 128  # 60 % shared among those who may become nervous; off: 25 %, or
NERVES_TEXT = 256  # 20 %

STATE = state_dtype(
    ("moves", np.int16, (SEATS, MOVES)),  # numbers of moves, for people; the rules need only `effects` and `appeals`
    ("species", np.int16, (SEATS,)),  # places in the list of species, for people
    ("totals", np.int16, (SEATS,)),  # hearts of finished turns
    ("introduction", np.int16, (SEATS,)),  # points of the first round
    ("combos", np.int16, (SEATS,)),  # bit 4 * a + b: move a opens a combination that move b completes
    ("uses", np.int16, (SEATS,)),  # three bits a move: how often it was performed
    ("status", np.int16, (SEATS,)),  # the flags above (a field named `flags` would hide behind NumPy's own)
    ("preliminary", np.int16),  # weight of the introduction in the final score; 0: only hearts count
    ("switches", np.int16),
    ("effects", np.int8, (SEATS, MOVES)),  # places in `effects.EFFECTS`
    ("appeals", np.int8, (SEATS, MOVES)),  # see `pack_appeal`
    ("names", np.int8, (SEATS, NAME_BYTES)),  # UTF-8
    ("hearts", np.int8, (SEATS,)),  # of this turn
    ("picks", np.int8, (SEATS,)),
    ("last", np.int8, (SEATS,)),  # the move performed last, or NONE
    ("energy", np.int8, (SEATS,)),
    ("shift", np.int8, (SEATS,)),  # above 0: to the front next turn, the largest first; below 0: to the back
    ("order", np.int8, (SEATS,)),  # seats by position
    ("turn", np.int8),
    ("position", np.int8),
    ("stars", np.int8),
    ("freezer", np.int8),  # the seat that the crowd watches alone, or NONE
    ("phase", np.int8),
    ("to_act", np.int8),  # a seat, CHANCE or OVER
    ("first_picker", np.int8),  # who picks first: matters to searches only
    ("scrambled", np.int8),
    ("ties", np.int8),  # bit i: positions i and i + 1 are equal and to be drawn
    ("drawn", np.int8),  # place in RANDOM_HEARTS, or NONE
    ("winner", np.int8),  # a seat, or NONE
    ("condition", np.int8),
)

SETUP = state_dtype(
    ("moves", np.int16, (SEATS, MOVES)),
    ("introduction", np.int16, (SEATS,)),
    ("combos", np.int16, (SEATS,)),
    ("mega", np.int8, (SEATS,)),
    ("effects", np.int8, (SEATS, MOVES)),
    ("appeals", np.int8, (SEATS, MOVES)),
    ("names", np.int8, (SEATS, NAME_BYTES)),
    ("species", np.int16, (SEATS,)),
    ("roster", np.int16, (SEATS,)),  # place in the roster, or NONE for somebody's own contestant
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


def pack_appeal(condition: int, appeal: int, opens: bool) -> int:
    """Condition of a move, its appeal to the crowd (1 excites, 0 neutral, -1 bores), whether it opens combinations."""
    return condition | (appeal + 1) << 3 | opens << 5


@compiled
def condition_of(s: State, seat: int, move: int) -> int:
    return as_int(s.appeals[seat, move]) & 7


@compiled
def crowd_appeal(s: State, seat: int, move: int) -> int:
    return (as_int(s.appeals[seat, move]) >> 3 & 3) - 1


@compiled
def opens_combo(s: State, seat: int, move: int) -> bool:
    return as_int(s.appeals[seat, move]) >> 5 & 1 != 0


@compiled
def completes(s: State, seat: int, before: int, move: int) -> bool:
    """Whether `move` after `before` is a combination."""
    return before >= 0 and as_int(s.combos[seat]) >> (4 * before + move) & 1 != 0


@compiled
def has_status(s: State, seat: int, flags: int) -> bool:
    """Whether any of these flags is set."""
    return as_int(s.status[seat]) & flags != 0


@compiled
def is_on(s: State, switch: int) -> bool:
    return as_int(s.switches) & switch != 0


@compiled
def uses_of(s: State, seat: int, move: int) -> int:
    return as_int(s.uses[seat]) >> (3 * move) & 7


@compiled
def score_of(s: State, seat: int) -> int:
    """What the final places are decided by: hearts, and the introduction where it counts (20 points are a heart)."""
    return 2000 * as_int(s.totals[seat]) + as_int(s.preliminary) * as_int(s.introduction[seat])
