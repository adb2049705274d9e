"""What a player can see and count in a view: the odds of the own cards, what others know, who holds what."""

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.games.hanabi.actions import clue_action
from ludoteca.games.hanabi.state import COLOUR_CLUE, KINDS, MAX_RANKS, RANK_CLUE, copies_of, is_playable
from ludoteca.games.hanabi.views import is_possible
from ludoteca.protocol import State

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
def card_at(s: State, seat: int, slot: int) -> int:
    return as_int(s.cards[s.hands[seat, slot]])


@compiled
def colour_known(s: State, seat: int, slot: int) -> int:
    """The colour that the owner knows of a card, or -1."""
    return only(as_int(s.colours[s.hands[seat, slot]]))


@compiled
def rank_known(s: State, seat: int, slot: int) -> int:
    return only(as_int(s.ranks[s.hands[seat, slot]]))


@compiled
def best_rank(s: State, colour: int) -> int:
    """How many cards this firework can still reach."""
    for rank in range(as_int(s.piles[colour]), as_int(s.ranks_used)):
        if s.gone[colour * MAX_RANKS + rank] == copies_of(rank, as_int(s.ranks_used)):
            return rank
    return as_int(s.ranks_used)


@compiled
def lowest_pile(s: State) -> int:
    lowest = as_int(s.piles[0])
    for colour in range(1, as_int(s.colours_used)):
        lowest = min(lowest, as_int(s.piles[colour]))
    return lowest


@compiled
def playable_odds(s: State, seat: int, slot: int) -> float:
    """The probability that an own card is playable, by the copies out of sight that it may be."""
    order = as_int(s.hands[seat, slot])
    good = total = 0
    for card in range(KINDS):
        if s.left[card] > 0 and is_possible(s, order, card):
            total += as_int(s.left[card])
            good += as_int(s.left[card]) * is_playable(s, card)
    return good / total


@compiled
def clue_colour(s: State, target: int, colour: int) -> int:
    return clue_action(s, target, COLOUR_CLUE, colour)


@compiled
def clue_rank(s: State, target: int, rank: int) -> int:
    return clue_action(s, target, RANK_CLUE, rank)


@compiled
def next_seat(s: State, seat: int) -> int:
    return (seat + 1) % as_int(s.players)


@compiled
def others_hold(s: State, seat: int, card: int) -> bool:
    """Whether another player holds this card."""
    for owner in range(as_int(s.players)):
        if owner != seat and holds_card(s, owner, card):
            return True
    return False


@compiled
def holds_card(s: State, owner: int, card: int) -> bool:
    for slot in range(as_int(s.held[owner])):
        if card_at(s, owner, slot) == card:
            return True
    return False


@compiled
def deck_will_last(s: State) -> bool:
    """Whether so few cards were discarded that every card still to be played can be played before the last round. (A
    player who then holds only trash has no use for the last turn.)"""
    discarded = 0
    for card in range(KINDS):
        discarded += as_int(s.gone[card])
    fireworks = as_int(s.colours_used) * as_int(s.ranks_used)
    return discarded <= as_int(s.deck) - fireworks - as_int(s.players) * as_int(s.hand_size)


@compiled
def may_discard(s: State) -> bool:
    return s.tokens < s.most_tokens


@compiled
def clue_at_random(s: State, seat: int, rng: Rng) -> int:
    """Clue the next player about a random attribute of a random card."""
    if s.tokens == 0:
        return NOTHING
    target = next_seat(s, seat)
    card = card_at(s, target, below(rng, as_int(s.held[target])))
    if below(rng, 2) == 0:
        return clue_rank(s, target, card % MAX_RANKS)
    return clue_colour(s, target, card // MAX_RANKS)


@compiled
def discard_at_random(s: State, seat: int, rng: Rng) -> int:
    return below(rng, as_int(s.held[seat])) if may_discard(s) else NOTHING
