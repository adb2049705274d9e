"""Dicewars: the compiled rules. README.md explains them; `constants.py` has the limits, `odds.py` the odds.

A game runs through phases: the map is drawn (unless the setup names one), areas are dealt, starting dice are placed
(`opening.py`); then turns (`turns.py`), in which an attack is followed by its battle and the end of a turn by the
income. Everything but the turns is chance. `state.py` has the state, `land.py` questions about it.
"""

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.bots import bot_action
from ludoteca.games.dicewars.constants import (
    AREAS,
    COURSE,
    MAX_BATTLES,
    MAX_BORDERS,
    MAX_DICE,
    MAX_TURNS,
    ORIGINAL,
    POOL,
    TRANSFERS,
)
from ludoteca.games.dicewars.land import count_dice, count_region, find_roomy
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.opening import begin_deal, deal_area, draw_digit, find_free, place_first, use_seed
from ludoteca.games.dicewars.state import (
    BASE,
    BATTLE,
    DEAL,
    DIGITS,
    END,
    ENDED,
    INCOME,
    LOST,
    MAP,
    NOBODY,
    SETUP,
    STATE,
    TURN,
    WON,
    encode,
    source_of,
    target_of,
)
from ludoteca.games.dicewars.turns import act, count_moved, end_turn, pass_turn, resolve_battle
from ludoteca.protocol import CHANCE, OVER, Rules, State

MAX_ACTIONS = 2 * MAX_BORDERS + 1
LONGEST = MAX_TURNS * (TRANSFERS + 1 + POOL) + 2 * MAX_BATTLES + DIGITS + AREAS * MAX_DICE


@compiled
def start(s: State, setup: State) -> None:
    s.variant = setup.variant
    s.players = setup.players
    s.winner = NOBODY
    s.owner[:] = NOBODY
    if setup.areas > 0:
        s.neighbours[:] = setup.neighbours
        s.hexes[:] = setup.hexes
        s.areas = setup.areas
        begin_deal(s)
    elif setup.map_seed > 0:
        use_seed(s, as_int(setup.map_seed))
    else:
        s.left = DIGITS


@compiled
def seats(s: State) -> int:
    return s.players


@compiled
def mover(s: State) -> int:
    if s.phase == TURN:
        return s.turn
    return OVER if s.phase == ENDED else CHANCE


@compiled
def legal_actions(s: State, out: Actions) -> int:
    """Attacks, then transfers, by source and target; the end of the turn comes last."""
    n = write_attacks(s, out)
    if s.variant != ORIGINAL and s.transfers < TRANSFERS:
        n = write_transfers(s, out, n)
    out[n] = END
    return n + 1


@compiled
def write_attacks(s: State, out: Actions) -> int:
    own = as_int(s.land[s.turn])
    n = 0
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & ~own if s.dice[source] > 1 else 0
        while targets:
            out[n] = encode(source, lowest_bit(targets))
            targets &= targets - 1
            n += 1
    return n


@compiled
def write_transfers(s: State, out: Actions, n: int) -> int:
    """In the course's game a transfer may move nothing, and counts all the same."""
    own = as_int(s.land[s.turn])
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        targets = as_int(s.neighbours[source]) & own
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            if s.variant == COURSE or count_moved(s, source, target) > 0:
                out[n] = encode(source, target)
                n += 1
    return n


@compiled
def chances(s: State, out: Actions, p: FloatArray) -> int:
    if s.phase == BATTLE:
        won = ODDS[s.dice[s.source], s.dice[s.target]]
        out[0], p[0] = WON, won
        out[1], p[1] = LOST, 1.0 - won
        return 2 if won < 1.0 else 1  # seven dice always beat one
    n = 0
    if s.phase == MAP:
        for digit in range(BASE):
            out[digit] = digit
        n = BASE
    else:
        mask = find_free(s, as_int(s.turn)) if s.phase == DEAL else find_roomy(s, as_int(s.turn))
        while mask:
            out[n] = lowest_bit(mask)
            mask &= mask - 1
            n += 1
    for i in range(n):
        p[i] = 1.0 / n
    return n


@compiled
def apply(s: State, action: int) -> None:
    if s.phase == TURN:
        if action == END:
            end_turn(s)
        else:
            act(s, source_of(action), target_of(action))
    elif s.phase == BATTLE:
        resolve_battle(s, action == WON)
    elif s.phase == INCOME:
        s.dice[action] += 1
        s.left -= 1
        if s.left == 0:
            pass_turn(s)
    elif s.phase == MAP:
        draw_digit(s, action)
    elif s.phase == DEAL:
        deal_area(s, action)
    else:
        place_first(s, action)


@compiled
def returns(s: State, out: FloatArray) -> None:
    """One for the winner, which the others pay in equal parts; nothing where nobody won."""
    for seat in range(s.players):
        out[seat] = 0.0
        if s.winner != NOBODY:
            out[seat] = 1.0 if s.winner == seat else -1.0 / (s.players - 1)


@compiled
def evaluate(s: State, seat: int) -> float:
    """By the share of the dice (reserves included) and of the income of all."""
    if s.phase == ENDED:
        if s.winner == NOBODY:
            return 0.0
        return 1.0 if s.winner == seat else -1.0 / (s.players - 1)
    mine = total = 0.0
    for other in range(s.players):
        strength = 0.5 + count_dice(s, other) + s.reserve[other] + 2.0 * count_region(s, other)
        total += strength * strength
        if other == seat:
            mine = strength * strength
    share = mine / total
    return share - (1.0 - share) / (s.players - 1)


@compiled
def priority(s: State, action: int) -> int:
    """Attacks by their odds, then transfers, then the end of the turn."""
    if action == END:
        return 0
    source, target = source_of(action), target_of(action)
    if s.owner[target] == s.turn:
        return as_int(s.dice[source])
    return as_int(1000.0 * ODDS[s.dice[source], s.dice[target]])


__all__ = [
    "LONGEST", "MAX_ACTIONS", "SETUP", "STATE", "apply", "chances", "evaluate", "legal_actions", "mover", "priority",
    "returns", "seats", "start",
]  # fmt: skip


RULES = Rules.of(
    STATE, SETUP, start, mover, legal_actions, apply, returns, seats, chances, bot_action, evaluate, priority
)
