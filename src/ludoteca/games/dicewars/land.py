"""Land: who owns which areas, their neighbours and borders, and the size of regions."""

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.dicewars.constants import MAX_DICE
from ludoteca.games.dicewars.state import NOBODY
from ludoteca.protocol import State


@compiled
def assign(s: State, area: int, seat: int) -> None:
    """Make a seat the owner of an area."""
    if s.owner[area] != NOBODY:
        s.land[s.owner[area]] &= ~(1 << area)
    s.owner[area] = seat
    s.land[seat] |= 1 << area


@compiled
def is_border(s: State, area: int) -> bool:
    """Whether an area has a neighbour of another owner."""
    return as_int(s.neighbours[area]) & ~as_int(s.land[s.owner[area]]) != 0


@compiled
def neighbours_of(s: State, mask: int) -> int:
    """All neighbours of the areas of a mask."""
    found = 0
    while mask:
        found |= as_int(s.neighbours[lowest_bit(mask)])
        mask &= mask - 1
    return found


@compiled
def find_roomy(s: State, seat: int) -> int:
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
def find_region(s: State, seat: int) -> int:
    """A seat's largest connected region, as a mask: of equal ones that with the first area."""
    largest = 0
    size = 0
    left = as_int(s.land[seat])
    while count_bits(left) > size:
        region = edge = left & -left
        while edge:
            edge = neighbours_of(s, edge) & left & ~region
            region |= edge
        left &= ~region
        if count_bits(region) > size:
            largest, size = region, count_bits(region)
    return largest


@compiled
def count_region(s: State, seat: int) -> int:
    """The size of a seat's largest region: its income."""
    return count_bits(find_region(s, seat))


@compiled
def count_dice(s: State, seat: int) -> int:
    dice = 0
    mask = as_int(s.land[seat])
    while mask:
        dice += as_int(s.dice[lowest_bit(mask)])
        mask &= mask - 1
    return dice
