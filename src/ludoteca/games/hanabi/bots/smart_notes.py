"""What players of `smart` write down: for every slot of every hand the set of cards that it may be.

All keep the same notes, by hints and by what the convention lets one conclude from each move: `notes[owner, slot]` is
such a set. A player's own eyesight is never written into them (but for the discard finesse, which each reads with their
own eyes), so notes are kept one table a viewer, and follow from what that viewer may see.
"""

from typing import Any

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import hint_of, kind_of, value_of
from ludoteca.games.hanabi.bots.card_sets import (
    MAYBE,
    RANK_BITS,
    YES,
    all_cards,
    hinted,
    holds,
    is_one,
    playable_cards,
    sort_cards,
)
from ludoteca.games.hanabi.bots.hand_queries import card_at, may_discard, next_seat
from ludoteca.games.hanabi.state import DISCARD, KINDS, MAX_HAND, MAX_RANKS, TELL_COLOUR, TELL_RANK, copies_of
from ludoteca.games.hanabi.views import is_possible

NEITHER = -1


@compiled
def begin(s: Any, notes: Any) -> None:
    notes[:] = all_cards(s)


@compiled
def settle(s: Any, notes: Any) -> None:
    """Before each move, until nothing changes: drop cards all of whose copies are on the table or located."""
    total = as_int(s.players)
    while True:
        spent = spent_cards(s, notes)
        changed = False
        for owner in range(total):
            for slot in range(as_int(s.held[owner])):
                cards = as_int(notes[owner, slot])
                if is_one(cards) or not cards & spent:
                    continue
                cards &= ~spent
                if cards:
                    notes[owner, slot] = cards
                    changed |= is_one(cards)
                else:  # somebody did not follow the convention: only hints are left
                    notes[owner, slot] = possible_cards(s, as_int(s.hands[owner, slot]))
        if not changed:
            return


@compiled
def possible_cards(s: Any, order: int) -> int:
    """What hints alone leave possible."""
    cards = 0
    for card in range(KINDS):
        cards |= as_int(is_possible(s, order, card)) << card
    return cards


@compiled
def spent_cards(s: Any, notes: Any) -> int:
    """Cards of which every copy was played, discarded or located in a hand."""
    once = twice = thrice = 0
    for owner in range(as_int(s.players)):
        for slot in range(as_int(s.held[owner])):
            cards = as_int(notes[owner, slot])
            if is_one(cards):
                thrice |= twice & cards
                twice |= once & cards
                once |= cards
    spent = 0
    for colour in range(as_int(s.colours_used)):
        for rank in range(as_int(s.ranks_used)):
            card = MAX_RANKS * colour + rank
            seen = as_int(s.gone[card]) + (s.piles[colour] > rank)
            seen += (once >> card & 1) + (twice >> card & 1) + (thrice >> card & 1)
            if seen >= copies_of(rank, as_int(s.ranks_used)):
                spent |= 1 << card
    return spent


@compiled
def next_discard(s: Any, notes: Any, owner: int, playable: int, worthless: int, valuable: int) -> int:
    """The slot that a player would discard: the most probably worthless that is not surely valuable, oldest first.
    NEITHER if they have better to do."""
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[owner])):
        cards = as_int(notes[owner, i])
        if holds(cards, playable) == YES or holds(cards, worthless) == YES:
            return NEITHER
        if holds(cards, valuable) != YES:
            share = count_bits(cards & worthless) / count_bits(cards)
            if share > best:
                best, slot = share, i
    return slot


@compiled
def conclude_nothing_valuable(s: Any, notes: Any, seat: int) -> None:
    """The next player was not warned: what they would discard is not valuable."""
    if s.drawn == s.deck or s.tokens == 0:
        return
    target = next_seat(s, seat)
    playable, worthless, valuable = sort_cards(s)
    slot = next_discard(s, notes, target, playable, worthless, valuable)
    if slot >= 0:
        cut(notes, target, slot, ~valuable)


@compiled
def cut(notes: Any, owner: int, slot: int, wanted: int) -> None:
    """Cut a set to the wanted cards; a conclusion that leaves nothing is not drawn."""
    cards = as_int(notes[owner, slot]) & wanted
    if cards:
        notes[owner, slot] = cards


