"""What a seat may know of a game, and sampling the hands that are possible for it."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, uniform
from ludoteca.games.hanabi.state import DECK, HIDDEN, KINDS, MAX_RANKS, NONE
from ludoteca.protocol import EVERYBODY, State


@compiled
def observe(s: State, seat: int) -> None:
    """Blank the own hand and the deck."""
    for slot in range(as_int(s.held[seat])):
        order = as_int(s.hands[seat, slot])
        card = as_int(s.cards[order])
        if card >= 0:
            s.left[card] += 1
            s.cards[order] = HIDDEN
    for order in range(as_int(s.drawn), DECK):
        s.cards[order] = NONE


@compiled
def guess(s: State, seat: int, rng: Rng) -> None:
    """Sample the own hand (all hands, for EVERYBODY) uniformly from the deals that clues and visible cards allow.

    Cards are drawn slot by slot. That favours hands whose early cards leave few choices for later slots, so a hand is
    accepted with a probability proportional to the product of the choices that there were (rejection sampling).
    """
    first, end = (0, as_int(s.players)) if seat == EVERYBODY else (seat, seat + 1)
    at_first, hidden = 1.0, 0
    for owner in range(first, end):
        for slot in range(as_int(s.held[owner])):
            if s.cards[s.hands[owner, slot]] < 0:
                at_first *= count_choices(s, as_int(s.hands[owner, slot]))
                hidden += 1
    if hidden == 0:
        return
    while True:
        product = _guess_hands(s, first, end, rng)
        if uniform(rng) * at_first < product:
            return
        _hide_hands(s, first, end)


@compiled
def _guess_hands(s: State, first: int, end: int, rng: Rng) -> float:
    """Put possible cards into these hands. Returns the product of the choices there were, 0 if a slot had none."""
    product = 1.0
    for owner in range(first, end):
        for slot in range(as_int(s.held[owner])):
            product *= _guess_card(s, as_int(s.hands[owner, slot]), rng)
            if product == 0.0:
                return product
    return product


@compiled
def _hide_hands(s: State, first: int, end: int) -> None:
    for owner in range(first, end):
        for slot in range(as_int(s.held[owner])):
            order = as_int(s.hands[owner, slot])
            if s.cards[order] >= 0:
                s.left[s.cards[order]] += 1
                s.cards[order] = HIDDEN


@compiled
def count_choices(s: State, order: int) -> int:
    """How many of the cards out of sight the card of this order may be."""
    choices = 0
    for card in range(KINDS):
        if is_possible(s, order, card):
            choices += as_int(s.left[card])
    return choices


@compiled
def _guess_card(s: State, order: int, rng: Rng) -> int:
    """Put a possible card there. Returns how many it was drawn from, 0 if there was none."""
    choices = count_choices(s, order)
    if choices == 0:
        return 0
    pick = below(rng, choices)
    for card in range(KINDS):
        if is_possible(s, order, card):
            pick -= as_int(s.left[card])
            if pick < 0:
                s.cards[order] = card
                s.left[card] -= 1
                break
    return choices


@compiled
def is_possible(s: State, order: int, card: int) -> bool:
    """Whether clues leave it possible that the card of this order is `card`."""
    return (s.colours[order] >> (card // MAX_RANKS)) & (s.ranks[order] >> (card % MAX_RANKS)) & 1 == 1
