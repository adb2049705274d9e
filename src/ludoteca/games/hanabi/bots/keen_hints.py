"""What hints weigh for a player of `keen`: as a warning, as a hint at a playable card, or as an idle one."""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.games.hanabi.actions import value_of
from ludoteca.games.hanabi.bots.keen_sight import HINT, IDLE, WARN, flag, weigh
from ludoteca.games.hanabi.bots.sets import MAYBE, YES, count_bits, hinted, holds
from ludoteca.games.hanabi.bots.sight import card_at, may_discard, next_seat, tell_colour, tell_rank
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, is_warning, touches
from ludoteca.games.hanabi.state import MAX_RANKS, TELL_COLOUR, TELL_RANK
from ludoteca.jit import as_int, compiled


@compiled
def weigh_hints(s: Any, notes: Any, seat: int, target: int, sight: Any, weights: Any) -> tuple[float, int]:
    """What the best hint for a player weighs, and which it is."""
    best, action = -np.inf, NEITHER
    for kind in (TELL_COLOUR, TELL_RANK):
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(card_at(s, target, slot), kind)
        for value in range(MAX_RANKS):
            if held >> value & 1:
                weight = weigh_hint(s, notes, seat, target, kind, value, sight, weights)
                if weight > best:
                    best = weight
                    action = tell_colour(s, target, value) if kind == TELL_COLOUR else tell_rank(s, target, value)
    return best, action


class Effect(NamedTuple):
    """What a hint tells its player, by the cards alone."""

    plays: int
    """How many cards become surely playable."""
    shown: int
    """The oldest of these, or NEITHER."""
    newest: int
    """The newest card it touches that may be playable and does not become sure, or NEITHER."""
    taken: int
    """How many possibilities it takes away."""
    junk: int
    """How many cards become surely worthless."""
    touched: int
    tells_last: bool
    """Whether it touches a last copy that was not known for one."""


@compiled
def weigh_hint(
    s: Any, notes: Any, seat: int, target: int, kind: int, value: int, sight: Any, weights: Any
) -> float:  # fmt: skip
    """What a hint weighs as a warning, as a hint at a card, or as an idle one; misleading ones weigh nothing."""
    effect = foresee(s, notes, target, kind, value, sight)
    stalls = kind == TELL_RANK and not may_discard(s) and seat == next_seat(s, target)
    stalls = stalls and touches(s, target, 0, kind, value)
    may_warn = kind == TELL_RANK and not stalls and target == next_seat(s, seat)
    if may_warn and is_warning(s, notes, target, value, sight.due, sight.valuable):
        return weigh_warning(s, target, effect, sight, weights)
    if stalls or (effect.plays == 0 and effect.newest == NEITHER):
        details = (effect.taken / 20.0, flag(effect.tells_last), flag(stalls), 1.0 * effect.junk)
        return weigh(sight, weights, IDLE, details)
    return weigh_pointing(s, seat, target, kind, effect, sight, weights)


@compiled
def weigh_pointing(s: Any, seat: int, target: int, kind: int, effect: Any, sight: Any, weights: Any) -> float:
    """What a hint weighs that points at a card: it must be playable."""
    slot = effect.shown if effect.plays > 0 else effect.newest
    card = card_at(s, target, slot)
    if effect.plays == 0 and sight.playable >> card & 1 == 0:
        return -np.inf
    upper = 1 << card + 1 if card % MAX_RANKS < s.ranks_used - 1 else 0
    for_next = target == next_seat(s, seat) and sight.due != NEITHER
    details = (
        effect.taken / 20.0,
        1.0 * max(0, effect.plays - 1),
        card % MAX_RANKS / 5.0,
        flag(kind == TELL_COLOUR),
        flag(effect.tells_last),
        flag(for_next and slot == sight.due),
        1.0 * effect.junk,
        effect.touched / 5.0,
        flag(upper & (sight.known | sight.theirs)),
        flag(sight.known >> card & 1),
        flag(for_next and sight.valuable >> card_at(s, target, sight.due) & 1),
    )
    return weigh(sight, weights, HINT, details)


@compiled
def weigh_warning(s: Any, target: int, effect: Any, sight: Any, weights: Any) -> float:
    """What a hint weighs that says: what you would discard is a last copy. It must be one."""
    card = card_at(s, target, sight.due)
    if sight.valuable >> card & 1 == 0:
        return -np.inf
    details = (1.0 * effect.plays, card % MAX_RANKS / 5.0, flag(sight.playable >> card & 1))
    return weigh(sight, weights, WARN, details)


@compiled
def foresee(s: Any, notes: Any, target: int, kind: int, value: int, sight: Any) -> Any:
    named = hinted(kind, value)
    plays, shown, newest = 0, NEITHER, NEITHER
    taken = junk = count = 0
    tells_last = False
    for slot in range(as_int(s.held[target]) - 1, -1, -1):
        touched = touches(s, target, slot, kind, value)
        count += touched
        before = as_int(notes[target, slot])
        after = before & (named if touched else ~named)
        taken += count_bits(before) - count_bits(after)
        if holds(before, sight.playable) == MAYBE:
            now = holds(after, sight.playable)
            if now == YES and after:
                plays, shown = plays + 1, slot
            elif now == MAYBE and touched and newest == NEITHER:
                newest = slot
        junk += holds(before, sight.worthless) != YES and after != 0 and holds(after, sight.worthless) == YES
        last = sight.valuable >> card_at(s, target, slot) & 1 == 1
        tells_last = tells_last or (touched and last and holds(before, sight.valuable) != YES)
    return Effect(plays, shown, newest, taken, junk, count, tells_last)
