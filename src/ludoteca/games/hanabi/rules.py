"""Hanabi: a team builds a firework of each colour from its lowest card up; nobody sees the cards in their own hand.

A card is `colour * 5 + rank`, both counted from 0, whatever the size of the game. Cards are known by the order in which
they were drawn: `hands` holds orders, oldest first, and what hints have told of a card is kept under its order.

Actions, for h cards in a hand, C colours, R ranks and p players:
    [0, h)       discard the card in a slot; slot 0 is the oldest
    [h, 2h)      play it
    then         tell the player who sits d seats on about a colour: 2h + (d - 1) * C + colour
    then         tell them about a rank: 2h + (p - 1) * C + (d - 1) * R + rank
Chance deals one card at a time; its outcomes are cards.
"""

from typing import Any

import numpy as np

from ludoteca.jit import as_int, compiled
from ludoteca.protocol import CHANCE, OVER, state_dtype
from ludoteca.rng import below, uniform

MAX_PLAYERS = MAX_COLOURS = MAX_RANKS = MAX_HAND = 5
KINDS = MAX_COLOURS * MAX_RANKS
DECK = 50
MAX_TOKENS, MAX_LIVES = 8, 5
MAX_ACTIONS = 2 * MAX_HAND + (MAX_PLAYERS - 1) * (MAX_COLOURS + MAX_RANKS)
MOVES = 120  # no game has more moves: 55 plays and discards, 8 + 50 + 5 hints
LONGEST = DECK + MOVES
NONE, HIDDEN = -1, -2  # no card; a card that this seat may not see
PARTLY = -10  # at and below: a hidden card of which a colour or a rank is known, see `partly`
TOLD = 32  # beside the possible colours (or ranks): a hint has named the one
STRIKE_OUT_ZERO, STRIKE_OUT_KEEPS = 0, 1
STANDARD, FOUR_COLOURS = 0, 1
DISCARD, PLAY, TELL_COLOUR, TELL_RANK = 0, 1, 2, 3  # kinds of actions
SCORED, GAINED = 1, 2  # bits of `event`: the last move built on; it gave a token back

STATE = state_dtype(
    ("cards", np.int8, (DECK,)),  # by order; NONE where chance will decide, or the card that a given deck holds there
    ("colours", np.int8, (DECK,)),  # by order: bits of the colours that hints leave possible, and TOLD
    ("ranks", np.int8, (DECK,)),  # the same of ranks
    ("hands", np.int8, (MAX_PLAYERS, MAX_HAND)),  # orders, oldest first; NONE beyond
    ("held", np.int8, (MAX_PLAYERS,)),  # how many cards each holds
    ("piles", np.int8, (MAX_COLOURS,)),  # cards on each firework
    ("gone", np.int8, (KINDS,)),  # copies discarded or misplayed
    ("left", np.int8, (KINDS,)),  # copies that were not drawn yet; in a view, or are in the own hand
    ("moves", np.int8, (MOVES,)),  # every action of a player so far
    ("ply", np.int16),  # how many
    ("drawn", np.int8),  # cards drawn so far
    ("deck", np.int8),  # cards in the whole game
    ("turn", np.int8),  # the seat to act, once nobody draws
    ("drawer", np.int8),  # the seat that is dealt a card, or NONE
    ("last", np.int8),  # turns left once the deck is empty
    ("tokens", np.int8),
    ("lives", np.int8),
    ("score", np.int8),  # cards on all fireworks
    ("over", np.int8),
    ("played", np.int8),  # the order of the card that the last move discarded or played, or NONE
    ("event", np.int8),  # what the last move brought: SCORED, GAINED
    ("players", np.int8),
    ("colours_used", np.int8),
    ("ranks_used", np.int8),
    ("hand_size", np.int8),
    ("most_tokens", np.int8),
    ("most_lives", np.int8),
    ("scoring", np.int8),
)
SETUP = state_dtype(
    ("variant", np.int8),  # what the others mean where they are 0
    ("players", np.int8),
    ("colours", np.int8),
    ("ranks", np.int8),
    ("hand_size", np.int8),
    ("tokens", np.int8),
    ("lives", np.int8),
    ("scoring", np.int8),
    ("deck", np.int8, (DECK,)),  # a given deck, top first: card + 1, or 0 for chance
)


