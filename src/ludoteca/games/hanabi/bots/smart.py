"""The convention of Arthur O'Dwyer's SmartBot: hints point at playable cards, silence at cards that may go.

All players keep the same notes: for every slot of every hand the set of cards that it may be, by hints and by what the
convention lets one conclude from each move. `notes[owner, slot]` is such a set, bit `card` for each card. A player's
own eyesight is never written into the notes (but for the discard finesse, which each reads with their own eyes): it
is applied when they decide. So notes are kept one table a viewer, and follow from what that viewer may see.
"""

from typing import Any

from ludoteca.games.hanabi.bots.sight import card_at, may_discard, next_seat, tell_colour, tell_rank
from ludoteca.games.hanabi.rules import (
    DISCARD,
    KINDS,
    MAX_COLOURS,
    MAX_HAND,
    MAX_RANKS,
    TELL_COLOUR,
    TELL_RANK,
    copies_of,
    hint_of,
    is_possible,
    kind_of,
    value_of,
)
from ludoteca.jit import as_int, compiled

NO, MAYBE, YES = 0, 1, 2
NEITHER = -1
COLOUR_BITS = tuple(31 << (MAX_RANKS * colour) for colour in range(MAX_COLOURS))
RANK_BITS = tuple(sum(1 << (MAX_RANKS * colour + rank) for colour in range(MAX_COLOURS)) for rank in range(MAX_RANKS))


# --- sets of cards -------------------------------------------------------------------------------------------------


@compiled
def count_bits(bits: int) -> int:
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    return (((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@compiled
def is_one(cards: int) -> bool:
    return cards & (cards - 1) == 0


@compiled
def lowest(cards: int) -> int:
    """The first card of a set that is not empty."""
    return count_bits((cards & -cards) - 1)


@compiled
def holds(cards: int, wanted: int) -> int:
    """Whether a card of this set is surely, maybe or surely not among the wanted."""
    if cards & wanted == 0:
        return NO
    return YES if cards & ~wanted == 0 else MAYBE


@compiled
def all_cards(s: Any) -> int:
    cards = 0
    for colour in range(as_int(s.colours_used)):
        cards |= ((1 << as_int(s.ranks_used)) - 1) << (MAX_RANKS * colour)
    return cards


@compiled
def hinted(kind: int, value: int) -> int:
    return COLOUR_BITS[value] if kind == TELL_COLOUR else RANK_BITS[value]


@compiled
def playable_cards(s: Any) -> int:
    cards = 0
    for colour in range(as_int(s.colours_used)):
        if s.piles[colour] < s.ranks_used:
            cards |= 1 << (MAX_RANKS * colour + as_int(s.piles[colour]))
    return cards


@compiled
def worthless_cards(s: Any) -> int:
    """Played already, or above a card that is extinct."""
    cards = 0
    for colour in range(as_int(s.colours_used)):
        reach = as_int(s.piles[colour])
        while reach < s.ranks_used and s.gone[MAX_RANKS * colour + reach] < copies_of(reach, as_int(s.ranks_used)):
            reach += 1
        low = (1 << as_int(s.piles[colour])) - 1
        high = 31 & ~((1 << (reach + 1)) - 1)
        cards |= (low | high) << (MAX_RANKS * colour)
    return cards


@compiled
def valuable_cards(s: Any, worthless: int) -> int:
    """The last copies of cards that are still needed."""
    cards = 0
    for colour in range(as_int(s.colours_used)):
        for rank in range(as_int(s.piles[colour]), as_int(s.ranks_used)):
            card = MAX_RANKS * colour + rank
            if s.gone[card] == copies_of(rank, as_int(s.ranks_used)) - 1:
                cards |= 1 << card
    return cards & ~worthless


# --- the notes -----------------------------------------------------------------------------------------------------


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
                if not is_one(cards) and cards & spent:
                    cards &= ~spent
                    notes[owner, slot] = cards
                    changed |= is_one(cards)
                if cards == 0:  # somebody did not follow the convention: only hints are left
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
def next_discard(s: Any, notes: Any, owner: int) -> int:
    """The slot that a player would discard: the most probably worthless that is not surely valuable, oldest first.
    NEITHER if they have better to do."""
    playable, worthless = playable_cards(s), worthless_cards(s)
    valuable = valuable_cards(s, worthless)
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
    slot = next_discard(s, notes, target)
    if slot >= 0:
        cut(notes, target, slot, ~valuable_cards(s, worthless_cards(s)))


@compiled
def cut(notes: Any, owner: int, slot: int, wanted: int) -> None:
    """Cut a set to the wanted cards; a conclusion that leaves nothing is not drawn."""
    cards = as_int(notes[owner, slot]) & wanted
    if cards:
        notes[owner, slot] = cards


@compiled
def note(s: Any, notes: Any, viewer: int, action: int) -> None:
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
            if newest >= 0 and card_at(s, owner, newest) == lowest(cards):
                notes[owner, newest] = cards
                return
    if viewer != seat and s.held[viewer] > 0:
        cut(notes, viewer, as_int(s.held[viewer]) - 1, cards)


@compiled
def note_hint(s: Any, notes: Any, seat: int, action: int, kind: int) -> None:
    ahead, value = hint_of(s, action, kind)
    target = (seat + ahead) % as_int(s.players)
    warning = stalling = False
    if kind == TELL_RANK:
        stalling = not may_discard(s) and seat == next_seat(s, target) and touches(s, target, 0, kind, value)
        warning = not stalling and is_warning(s, notes, seat, target, value)
        if warning:
            slot = next_discard(s, notes, target)
            cut(notes, target, slot, valuable_cards(s, worthless_cards(s)))
    playable = playable_cards(s)
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
def touches(s: Any, owner: int, slot: int, kind: int, value: int) -> bool:
    return value_of(card_at(s, owner, slot), kind) == value


@compiled
def is_warning(s: Any, notes: Any, seat: int, target: int, rank: int) -> bool:
    """Whether a rank told to the next player says: what you would discard is valuable."""
    if target != next_seat(s, seat):
        return False
    slot = next_discard(s, notes, target)
    return slot >= 0 and touches(s, target, slot, TELL_RANK, rank) and may_be_valuable(s, notes, target, slot, rank)


@compiled
def may_be_valuable(s: Any, notes: Any, target: int, slot: int, rank: int) -> bool:
    valuable = valuable_cards(s, worthless_cards(s))
    cards = as_int(notes[target, slot])
    return holds(cards, valuable) == MAYBE and cards & RANK_BITS[rank] & valuable != 0


# --- deciding ------------------------------------------------------------------------------------------------------


@compiled
def eye_cards(s: Any, notes: Any, seat: int, slot: int) -> int:
    """The set of an own slot, less the cards of which the player sees or knows every copy."""
    cards = as_int(notes[seat, slot])
    if is_one(cards):
        return cards
    seen = cards
    for card in range(KINDS):
        if cards >> card & 1:
            copies = as_int(s.left[card])
            for i in range(as_int(s.held[seat])):
                copies -= notes[seat, i] == 1 << card
            if copies <= 0:
                seen &= ~(1 << card)
    return seen if seen else cards


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
    playable = playable_cards(s)
    best, action = -1, NEITHER
    for slot in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, slot])
        if holds(cards, playable) == NO:
            continue
        seen = eye_cards(s, notes, seat, slot)
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
    playable = playable_cards(s)
    best, action = 0.0, NEITHER
    for slot in range(as_int(s.held[seat]) - 1, -1, -1):
        seen = eye_cards(s, notes, seat, slot)
        share = count_bits(seen & playable) / count_bits(seen)
        if share > best:
            best, action = share, as_int(s.hand_size) + slot
    return action


@compiled
def warn(s: Any, notes: Any, seat: int) -> int:
    """If the next player would discard a valuable card: a hint that lets them play instead, or the warning."""
    target = next_seat(s, seat)
    slot = next_discard(s, notes, target)
    if s.tokens == 0 or slot < 0:
        return NEITHER
    card = card_at(s, target, slot)
    if valuable_cards(s, worthless_cards(s)) >> card & 1 == 0:
        return NEITHER
    fitness, action = best_hint(s, notes, seat, target)
    return action if fitness > 0 else tell_rank(s, target, card % MAX_RANKS)


@compiled
def discard_for_twin(s: Any, notes: Any, seat: int) -> int:
    """The discard finesse: a known playable card, not valuable, that is exactly one other player's newest."""
    if not may_discard(s):
        return NEITHER
    playable, valuable = playable_cards(s), valuable_cards(s, worthless_cards(s))
    for slot in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, slot])
        if is_one(cards) and cards & playable and not cards & valuable:
            twins = 0
            for owner in range(as_int(s.players)):
                if owner != seat and s.held[owner] > 0:
                    twins += card_at(s, owner, as_int(s.held[owner]) - 1) == lowest(cards)
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
    best, action = 0, NEITHER
    for kind in (TELL_COLOUR, TELL_RANK):
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(card_at(s, target, slot), kind)
        for value in range(MAX_RANKS):
            if held >> value & 1 == 0 or (kind == TELL_RANK and is_warning(s, notes, seat, target, value)):
                continue
            fitness = fitness_of(s, notes, target, kind, value)
            if fitness > best:
                best = fitness
                action = tell_colour(s, target, value) if kind == TELL_COLOUR else tell_rank(s, target, value)
    return best, action


