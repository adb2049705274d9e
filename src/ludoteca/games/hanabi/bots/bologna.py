"""Bot1 and Bot2 of the Bologna project: they weigh hints by playability, uselessness and entropy (see analytics.py).

Both give any of equal hints, at random. (The original Bot2 does so by accident, since it keeps hints in a set that is
ordered by places in memory; the original Bot1 gives the first.) The original allowed a discard with every token there;
here a hint is given.
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.games.hanabi.actions import value_of
from ludoteca.games.hanabi.analytics import PLAYABILITY, USELESSNESS, identify, measure_hand, round5
from ludoteca.games.hanabi.bots.hand_queries import (
    can_build,
    card_at,
    may_discard,
    others_hold,
    rank_known,
    tell_colour,
    tell_rank,
)
from ludoteca.games.hanabi.state import MAX_PLAYERS, MAX_RANKS, TELL_COLOUR, TELL_RANK, TOLD

READY, SPARE, HINTABLE, CRITICAL = 1, 2, 3, 4  # conditions of a player, from good to bad
NEITHER = -1


@compiled
def measure(s: Any, seat: int, owner: int, numbers: Any, shares: Any) -> float:
    """The numbers of a hand as `seat` sees them; returns its entropy."""
    return measure_hand(s, seat, owner, False, numbers, shares[0], shares[1])


# --- hints, tried out ----------------------------------------------------------------------------------------------


@compiled
def try_hint(s: Any, target: int, kind: int, value: int, kept: Any) -> int:
    """Let a player know a hint, in this scratch view; what they knew is kept. Returns how many cards it touches."""
    touched = 0
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        kept[slot, 0], kept[slot, 1] = as_int(s.colours[order]), as_int(s.ranks[order])
        hit = value_of(as_int(s.cards[order]), kind) == value
        touched += hit
        if kind == TELL_COLOUR:
            s.colours[order] = 1 << value | TOLD if hit else s.colours[order] & ~(1 << value)
        else:
            s.ranks[order] = 1 << value | TOLD if hit else s.ranks[order] & ~(1 << value)
    return touched


@compiled
def undo_hint(s: Any, target: int, kept: Any) -> None:
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        s.colours[order], s.ranks[order] = kept[slot, 0], kept[slot, 1]


@compiled
def tell(s: Any, target: int, kind: int, value: int) -> int:
    return tell_colour(s, target, value) if kind == TELL_COLOUR else tell_rank(s, target, value)


@compiled
def values_of(s: Any, kind: int) -> int:
    return as_int(s.colours_used) if kind == TELL_COLOUR else as_int(s.ranks_used)


# --- Bot1 ----------------------------------------------------------------------------------------------------------


@compiled
def condition_of(s: Any, seat: int, owner: int, numbers: Any) -> int:
    """How a player stands who has these numbers: can play, can discard, can be told in time, or none of it."""
    held = as_int(s.held[owner])
    for slot in range(held):
        if numbers[slot, PLAYABILITY] == 1.0:
            return READY
    for slot in range(held):
        if numbers[slot, USELESSNESS] == 1.0:
            return SPARE
    return HINTABLE if s.tokens >= (owner - seat) % as_int(s.players) else CRITICAL


@compiled
def bot1(s: Any, seat: int, rng: Any) -> int:
    numbers, shares = np.zeros((5, 3)), np.zeros((2, 5, 5))
    worst, target = 0, seat
    for ahead in range(1, as_int(s.players)):
        owner = (seat + ahead) % as_int(s.players)
        measure(s, seat, owner, numbers, shares)
        condition = condition_of(s, seat, owner, numbers)
        if condition > worst:
            worst, target = condition, owner
    measure(s, seat, seat, numbers, shares)
    sure = find_certain(s, seat, numbers, PLAYABILITY)
    spare = find_certain(s, seat, numbers, USELESSNESS)
    if s.tokens > 0:
        if worst < CRITICAL and sure >= 0:
            return as_int(s.hand_size) + sure
        if worst < CRITICAL and spare >= 0 and may_discard(s):
            return spare
        return hint_for(s, seat, target, numbers, shares, rng)
    if worst < CRITICAL and spare >= 0:
        return spare
    if sure >= 0:
        return as_int(s.hand_size) + sure
    best = 0
    for slot in range(1, as_int(s.held[seat])):
        if numbers[slot, USELESSNESS] > numbers[best, USELESSNESS]:
            best = slot
    return best


@compiled
def find_certain(s: Any, seat: int, numbers: Any, which: int) -> int:
    """The first own slot for which this number is 1, or NEITHER."""
    for slot in range(as_int(s.held[seat])):
        if numbers[slot, which] == 1.0:
            return slot
    return NEITHER


@compiled
def most_useless(s: Any, seat: int, numbers: Any) -> int:
    """The own slot of the highest uselessness, then the lowest playability, then the first."""
    best = 0
    for slot in range(1, as_int(s.held[seat])):
        more = numbers[slot, USELESSNESS] - numbers[best, USELESSNESS]
        if more > 0.0 or (more == 0.0 and numbers[slot, PLAYABILITY] < numbers[best, PLAYABILITY]):
            best = slot
    return best


@compiled
def hint_for(s: Any, seat: int, target: int, numbers: Any, shares: Any, rng: Any) -> int:
    """The hint after which the player stands best, and then knows most; any one of equals."""
    kept = np.zeros((5, 2), np.int64)
    best_condition, best_entropy, action, ties = 9, 1e9, NEITHER, 0
    for kind in (TELL_COLOUR, TELL_RANK):
        for value in range(values_of(s, kind)):
            if try_hint(s, target, kind, value, kept):
                entropy = round5(measure(s, seat, target, numbers, shares))
                condition = condition_of(s, seat, target, numbers)
                if condition < best_condition or (condition == best_condition and entropy < best_entropy):
                    best_condition, best_entropy, ties = condition, entropy, 0
                if condition == best_condition and entropy == best_entropy:
                    ties += 1
                    if below(rng, ties) == 0:
                        action = tell(s, target, kind, value)
            undo_hint(s, target, kept)
    return action


# --- Bot2 ----------------------------------------------------------------------------------------------------------


@compiled
def bot2(s: Any, seat: int, rng: Any) -> int:
    numbers, shares, others = np.zeros((5, 3)), np.zeros((2, 5, 5)), np.zeros((MAX_PLAYERS, 5, 3))
    before = np.zeros(MAX_PLAYERS)
    measure(s, seat, seat, numbers, shares)
    slot = choose_play(s, seat, numbers, shares)
    if slot >= 0:
        return as_int(s.hand_size) + slot
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            owner = (seat + ahead) % as_int(s.players)
            before[owner] = measure(s, seat, owner, others[owner], shares)
        action = reveal_playable(s, seat, others, before, shares, rng)
        if action >= 0:
            return action
    if s.tokens < s.players + 1:
        for slot in range(as_int(s.held[seat])):
            if numbers[slot, USELESSNESS] == 1.0 and numbers[slot, PLAYABILITY] == 0.0:
                return slot
    if s.tokens > 0:
        action = tell_more(s, seat, others, before, shares, True, 0.0, rng)
        if action < 0:
            action = tell_more(s, seat, others, before, shares, False, 0.0, rng)
        if action < 0 and not may_discard(s):
            action = tell_more(s, seat, others, before, shares, False, -1.0, rng)
        if action >= 0:
            return action
    return most_useless(s, seat, numbers)


@compiled
def choose_play(s: Any, seat: int, numbers: Any, shares: Any) -> int:
    """A sure card: a 5 if a token can be won; else one whose successor somebody holds; else the first."""
    first = NEITHER
    for slot in range(as_int(s.held[seat])):
        if numbers[slot, PLAYABILITY] == 1.0:
            if first < 0:
                first = slot
            if rank_known(s, seat, slot) == s.ranks_used - 1 and may_discard(s):
                return slot
    for slot in range(as_int(s.held[seat])):
        if numbers[slot, PLAYABILITY] == 1.0:
            card = identify(shares[0, slot], shares[1, slot])
            if card >= 0 and card % MAX_RANKS < s.ranks_used - 1 and others_hold(s, seat, card + 1):
                return slot
    return first


@compiled
def reveal_playable(s: Any, seat: int, others: Any, before: Any, shares: Any, rng: Any) -> int:
    """The first player with a card that can be built and is not known to: the hint that makes it sure and tells
    most."""
    numbers, kept = np.zeros((5, 3)), np.zeros((5, 2), np.int64)
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        best, action, ties = -1e9, NEITHER, 0
        for slot in range(as_int(s.held[target])):
            card = card_at(s, target, slot)
            if not can_build(s, card) or others[target, slot, PLAYABILITY] == 1.0:
                continue
            for kind in (TELL_COLOUR, TELL_RANK):
                value = value_of(card, kind)
                try_hint(s, target, kind, value, kept)
                drop = before[target] - measure(s, seat, target, numbers, shares)
                if numbers[slot, PLAYABILITY] == 1.0:
                    if drop > best:
                        best, ties = drop, 0
                    if drop == best:
                        ties += 1
                        if below(rng, ties) == 0:
                            action = tell(s, target, kind, value)
                undo_hint(s, target, kept)
        if action >= 0:
            return action
    return NEITHER


@compiled
def tell_more(s: Any, seat: int, others: Any, before: Any, shares: Any, playable: bool, least: float, rng: Any) -> int:
    """The hint that takes the most entropy, more than `least`; with `playable` one that touches a card that can be
    built and is not known to."""
    numbers, kept = np.zeros((5, 3)), np.zeros((5, 2), np.int64)
    best, action, ties = least, NEITHER, 0
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        for kind in (TELL_COLOUR, TELL_RANK):
            for value in range(values_of(s, kind)):
                touched = try_hint(s, target, kind, value, kept)
                if touched and (not playable or touches_playable(s, target, others, kind, value)):
                    drop = before[target] - measure(s, seat, target, numbers, shares)
                    if drop > best:
                        best, ties = drop, 0
                    if drop == best and best > least:
                        ties += 1
                        if below(rng, ties) == 0:
                            action = tell(s, target, kind, value)
                undo_hint(s, target, kept)
    return action


@compiled
def touches_playable(s: Any, target: int, others: Any, kind: int, value: int) -> bool:
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if value_of(card, kind) == value and can_build(s, card) and others[target, slot, PLAYABILITY] < 1.0:
            return True
    return False
