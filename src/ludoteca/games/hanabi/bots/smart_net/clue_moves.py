"""The hints that a player of `keen` has to choose from: warnings, hints at a playable card, and idle ones."""

from typing import Any, NamedTuple

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import value_of
from ludoteca.games.hanabi.bots.card_sets import YES, hinted, holds, is_one
from ludoteca.games.hanabi.bots.hand_queries import card_at, may_discard, next_seat, tell_colour, tell_rank
from ludoteca.games.hanabi.bots.smart_net.card_moves import add_move
from ludoteca.games.hanabi.bots.smart_net.features import HINT, IDLE, WARN, flag
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, cut, is_warning, next_discard, point_at, touches
from ludoteca.games.hanabi.state import MAX_RANKS, TELL_COLOUR, TELL_RANK


@compiled
def list_hints(s: Any, notes: Any, seat: int, target: int, sight: Any, moves: Any) -> None:
    """Add the hints for a player that do not mislead."""
    for kind in (TELL_COLOUR, TELL_RANK):
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(card_at(s, target, slot), kind)
        for value in range(MAX_RANKS):
            if held >> value & 1:
                list_hint(s, notes, seat, target, kind, value, sight, moves)


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
    last_copies: int
    """How many last copies it touches that were not known for such."""
    named: int
    """How many cards become known."""
    junk_touched: int
    playable_touched: int


@compiled
def list_hint(s: Any, notes: Any, seat: int, target: int, kind: int, value: int, sight: Any, moves: Any) -> None:
    """Add a hint as a warning, as a hint at a card, or as an idle one, unless it misleads."""
    effect = foresee(s, notes, target, kind, value, sight)
    action = tell_colour(s, target, value) if kind == TELL_COLOUR else tell_rank(s, target, value)
    stalls = kind == TELL_RANK and not may_discard(s) and seat == next_seat(s, target)
    stalls = stalls and touches(s, target, 0, kind, value)
    may_warn = kind == TELL_RANK and not stalls and target == next_seat(s, seat)
    if may_warn and is_warning(s, notes, target, value, sight.due, sight.valuable):
        list_warning(s, notes, seat, target, kind, value, action, effect, sight, moves)
    elif stalls or (effect.plays == 0 and effect.newest == NEITHER):
        list_idle(s, notes, seat, target, kind, value, action, stalls, effect, sight, moves)
    else:
        list_pointing(s, seat, target, kind, action, effect, sight, moves)


@compiled
def list_pointing(s: Any, seat: int, target: int, kind: int, action: int, effect: Any, sight: Any, moves: Any) -> None:
    """Add a hint that points at a card: it must be playable."""
    slot = effect.shown if effect.plays > 0 else effect.newest
    card = card_at(s, target, slot)
    if effect.plays == 0 and sight.playable >> card & 1 == 0:
        return
    upper = 1 << card + 1 if card % MAX_RANKS < s.ranks_used - 1 else 0
    for_next = target == next_seat(s, seat) and sight.due != NEITHER
    details = (
        effect.taken / 20.0,
        1.0 * max(0, effect.plays - 1),
        card % MAX_RANKS / 5.0,
        flag(kind == TELL_COLOUR),
        flag(effect.last_copies > 0),
        flag(for_next and slot == sight.due),
        1.0 * effect.junk,
        effect.touched / 5.0,
        flag(upper & (sight.known | sight.theirs)),
        flag(sight.known >> card & 1),
        flag(for_next and sight.valuable >> card_at(s, target, sight.due) & 1),
        flag(effect.plays == 0),
        effect.last_copies / 2.0,
        effect.junk_touched / 2.0,
        effect.named / 2.0,
    )
    add_move(moves, action, HINT, details)


@compiled
def list_warning(
    s: Any, notes: Any, seat: int, target: int, kind: int, value: int, action: int, effect: Any, sight: Any,
    moves: Any,
) -> None:  # fmt: skip
    """Add a hint that says: what you would discard is a last copy. It must be one."""
    card = card_at(s, target, sight.due)
    if sight.valuable >> card & 1 == 0:
        return
    loses_last, loses_needed = find_loss(s, notes, seat, target, kind, value, True, sight)
    details = (
        1.0 * effect.plays,
        card % MAX_RANKS / 5.0,
        flag(sight.playable >> card & 1),
        effect.taken / 20.0,
        effect.last_copies / 2.0,
        loses_last,
        loses_needed,
    )
    add_move(moves, action, WARN, details)


@compiled
def list_idle(
    s: Any, notes: Any, seat: int, target: int, kind: int, value: int, action: int, stalls: bool, effect: Any,
    sight: Any, moves: Any,
) -> None:  # fmt: skip
    loses_last, loses_needed = find_loss(s, notes, seat, target, kind, value, False, sight)
    details = (
        effect.taken / 20.0,
        flag(effect.last_copies > 0),
        flag(stalls),
        1.0 * effect.junk,
        effect.last_copies / 2.0,
        loses_last,
        loses_needed,
        effect.touched / 5.0,
        effect.playable_touched / 2.0,
        effect.named / 2.0,
    )
    add_move(moves, action, IDLE, details)


@compiled
def find_loss(s: Any, notes: Any, seat: int, target: int, kind: int, value: int, warns: bool, sight: Any) -> Any:
    """After a hint that points at nothing: whether what the next player would discard is a last copy, or else a card
    that is needed."""
    if target != next_seat(s, seat):
        return 0.0, 0.0
    named = hinted(kind, value)
    for slot in range(as_int(s.held[target])):
        sight.later[target, slot] = notes[target, slot]
        if warns and slot == sight.due:
            cut(sight.later, target, slot, sight.valuable)
        cut(sight.later, target, slot, named if touches(s, target, slot, kind, value) else ~named)
    due = next_discard(s, sight.later, target, sight.playable, sight.worthless, sight.valuable)
    if due == NEITHER:
        return 0.0, 0.0
    lost = 1 << card_at(s, target, due)
    return flag(lost & sight.valuable), flag(lost & ~(sight.valuable | sight.worthless))


@compiled
def foresee(s: Any, notes: Any, target: int, kind: int, value: int, sight: Any) -> Any:
    plays, shown, newest, taken = point_at(s, notes, target, kind, value, sight.playable)
    named = hinted(kind, value)
    junk = count = last_copies = known = junk_touched = playable_touched = 0
    for slot in range(as_int(s.held[target])):
        touched = touches(s, target, slot, kind, value)
        card, before = card_at(s, target, slot), as_int(notes[target, slot])
        after = before & (named if touched else ~named)
        junk += holds(before, sight.worthless) != YES and after != 0 and holds(after, sight.worthless) == YES
        known += is_one(after) and not is_one(before)
        if touched:
            count += 1
            last_copies += sight.valuable >> card & 1 == 1 and holds(before, sight.valuable) != YES
            junk_touched += sight.worthless >> card & 1
            playable_touched += sight.playable >> card & 1
    return Effect(plays, shown, newest, taken, junk, count, last_copies, known, junk_touched, playable_touched)