@compiled
def update_notes(s: Any, notes: Any, viewer: int, action: int) -> None:
    """What `viewer` concludes from a move that is about to be made in `s`; the notes are settled."""
    seat = as_int(s.turn)
    kind = kind_of(s, action)
    if kind >= TELL_COLOUR:
        note_hint(s, notes, seat, action, kind)
        return
    slot = action % as_int(s.hand_size)
    conclude_nothing_valuable(s, notes, seat)
    if kind == DISCARD:
        note_finesse(s, notes, viewer, seat, slot)
    for i in range(slot, MAX_HAND - 1):
        notes[seat, i] = notes[seat, i + 1]
    notes[seat, as_int(s.held[seat]) - 1] = all_cards(s)
    notes[seat, MAX_HAND - 1] = all_cards(s)


@compiled
def note_finesse(s: Any, notes: Any, viewer: int, seat: int, slot: int) -> None:
    """Who discards a card that all know to be playable says: somebody's newest card is its twin."""
    cards = as_int(notes[seat, slot])
    if not is_one(cards) or cards & playable_cards(s) == 0:
        return
    for owner in range(as_int(s.players)):
        if owner != seat and owner != viewer:
            newest = as_int(s.held[owner]) - 1
            if newest >= 0 and card_at(s, owner, newest) == lowest_bit(cards):
                notes[owner, newest] = cards
                return
    if viewer != seat and s.held[viewer] > 0:
        cut(notes, viewer, as_int(s.held[viewer]) - 1, cards)


@compiled
def note_hint(s: Any, notes: Any, seat: int, action: int, kind: int) -> None:
    ahead, value = hint_of(s, action, kind)
    target = (seat + ahead) % as_int(s.players)
    playable, worthless, valuable = sort_cards(s)
    warning = stalling = False
    if kind == TELL_RANK:
        stalling = not may_discard(s) and seat == next_seat(s, target) and touches(s, target, 0, kind, value)
        if not stalling and target == next_seat(s, seat):
            due = next_discard(s, notes, target, playable, worthless, valuable)
            warning = is_warning(s, notes, target, value, due, valuable)
            if warning:
                cut(notes, target, due, valuable)
    named = hinted(kind, value)
    found, newest = False, NEITHER
    for slot in range(as_int(s.held[target]) - 1, -1, -1):
        touched = touches(s, target, slot, kind, value)
        was = holds(as_int(notes[target, slot]), playable)
        cut(notes, target, slot, named if touched else ~named)
        now = holds(as_int(notes[target, slot]), playable)
        if was == MAYBE and now == YES:
            found = True
        elif was == MAYBE and now == MAYBE and touched and newest < 0:
            newest = slot
    if newest >= 0 and not (warning or stalling or found):
        cut(notes, target, newest, playable)
    if target != next_seat(s, seat):
        conclude_nothing_valuable(s, notes, seat)


@compiled
def point_at(s: Any, notes: Any, target: int, kind: int, value: int, playable: int) -> tuple[int, int, int, int]:
    """What a hint would tell its player, by the cards alone: (how many cards become surely playable, the oldest of
    these or NEITHER, the newest card it touches that may be playable and does not become sure or NEITHER, how many
    possibilities it takes away)."""
    named = hinted(kind, value)
    plays, shown, newest, taken = 0, NEITHER, NEITHER, 0
    for slot in range(as_int(s.held[target]) - 1, -1, -1):
        touched = touches(s, target, slot, kind, value)
        before = as_int(notes[target, slot])
        after = before & (named if touched else ~named)
        taken += count_bits(before) - count_bits(after)
        if holds(before, playable) == MAYBE:
            now = holds(after, playable)
            if now == YES and after:
                plays, shown = plays + 1, slot
            elif now == MAYBE and touched and newest == NEITHER:
                newest = slot
    return plays, shown, newest, taken


@compiled
def touches(s: Any, owner: int, slot: int, kind: int, value: int) -> bool:
    return value_of(card_at(s, owner, slot), kind) == value


@compiled
def is_warning(s: Any, notes: Any, target: int, rank: int, due: int, valuable: int) -> bool:
    """Whether a rank told to the next player says: what you would discard, in the slot `due`, is valuable."""
    if due < 0 or not touches(s, target, due, TELL_RANK, rank):
        return False
    cards = as_int(notes[target, due])
    return holds(cards, valuable) == MAYBE and cards & RANK_BITS[rank] & valuable != 0