@compiled
def copies_of(rank: int, ranks: int) -> int:
    """Three of the lowest, one of the highest, two of the others."""
    if rank == 0:
        return 3
    return 1 if rank == ranks - 1 else 2


@compiled
def start(s: Any, setup: Any) -> None:
    four = setup.variant == FOUR_COLOURS
    s.players = setup.players or (4 if four else 2)
    s.colours_used = setup.colours or (4 if four else MAX_COLOURS)
    s.ranks_used = setup.ranks or MAX_RANKS
    s.hand_size = setup.hand_size or (4 if four or s.players > 3 else MAX_HAND)
    s.tokens = s.most_tokens = setup.tokens or MAX_TOKENS
    s.lives = s.most_lives = setup.lives or 3
    s.scoring = setup.scoring
    for order in range(DECK):
        s.cards[order] = setup.deck[order] - 1
    prepare(s)


@compiled
def prepare(s: Any) -> None:
    """The rest of a first position, whose sizes are known."""
    s.deck = 0
    for colour in range(as_int(s.colours_used)):
        for rank in range(as_int(s.ranks_used)):
            s.left[colour * MAX_RANKS + rank] = copies_of(rank, as_int(s.ranks_used))
            s.deck += s.left[colour * MAX_RANKS + rank]
    for seat in range(MAX_PLAYERS):
        for slot in range(MAX_HAND):
            s.hands[seat, slot] = NONE
    s.last = s.players
    s.played = NONE


@compiled
def mover(s: Any) -> int:
    if s.over:
        return OVER
    return CHANCE if s.drawer != NONE else as_int(s.turn)


@compiled
def seats(s: Any) -> int:
    return as_int(s.players)


@compiled
def legal_actions(s: Any, out: Any) -> int:
    """Discards (unless every token is there), plays, then hints that touch a card, while there is a token."""
    seat, size = as_int(s.turn), as_int(s.hand_size)
    n = 0
    if s.tokens < s.most_tokens:
        for slot in range(as_int(s.held[seat])):
            out[n] = slot
            n += 1
    for slot in range(as_int(s.held[seat])):
        out[n] = size + slot
        n += 1
    if s.tokens > 0:
        n = _add_hints(s, out, n, TELL_COLOUR)
        n = _add_hints(s, out, n, TELL_RANK)
    return n


@compiled
def _add_hints(s: Any, out: Any, n: int, kind: int) -> int:
    values = as_int(s.colours_used) if kind == TELL_COLOUR else as_int(s.ranks_used)
    first = first_hint(s, kind)
    for ahead in range(1, as_int(s.players)):
        target = (as_int(s.turn) + ahead) % as_int(s.players)
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(as_int(s.cards[s.hands[target, slot]]), kind)
        for value in range(values):
            if held >> value & 1:
                out[n] = first + (ahead - 1) * values + value
                n += 1
    return n


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


@compiled
def chances(s: Any, out: Any, p: Any) -> int:
    """Each kind of card by the copies not yet drawn; a given deck has its one card."""
    given = as_int(s.cards[s.drawn])
    if given >= 0:
        out[0] = given
        p[0] = 1.0
        return 1
    total = 0
    for card in range(KINDS):
        total += as_int(s.left[card])
    n = 0
    for card in range(KINDS):
        if s.left[card] > 0:
            out[n] = card
            p[n] = s.left[card] / total
            n += 1
    return n


# --- playing -------------------------------------------------------------------------------------------------------


@compiled
def apply(s: Any, action: int) -> None:
    if s.drawer != NONE:
        _draw(s, action)
        return
    s.moves[s.ply] = action
    s.ply += 1
    if s.drawn == s.deck:
        s.last -= 1
    kind = kind_of(s, action)
    s.event = 0
    if kind >= TELL_COLOUR:
        s.played = NONE
        _tell(s, action, kind)
    else:
        _use_card(s, action % as_int(s.hand_size), kind)
    s.over = s.lives == 0 or s.score == s.colours_used * s.ranks_used or (s.drawn == s.deck and s.last == 0)
    if kind <= PLAY and s.drawn < s.deck and not s.over:
        s.drawer = s.turn
    s.turn = (s.turn + 1) % s.players


