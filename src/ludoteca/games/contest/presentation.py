"""What front ends show of a contest: contestants with hearts and status, the crowd, the moves."""

from typing import Any

from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import move_of
from ludoteca.games.contest.effects import FULL_METER
from ludoteca.games.contest.notation import STATUS_NAMES, name_of
from ludoteca.protocol import State

PHASES = ("pick", "draw_hearts", "draw_nerves", "draw_order", "draw_winner", "finished")


def show_position(view: State) -> dict[str, Any]:
    return {
        "condition": st.CONDITIONS[int(view.condition)],
        "turn": min(st.TURNS, max(0, int(view.turn)) + 1),
        "turns": st.TURNS,
        "stars": int(view.stars),
        "full": FULL_METER,
        "phase": PHASES[int(view.phase)],
        "order": [int(seat) for seat in view.order],
        "freezer": None if view.freezer == st.NONE else int(view.freezer),
        "contestants": [show_contestant(view, seat) for seat in range(st.SEATS)],
        "winner": None if view.winner == st.NONE else int(view.winner),
    }


def show_contestant(view: State, seat: int) -> dict[str, Any]:
    """`pick` is the place of a visible move, "hidden", or None if nothing is picked."""
    pick = int(view.picks[seat])
    return {
        "name": name_of(view, seat),
        "hearts": int(view.hearts[seat]),
        "total": int(view.totals[seat]),
        "energy": int(view.energy[seat]),
        "signs": [word for flag, word in STATUS_NAMES.items() if int(view.status[seat]) & flag],
        "pick": None if pick == st.NONE else "hidden" if pick == st.HIDDEN else pick,
        "moves": [show_move(view, seat, place) for place in range(st.MOVES)],
    }


def show_move(view: State, seat: int, place: int) -> dict[str, Any]:
    move = move_of(int(view.moves[seat, place]))
    return {
        "place": place,
        "english": move.english,
        "italian": move.italian,
        "condition": move.condition,
        "effect": move.effect.key,
        "hearts": move.effect.hearts,
        "jam": move.effect.jam,
        "text": {"english": move.effect.tell("en"), "italian": move.effect.tell("it")},
    }
