"""What the number of an action means, and the colour or rank of a card, as far as it is known.

For h cards in a hand, C colours, R ranks and p players:
    [0, h)       discard the card in a slot; slot 0 is the oldest
    [h, 2h)      play it
    then         tell the player who sits d seats on about a colour: 2h + (d - 1) * C + colour
    then         tell them about a rank: 2h + (p - 1) * C + (d - 1) * R + rank
Chance deals one card at a time; its outcomes are cards.
"""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.state import DISCARD, MAX_RANKS, PARTLY, PLAY, TELL_COLOUR, TELL_RANK, TOLD


@compiled
def first_hint(s: Any, kind: int) -> int:
    """The number of the first action that tells about a colour, or about a rank."""
    first = 2 * as_int(s.hand_size)
    return first if kind == TELL_COLOUR else first + (as_int(s.players) - 1) * as_int(s.colours_used)


@compiled
def kind_of(s: Any, action: int) -> int:
    """DISCARD, PLAY, TELL_COLOUR or TELL_RANK."""
    if action < 2 * s.hand_size:
        return PLAY if action >= s.hand_size else DISCARD
    return TELL_RANK if action >= first_hint(s, TELL_RANK) else TELL_COLOUR


@compiled
def hint_of(s: Any, action: int, kind: int) -> tuple[int, int]:
    """Of a hint: how many seats on the player sits, and the colour or rank that is named."""
    values = as_int(s.colours_used) if kind == TELL_COLOUR else as_int(s.ranks_used)
    place = action - first_hint(s, kind)
    return 1 + place // values, place % values


@compiled
def value_of(card: int, kind: int) -> int:
    """The colour (or rank) of a card; of a hidden one as far as it is known, 7 if it is not."""
    if card >= 0:
        return card // MAX_RANKS if kind == TELL_COLOUR else card % MAX_RANKS
    if card > PARTLY:
        return 7
    code = PARTLY - card
    return code // 8 if kind == TELL_COLOUR else code % 8


@compiled
def partly(s: Any, order: int) -> int:
    """A code for a hidden card that says what hints have named of it, for `value_of`."""
    colour = named(as_int(s.colours[order]))
    rank = named(as_int(s.ranks[order]))
    return PARTLY - (colour * 8 + rank)


@compiled
def named(possible: int) -> int:
    """The one value that a hint has named, or 7."""
    if not possible & TOLD:
        return 7
    value = 0
    while possible >> value & 1 == 0:
        value += 1
    return value