@compiled
def _draw(s: Any, card: int) -> None:
    order, seat = as_int(s.drawn), as_int(s.drawer)
    s.cards[order] = card
    if card >= 0:
        s.left[card] -= 1
    s.colours[order] = (1 << as_int(s.colours_used)) - 1
    s.ranks[order] = (1 << as_int(s.ranks_used)) - 1
    s.hands[seat, s.held[seat]] = order
    s.held[seat] += 1
    s.drawn += 1
    dealt = as_int(s.players) * as_int(s.hand_size)
    s.drawer = s.drawn // s.hand_size if s.drawn < dealt else NONE


@compiled
def _use_card(s: Any, slot: int, kind: int) -> None:
    """Play or discard: the card leaves the hand, the newer ones move down."""
    seat = as_int(s.turn)
    order = as_int(s.hands[seat, slot])
    s.played = order
    s.held[seat] -= 1
    for i in range(slot, as_int(s.held[seat])):
        s.hands[seat, i] = s.hands[seat, i + 1]
    s.hands[seat, s.held[seat]] = NONE
    card = as_int(s.cards[order])
    colour, rank = card // MAX_RANKS, card % MAX_RANKS
    if kind == PLAY and s.piles[colour] == rank:
        s.piles[colour] += 1
        s.score += 1
        s.event = SCORED
        if rank == s.ranks_used - 1:
            _regain(s)
        return
    s.gone[card] += 1
    if kind == PLAY:
        s.lives -= 1
    else:
        _regain(s)


@compiled
def _regain(s: Any) -> None:
    if s.tokens < s.most_tokens:
        s.tokens += 1
        s.event |= GAINED


@compiled
def _tell(s: Any, action: int, kind: int) -> None:
    ahead, value = hint_of(s, action, kind)
    target = (as_int(s.turn) + ahead) % as_int(s.players)
    s.tokens -= 1
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        touched = value_of(as_int(s.cards[order]), kind) == value
        if kind == TELL_COLOUR:
            s.colours[order] = _narrow(as_int(s.colours[order]), value, touched)
        else:
            s.ranks[order] = _narrow(as_int(s.ranks[order]), value, touched)


@compiled
def _narrow(possible: int, value: int, touched: bool) -> int:
    return 1 << value | TOLD if touched else possible & ~(1 << value)


@compiled
def returns(s: Any, out: Any) -> None:
    score = 0.0 if s.lives == 0 and s.scoring == STRIKE_OUT_ZERO else float(s.score)
    for seat in range(as_int(s.players)):
        out[seat] = score


# --- what a seat may know ------------------------------------------------------------------------------------------


@compiled
def observe(s: Any, seat: int) -> None:
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
def guess(s: Any, seat: int, rng: Any) -> None:
    """Any own hand that the hints and the cards in sight allow, each as likely as it is among all deals.

    Cards are drawn slot by slot. That favours hands whose early cards leave few choices for the later ones, in
    proportion to the product of the choices that were left: so a hand is kept with that product's probability.
    """
    for slot in range(as_int(s.held[seat])):
        if s.cards[s.hands[seat, slot]] < 0:
            _guess_hand(s, seat, rng)
            return


@compiled
def _guess_hand(s: Any, seat: int, rng: Any) -> None:
    at_first = 1.0
    for slot in range(as_int(s.held[seat])):
        at_first *= count_choices(s, as_int(s.hands[seat, slot]))
    while True:
        product = 1.0
        filled = 0
        for slot in range(as_int(s.held[seat])):
            choices = _guess_card(s, as_int(s.hands[seat, slot]), rng)
            product *= choices
            if choices == 0:
                break
            filled += 1
        if uniform(rng) * at_first < product:
            return
        for slot in range(filled):
            order = as_int(s.hands[seat, slot])
            s.left[s.cards[order]] += 1
            s.cards[order] = HIDDEN


@compiled
def count_choices(s: Any, order: int) -> int:
    """How many of the cards out of sight may be the one that was drawn in this place."""
    choices = 0
    for card in range(KINDS):
        if is_possible(s, order, card):
            choices += as_int(s.left[card])
    return choices


@compiled
def _guess_card(s: Any, order: int, rng: Any) -> int:
    """Put a card there that is possible; return how many it was drawn from, 0 if there was none."""
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
def is_possible(s: Any, order: int, card: int) -> bool:
    """Whether hints leave it possible that the card drawn in this place is this one."""
    return (s.colours[order] >> (card // MAX_RANKS)) & (s.ranks[order] >> (card % MAX_RANKS)) & 1 == 1
