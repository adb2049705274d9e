"""Dicewars: the compiled rules. README.md tells them in words; `tables.py` has the sizes and the odds.

An area is a bit: `neighbours[area]` and `land[seat]` are masks. A game runs through phases: the map is drawn (unless
the setup names one), areas are dealt, starting dice are placed; then turns, in which an attack is followed by its
battle and the end of a turn by the income. All but the turns are chance.

Actions of a seat: END, or 1 + 34 * source + target, an attack or a transfer by who owns the target.
Outcomes of chance: a digit of the map's seed; an area to deal or to put a die on; LOST or WON for a battle.
"""

from typing import Any

import numpy as np

from ludoteca.bits import count_bits, lowest_bit
from ludoteca.games.dicewars.growth import grow_map
from ludoteca.games.dicewars.tables import (
    AREAS,
    COURSE,
    HEXES,
    MAX_BATTLES,
    MAX_BORDERS,
    MAX_DICE,
    MAX_PLAYERS,
    MAX_TURNS,
    ODDS,
    ORIGINAL,
    POOL,
    QUIET_ROUNDS,
    RESERVE,
    TRANSFERS,
    WEAR,
)
from ludoteca.jit import as_int, compiled
from ludoteca.protocol import CHANCE, OVER, state_dtype

END = 0
LOST, WON = 0, 1
MAP, DEAL, DICE, TURN, BATTLE, INCOME, ENDED = 0, 1, 2, 3, 4, 5, 6  # phases
NOBODY = -1
DIGITS, BASE = 8, 16  # the seed of a map that chance draws
MAX_ACTIONS = 2 * MAX_BORDERS + 1
LONGEST = MAX_TURNS * (TRANSFERS + 1 + POOL) + 2 * MAX_BATTLES + DIGITS + AREAS * MAX_DICE

STATE = state_dtype(
    ("neighbours", np.int64, (AREAS,)),  # masks of areas
    ("land", np.int64, (MAX_PLAYERS,)),  # the mask of each seat's areas
    ("map_seed", np.int64),  # that the map was grown from; 0 for a map from the setup
    ("left", np.int16),  # digits to draw, areas to deal or dice to place
    ("quiet", np.int16),  # turns ended since the last battle (in the course's game: or transfer)
    ("battles", np.int16),
    ("turns", np.int16),  # ended so far
    ("owner", np.int8, (AREAS,)),  # a seat, or NOBODY
    ("dice", np.int8, (AREAS,)),
    ("reserve", np.int8, (MAX_PLAYERS,)),
    ("areas", np.int8),  # of this map
    ("players", np.int8),
    ("variant", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),  # the seat whose turn it is, also while chance acts for it
    ("source", np.int8),  # of the battle under way
    ("target", np.int8),
    ("transfers", np.int8),  # in this turn
    ("retreated", np.int8),  # whether a transfer of this turn left an area at the border
    ("winner", np.int8),  # a seat, or NOBODY
)
SETUP = state_dtype(
    ("map_seed", np.int64),  # 0: drawn by chance
    ("neighbours", np.int64, (AREAS,)),  # a map of one's own
    ("hexes", np.int8, (HEXES,)),  # how it looks: the area of each hex, 1..34; all 0 if it has no picture
    ("areas", np.int8),  # of that map; 0 for none
    ("players", np.int8),
    ("variant", np.int8),
)


@compiled
def start(s: Any, setup: Any) -> None:
    s.variant = setup.variant
    s.players = setup.players
    s.winner = NOBODY
    s.owner[:] = NOBODY
    if setup.areas > 0:
        s.neighbours[:] = setup.neighbours
        s.areas = setup.areas
        begin_deal(s)
    elif setup.map_seed > 0:
        use_seed(s, as_int(setup.map_seed))
    else:
        s.left = DIGITS


@compiled
def use_seed(s: Any, seed: int) -> None:
    s.map_seed = seed
    s.areas = grow_map(seed, as_int(s.variant), np.zeros(HEXES, np.int8), s.neighbours)
    begin_deal(s)