@compiled
def fitness_of(s: Any, notes: Any, target: int, kind: int, value: int) -> int:
    """The possibilities that a hint takes away; 0 unless it makes a playable card sure, or the newest card that it
    points at really is playable."""
    playable, named = playable_cards(s), hinted(kind, value)
    reveals, newest, taken = False, NEITHER, 0
    for slot in range(as_int(s.held[target]) - 1, -1, -1):
        touched = touches(s, target, slot, kind, value)
        before = as_int(notes[target, slot])
        after = before & (named if touched else ~named)
        taken += count_bits(before) - count_bits(after)
        if holds(before, playable) == MAYBE:
            now = holds(after, playable)
            if now == YES and after:
                reveals = True
            elif now == MAYBE and touched and newest < 0:
                newest = slot
    if reveals or (newest >= 0 and playable >> card_at(s, target, newest) & 1):
        return taken
    return 0


@compiled
def choose_discard(s: Any, notes: Any, seat: int) -> int:
    """A surely worthless card, best one of which the others do not know it; what is next; or the highest rank."""
    worthless = worthless_cards(s)
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[seat])):
        cards = as_int(notes[seat, i])
        if holds(eye_cards(s, notes, seat, i), worthless) == YES:
            fitness = 2.0 - count_bits(cards & worthless) / count_bits(cards)
            if fitness > best:
                best, slot = fitness, i
    if slot < 0:
        slot = next_discard(s, notes, seat)
    if slot < 0:
        slot = 0
        for i in range(as_int(s.held[seat])):
            if known_rank(as_int(notes[seat, i])) > known_rank(as_int(notes[seat, slot])):
                slot = i
    return slot
