"""Hat guessing: one hint tells every other player something about their own hand (after Cox and others 2015, in the
form that questions give it: see hat_questions.py).

The hinter sums the answers about all other hands modulo a total, and picks a hint that stands for the sum. Everybody
sees all of those hands but their own, subtracts, and is left with the answers about their own. The weights that all
agree on are `tables[owner, slot, card]`; every viewer keeps them from what they may see.
"""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import hint_of, kind_of, value_of
from ludoteca.games.hanabi.bots.card_sets import hinted, playable_cards, valuable_cards, worthless_cards
from ludoteca.games.hanabi.bots.hand_queries import can_build, card_at, may_discard, tell_colour, tell_rank
from ludoteca.games.hanabi.bots.hat_questions import (
    ask,
    fresh,
    is_single,
    keep,
    possible,
    repair,
    share,
)
from ludoteca.games.hanabi.state import DISCARD, KINDS, MAX_HAND, MAX_RANKS, TELL_COLOUR, TELL_RANK

NEITHER = -1


# --- what all know -------------------------------------------------------------------------------------------------


@compiled
def begin(s: Any, tables: Any) -> None:
    for owner in range(as_int(s.players)):
        for slot in range(MAX_HAND):
            for card in range(KINDS):
                tables[owner, slot, card] = fresh(s, card)


@compiled
def knows_playable(s: Any, tables: Any, owner: int) -> bool:
    playable = playable_cards(s)
    for slot in range(as_int(s.held[owner])):
        if share(tables[owner, slot], playable) == 1.0:
            return True
    return False


@compiled
def ways_to_hint(s: Any, tables: Any, owner: int) -> int:
    """Four if all know that the hand has two colours and two ranks, else three."""
    may = -1
    for slot in range(as_int(s.held[owner])):
        may &= flatten(possible(tables[owner, slot]))
    return 4 if may & 31 == 0 and may & 992 == 0 else 3


@compiled
def flatten(cards: int) -> int:
    """The colours of a set as bits 0 to 4, its ranks as bits 5 to 9."""
    bits = 0
    for value in range(MAX_RANKS):
        bits |= as_int(cards & hinted(TELL_COLOUR, value) != 0) << value
        bits |= as_int(cards & hinted(TELL_RANK, value) != 0) << (value + 5)
    return bits


@compiled
def count_ways(s: Any, tables: Any, seat: int) -> int:
    total = 0
    for ahead in range(1, as_int(s.players)):
        total += ways_to_hint(s, tables, (seat + ahead) % as_int(s.players))
    return total


@compiled
def reference_slot(s: Any, tables: Any, owner: int) -> int:
    """The slot that hints refer to: the one that all know least about, the oldest among equals."""
    dead = worthless_cards(s)
    best, slot = -1, 0
    for i in range(as_int(s.held[owner])):
        cards = possible(tables[owner, i])
        score = 0
        if not is_single(cards) and cards & ~dead:
            bits = flatten(cards)
            score = 1 + (not is_single(bits & 31)) + (not is_single(bits & 992))
        if score > best:
            best, slot = score, i
    return slot


@compiled
def find_useless(s: Any, tables: Any, out: Any) -> int:
    """Slots (of a hand's weights) that are surely dead, or determined and there twice; returns how many."""
    dead = worthless_cards(s)
    n = 0
    for slot in range(as_int(s.held[s.turn])):
        cards = possible(tables[slot])
        useless = cards & ~dead == 0
        if not useless and is_single(cards):
            for other in range(as_int(s.held[s.turn])):
                useless |= other != slot and possible(tables[other]) == cards
        if useless:
            out[n] = slot
            n += 1
    return n


@compiled
def hear(s: Any, tables: Any, viewer: int, total: int, told: int) -> None:
    """The mover has sent this number of `total`: cut the weights of all others' hands."""
    seat = as_int(s.turn)
    rest = told
    for owner in range(as_int(s.players)):
        if owner not in (seat, viewer):
            rest -= ask(s, owner, tables[owner], total, -1)
    if viewer != seat:
        ask(s, viewer, tables[viewer], total, rest % total)


@compiled
def add_up(s: Any, tables: Any, total: int) -> int:
    """The number that the mover sends: the answers about all other hands; their weights are cut."""
    number = 0
    for ahead in range(1, as_int(s.players)):
        owner = (as_int(s.turn) + ahead) % as_int(s.players)
        number += ask(s, owner, tables[owner], total, -1)
    return number % total


