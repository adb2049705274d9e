"""The clues that smart_net chooses from, each with its features: warnings, clues that point at a playable card, and
idle ones. Clues that the others would misread are left out."""

from typing import Any, NamedTuple

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_action, value_of
from ludoteca.games.hanabi.bots.card_sets import YES, holds, is_single, named_cards
from ludoteca.games.hanabi.bots.hand_queries import card_at, may_discard, next_seat
from ludoteca.games.hanabi.bots.smart_net.card_moves import Moves, add_move
from ludoteca.games.hanabi.bots.smart_net.features import CLUE, IDLE_CLUE, WARNING, Situation, flag
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, is_warning, next_discard, read_clue, restrict, touches
from ludoteca.games.hanabi.state import COLOUR_CLUE, MAX_RANKS, RANK_CLUE
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes


class Clue(NamedTuple):
    """A clue that could be given."""

    target: int
    kind: int
    value: int
    action: int
    stalls: bool
    """Whether the convention reads it as a stall: a rank clue on the previous player's oldest card while no discard is
    allowed."""


class Effect(NamedTuple):
    """What a clue says to its player, by the cards alone."""

    plays: int
    """How many cards become surely playable."""
    shown: int
    """The oldest of these, or NEITHER."""
    newest: int
    """The newest card it touches that may be playable and does not become certain, or NEITHER."""
    removed: int
    """How many possibilities it removes."""
    trash: int
    """How many cards become surely trash."""
    touched: int
    critical_touched: int
    """How many critical cards it touches that were not known to be critical."""
    determined: int
    """How many cards become determined."""
    trash_touched: int
    playable_touched: int


@compiled
def list_clues(s: State, notes: Notes, seat: int, target: int, situation: Situation, moves: Moves) -> None:
    """Add the clues for a player that do not mislead."""
    for kind in (COLOUR_CLUE, RANK_CLUE):
        held = 0
        for slot in range(as_int(s.held[target])):
            held |= 1 << value_of(card_at(s, target, slot), kind)
        stalls = kind == RANK_CLUE and not may_discard(s) and seat == next_seat(s, target)
        for value in range(MAX_RANKS):
            if held >> value & 1:
                action = clue_action(s, target, kind, value)
                clue = Clue(target, kind, value, action, stalls and touches(s, target, 0, kind, value))
                list_clue(s, notes, seat, clue, situation, moves)


@compiled
def list_clue(s: State, notes: Notes, seat: int, clue: Clue, situation: Situation, moves: Moves) -> None:
    """Add a clue as a warning, as one that points at a card, or as an idle one, unless it misleads."""
    effect = find_effect(s, notes, clue, situation)
    may_warn = clue.kind == RANK_CLUE and not clue.stalls and clue.target == next_seat(s, seat)
    if may_warn and is_warning(s, notes, clue.target, clue.value, situation.chop, situation.critical):
        list_warning(s, notes, seat, clue, effect, situation, moves)
    elif clue.stalls or (effect.plays == 0 and effect.newest == NEITHER):
        list_idle(s, notes, seat, clue, effect, situation, moves)
    else:
        list_pointing(s, seat, clue, effect, situation, moves)


@compiled
def list_pointing(s: State, seat: int, clue: Clue, effect: Effect, situation: Situation, moves: Moves) -> None:
    """Add a clue that points at a card, which must be playable."""
    slot = effect.shown if effect.plays > 0 else effect.newest
    card = card_at(s, clue.target, slot)
    if effect.plays == 0 and situation.playable >> card & 1 == 0:
        return
    above = 1 << card + 1 if card % MAX_RANKS < s.ranks_used - 1 else 0
    has_chop = clue.target == next_seat(s, seat) and situation.chop != NEITHER
    features = (
        effect.removed / 20.0,
        1.0 * max(0, effect.plays - 1),
        card % MAX_RANKS / 5.0,
        flag(clue.kind == COLOUR_CLUE),
        flag(effect.critical_touched > 0),
        flag(has_chop and slot == situation.chop),
        1.0 * effect.trash,
        effect.touched / 5.0,
        flag(above & (situation.determined | situation.visible)),
        flag(situation.determined >> card & 1),
        flag(has_chop and situation.critical >> card_at(s, clue.target, situation.chop) & 1),
        flag(effect.plays == 0),
        effect.critical_touched / 2.0,
        effect.trash_touched / 2.0,
        effect.determined / 2.0,
    )
    add_move(moves, clue.action, CLUE, features)


