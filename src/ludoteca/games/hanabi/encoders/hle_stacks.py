"""The observation of the Hanabi Learning Environment, and what follows from it about the stacks.

To a network a card and the stack of its colour are two of 25 bits each. Whether the card is the next one must be
learned for every pair of them. Here these comparisons are inputs, too: of the cards that the mover sees, and of what
clues leave possible in every hand. They are functions of the vector and of nothing else.
"""

from ludoteca.core.arrays import IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.encoders import hle
from ludoteca.games.hanabi.state import MAX_RANKS
from ludoteca.protocol import Encoder, State
from ludoteca.protocol.encoders import make_slices

SEEN, KNOWN = 3, 3  # bits of a card that the mover sees, and of what clues tell of a card


def slices(s: State) -> dict[str, slice]:
    """Where each part of the vector lies, for a game of this size."""
    lengths = {name: part.stop - part.start for name, part in hle.slices(s).items()}
    cards = int(s.hand_size)
    lengths["seen_stacks"] = (int(s.players) - 1) * cards * SEEN
    lengths["known_stacks"] = int(s.players) * cards * KNOWN
    return make_slices(lengths)


def size(s: State) -> int:
    """The length of the vector."""
    return slices(s)["known_stacks"].stop


@compiled
def fill_view(s: State, out: IntArray) -> None:
    seat, players, cards = as_int(s.turn), as_int(s.players), as_int(s.hand_size)
    hle.fill(s, seat, out)
    at = len(out) - (players - 1) * cards * SEEN - players * cards * KNOWN
    for ahead in range(1, players):
        owner = (seat + ahead) % players
        for slot in range(as_int(s.held[owner])):
            _fill_seen(s, as_int(s.cards[s.hands[owner, slot]]), out, at + slot * SEEN)
        at += cards * SEEN
    for ahead in range(players):
        owner = (seat + ahead) % players
        for slot in range(as_int(s.held[owner])):
            _fill_known(s, as_int(s.hands[owner, slot]), out, at + slot * KNOWN)
        at += cards * KNOWN


@compiled
def _fill_seen(s: State, card: int, out: IntArray, at: int) -> None:
    """Built already, next, or the one after."""
    ahead = card % MAX_RANKS - as_int(s.piles[card // MAX_RANKS])
    if ahead <= 1:
        out[at + max(0, ahead + 1)] = 1


@compiled
def _fill_known(s: State, order: int, out: IntArray, at: int) -> None:
    """Of the cards that clues leave possible: all are next, some are next, all are built."""
    cards, following, built = 0, 0, 0
    for colour in range(as_int(s.colours_used)):
        if not as_int(s.colours[order]) >> colour & 1:
            continue
        for rank in range(as_int(s.ranks_used)):
            if as_int(s.ranks[order]) >> rank & 1:
                cards += 1
                following += s.piles[colour] == rank
                built += s.piles[colour] > rank
    out[at] = following == cards
    out[at + 1] = following > 0
    out[at + 2] = built == cards


ENCODER = Encoder(
    name="hle_stacks",
    summary="the observation of the Hanabi Learning Environment, and where cards stand beside their stacks",
    inputs=size,
    outputs=hle.count_actions,
    fill=fill_view,
    slices=slices,
    stored="uint8",
)