@compiled
def update_notes(s: Any, tables: Any, viewer: int, action: int, out: Any) -> None:
    """What `viewer` learns from a move that is about to be made in `s`. `out` is room for slots."""
    seat, kind = as_int(s.turn), kind_of(s, action)
    for owner in range(as_int(s.players)):
        repair(s, tables[owner], owner)
    if kind >= TELL_COLOUR:
        ahead, value = hint_of(s, action, kind)
        target = (seat + ahead) % as_int(s.players)
        hear(s, tables, viewer, count_ways(s, tables, seat), read_hint(s, tables, ahead, kind, value))
        for slot in range(as_int(s.held[target])):
            touched = value_of(card_at(s, target, slot), kind) == value
            keep(tables[target, slot], hinted(kind, value) if touched else ~hinted(kind, value))
        return
    slot = action % as_int(s.hand_size)
    if kind == DISCARD:
        n = find_useless(s, tables[seat], out)
        for i in range(n):
            if n > 1 and out[i] == slot:
                hear(s, tables, viewer, n, i)
        if s.tokens > 0:
            conclude_nobody_waits(s, tables, seat)
    move_on(s, tables, seat, slot)


@compiled
def read_hint(s: Any, tables: Any, ahead: int, kind: int, value: int) -> int:
    """The number that a hint stands for."""
    seat = as_int(s.turn)
    target = (seat + ahead) % as_int(s.players)
    number = 0
    for i in range(1, ahead):
        number += ways_to_hint(s, tables, (seat + i) % as_int(s.players))
    slot = reference_slot(s, tables, target)
    if value_of(card_at(s, target, slot), kind) == value:
        return number + (0 if kind == TELL_RANK else 1)
    return number + (3 if kind == TELL_COLOUR and ways_to_hint(s, tables, target) == 4 else 2)


@compiled
def conclude_nobody_waits(s: Any, tables: Any, seat: int) -> None:
    """Who discards with a token there says: nobody holds a playable card without knowing of one."""
    playable = playable_cards(s)
    for owner in range(as_int(s.players)):
        if owner != seat and not knows_playable(s, tables, owner):
            for slot in range(as_int(s.held[owner])):
                keep(tables[owner, slot], ~playable)


@compiled
def move_on(s: Any, tables: Any, seat: int, slot: int) -> None:
    """A card leaves a hand and is seen by all; a new one comes."""
    gone = card_at(s, seat, slot)
    for i in range(slot, MAX_HAND - 1):
        tables[seat, i] = tables[seat, i + 1]
    for card in range(KINDS):
        tables[seat, as_int(s.held[seat]) - 1, card] = fresh(s, card)
    for owner in range(as_int(s.players)):
        for i in range(MAX_HAND):
            if tables[owner, i, gone] > 0:
                tables[owner, i, gone] -= 1


# --- deciding ------------------------------------------------------------------------------------------------------


@compiled
def decide(s: Any, tables: Any, seat: int, own: Any, out: Any) -> int:
    """The move of the player to act, from their view. It scribbles in the tables; `own` is room for a hand's weights,
    `out` for slots."""
    for owner in range(as_int(s.players)):
        repair(s, tables[owner], owner)
    fill_own(s, tables, seat, own)
    slot = choose_play(s, seat, own)
    if slot < 0:
        slot = choose_risk(s, seat, own)
    if slot >= 0:
        return as_int(s.hand_size) + slot
    useless = find_useless(s, own, out)
    first = as_int(out[0])
    if will_hint(s, tables, seat, useless):
        return give_hint(s, tables, seat)
    n = find_useless(s, tables[seat], out)
    if n > 1:
        return as_int(out[add_up(s, tables, n)])
    return first if useless else choose_discard(s, seat, own)


@compiled
def fill_own(s: Any, tables: Any, seat: int, own: Any) -> None:
    """The weights of the own hand, less what is seen in the others'."""
    own[:] = tables[seat]
    for owner in range(as_int(s.players)):
        if owner != seat:
            for i in range(as_int(s.held[owner])):
                card = card_at(s, owner, i)
                for slot in range(as_int(s.held[seat])):
                    if own[slot, card] > 0:
                        own[slot, card] -= 1
    repair(s, own, seat)


@compiled
def choose_play(s: Any, seat: int, own: Any) -> int:
    """A surely playable card: low ones first, and those that nobody else could play."""
    playable = playable_cards(s)
    best, slot = -1.0, NEITHER
    for i in range(as_int(s.held[seat])):
        if share(own[i], playable) == 1.0:
            score, total = 0.0, 0
            for card in range(KINDS):
                if own[i, card] > 0:
                    total += own[i, card]
                    score += own[i, card] * (9 - card % MAX_RANKS) / (1 + count_holders(s, seat, card))
            if score / total > best:
                best, slot = score / total, i
    return slot


@compiled
def count_holders(s: Any, seat: int, card: int) -> int:
    """How many others hold a card; nobody counts once the deck is gone."""
    n = 0
    if s.drawn < s.deck:
        for owner in range(as_int(s.players)):
            n += owner != seat and does_hold(s, owner, card)
    return n