@compiled
def list_warning(
    s: State, notes: Notes, seat: int, clue: Clue, effect: Effect, situation: Situation, moves: Moves
) -> None:
    """Add a clue that says: what you would discard is critical. It must be."""
    card = card_at(s, clue.target, situation.chop)
    if situation.critical >> card & 1 == 0:
        return
    loses_critical, loses_needed = find_loss(s, notes, seat, clue, True, situation)
    features = (
        1.0 * effect.plays,
        card % MAX_RANKS / 5.0,
        flag(situation.playable >> card & 1),
        effect.removed / 20.0,
        effect.critical_touched / 2.0,
        loses_critical,
        loses_needed,
    )
    add_move(moves, clue.action, WARNING, features)


@compiled
def list_idle(
    s: State, notes: Notes, seat: int, clue: Clue, effect: Effect, situation: Situation, moves: Moves
) -> None:
    loses_critical, loses_needed = find_loss(s, notes, seat, clue, False, situation)
    features = (
        effect.removed / 20.0,
        flag(effect.critical_touched > 0),
        flag(clue.stalls),
        1.0 * effect.trash,
        effect.critical_touched / 2.0,
        loses_critical,
        loses_needed,
        effect.touched / 5.0,
        effect.playable_touched / 2.0,
        effect.determined / 2.0,
    )
    add_move(moves, clue.action, IDLE_CLUE, features)


@compiled
def find_loss(s: State, notes: Notes, seat: int, clue: Clue, warns: bool, situation: Situation) -> Any:
    """After a clue that points at nothing: whether what the next player would discard is critical, or else needed."""
    target = clue.target
    if target != next_seat(s, seat):
        return 0.0, 0.0
    named = named_cards(clue.kind, clue.value)
    for slot in range(as_int(s.held[target])):
        situation.later[target, slot] = notes[target, slot]
        if warns and slot == situation.chop:
            restrict(situation.later, target, slot, situation.critical)
        touched = touches(s, target, slot, clue.kind, clue.value)
        restrict(situation.later, target, slot, named if touched else ~named)
    chop = next_discard(s, situation.later, target, situation.playable, situation.trash, situation.critical)
    if chop == NEITHER:
        return 0.0, 0.0
    lost = 1 << card_at(s, target, chop)
    return flag(lost & situation.critical), flag(lost & ~(situation.critical | situation.trash))


@compiled
def find_effect(s: State, notes: Notes, clue: Clue, situation: Situation) -> Any:
    target, named = clue.target, named_cards(clue.kind, clue.value)
    plays, shown, newest, removed = read_clue(s, notes, target, clue.kind, clue.value, situation.playable)
    trash = count = critical_touched = determined = trash_touched = playable_touched = 0
    for slot in range(as_int(s.held[target])):
        touched = touches(s, target, slot, clue.kind, clue.value)
        card, before = card_at(s, target, slot), as_int(notes[target, slot])
        after = before & (named if touched else ~named)
        trash += holds(before, situation.trash) != YES and after != 0 and holds(after, situation.trash) == YES
        determined += is_single(after) and not is_single(before)
        if touched:
            count += 1
            critical_touched += situation.critical >> card & 1 == 1 and holds(before, situation.critical) != YES
            trash_touched += situation.trash >> card & 1
            playable_touched += situation.playable >> card & 1
    return Effect(
        plays, shown, newest, removed, trash, count, critical_touched, determined, trash_touched, playable_touched
    )
