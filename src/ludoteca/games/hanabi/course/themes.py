"""What each lesson of the course is about, as a test of a position and of what the bot does there."""

from collections.abc import Callable

from ludoteca.games.hanabi.history import split_action
from ludoteca.games.hanabi.reasons import Reading
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, RANK_CLUE

CERTAIN = (
    {"play.told", "play.pointed", "play.known", "play.counted", "play.finesse"},
    {"clue.points", "clue.shows"},
    {"clue.warns", "clue.saves"},
    {"discard.trash"},
)
"""Families of reasons: an action with one of them is as good as another."""
Test = Callable[[Reading, str], bool]


def _last_clue(table: Reading) -> tuple[int, list[int]]:
    """The kind of the last action, if it was a clue to the seat to act, and the own slots that it touched; else -1."""
    view = table.view
    seat = (view.ply - 1) % view.players
    kind, ahead, value = split_action(view, view.moves[view.ply - 1]) if view.ply else (-1, 0, 0)
    if kind < COLOUR_CLUE or (seat + ahead) % view.players != view.turn:
        return -1, []
    told = view.colours if kind == COLOUR_CLUE else view.ranks
    hand = view.hands[view.turn][: view.held[view.turn]]
    return kind, [slot for slot, order in enumerate(hand) if told[order] >> value & told[order] >> 5 & 1]


def _is_told(table: Reading, code: str) -> bool:
    return code == "play.told" and _last_clue(table)[0] == RANK_CLUE and table.view.score == 0


def _is_pointed(kind: int) -> Test:
    """The last clue touched several cards, and the newest is not the oldest of the hand."""

    def fits(table: Reading, code: str) -> bool:
        found, touched = _last_clue(table)
        return code == "play.pointed" and found == kind and len(touched) == 2

    return fits


def _is_warned(table: Reading, code: str) -> bool:
    """Just warned by a rank clue: the bot discards another card than it would have."""
    kind, touched = _last_clue(table)
    critical = [slot for slot in touched if not table.own[slot] & ~table.facts["critical"]]
    unsure = any(table.own[slot].bit_count() > 1 for slot in critical)
    return kind == RANK_CLUE and unsure and code == "discard.chop" and table.action == _oldest_untouched(table)


def _is_discard(table: Reading, code: str) -> bool:
    """The oldest card stays, since it was clued."""
    return code == "discard.chop" and table.action == _oldest_untouched(table) > 0


def _oldest_untouched(table: Reading) -> int:
    """The oldest own card that no clue has touched, or -1."""
    view = table.view
    hand = view.hands[view.turn][: view.held[view.turn]]
    return next((i for i, order in enumerate(hand) if not (view.colours[order] | view.ranks[order]) & CLUED), -1)


def _simply(wanted: str) -> Test:
    return lambda _, code: code == wanted


THEMES: dict[str, Test] = {
    "told": _is_told,
    "pointed": _is_pointed(RANK_CLUE),
    "colour": _is_pointed(COLOUR_CLUE),
    "show": _simply("clue.shows"),
    "point": _simply("clue.points"),
    "discard": _is_discard,
    "trash": _simply("discard.trash"),
    "warn": _simply("clue.warns"),
    "warned": _is_warned,
    "twin": _simply("discard.twin"),
    "finesse": _simply("play.finesse"),
    "stall": _simply("clue.stalls"),
}
"""The lessons, in the order in which they are taught."""
