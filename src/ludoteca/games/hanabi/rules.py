"""Hanabi: a team builds a firework of each colour from its lowest card up; nobody sees the cards in their own hand.

How a game begins, who acts, which actions are legal, and what they do. The record is in `state.py`, the numbering of
actions in `actions.py`, and what a seat may know in `views.py`.
"""

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, count_values, first_clue, kind_of, value_of
from ludoteca.games.hanabi.state import (
    CLUED,
    COLOUR_CLUE,
    DECK,
    FOUR_COLOURS,
    GAINED,
    KINDS,
    MAX_COLOURS,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_RANKS,
    MAX_TOKENS,
    NONE,
    PLAY,
    RANK_CLUE,
    SCORED,
    STRIKE_OUT_ZERO,
    copies_of,
    is_playable,
)
from ludoteca.protocol import CHANCE, OVER, State


@compiled
def start(s: State, setup: State) -> None:
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
def prepare(s: State) -> None:
    """Fill in the rest of a first position whose sizes are set."""
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
def mover(s: State) -> int:
    if s.over:
        return OVER
    return CHANCE if s.drawer != NONE else as_int(s.turn)


@compiled
def seats(s: State) -> int:
    return as_int(s.players)


@compiled
def legal_actions(s: State, out: Actions) -> int:
    """Discards (unless all tokens are there), plays, and, if there is a token, the clues that touch a card."""
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
        n = _add_clues(s, out, n, COLOUR_CLUE)
        n = _add_clues(s, out, n, RANK_CLUE)
    return n


@compiled
def _add_clues(s: State, out: Actions, n: int, kind: int) -> int:
    values, first = count_values(s, kind), first_clue(s, kind)
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
def chances(s: State, out: Actions, p: FloatArray) -> int:
    """Each card in proportion to its copies not yet drawn; in a given deck, the next card for certain."""
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
def apply(s: State, action: int) -> None:
    if s.drawer != NONE:
        _draw(s, action)
        return
    s.moves[s.ply] = action
    s.ply += 1
    if s.drawn == s.deck:
        s.last -= 1
    kind = kind_of(s, action)
    s.event = 0
    if kind >= COLOUR_CLUE:
        s.played = NONE
        _give_clue(s, action, kind)
    else:
        _use_card(s, action % as_int(s.hand_size), kind)
    s.over = s.lives == 0 or s.score == s.colours_used * s.ranks_used or (s.drawn == s.deck and s.last == 0)
    if kind <= PLAY and s.drawn < s.deck and not s.over:
        s.drawer = s.turn
    s.turn = (s.turn + 1) % s.players


@compiled
def _draw(s: State, card: int) -> None:
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
def _use_card(s: State, slot: int, kind: int) -> None:
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
    if kind == PLAY and is_playable(s, card):
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
def _regain(s: State) -> None:
    if s.tokens < s.most_tokens:
        s.tokens += 1
        s.event |= GAINED


@compiled
def _give_clue(s: State, action: int, kind: int) -> None:
    ahead, value = clue_of(s, action, kind)
    target = (as_int(s.turn) + ahead) % as_int(s.players)
    s.tokens -= 1
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        touched = value_of(as_int(s.cards[order]), kind) == value
        if kind == COLOUR_CLUE:
            s.colours[order] = narrow(as_int(s.colours[order]), value, touched)
        else:
            s.ranks[order] = narrow(as_int(s.ranks[order]), value, touched)


@compiled
def narrow(possible: int, value: int, touched: bool) -> int:
    """What a clue about this value leaves possible of a card that it touches, or does not touch."""
    return 1 << value | CLUED if touched else possible & ~(1 << value)


@compiled
def returns(s: State, out: FloatArray) -> None:
    score = 0.0 if s.lives == 0 and s.scoring == STRIKE_OUT_ZERO else float(s.score)
    for seat in range(as_int(s.players)):
        out[seat] = score


@compiled
def rewards(s: State, kind: int, out: FloatArray) -> None:
    """`built`: the cards built, less one after a strike-out, of 25."""
    built = max(0, as_int(s.score) - (s.lives == 0))
    for seat in range(as_int(s.players)):
        out[seat] = built / KINDS