@compiled
def seats(s: Any) -> int:
    return s.players


@compiled
def mover(s: Any) -> int:
    if s.phase == TURN:
        return s.turn
    return OVER if s.phase == ENDED else CHANCE


@compiled
def legal_actions(s: Any, out: Any) -> int:
    """Attacks, then transfers, by source and target; the end of the turn comes last."""
    n = write_attacks(s, out)
    if s.variant != ORIGINAL and s.transfers < TRANSFERS:
        n = write_transfers(s, out, n)
    out[n] = END
    return n + 1


@compiled
def write_attacks(s: Any, out: Any) -> int:
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
def write_transfers(s: Any, out: Any, n: int) -> int:
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
def chances(s: Any, out: Any, p: Any) -> int:
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
def apply(s: Any, action: int) -> None:
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
def returns(s: Any, out: Any) -> None:
    """One for the winner, which the others pay in equal parts; nothing where nobody won."""
    for seat in range(s.players):
        out[seat] = 0.0
        if s.winner != NOBODY:
            out[seat] = 1.0 if s.winner == seat else -1.0 / (s.players - 1)


@compiled
def evaluate(s: Any, seat: int) -> float:
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
def priority(s: Any, action: int) -> int:
    """Attacks by their odds, then transfers, then the end of the turn."""
    if action == END:
        return 0
    source, target = source_of(action), target_of(action)
    if s.owner[target] == s.turn:
        return as_int(s.dice[source])
    return as_int(1000.0 * ODDS[s.dice[source], s.dice[target]])


# --- actions -------------------------------------------------------------------------------------------------------


@compiled
def encode(source: int, target: int) -> int:
    return 1 + AREAS * source + target


@compiled
def source_of(action: int) -> int:
    return (action - 1) // AREAS


@compiled
def target_of(action: int) -> int:
    return (action - 1) % AREAS


# --- before the first turn -----------------------------------------------------------------------------------------


@compiled
def draw_digit(s: Any, digit: int) -> None:
    """The seed's last digit grows the map; a seed is never 0."""
    s.map_seed = s.map_seed * BASE + digit
    s.left -= 1
    if s.left == 0:
        use_seed(s, max(1, as_int(s.map_seed)))


@compiled
def begin_deal(s: Any) -> None:
    s.phase = DEAL
    s.left = s.areas


@compiled
def find_free(s: Any, seat: int) -> int:
    """The areas that may be dealt to a seat: any at first; then neighbours of its own, so that its land hangs
    together. In the original game always any."""
    taken = 0
    for other in range(s.players):
        taken |= as_int(s.land[other])
    free = ((1 << as_int(s.areas)) - 1) & ~taken
    if s.variant == ORIGINAL or s.land[seat] == 0:
        return free
    return free & touch(s, as_int(s.land[seat]))


@compiled
def deal_area(s: Any, area: int) -> None:
    give(s, area, as_int(s.turn))
    s.dice[area] = 1
    s.left -= 1
    if s.left == 0:
        begin_dice(s)
        return
    s.turn = (s.turn + 1) % s.players
    while find_free(s, as_int(s.turn)) == 0:
        s.turn = (s.turn + 1) % s.players


@compiled
def begin_dice(s: Any) -> None:
    """The course: seat by seat, up to 1 more than twice the areas shared out. The original: 3 an area, in turns."""
    s.phase = DICE
    s.turn = 0
    s.left = 2 * s.areas if s.variant == ORIGINAL else count_first(s, 0)
    settle_dice(s)


