"""Why an action may be good, in words: how likely an attack is, and what it does to the largest regions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteca.core.texts import Catalogue
from ludoteca.games.dicewars import land, presentation, state
from ludoteca.protocol import State, new_states

TEXTS = Catalogue("dicewars", Path(__file__).parent / "texts")

Reason = tuple[str, dict[str, Any]]


def give_reasons(view: State, action: int, language: str) -> list[str]:
    return [TEXTS.tell(language, f"why.{code}", **params) for code, params in find_reasons(view, action)]


def find_reasons(s: State, action: int) -> Iterator[Reason]:
    """Codes below `why.` in the catalogue, with their numbers."""
    shown = presentation.show_action(s, action)
    if shown["kind"] == "end":
        yield "end", {"income": shown["income"]}
    elif shown["kind"] == "transfer":
        yield "border" if land.is_border(s, shown["target"]) else "inland", {"dice": shown["moved"]}
    elif shown["kind"] == "attack":
        yield "odds", {"percent": round(100 * shown["odds"])}
        yield from _compare_regions(s, shown["target"])


def _compare_regions(s: State, target: int) -> Iterator[Reason]:
    """What winning an area does to the largest regions, which new dice come from."""
    seat, loser = int(s.turn), int(s.owner[target])
    copies = new_states(state.STATE, 1)
    copies[0] = s
    won = copies[0]
    land.assign(won, target, seat)
    own, other = ((int(land.count_region(s, who)), int(land.count_region(won, who))) for who in (seat, loser))
    if own[1] > own[0]:
        yield "grows", {"before": own[0], "after": own[1]}
    if other[1] < other[0]:
        yield "splits", {"before": other[0], "after": other[1]}
    if loser != state.NOBODY and won.land[loser] == 0:
        yield "eliminates", {}
