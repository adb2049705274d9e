"""The convention of Arthur O'Dwyer's SmartBot: hints point at playable cards, silence at cards that may go.

How a player decides, from their view and their notes (`smart_notes.py`); their own eyesight comes in here.
"""

from typing import Any

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import value_of
from ludoteca.games.hanabi.bots.card_sets import (
    NO,
    RANK_BITS,
    YES,
    holds,
    is_one,
    playable_cards,
    sort_cards,
    worthless_cards,
)
from ludoteca.games.hanabi.bots.hand_queries import card_at, may_discard, next_seat, tell_colour, tell_rank
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, is_warning, next_discard, point_at
from ludoteca.games.hanabi.state import KINDS, MAX_RANKS, TELL_COLOUR, TELL_RANK


@compiled
def exhaust(s: Any, notes: Any, seat: int) -> int:
    """The cards of which a player sees or knows every copy."""
    cards = 0
    for card in range(KINDS):
        cards |= as_int(s.left[card] == 0) << card
    for slot in range(as_int(s.held[seat])):
        known = as_int(notes[seat, slot])
        if is_one(known):
            copies = as_int(s.left[lowest_bit(known)])
            for i in range(as_int(s.held[seat])):
                copies -= notes[seat, i] == known
            if copies <= 0:
                cards |= known
    return cards


@compiled
def see(cards: int, exhausted: int) -> int:
    """A set of the notes, less the cards that a player knows to be elsewhere."""
    seen = cards & ~exhausted
    return cards if is_one(cards) or not seen else seen


@compiled
def decide(s: Any, notes: Any, seat: int) -> int:
    """The move of the player to act, from their view and their notes, which are settled."""
    if s.drawn == s.deck:
        action = play_lowest(s, notes, seat)
        if action < 0:
            action = play_mystery(s, notes, seat)
        if action >= 0:
            return action
    action = warn(s, notes, seat)
    if action < 0:
        action = discard_for_twin(s, notes, seat)
    if action < 0:
        action = play_lowest(s, notes, seat)
    if action < 0:
        action = give_hint(s, notes, seat)
    if action < 0:
        action = play_mystery(s, notes, seat)
    if action < 0 and not may_discard(s):
        right = (seat - 1) % as_int(s.players)
        if s.held[right] > 0:
            action = tell_rank(s, right, card_at(s, right, 0) % MAX_RANKS)
        else:
            action = as_int(s.hand_size)
    return action if action >= 0 else choose_discard(s, notes, seat)


@compiled
def play_lowest(s: Any, notes: Any, seat: int) -> int:
    """A card that is surely playable: first one of which the others do not know it, then of low rank."""
    playable, exhausted = playable_cards(s), exhaust(s, notes, seat)
    best, action = -1, NEITHER
    for slot in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, slot])
        if holds(cards, playable) == NO:
            continue
        seen = see(cards, exhausted)
        if holds(seen, playable) == YES:
            fitness = 6 - known_rank(seen) + (100 if holds(cards, playable) != YES else 0)
            if fitness > best:
                best, action = fitness, as_int(s.hand_size) + slot
    return action


@compiled
def known_rank(cards: int) -> int:
    """The rank (from 1) that all cards of a set have, or -1."""
    for rank in range(MAX_RANKS):
        if cards & ~RANK_BITS[rank] == 0:
            return rank + 1
    return -1


@compiled
def play_mystery(s: Any, notes: Any, seat: int) -> int:
    """Near the end of the deck: the card that is most probably playable."""
    if s.deck - s.drawn > (3 if s.lives >= 3 else 1):
        return NEITHER
    playable, exhausted = playable_cards(s), exhaust(s, notes, seat)
    best, action = 0.0, NEITHER
    for slot in range(as_int(s.held[seat]) - 1, -1, -1):
        seen = see(as_int(notes[seat, slot]), exhausted)
        share = count_bits(seen & playable) / count_bits(seen)
        if share > best:
            best, action = share, as_int(s.hand_size) + slot
    return action


@compiled
def warn(s: Any, notes: Any, seat: int) -> int:
    """If the next player would discard a valuable card: a hint that lets them play instead, or the warning."""
    if s.tokens == 0:
        return NEITHER
    target = next_seat(s, seat)
    playable, worthless, valuable = sort_cards(s)
    slot = next_discard(s, notes, target, playable, worthless, valuable)
    if slot < 0:
        return NEITHER
    card = card_at(s, target, slot)
    if valuable >> card & 1 == 0:
        return NEITHER
    fitness, action = best_hint(s, notes, seat, target)
    return action if fitness > 0 else tell_rank(s, target, card % MAX_RANKS)


@compiled
def discard_for_twin(s: Any, notes: Any, seat: int) -> int:
    """The discard finesse: a known playable card, not valuable, that is exactly one other player's newest."""
    if not may_discard(s):
        return NEITHER
    playable, _, valuable = sort_cards(s)
    for slot in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, slot])
        if is_one(cards) and cards & playable and not cards & valuable:
            twins = 0
            for owner in range(as_int(s.players)):
                if owner != seat and s.held[owner] > 0:
                    twins += card_at(s, owner, as_int(s.held[owner]) - 1) == lowest_bit(cards)
            if twins == 1:
                return slot
    return NEITHER


@compiled
def give_hint(s: Any, notes: Any, seat: int) -> int:
    """The best helpful hint for anybody."""
    best, action = 0, NEITHER
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            fitness, hint = best_hint(s, notes, seat, (seat + ahead) % as_int(s.players))
            if fitness > best:
                best, action = fitness, hint
    return action


@compiled
def best_hint(s: Any, notes: Any, seat: int, target: int) -> tuple[int, int]:
    """(how many possibilities it takes away, the hint): the best for a player that makes them play a good card."""
    playable, worthless, valuable = sort_cards(s)
    due = NEITHER
    if target == next_seat(s, seat):
        due = next_discard(s, notes, target, playable, worthless, valuable)
    best, action = 0, NEITHER
    for kind in (TELL_COLOUR, TELL_RANK):
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(card_at(s, target, slot), kind)
        for value in range(MAX_RANKS):
            if held >> value & 1 == 0 or (kind == TELL_RANK and is_warning(s, notes, target, value, due, valuable)):
                continue
            fitness = fitness_of(s, notes, target, kind, value, playable)
            if fitness > best:
                best = fitness
                action = tell_colour(s, target, value) if kind == TELL_COLOUR else tell_rank(s, target, value)
    return best, action


@compiled
def fitness_of(s: Any, notes: Any, target: int, kind: int, value: int, playable: int) -> int:
    """The possibilities that a hint takes away; 0 unless it makes a playable card sure, or the newest card that it
    points at really is playable."""
    plays, _, newest, taken = point_at(s, notes, target, kind, value, playable)
    if plays > 0 or (newest >= 0 and playable >> card_at(s, target, newest) & 1):
        return taken
    return 0


@compiled
def choose_discard(s: Any, notes: Any, seat: int) -> int:
    """A surely worthless card, best one of which the others do not know it; what is next; or the highest rank."""
    worthless, exhausted = worthless_cards(s), exhaust(s, notes, seat)
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, i])
        if holds(see(cards, exhausted), worthless) == YES:
            fitness = 2.0 - count_bits(cards & worthless) / count_bits(cards)
            if fitness > best:
                best, slot = fitness, i
    if slot < 0:
        slot = next_discard(s, notes, seat, *sort_cards(s))
    if slot < 0:
        slot = 0
        for i in range(as_int(s.held[seat])):
            if known_rank(as_int(notes[seat, i])) > known_rank(as_int(notes[seat, slot])):
                slot = i
    return slot
