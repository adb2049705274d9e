"""The notes of `smart`: for every slot of every hand, `notes[owner, slot]` is the set of cards that it may be.

All players keep the same notes, from clues and from what the convention lets them infer from each action. What a player
sees is not written into them, with one exception: the discard finesse, which each player reads with their own eyes. So
each viewer has notes of their own, which follow from what that viewer may see.
"""

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, kind_of, value_of
from ludoteca.games.hanabi.bots.card_sets import (
    MAYBE,
    RANK_BITS,
    YES,
    all_cards,
    classify_cards,
    holds,
    is_single,
    named_cards,
    playable_cards,
)
from ludoteca.games.hanabi.bots.hand_queries import card_at, may_discard, next_seat
from ludoteca.games.hanabi.state import COLOUR_CLUE, DISCARD, KINDS, MAX_HAND, MAX_RANKS, RANK_CLUE, copies_of
from ludoteca.games.hanabi.views import is_possible
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes

NEITHER = -1


@compiled
def begin(s: State, notes: Notes) -> None:
    """The notes before the first action."""
    notes[:] = all_cards(s)


@compiled
def settle(s: State, notes: Notes) -> None:
    """Before each action, until nothing changes: drop cards all of whose copies are played, discarded or located."""
    while True:
        located = located_cards(s, notes)
        changed = False
        for owner in range(as_int(s.players)):
            for slot in range(as_int(s.held[owner])):
                cards = as_int(notes[owner, slot])
                if is_single(cards) or not cards & located:
                    continue
                cards &= ~located
                if cards:
                    notes[owner, slot] = cards
                    changed |= is_single(cards)
                else:  # somebody did not follow the convention: only the clues count
                    notes[owner, slot] = possible_cards(s, as_int(s.hands[owner, slot]))
        if not changed:
            return


@compiled
def possible_cards(s: State, order: int) -> int:
    """The cards that clues alone leave possible."""
    cards = 0
    for card in range(KINDS):
        cards |= as_int(is_possible(s, order, card)) << card
    return cards


@compiled
def located_cards(s: State, notes: Notes) -> int:
    """Cards of which every copy was played, discarded or located in a hand."""
    once = twice = thrice = 0
    for owner in range(as_int(s.players)):
        for slot in range(as_int(s.held[owner])):
            cards = as_int(notes[owner, slot])
            if is_single(cards):
                thrice |= twice & cards
                twice |= once & cards
                once |= cards
    located = 0
    for colour in range(as_int(s.colours_used)):
        for rank in range(as_int(s.ranks_used)):
            card = MAX_RANKS * colour + rank
            seen = as_int(s.gone[card]) + (s.piles[colour] > rank)
            seen += (once >> card & 1) + (twice >> card & 1) + (thrice >> card & 1)
            if seen >= copies_of(rank, as_int(s.ranks_used)):
                located |= 1 << card
    return located


@compiled
def next_discard(s: State, notes: Notes, owner: int, playable: int, trash: int, critical: int) -> int:
    """The slot that a player would discard (players call it the chop): the one most likely trash that is not surely
    critical, the oldest among equals. NEITHER if they know a card that is playable or trash."""
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[owner])):
        cards = as_int(notes[owner, i])
        if holds(cards, playable) == YES or holds(cards, trash) == YES:
            return NEITHER
        if holds(cards, critical) != YES:
            share = count_bits(cards & trash) / count_bits(cards)
            if share > best:
                best, slot = share, i
    return slot


@compiled
def infer_not_critical(s: State, notes: Notes, seat: int) -> None:
    """The next player was not warned, so what they would discard is not critical."""
    if s.drawn == s.deck or s.tokens == 0:
        return
    target = next_seat(s, seat)
    playable, trash, critical = classify_cards(s)
    slot = next_discard(s, notes, target, playable, trash, critical)
    if slot >= 0:
        restrict(notes, target, slot, ~critical)


@compiled
def restrict(notes: Notes, owner: int, slot: int, wanted: int) -> None:
    """Restrict a set to the wanted cards, unless that would leave none."""
    cards = as_int(notes[owner, slot]) & wanted
    if cards:
        notes[owner, slot] = cards


