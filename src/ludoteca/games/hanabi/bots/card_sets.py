"""Sets of cards as integers, with one bit for each card."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.state import COLOUR_CLUE, MAX_COLOURS, MAX_RANKS, copies_of
from ludoteca.protocol import State

NO, MAYBE, YES = 0, 1, 2
COLOUR_BITS = tuple(31 << (MAX_RANKS * colour) for colour in range(MAX_COLOURS))
RANK_BITS = tuple(sum(1 << (MAX_RANKS * colour + rank) for colour in range(MAX_COLOURS)) for rank in range(MAX_RANKS))


@compiled
def is_single(cards: int) -> bool:
    """Whether the set has one card (or none)."""
    return cards & (cards - 1) == 0


@compiled
def holds(cards: int, wanted: int) -> int:
    """Whether a card that is one of `cards` is one of `wanted`: YES, MAYBE or NO."""
    if cards & wanted == 0:
        return NO
    return YES if cards & ~wanted == 0 else MAYBE


@compiled
def all_cards(s: State) -> int:
    cards = 0
    for colour in range(as_int(s.colours_used)):
        cards |= ((1 << as_int(s.ranks_used)) - 1) << (MAX_RANKS * colour)
    return cards


@compiled
def named_cards(kind: int, value: int) -> int:
    """The cards that a clue about this colour or rank names."""
    return COLOUR_BITS[value] if kind == COLOUR_CLUE else RANK_BITS[value]


@compiled
def playable_cards(s: State) -> int:
    cards = 0
    for colour in range(as_int(s.colours_used)):
        if s.piles[colour] < s.ranks_used:
            cards |= 1 << (MAX_RANKS * colour + as_int(s.piles[colour]))
    return cards


@compiled
def trash_cards(s: State) -> int:
    """Cards that can never be played: played already, or above an extinct card of their colour."""
    cards = 0
    for colour in range(as_int(s.colours_used)):
        reach = as_int(s.piles[colour])
        while reach < s.ranks_used and s.gone[MAX_RANKS * colour + reach] < copies_of(reach, as_int(s.ranks_used)):
            reach += 1
        low = (1 << as_int(s.piles[colour])) - 1
        high = 31 & ~((1 << (reach + 1)) - 1)
        cards |= (low | high) << (MAX_RANKS * colour)
    return cards


@compiled
def critical_cards(s: State, trash: int) -> int:
    """Cards still needed of which one copy is left."""
    cards = 0
    for colour in range(as_int(s.colours_used)):
        for rank in range(as_int(s.piles[colour]), as_int(s.ranks_used)):
            card = MAX_RANKS * colour + rank
            if s.gone[card] == copies_of(rank, as_int(s.ranks_used)) - 1:
                cards |= 1 << card
    return cards & ~trash


@compiled
def classify_cards(s: State) -> tuple[int, int, int]:
    """The cards that are playable, trash and critical now."""
    trash = trash_cards(s)
    return playable_cards(s), trash, critical_cards(s, trash)