@compiled
def does_hold(s: Any, owner: int, card: int) -> bool:
    for slot in range(as_int(s.held[owner])):
        if card_at(s, owner, slot) == card:
            return True
    return False


@compiled
def may_still_discard(s: Any) -> bool:
    """Whether so few cards were thrown away that the deck can bear one more."""
    thrown = 0
    for card in range(KINDS):
        thrown += as_int(s.gone[card])
    kinds = as_int(s.colours_used) * as_int(s.ranks_used)
    return thrown <= as_int(s.deck) - kinds - as_int(s.players) * as_int(s.hand_size)


@compiled
def choose_risk(s: Any, seat: int, own: Any) -> int:
    """A card that is playable or dead, and probably playable, while a life can be spared."""
    if s.lives <= 1 or not may_still_discard(s):
        return NEITHER
    playable, dead = playable_cards(s), worthless_cards(s)
    best, slot = 0.75, NEITHER
    for i in range(as_int(s.held[seat])):
        odds = share(own[i], playable)
        if possible(own[i]) & ~(playable | dead) == 0 and odds > best:
            best, slot = odds, i
    return slot


@compiled
def will_hint(s: Any, tables: Any, seat: int, useless: int) -> bool:
    if s.tokens == 0 or not may_discard(s):
        return s.tokens > 0
    can_play = waits = False
    for owner in range(as_int(s.players)):
        if owner != seat:
            playable = False
            for slot in range(as_int(s.held[owner])):
                playable |= can_build(s, card_at(s, owner, slot))
            can_play |= playable
            waits |= playable and not knows_playable(s, tables, owner)
    if waits:
        return True
    if useless and may_still_discard(s):
        return False
    return can_play or s.tokens > 4


@compiled
def give_hint(s: Any, tables: Any, seat: int) -> int:
    """The hint that stands for the sum; of several the one that takes away most."""
    total = count_ways(s, tables, seat)
    target, slot, ways = (seat + 1) % as_int(s.players), 0, 0
    before = tables.copy()
    number = add_up(s, tables, total)
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        ways = ways_to_hint(s, before, target)
        slot = reference_slot(s, before, target)
        if number < ways:
            break
        number -= ways
    card = card_at(s, target, slot)
    if number == 0:
        return tell_rank(s, target, card % MAX_RANKS)
    if number == 1:
        return tell_colour(s, target, card // MAX_RANKS)
    action = best_beside(s, tables[target], target, card, number != 3, ways == 3 or number == 3)
    return action if action >= 0 else tell_rank(s, target, card % MAX_RANKS)


@compiled
def best_beside(s: Any, weights: Any, target: int, card: int, ranks: bool, colours: bool) -> int:
    """The best hint that does not touch the card referred to; NEITHER if there is none."""
    best, action = -1.0, NEITHER
    for i in range(as_int(s.held[target])):
        other = card_at(s, target, i)
        if colours and other // MAX_RANKS != card // MAX_RANKS:
            worth = worth_of(s, weights, target, TELL_COLOUR, other // MAX_RANKS)
            if worth > best:
                best, action = worth, tell_colour(s, target, other // MAX_RANKS)
        if ranks and other % MAX_RANKS != card % MAX_RANKS:
            worth = worth_of(s, weights, target, TELL_RANK, other % MAX_RANKS)
            if worth > best:
                best, action = worth, tell_rank(s, target, other % MAX_RANKS)
    return action


@compiled
def worth_of(s: Any, weights: Any, target: int, kind: int, value: int) -> float:
    """By what factor a hint shrinks the weights; double where a slot is then determined or dead."""
    dead = worthless_cards(s)
    worth = 1.0
    for slot in range(as_int(s.held[target])):
        cards = possible(weights[slot])
        if is_single(cards) or cards & ~dead == 0:
            continue
        named = hinted(kind, value)
        if value_of(card_at(s, target, slot), kind) != value:
            named = ~named
        left = share(weights[slot], named)
        if left > 0.0:
            worth *= (2.0 if is_single(cards & named) or cards & named & ~dead == 0 else 1.0) / left
    return worth


@compiled
def choose_discard(s: Any, seat: int, own: Any) -> int:
    """A card that others hold too, that is not the last of its kind, that is high."""
    worthless = worthless_cards(s)
    needed = valuable_cards(s, worthless)
    seen = 0
    for owner in range(as_int(s.players)):
        if owner != seat:
            for i in range(as_int(s.held[owner])):
                seen |= 1 << card_at(s, owner, i)
    best, slot = -1.0, 0
    for i in range(as_int(s.held[seat])):
        score = 20.0 * share(own[i], seen) + 10.0 * share(own[i], ~needed)
        for rank in range(MAX_RANKS):
            score += (rank + 1) * share(own[i], hinted(TELL_RANK, rank))
        if score > best:
            best, slot = score, i
    return slot
