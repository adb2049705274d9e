"""The convention of Arthur O'Dwyer's SmartBot: clues point at playable cards, and no warning means: discard.

How a player decides, from their view and their notes (`smart_notes.py`). What the player sees is used only here.
"""

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_action, value_of
from ludoteca.games.hanabi.bots.card_sets import (
    NO,
    RANK_BITS,
    YES,
    classify_cards,
    holds,
    is_single,
    playable_cards,
    trash_cards,
)
from ludoteca.games.hanabi.bots.hand_queries import card_at, clue_rank, may_discard, next_seat
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, is_warning, next_discard, read_clue
from ludoteca.games.hanabi.state import COLOUR_CLUE, KINDS, MAX_RANKS, RANK_CLUE
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes


@compiled
def exhausted_cards(s: State, notes: Notes, seat: int) -> int:
    """The cards of which a player sees or knows every copy, so that no other own card can be one."""
    cards = 0
    for card in range(KINDS):
        cards |= as_int(s.left[card] == 0) << card
    for slot in range(as_int(s.held[seat])):
        known = as_int(notes[seat, slot])
        if is_single(known):
            copies = as_int(s.left[lowest_bit(known)])
            for i in range(as_int(s.held[seat])):
                copies -= notes[seat, i] == known
            if copies <= 0:
                cards |= known
    return cards


@compiled
def drop_exhausted(cards: int, exhausted: int) -> int:
    """A set of the notes, less the cards that a player knows to be elsewhere."""
    left = cards & ~exhausted
    return cards if is_single(cards) or not left else left


@compiled
def decide(s: State, notes: Notes, seat: int) -> int:
    """The action of the player to act, from their view and their notes, which are settled."""
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
        action = give_clue(s, notes, seat)
    if action < 0:
        action = play_mystery(s, notes, seat)
    if action < 0 and not may_discard(s):
        right = (seat - 1) % as_int(s.players)
        if s.held[right] > 0:
            action = clue_rank(s, right, card_at(s, right, 0) % MAX_RANKS)
        else:
            action = as_int(s.hand_size)
    return action if action >= 0 else choose_discard(s, notes, seat)


@compiled
def play_lowest(s: State, notes: Notes, seat: int) -> int:
    """A card that is surely playable: prefer one of which the others do not know it, then a low rank."""
    playable, exhausted = playable_cards(s), exhausted_cards(s, notes, seat)
    best, action = -1, NEITHER
    for slot in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, slot])
        if holds(cards, playable) == NO:
            continue
        left = drop_exhausted(cards, exhausted)
        if holds(left, playable) == YES:
            fitness = 6 - known_rank(left) + (100 if holds(cards, playable) != YES else 0)
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
def play_mystery(s: State, notes: Notes, seat: int) -> int:
    """Near the end of the deck: the card most likely playable."""
    if s.deck - s.drawn > (3 if s.lives >= 3 else 1):
        return NEITHER
    playable, exhausted = playable_cards(s), exhausted_cards(s, notes, seat)
    best, action = 0.0, NEITHER
    for slot in range(as_int(s.held[seat]) - 1, -1, -1):
        left = drop_exhausted(as_int(notes[seat, slot]), exhausted)
        share = count_bits(left & playable) / count_bits(left)
        if share > best:
            best, action = share, as_int(s.hand_size) + slot
    return action


@compiled
def warn(s: State, notes: Notes, seat: int) -> int:
    """If the next player would discard a critical card: a clue that makes them play instead, or the warning."""
    if s.tokens == 0:
        return NEITHER
    target = next_seat(s, seat)
    playable, trash, critical = classify_cards(s)
    slot = next_discard(s, notes, target, playable, trash, critical)
    if slot < 0:
        return NEITHER
    card = card_at(s, target, slot)
    if critical >> card & 1 == 0:
        return NEITHER
    fitness, action = best_clue(s, notes, seat, target)
    return action if fitness > 0 else clue_rank(s, target, card % MAX_RANKS)


@compiled
def discard_for_twin(s: State, notes: Notes, seat: int) -> int:
    """The discard finesse: a known playable card, not critical, of which exactly one other player's newest is a
    copy."""
    if not may_discard(s):
        return NEITHER
    playable, _, critical = classify_cards(s)
    for slot in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, slot])
        if is_single(cards) and cards & playable and not cards & critical:
            twins = 0
            for owner in range(as_int(s.players)):
                if owner != seat and s.held[owner] > 0:
                    twins += card_at(s, owner, as_int(s.held[owner]) - 1) == lowest_bit(cards)
            if twins == 1:
                return slot
    return NEITHER


@compiled
def give_clue(s: State, notes: Notes, seat: int) -> int:
    """The best helpful clue for anybody."""
    best, action = 0, NEITHER
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            fitness, clue = best_clue(s, notes, seat, (seat + ahead) % as_int(s.players))
            if fitness > best:
                best, action = fitness, clue
    return action


@compiled
def best_clue(s: State, notes: Notes, seat: int, target: int) -> tuple[int, int]:
    """(how many possibilities it removes, the action): the best clue for a player that makes them play a right card."""
    playable, trash, critical = classify_cards(s)
    chop = NEITHER
    if target == next_seat(s, seat):
        chop = next_discard(s, notes, target, playable, trash, critical)
    best, action = 0, NEITHER
    for kind in (COLOUR_CLUE, RANK_CLUE):
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(card_at(s, target, slot), kind)
        for value in range(MAX_RANKS):
            if held >> value & 1 == 0 or (kind == RANK_CLUE and is_warning(s, notes, target, value, chop, critical)):
                continue
            fitness = fitness_of(s, notes, target, kind, value, playable)
            if fitness > best:
                best, action = fitness, clue_action(s, target, kind, value)
    return best, action


@compiled
def fitness_of(s: State, notes: Notes, target: int, kind: int, value: int, playable: int) -> int:
    """How many possibilities a clue removes; 0 unless it makes a playable card certain, or the newest card that it
    points at really is playable."""
    plays, _, newest, removed = read_clue(s, notes, target, kind, value, playable)
    if plays > 0 or (newest >= 0 and playable >> card_at(s, target, newest) & 1):
        return removed
    return 0


@compiled
def choose_discard(s: State, notes: Notes, seat: int) -> int:
    """A card that is surely trash, preferably one of which the others do not know it; else the next discard; else the
    highest rank."""
    trash, exhausted = trash_cards(s), exhausted_cards(s, notes, seat)
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, i])
        if holds(drop_exhausted(cards, exhausted), trash) == YES:
            fitness = 2.0 - count_bits(cards & trash) / count_bits(cards)
            if fitness > best:
                best, slot = fitness, i
    if slot < 0:
        slot = next_discard(s, notes, seat, *classify_cards(s))
    if slot < 0:
        slot = 0
        for i in range(as_int(s.held[seat])):
            if known_rank(as_int(notes[seat, i])) > known_rank(as_int(notes[seat, slot])):
                slot = i
    return slot