@compiled
def update_notes(s: State, notes: Notes, viewer: int, action: int) -> None:
    """What `viewer` infers from an action that is about to be made in `s`. The notes must be settled."""
    seat = as_int(s.turn)
    kind = kind_of(s, action)
    if kind >= COLOUR_CLUE:
        note_clue(s, notes, seat, action, kind)
        return
    slot = action % as_int(s.hand_size)
    infer_not_critical(s, notes, seat)
    if kind == DISCARD:
        note_finesse(s, notes, viewer, seat, slot)
    for i in range(slot, MAX_HAND - 1):
        notes[seat, i] = notes[seat, i + 1]
    notes[seat, as_int(s.held[seat]) - 1] = all_cards(s)
    notes[seat, MAX_HAND - 1] = all_cards(s)


@compiled
def note_finesse(s: State, notes: Notes, viewer: int, seat: int, slot: int) -> None:
    """The discard of a card that all know to be playable says: somebody's newest card is another copy."""
    cards = as_int(notes[seat, slot])
    if not is_single(cards) or cards & playable_cards(s) == 0:
        return
    for owner in range(as_int(s.players)):
        if owner != seat and owner != viewer:
            newest = as_int(s.held[owner]) - 1
            if newest >= 0 and card_at(s, owner, newest) == lowest_bit(cards):
                notes[owner, newest] = cards
                return
    if viewer != seat and s.held[viewer] > 0:
        restrict(notes, viewer, as_int(s.held[viewer]) - 1, cards)


@compiled
def note_clue(s: State, notes: Notes, seat: int, action: int, kind: int) -> None:
    ahead, value = clue_of(s, action, kind)
    target = (seat + ahead) % as_int(s.players)
    playable, trash, critical = classify_cards(s)
    warning = stalling = False
    if kind == RANK_CLUE:
        stalling = not may_discard(s) and seat == next_seat(s, target) and touches(s, target, 0, kind, value)
        if not stalling and target == next_seat(s, seat):
            chop = next_discard(s, notes, target, playable, trash, critical)
            warning = is_warning(s, notes, target, value, chop, critical)
            if warning:
                restrict(notes, target, chop, critical)
    named = named_cards(kind, value)
    found, newest = False, NEITHER
    for slot in range(as_int(s.held[target]) - 1, -1, -1):
        touched = touches(s, target, slot, kind, value)
        was = holds(as_int(notes[target, slot]), playable)
        restrict(notes, target, slot, named if touched else ~named)
        now = holds(as_int(notes[target, slot]), playable)
        if was == MAYBE and now == YES:
            found = True
        elif was == MAYBE and now == MAYBE and touched and newest < 0:
            newest = slot
    if newest >= 0 and not (warning or stalling or found):
        restrict(notes, target, newest, playable)
    if target != next_seat(s, seat):
        infer_not_critical(s, notes, seat)


@compiled
def read_clue(s: State, notes: Notes, target: int, kind: int, value: int, playable: int) -> tuple[int, int, int, int]:
    """What a clue says by the cards alone: (how many cards become surely playable; the oldest of these, or NEITHER; the
    newest card it touches that may be playable and does not become certain, or NEITHER; how many possibilities it
    removes)."""
    named = named_cards(kind, value)
    plays, shown, newest, removed = 0, NEITHER, NEITHER, 0
    for slot in range(as_int(s.held[target]) - 1, -1, -1):
        touched = touches(s, target, slot, kind, value)
        before = as_int(notes[target, slot])
        after = before & (named if touched else ~named)
        removed += count_bits(before) - count_bits(after)
        if holds(before, playable) == MAYBE:
            now = holds(after, playable)
            if now == YES and after:
                plays, shown = plays + 1, slot
            elif now == MAYBE and touched and newest == NEITHER:
                newest = slot
    return plays, shown, newest, removed


@compiled
def touches(s: State, owner: int, slot: int, kind: int, value: int) -> bool:
    return value_of(card_at(s, owner, slot), kind) == value


@compiled
def is_warning(s: State, notes: Notes, target: int, rank: int, chop: int, critical: int) -> bool:
    """Whether a rank clue to the next player says: what you would discard, in the slot `chop`, is critical."""
    if chop < 0 or not touches(s, target, chop, RANK_CLUE, rank):
        return False
    cards = as_int(notes[target, chop])
    return holds(cards, critical) == MAYBE and cards & RANK_BITS[rank] & critical != 0
