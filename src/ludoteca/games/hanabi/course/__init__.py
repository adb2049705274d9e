"""A short course of the convention of `smart`: positions of games that the bot played with itself, graded by the bot.

`positions.json` holds them as actions; `finding.py` has found them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.games.hanabi.course.themes import CERTAIN, THEMES
from ludoteca.games.hanabi.reasons import find_reasons, read_table
from ludoteca.games.hanabi.rules import apply, start
from ludoteca.games.hanabi.state import SETUP, STATE
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import State, new_states

POSITIONS = Path(__file__).with_name("positions.json")


@cache
def load_course() -> tuple[tuple[str, State], ...]:
    """The lessons in their order: each with its name and what the seat to act sees. Nobody may change these views."""
    kept = json.loads(POSITIONS.read_text("utf-8"))
    return tuple((name, _replay(kept[name])) for name in THEMES)


def _replay(kept: dict[str, Any]) -> State:
    setup, s = new_states(SETUP, 1)[0], new_states(STATE, 1)[0]
    setup.players = kept["players"]
    start(s, setup)
    for action in kept["actions"]:
        apply(s, action)
    observe(s, int(s.turn))
    return s


def grade(view: State, action: int) -> tuple[str, int]:
    """("right", "works" or "wrong", what the bot does): an action works if it says as much as the bot's."""
    table = read_table(view, action)
    if table.choice == action:
        return "right", action
    codes = {code for code, _ in find_reasons(table)}
    best = {code for code, _ in find_reasons(read_table(view, table.choice))}
    risks = "danger" in codes and "danger" not in best
    works = not risks and any(codes & family and best & family for family in CERTAIN)
    return ("works" if works else "wrong"), table.choice
