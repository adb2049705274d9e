"""What the convention of `smart` says about a table, for words: what each card may be, since when a card is known to be
playable, and what an action would say."""

from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, kind_of
from ludoteca.games.hanabi.bots import smart, smart_notes
from ludoteca.games.hanabi.bots.card_sets import YES, classify_cards, holds, playable_cards
from ludoteca.games.hanabi.bots.hand_queries import may_discard, next_seat
from ludoteca.games.hanabi.bots.rebuild_notes import blank_states, draw_cards, rewind
from ludoteca.games.hanabi.rules import apply
from ludoteca.games.hanabi.state import COLOUR_CLUE, RANK_CLUE
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import State, States
from ludoteca.protocol.conventions import Notes

FACTS = (
    "choice", "playable", "trash", "critical", "exhausted", "chop", "next_chop", "twin", "plays", "shown", "newest",
    "warning", "stalling",
)  # fmt: skip
"""What `examine` writes, one number each: the bot's own choice; sets of cards; slots, or -1; and what a clue says."""


@compiled
def examine(view: State, action: int, notes: Notes, since: Any, facts: Any) -> None:
    """What the seat to act knows by the convention, and what `action` would say. `since` gets, by card, the number of
    the action after which the owner knew it to be playable; -1 where they do not."""
    views = blank_states(2)
    views[0] = view
    observe(views[0], as_int(view.turn))
    _examine(views, as_int(view.turn), action, notes, since, facts)


@compiled
def _examine(views: States, seat: int, action: int, notes: Notes, since: Any, facts: Any) -> None:
    """A function of its own, so that the views outlive pointers into them."""
    s = views[0]
    trace_notes(s, seat, views[1:], notes, since)
    playable, trash, critical = classify_cards(s)
    target = next_seat(s, seat)
    facts[0] = smart.decide(s, notes, seat)
    facts[1], facts[2], facts[3] = playable, trash, critical
    facts[4] = smart.exhausted_cards(s, notes, seat)
    facts[5] = smart_notes.next_discard(s, notes, seat, playable, trash, critical)
    facts[6] = smart_notes.next_discard(s, notes, target, playable, trash, critical)
    facts[7] = smart.discard_for_twin(s, notes, seat)
    if kind_of(s, action) >= COLOUR_CLUE:
        _examine_clue(s, seat, action, notes, facts)


@compiled
def _examine_clue(s: State, seat: int, action: int, notes: Notes, facts: Any) -> None:
    kind = kind_of(s, action)
    ahead, value = clue_of(s, action, kind)
    target = (seat + ahead) % as_int(s.players)
    facts[8], facts[9], facts[10], _ = smart_notes.read_clue(s, notes, target, kind, value, facts[1])
    if kind == RANK_CLUE:
        touches_oldest = smart_notes.touches(s, target, 0, kind, value)
        facts[12] = not may_discard(s) and seat == next_seat(s, target) and touches_oldest
        if facts[12] == 0 and target == next_seat(s, seat):
            facts[11] = smart_notes.is_warning(s, notes, target, value, facts[6], facts[3])


@compiled
def trace_notes(s: State, seat: int, past: Any, notes: Notes, since: Any) -> None:
    """The notes of `seat`, as `rebuild_smart` takes them, and since when each own card is known to be playable."""
    past[0] = s
    t = past[0]
    rewind(t, s)
    smart_notes.begin(t, notes)
    since[:] = -1
    draw_cards(t)
    smart_notes.settle(t, notes)
    while t.ply < s.ply:
        action = as_int(s.moves[t.ply])
        smart_notes.update_notes(t, notes, seat, action)
        apply(t, action)
        draw_cards(t)
        smart_notes.settle(t, notes)
        _mark_playable(t, seat, notes, since)


@compiled
def _mark_playable(t: State, seat: int, notes: Notes, since: Any) -> None:
    playable = playable_cards(t)
    for slot in range(as_int(t.held[seat])):
        order = as_int(t.hands[seat, slot])
        if holds(as_int(notes[seat, slot]), playable) != YES:
            since[order] = -1
        elif since[order] < 0:
            since[order] = as_int(t.ply) - 1
