"""What the number of an action means, and the colour or rank of a card, as far as it is known.

For h cards in a hand, C colours, R ranks and p players:
    [0, h)       discard the card in a slot; slot 0 is the oldest
    [h, 2h)      play it
    then         clue the player d seats ahead about a colour: 2h + (d - 1) * C + colour
    then         clue that player about a rank: 2h + (p - 1) * C + (d - 1) * R + rank
Chance deals one card at a time; its outcomes are cards.
"""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, DISCARD, MAX_RANKS, PARTLY, PLAY, RANK_CLUE
from ludoteca.protocol import State


@compiled
def first_clue(s: State, kind: int) -> int:
    """The number of the first colour clue, or of the first rank clue."""
    first = 2 * as_int(s.hand_size)
    return first if kind == COLOUR_CLUE else first + (as_int(s.players) - 1) * as_int(s.colours_used)


@compiled
def count_values(s: State, kind: int) -> int:
    """How many colours (or ranks) a clue can name."""
    return as_int(s.colours_used) if kind == COLOUR_CLUE else as_int(s.ranks_used)


@compiled
def clue_action(s: State, target: int, kind: int, value: int) -> int:
    """The number of the action with which the seat to act clues a player about a colour or rank."""
    ahead = (target - as_int(s.turn)) % as_int(s.players)
    return first_clue(s, kind) + (ahead - 1) * count_values(s, kind) + value


@compiled
def kind_of(s: State, action: int) -> int:
    """DISCARD, PLAY, COLOUR_CLUE or RANK_CLUE."""
    if action < 2 * s.hand_size:
        return PLAY if action >= s.hand_size else DISCARD
    return RANK_CLUE if action >= first_clue(s, RANK_CLUE) else COLOUR_CLUE


@compiled
def clue_of(s: State, action: int, kind: int) -> tuple[int, int]:
    """How many seats ahead the player of a clue sits, and the colour or rank that it names."""
    values, place = count_values(s, kind), action - first_clue(s, kind)
    return 1 + place // values, place % values


@compiled
def value_of(card: int, kind: int) -> int:
    """The colour (or rank) of a card; of a hidden one as far as it is known, 7 if it is not."""
    if card >= 0:
        return card // MAX_RANKS if kind == COLOUR_CLUE else card % MAX_RANKS
    if card > PARTLY:
        return 7
    code = PARTLY - card
    return code // 8 if kind == COLOUR_CLUE else code % 8


@compiled
def partly(s: State, order: int) -> int:
    """A code for a hidden card that says what clues have named of it, for `value_of`."""
    colour = named(as_int(s.colours[order]))
    rank = named(as_int(s.ranks[order]))
    return PARTLY - (colour * 8 + rank)


@compiled
def named(possible: int) -> int:
    """The one value that a clue has named, or 7."""
    if not possible & CLUED:
        return 7
    value = 0
    while possible >> value & 1 == 0:
        value += 1
    return value
