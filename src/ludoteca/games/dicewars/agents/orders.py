"""A position and what can be done in it, for a network that learns by self-play: on any map, for any number of seats.

Areas have other numbers on every map, so an action is named by its rank instead: the end of the turn, the attack with
the best odds, the second best, and so on; then transfers, those to the border first. The inputs are the numbers of the
warlord's features, how the turn stands, and a description of the first attacks and transfers in the same order.
"""

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.agents.warlord.features import FEATURES, describe
from ludoteca.games.dicewars.constants import AREAS, MAX_BORDERS, MAX_DICE, QUIET_ROUNDS, TRANSFERS
from ludoteca.games.dicewars.land import is_border
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.state import END, source_of, target_of
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

ATTACKS, MOVES = 12, 6  # are described
ATTACK_FEATURES, MOVE_FEATURES = 7, 4
TURN = FEATURES
FIRST_ATTACK = TURN + 3
FIRST_MOVE = FIRST_ATTACK + ATTACKS * ATTACK_FEATURES
INPUTS = FIRST_MOVE + MOVES * MOVE_FEATURES
MOVE_OUTPUTS = 1 + 2 * MAX_BORDERS  # transfers come after all attacks: a border has two directions
OUTPUTS = MOVE_OUTPUTS + 2 * MAX_BORDERS


@compiled
def rate_attack(s: State, source: int, target: int) -> int:
    """By the odds; of equal ones those with more of one's own land around the target. No two are rated alike."""
    odds = as_int(1000.0 * ODDS[s.dice[source], s.dice[target]])
    links = count_bits(as_int(s.neighbours[target]) & as_int(s.land[s.turn]))
    return ((odds * 32 + links) * AREAS + source) * AREAS + target


@compiled
def rate_move(s: State, source: int, target: int) -> int:
    """To the border, from within, with many dice."""
    worth = 16 * (as_int(is_border(s, target)) + 1 - as_int(is_border(s, source))) + as_int(s.dice[source])
    return (worth * AREAS + source) * AREAS + target


@compiled
def targets_of(s: State, source: int, attacks: bool) -> int:
    """Where an area could attack, or move dice to."""
    if s.dice[source] < 2 and attacks:
        return 0
    own, around = as_int(s.land[s.turn]), as_int(s.neighbours[source])
    return around & ~own if attacks else around & own


@compiled
def rate(s: State, source: int, target: int, attacks: bool) -> int:
    return rate_attack(s, source, target) if attacks else rate_move(s, source, target)


@compiled
def find_rank(s: State, source: int, target: int, attacks: bool) -> int:
    """How many of the kind are rated higher."""
    own = rate(s, source, target, attacks)
    rank = 0
    sources = as_int(s.land[s.turn])
    while sources:
        other = lowest_bit(sources)
        sources &= sources - 1
        targets = targets_of(s, other, attacks)
        while targets:
            rank += as_int(rate(s, other, lowest_bit(targets), attacks) > own)
            targets &= targets - 1
    return rank


@compiled
def find_next(s: State, below: int, attacks: bool) -> int:
    """The highest rating of the kind under `below`; -1 if there is none."""
    found = -1
    sources = as_int(s.land[s.turn])
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        targets = targets_of(s, source, attacks)
        while targets:
            value = rate(s, source, lowest_bit(targets), attacks)
            targets &= targets - 1
            if found < value < below:
                found = value
    return found


@compiled
def greatest_threat(s: State, area: int, but: int) -> int:
    """The most dice of others beside an area, one of the areas left out."""
    most = 0
    foes = as_int(s.neighbours[area]) & ~as_int(s.land[s.turn]) & ~(1 << but)
    while foes:
        most = max(most, as_int(s.dice[lowest_bit(foes)]))
        foes &= foes - 1
    return most


@compiled
def describe_attack(s: State, source: int, target: int, x: FloatArray) -> None:
    x[0] = 1.0
    x[1] = ODDS[s.dice[source], s.dice[target]]
    x[2], x[3] = s.dice[source] / MAX_DICE, s.dice[target] / MAX_DICE
    x[4] = count_bits(as_int(s.neighbours[target]) & as_int(s.land[s.turn])) / 4.0
    x[5] = greatest_threat(s, source, target) / MAX_DICE
    x[6] = greatest_threat(s, target, target) / MAX_DICE


@compiled
def describe_move(s: State, source: int, target: int, x: FloatArray) -> None:
    x[0] = 1.0
    x[1] = is_border(s, target)
    x[2], x[3] = s.dice[source] / MAX_DICE, s.dice[target] / MAX_DICE


@compiled
def fill(s: State, out: FloatArray) -> None:
    out[:] = 0.0
    describe(s, as_int(s.turn), out[:FEATURES])
    out[TURN] = s.transfers / TRANSFERS
    out[TURN + 1] = s.quiet / (QUIET_ROUNDS * s.players)
    out[TURN + 2] = s.retreated
    for kind in range(2):
        attacks = kind == 0
        below = 1 << 62
        for place in range(ATTACKS if attacks else MOVES):
            below = find_next(s, below, attacks)
            if below < 0:
                break
            source, target = below // AREAS % AREAS, below % AREAS
            if attacks:
                describe_attack(s, source, target, out[FIRST_ATTACK + place * ATTACK_FEATURES :])
            else:
                describe_move(s, source, target, out[FIRST_MOVE + place * MOVE_FEATURES :])


@compiled
def output_of(s: State, action: int) -> int:
    if action == END:
        return 0
    source, target = source_of(action), target_of(action)
    if s.owner[target] == s.turn:
        return MOVE_OUTPUTS + find_rank(s, source, target, False)
    return 1 + find_rank(s, source, target, True)


@compiled
def action_of(s: State, output: int) -> int:
    if output == 0:
        return END
    attacks = output < MOVE_OUTPUTS
    below = 1 << 62
    for _ in range(output if attacks else output - MOVE_OUTPUTS + 1):
        below = find_next(s, below, attacks)
        if below < 0:
            return -1
    return 1 + AREAS * (below // AREAS % AREAS) + below % AREAS


ENCODER = Encoder(
    name="orders",
    summary="149 numbers: the warlord's features, the turn, and the best attacks and transfers; actions by their rank",
    inputs=INPUTS,
    outputs=OUTPUTS,
    fill=fill,
    output_of=output_of,
    action_of=action_of,
    slices=make_slices(
        {"seats": FEATURES, "turn": 3, "attacks": ATTACKS * ATTACK_FEATURES, "transfers": MOVES * MOVE_FEATURES}
    ),
)
