"""What a player can see and count: the odds of the own cards, dead cards, what others know. Read from a view."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.games.hanabi.actions import first_hint
from ludoteca.games.hanabi.state import KINDS, MAX_RANKS, TELL_COLOUR, TELL_RANK, copies_of
from ludoteca.games.hanabi.views import is_possible

NOTHING = -1  # no action


@compiled
def only(possible: int) -> int:
    """The one colour (or rank) that is possible, or -1."""
    possible &= 31
    if possible & (possible - 1):
        return -1
    value = 0
    while possible > 1:
        possible >>= 1
        value += 1
    return value


@compiled
def card_at(s: Any, seat: int, slot: int) -> int:
    return as_int(s.cards[s.hands[seat, slot]])


@compiled
def colour_known(s: Any, seat: int, slot: int) -> int:
    """The colour that the owner knows of a card, or -1."""
    return only(as_int(s.colours[s.hands[seat, slot]]))


@compiled
def rank_known(s: Any, seat: int, slot: int) -> int:
    return only(as_int(s.ranks[s.hands[seat, slot]]))


@compiled
def can_build(s: Any, card: int) -> bool:
    return s.piles[card // MAX_RANKS] == card % MAX_RANKS


@compiled
def best_rank(s: Any, colour: int) -> int:
    """How high this firework can still become."""
    for rank in range(as_int(s.piles[colour]), as_int(s.ranks_used)):
        if s.gone[colour * MAX_RANKS + rank] == copies_of(rank, as_int(s.ranks_used)):
            return rank
    return as_int(s.ranks_used)


@compiled
def lowest_pile(s: Any) -> int:
    lowest = as_int(s.piles[0])
    for colour in range(1, as_int(s.colours_used)):
        lowest = min(lowest, as_int(s.piles[colour]))
    return lowest


@compiled
def odds_of_building(s: Any, seat: int, slot: int) -> float:
    """How likely an own card can be built now, by the copies out of sight that it may be."""
    order = as_int(s.hands[seat, slot])
    good = total = 0
    for card in range(KINDS):
        if s.left[card] > 0 and is_possible(s, order, card):
            total += as_int(s.left[card])
            good += as_int(s.left[card]) * can_build(s, card)
    return good / total


@compiled
def tell_colour(s: Any, target: int, colour: int) -> int:
    """The action that tells a player about a colour."""
    ahead = (target - as_int(s.turn)) % as_int(s.players)
    return first_hint(s, TELL_COLOUR) + (ahead - 1) * as_int(s.colours_used) + colour


@compiled
def tell_rank(s: Any, target: int, rank: int) -> int:
    """The action that tells a player about a rank."""
    ahead = (target - as_int(s.turn)) % as_int(s.players)
    return first_hint(s, TELL_RANK) + (ahead - 1) * as_int(s.ranks_used) + rank


@compiled
def next_seat(s: Any, seat: int) -> int:
    return (seat + 1) % as_int(s.players)


@compiled
def others_hold(s: Any, seat: int, card: int) -> bool:
    """Whether another player holds such a card."""
    for owner in range(as_int(s.players)):
        if owner != seat:
            for slot in range(as_int(s.held[owner])):
                if card_at(s, owner, slot) == card:
                    return True
    return False


@compiled
def may_discard(s: Any) -> bool:
    return s.tokens < s.most_tokens


@compiled
def tell_at_random(s: Any, seat: int, rng: Any) -> int:
    """Tell the next player a random attribute of a random card."""
    if s.tokens == 0:
        return NOTHING
    target = next_seat(s, seat)
    card = card_at(s, target, below(rng, as_int(s.held[target])))
    if below(rng, 2) == 0:
        return tell_rank(s, target, card % MAX_RANKS)
    return tell_colour(s, target, card // MAX_RANKS)


@compiled
def discard_at_random(s: Any, seat: int, rng: Any) -> int:
    return below(rng, as_int(s.held[seat])) if may_discard(s) else NOTHING
