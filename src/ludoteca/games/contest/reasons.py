"""Why a move may be good, in words: combinations, the crowd, hearts; from what every contestant sees."""

from collections.abc import Iterator
from typing import Any

from ludoteca.games.contest import presentation
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import move_of
from ludoteca.games.contest.wording import TEXTS
from ludoteca.protocol import State

Reason = tuple[str, dict[str, Any]]


def give_reasons(view: State, place: int, language: str) -> list[str]:
    return [TEXTS.tell(language, f"why.{code}", **params) for code, params in find_reasons(view, place)]


def find_reasons(view: State, place: int) -> Iterator[Reason]:
    """Codes below `why.` in the catalogue, with their numbers."""
    seat = int(view.to_act)
    effect, picked = move_of(int(view.moves[seat, place])).effect, presentation.show_pick(view, seat, place)
    if picked["completes"]:
        yield "completes", {}
    if picked["repeats"]:
        yield "repeats", {}
    if effect.hearts:
        yield "hearts", {"hearts": effect.hearts}
    if effect.jam:
        yield "startles", {"hearts": effect.jam}
    crowd = int(st.crowd_appeal(view, seat, place))
    if crowd:
        yield "excites" if crowd > 0 else "bores", {}
    if st.opens_combo(view, seat, place):
        yield "opens", {}
