"""A turn: attacks and their battles, transfers, the income at its end, and whose turn comes next."""

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import (
    COURSE,
    MAX_BATTLES,
    MAX_DICE,
    MAX_TURNS,
    ORIGINAL,
    POOL,
    QUIET_ROUNDS,
    RESERVE,
    WEAR,
)
from ludoteca.games.dicewars.land import assign, count_dice, count_region, is_border
from ludoteca.games.dicewars.state import BATTLE, ENDED, INCOME, TURN
from ludoteca.protocol import State


@compiled
def act(s: State, source: int, target: int) -> None:
    if s.owner[target] != s.turn:
        s.source, s.target = source, target
        s.phase = BATTLE
        return
    moved = count_moved(s, source, target)
    if is_border(s, source):
        s.retreated = 1
    s.dice[source] -= moved
    s.dice[target] += moved
    s.transfers += 1
    if s.variant == COURSE:
        s.quiet = 0


@compiled
def count_moved(s: State, source: int, target: int) -> int:
    """What a transfer moves: as much as the target takes and the source can spare."""
    return min(MAX_DICE - as_int(s.dice[target]), as_int(s.dice[source]) - 1)


@compiled
def resolve_battle(s: State, won: bool) -> None:
    source, target = as_int(s.source), as_int(s.target)
    dice = as_int(s.dice[source])
    s.dice[source] = 1
    if won:
        assign(s, target, as_int(s.turn))
        s.dice[target] = dice - 1
    elif s.variant != ORIGINAL:
        s.dice[target] = max(1, as_int(s.dice[target]) - dice // WEAR)
    s.source = s.target = 0
    s.battles += 1
    s.quiet = 0
    s.phase = TURN
    if count_bits(as_int(s.land[s.turn])) == s.areas:
        s.winner = s.turn
        s.phase = ENDED
    elif s.battles == MAX_BATTLES:
        s.phase = ENDED


@compiled
def end_turn(s: State) -> None:
    """Income: a die for each area of the largest region, on top of the reserve; what finds no room is the reserve."""
    seat = as_int(s.turn)
    areas = count_bits(as_int(s.land[seat]))
    pool = min(POOL, s.reserve[seat] + count_region(s, seat))
    room = MAX_DICE * areas - count_dice(s, seat)
    placed = min(pool, room)
    rest = pool - placed
    s.reserve[seat] = rest if s.variant == ORIGINAL else min(rest, max(0, RESERVE - areas))
    s.quiet += 1
    s.turns += 1
    s.left = placed
    s.phase = INCOME
    if placed == room:  # no choice: everything is filled up
        fill_land(s, as_int(s.land[seat]))
        s.left = 0
    if s.left == 0:
        pass_turn(s)


@compiled
def fill_land(s: State, mask: int) -> None:
    while mask:
        s.dice[lowest_bit(mask)] = MAX_DICE
        mask &= mask - 1


@compiled
def pass_turn(s: State) -> None:
    """To the next seat that has an area; or the end, when nobody has attacked for long."""
    alive = 0
    for seat in range(s.players):
        alive += 1 if s.land[seat] != 0 else 0
    s.transfers = s.retreated = 0
    s.turn = (s.turn + 1) % s.players
    while s.land[s.turn] == 0:
        s.turn = (s.turn + 1) % s.players
    s.phase = ENDED if s.quiet >= QUIET_ROUNDS * alive or s.turns >= MAX_TURNS else TURN
