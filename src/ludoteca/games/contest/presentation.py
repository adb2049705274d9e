"""What front ends show of a contest: the stage (contestants with their moves), and on it hearts, signs, the crowd."""

from functools import cache
from typing import Any

from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import (
    NEIGHBOURS,
    RANKS,
    Move,
    RosterEntry,
    list_combos,
    list_kinds,
    list_moves,
    list_roster,
    move_of,
)
from ludoteca.games.contest.contestants import THESIS_ORDER, find_contestant
from ludoteca.games.contest.information import is_shown
from ludoteca.games.contest.notation import STATUS_NAMES, name_of
from ludoteca.games.contest.permutations import PERMUTATIONS
from ludoteca.protocol import State

PHASES = ("pick", "draw_hearts", "draw_nerves", "draw_order", "draw_winner", "finished")


# --- what never changes --------------------------------------------------------------------------------------------


def show_stage(view: State) -> dict[str, Any]:
    """Who takes part, with which moves: everybody may know that."""
    return {
        "condition": st.CONDITIONS[int(view.condition)],
        "turns": st.TURNS,
        "full": e.FULL_METER,
        "live": e.LIVE_HEARTS,
        "combination": e.COMBO_HEARTS,
        "preliminary": int(view.preliminary),
        "contestants": [_show_performer(view, seat) for seat in range(st.SEATS)],
    }


def _show_performer(view: State, seat: int) -> dict[str, Any]:
    kind = list_kinds()[int(view.species[seat])]
    return {
        "name": name_of(view, seat),
        "species": kind.name,
        "number": int(view.species[seat]) + 1,
        "shape": kind.shape,
        "colour": kind.colour,
        "introduction": int(view.introduction[seat]),
        "moves": [_show_card(view, seat, place) for place in range(st.MOVES)],
    }


def _show_card(view: State, seat: int, place: int) -> dict[str, Any]:
    """A move: `crowd` is 1 if it excites this crowd, -1 if it bores it; `completed_by` are own moves by place."""
    return {
        "place": place,
        **show_move(move_of(int(view.moves[seat, place]))),
        "crowd": int(st.crowd_appeal(view, seat, place)),
        "opens": bool(st.opens_combo(view, seat, place)),
        "completed_by": [other for other in range(st.MOVES) if st.completes(view, seat, place, other)],
    }


def show_move(move: Move) -> dict[str, Any]:
    return {
        "english": move.english,
        "italian": move.italian,
        "condition": move.condition,
        "effect": move.effect.key,
        "hearts": move.effect.hearts,
        "jam": move.effect.jam,
    }


# --- the position --------------------------------------------------------------------------------------------------


def show_position(view: State) -> dict[str, Any]:
    return {
        "turn": min(st.TURNS, max(0, int(view.turn)) + 1),
        "stars": int(view.stars),
        "phase": PHASES[int(view.phase)],
        "order": [int(seat) for seat in view.order],
        "freezer": None if view.freezer == st.NONE else int(view.freezer),
        "contestants": [_show_contestant(view, seat) for seat in range(st.SEATS)],
        "winner": None if view.winner == st.NONE else int(view.winner),
    }


def _show_contestant(view: State, seat: int) -> dict[str, Any]:
    """`pick` is the place of a visible move, "hidden", or None if nothing is picked; `shown` the move performed in this
    turn, `last` the one performed last."""
    pick, last = int(view.picks[seat]), int(view.last[seat])
    performed = bool(is_shown(view, seat)) and pick not in (st.NONE, st.HIDDEN)
    return {
        "hearts": int(view.hearts[seat]),
        "total": int(view.totals[seat]),
        "score": int(st.score_of(view, seat)),
        "energy": int(view.energy[seat]),
        "signs": [word for flag, word in STATUS_NAMES.items() if int(view.status[seat]) & flag],
        "pick": None if pick == st.NONE else "hidden" if pick == st.HIDDEN else pick,
        "shown": pick if performed else None,
        "last": None if last == st.NONE else last,
    }


def show_pick(view: State, seat: int, place: int) -> dict[str, Any]:
    """A pick: its place, and what having shown another move before makes of it."""
    before = int(view.last[seat])
    repeatable = int(view.effects[seat, place]) == e.REPEATABLE
    repeats = before >= 0 and int(view.moves[seat, place]) == int(view.moves[seat, before]) and not repeatable
    waited_for = bool(st.has_status(view, seat, st.STANDBY)) or not st.is_on(view, st.STRICT_COMBOS)
    return {
        "place": place,
        "repeats": repeats,
        "completes": bool(st.completes(view, seat, before, place)) and waited_for and not repeats,
    }


def show_outcome(s: State, outcome: int) -> dict[str, Any]:
    """What chance did: the hearts of an unpredictable move, who is nervous, the next order, or who won a tie."""
    phase = int(s.phase)
    if phase == st.DRAW_HEARTS:
        return {"brings": int(e.RANDOM_HEARTS[outcome]), "seat": int(s.order[int(s.position)])}
    if phase == st.DRAW_NERVES:
        return {"nervous": [int(s.order[i]) for i in range(st.SEATS) if outcome >> i & 1]}
    if phase == st.DRAW_ORDER:
        return {"order": [int(s.order[place]) for place in PERMUTATIONS[outcome]]}
    return {"winner": outcome} if phase == st.DRAW_WINNER else {}


# --- what one may choose from --------------------------------------------------------------------------------------


@cache
def show_catalogue() -> dict[str, Any]:
    """Moves, species, combinations and the roster by name, for a line-up and for contestants of one's own."""
    rows: dict[str, list[RosterEntry]] = {}
    for entry in list_roster():
        rows.setdefault(entry.name, []).append(entry)
    return {
        "conditions": list(st.CONDITIONS),
        "neutral": {contest: list(found) for contest, found in NEIGHBOURS.items()},
        "ranks": list(RANKS),
        "thesis": list(THESIS_ORDER),
        "moves": [{"number": move.number, **show_move(move)} for move in list_moves()],
        "combinations": sorted(list_combos()),
        "species": [[kind.name, kind.shape, kind.colour] for kind in list_kinds()],
        "roster": [_show_entry(name, found) for name, found in rows.items()],
    }


def _show_entry(name: str, rows: list[RosterEntry]) -> dict[str, Any]:
    """A contestant of the roster, with the contests that it takes part in."""
    known = find_contestant(name)
    return {
        "name": name,
        "species": known.species,
        "moves": list(known.moves),
        "documented": rows[0].status == "documented",
        "contests": [[row.condition, row.rank] for row in rows],
        "points": {row.condition: row.introduction for row in rows if row.introduction is not None},
    }