@compiled
def count_first(s: Any, seat: int) -> int:
    """The dice that a seat adds to the one on each of its areas."""
    areas = count_bits(as_int(s.land[seat]))
    return min(max(0, 2 * s.areas // s.players - areas + 1), (MAX_DICE - 1) * areas)


@compiled
def place_first(s: Any, area: int) -> None:
    s.dice[area] += 1
    s.left -= 1
    if s.variant == ORIGINAL:
        s.turn = (s.turn + 1) % s.players
    settle_dice(s)


@compiled
def settle_dice(s: Any) -> None:
    """Find the seat that places the next die, or begin the first turn."""
    if s.variant == ORIGINAL:
        for _ in range(s.players):
            if s.left > 0 and find_roomy(s, as_int(s.turn)):
                return
            s.turn = (s.turn + 1) % s.players
    else:
        while s.left == 0 and s.turn + 1 < s.players:
            s.turn += 1
            s.left = count_first(s, as_int(s.turn))
        if s.left > 0:
            return
    s.left = 0
    s.turn = 0
    s.phase = TURN


# --- turns ---------------------------------------------------------------------------------------------------------


@compiled
def act(s: Any, source: int, target: int) -> None:
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
def count_moved(s: Any, source: int, target: int) -> int:
    """What a transfer moves: as much as the target takes and the source can spare."""
    return min(MAX_DICE - as_int(s.dice[target]), as_int(s.dice[source]) - 1)


@compiled
def resolve_battle(s: Any, won: bool) -> None:
    source, target = as_int(s.source), as_int(s.target)
    dice = as_int(s.dice[source])
    s.dice[source] = 1
    if won:
        give(s, target, as_int(s.turn))
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
def end_turn(s: Any) -> None:
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
def fill_land(s: Any, mask: int) -> None:
    while mask:
        s.dice[lowest_bit(mask)] = MAX_DICE
        mask &= mask - 1


@compiled
def pass_turn(s: Any) -> None:
    """To the next seat that has an area; or the end, when nobody has attacked for long."""
    alive = 0
    for seat in range(s.players):
        alive += 1 if s.land[seat] != 0 else 0
    s.transfers = s.retreated = 0
    s.turn = (s.turn + 1) % s.players
    while s.land[s.turn] == 0:
        s.turn = (s.turn + 1) % s.players
    s.phase = ENDED if s.quiet >= QUIET_ROUNDS * alive or s.turns >= MAX_TURNS else TURN


# --- land ----------------------------------------------------------------------------------------------------------


@compiled
def give(s: Any, area: int, seat: int) -> None:
    if s.owner[area] != NOBODY:
        s.land[s.owner[area]] &= ~(1 << area)
    s.owner[area] = seat
    s.land[seat] |= 1 << area


@compiled
def is_border(s: Any, area: int) -> bool:
    """Whether an area has a neighbour of another owner."""
    return as_int(s.neighbours[area]) & ~as_int(s.land[s.owner[area]]) != 0


@compiled
def touch(s: Any, mask: int) -> int:
    """All neighbours of the areas of a mask."""
    found = 0
    while mask:
        found |= as_int(s.neighbours[lowest_bit(mask)])
        mask &= mask - 1
    return found


@compiled
def find_roomy(s: Any, seat: int) -> int:
    """A seat's areas with fewer than eight dice."""
    found = 0
    mask = as_int(s.land[seat])
    while mask:
        area = lowest_bit(mask)
        mask &= mask - 1
        if s.dice[area] < MAX_DICE:
            found |= 1 << area
    return found


@compiled
def find_region(s: Any, seat: int) -> int:
    """A seat's largest connected region, as a mask: of equal ones that with the first area."""
    largest = 0
    size = 0
    left = as_int(s.land[seat])
    while count_bits(left) > size:
        region = edge = left & -left
        while edge:
            edge = touch(s, edge) & left & ~region
            region |= edge
        left &= ~region
        if count_bits(region) > size:
            largest, size = region, count_bits(region)
    return largest


@compiled
def count_region(s: Any, seat: int) -> int:
    """The size of a seat's largest region: its income."""
    return count_bits(find_region(s, seat))


@compiled
def count_dice(s: Any, seat: int) -> int:
    dice = 0
    mask = as_int(s.land[seat])
    while mask:
        dice += as_int(s.dice[lowest_bit(mask)])
        mask &= mask - 1
    return dice
