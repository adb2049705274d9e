"""A turn as steps for a page to play one after another: hearts up and down, stars, nerves, the next order."""

from typing import Any

from ludoteca.games.contest import effects as e
from ludoteca.games.contest.messages import Event, apply_with_events
from ludoteca.games.contest.notation import names_of
from ludoteca.protocol import State

GAINS = ("earns", "combines", "excites", "live")  # hearts more for whom it happens to
LOSSES = ("startled", "repeats", "bores")


def list_steps(s: State, action: int) -> list[dict[str, Any]]:
    """What an action brings about; it is applied to `s`. Everything in it is public by then: a move is named when it is
    performed, and the pick of who does not perform is never named."""
    names, stars = names_of(s), int(s.stars)
    steps: list[dict[str, Any]] = []
    for event in apply_with_events(s, action):
        stars = _count_stars(event, stars)
        if event.kind == "turn":
            steps.append({"type": "order", "order": [int(seat) for seat in s.order]})
        steps.append(_make_step(event, names, s, stars))
    return steps


def _make_step(event: Event, names: list[str], s: State, stars: int) -> dict[str, Any]:
    """`hearts` is what the contestant gains or loses, `stars` what the meter shows then."""
    seat = names.index(event.who) if event.who else None
    step: dict[str, Any] = {"type": event.kind, "seat": seat, "n": event.n, "stars": stars}
    if event.kind in GAINS:
        step["hearts"] = event.n
    elif event.kind in LOSSES:
        step["hearts"] = -event.n
    if event.kind == "performs" and seat is not None:
        step["place"] = s.moves[seat].tolist().index(event.move)
    return step


def _count_stars(event: Event, stars: int) -> int:
    if event.kind == "excites":
        return min(e.FULL_METER, stars + event.n)
    if event.kind == "cools":
        return stars - event.n
    return 0 if event.kind == "live" else stars
