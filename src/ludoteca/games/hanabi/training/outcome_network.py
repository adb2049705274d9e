"""A network's first layers for the bits of the Hanabi Learning Environment, that share what they learn of cards.

To a plain network every pair of a card and a stack is a case of its own, in every place of every hand. Here one small
encoder looks at each kind of card (a colour and a rank): how high the stack of its colour is from there, and which
copies were thrown away. A card in a hand is then the sum of the kinds that clues leave possible for it and, where it is
seen, the kind that it is. What is learned of one colour, rank or place holds for all.
"""

from ludoteca.games.hanabi.encoders import hle
from ludoteca.games.hanabi.state import copies_of
from ludoteca.networks.declaration import ONE, ZERO, Block, Layer
from ludoteca.protocol import State

UNITS = 16  # of a kind of card, and of a card
BELOW = 2  # stacks so much lower than a card are seen apart


def make_blocks(first: State) -> tuple[Block, ...]:
    """One block for the own cards, and one for those of all others. The encoder is `hle`, or one that begins so."""
    kinds, cards = list_kinds(first), int(first.hand_size)
    known, seen = list_members(first)
    own, others = known[:cards], [a + b for a, b in zip(known[cards:], seen, strict=True)]
    return tuple(
        Block(
            len(kinds), layers=(Layer(UNITS),), seen=tuple(kinds), groups=len(members), members=tuple(members),
            then=(Layer(UNITS, normalise="layer"),), joined=True,
        )
        for members in (own, others)
    )  # fmt: skip


def list_kinds(first: State) -> list[tuple[int, ...]]:
    """Of each kind of card: the bits of its stack, counted from its own rank; of its copies that are gone; its rank."""
    slices, ranks = hle.slices(first), int(first.ranks_used)
    found, copies = [], [copies_of(rank, ranks) for rank in range(ranks)]
    for colour in range(int(first.colours_used)):
        stack, gone = slices["fireworks"].start + colour * ranks, slices["discards"].start + colour * sum(copies)
        for rank in range(ranks):
            heights = [stack + at if 0 <= at < ranks else ZERO for at in range(rank - BELOW, rank + ranks)]
            first_copy = gone + sum(copies[:rank])
            lost = [first_copy + i if i < copies[rank] else ZERO for i in range(max(copies))]
            found.append((*heights, *lost, *(ONE if each == rank else ZERO for each in range(ranks))))
    return found


def list_members(first: State) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Of each card, the mover's first, the bits of the kinds that clues leave possible; and of each card of the others
    the bits of what it is."""
    slices, kinds = hle.slices(first), int(first.colours_used) * int(first.ranks_used)
    cards, width = int(first.hand_size) * int(first.players), kinds + int(first.colours_used) + int(first.ranks_used)
    starts = [slices["knowledge"].start + card * width for card in range(cards)]
    shown = [slices["hands"].start + card * kinds for card in range(cards - int(first.hand_size))]
    known, seen = ([tuple(range(at, at + kinds)) for at in places] for places in (starts, shown))
    return known, seen
