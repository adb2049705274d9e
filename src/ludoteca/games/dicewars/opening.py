"""Before the first turn: chance draws the map, deals the areas and places the starting dice."""

from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import MAX_DICE, ORIGINAL
from ludoteca.games.dicewars.growth import grow_map
from ludoteca.games.dicewars.land import assign, find_roomy, neighbours_of
from ludoteca.games.dicewars.state import BASE, DEAL, DICE, TURN
from ludoteca.protocol import State


@compiled
def use_seed(s: State, seed: int) -> None:
    s.map_seed = seed
    s.areas = grow_map(seed, as_int(s.variant), s.hexes, s.neighbours)
    begin_deal(s)


@compiled
def draw_digit(s: State, digit: int) -> None:
    """The seed's last digit grows the map; a seed is never 0."""
    s.map_seed = s.map_seed * BASE + digit
    s.left -= 1
    if s.left == 0:
        use_seed(s, max(1, as_int(s.map_seed)))


@compiled
def begin_deal(s: State) -> None:
    s.phase = DEAL
    s.left = s.areas


@compiled
def find_free(s: State, seat: int) -> int:
    """The areas that may be dealt to a seat: any at first; then neighbours of its own, so that its land is connected.
    In the original game always any."""
    taken = 0
    for other in range(s.players):
        taken |= as_int(s.land[other])
    free = ((1 << as_int(s.areas)) - 1) & ~taken
    if s.variant == ORIGINAL or s.land[seat] == 0:
        return free
    return free & neighbours_of(s, as_int(s.land[seat]))


@compiled
def deal_area(s: State, area: int) -> None:
    assign(s, area, as_int(s.turn))
    s.dice[area] = 1
    s.left -= 1
    if s.left == 0:
        begin_dice(s)
        return
    s.turn = (s.turn + 1) % s.players
    while find_free(s, as_int(s.turn)) == 0:
        s.turn = (s.turn + 1) % s.players


@compiled
def begin_dice(s: State) -> None:
    """The course: seat by seat, up to 1 more than twice the areas shared out. The original: 3 an area, in turns."""
    s.phase = DICE
    s.turn = 0
    s.left = 2 * s.areas if s.variant == ORIGINAL else count_first(s, 0)
    settle_dice(s)


@compiled
def count_first(s: State, seat: int) -> int:
    """The dice that a seat adds to the one on each of its areas."""
    areas = count_bits(as_int(s.land[seat]))
    return min(max(0, 2 * s.areas // s.players - areas + 1), (MAX_DICE - 1) * areas)


@compiled
def place_first(s: State, area: int) -> None:
    s.dice[area] += 1
    s.left -= 1
    if s.variant == ORIGINAL:
        s.turn = (s.turn + 1) % s.players
    settle_dice(s)


@compiled
def settle_dice(s: State) -> None:
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
