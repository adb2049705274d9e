"""Hanabi's own players, compiled. Each decides from the view of its seat; `cheat` alone looks at its own cards, and is
no bot of the game but only plays in studies (`table.py`)."""

from typing import Any

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.bots import bologna, hat, rule_lists, smart
from ludoteca.games.hanabi.bots.rebuild_notes import new_tables, recall
from ludoteca.games.hanabi.bots.smart_net import policy
from ludoteca.games.hanabi.state import KINDS, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS
from ludoteca.games.hanabi.views import observe

BOTS = (*rule_lists.NAMES, "bot1", "bot2", "smart", "hat", "keen", "guest")
BOT1, BOT2, SMART, HAT, KEEN, GUEST = range(len(rule_lists.NAMES), len(BOTS))
SMARTS = (SMART, KEEN, GUEST)  # the bots that keep the notes of smart


@compiled
def bot_action(s: Any, bot: int, rng: Any) -> int:
    """The move of a bot for the seat to act, from what this seat may know."""
    views = new_tables(2)
    views[0] = s
    observe(views[0], as_int(s.turn))
    return _decide(views, as_int(s.turn), bot, rng)


@compiled
def _decide(views: Any, seat: int, bot: int, rng: Any) -> int:
    """The move in views[0]; the rest is room. A function of its own, so that the views outlive pointers into them."""
    out = np.zeros(MAX_ACTIONS, np.int32)
    if bot == HAT or bot in SMARTS:
        notes = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
        tables = np.zeros((MAX_PLAYERS, MAX_HAND, KINDS), np.int64)
        recall(views[0], seat, bot == HAT, views[1:], notes, tables)
        if bot != HAT:
            return decide_by_notes(views[0], notes, seat, bot, policy.LEARNED)
        return hat.decide(views[0], tables, seat, np.zeros((MAX_HAND, KINDS), np.int64), out)
    return decide_at_sight(views[0], seat, bot, out, rng)


@compiled
def decide_by_notes(view: Any, notes: Any, seat: int, bot: int, weights: Any) -> int:
    """The move of a bot that keeps the notes of smart; they are settled."""
    if bot == SMART:
        return smart.decide(view, notes, seat)
    return policy.decide(view, notes, seat, weights[as_int(bot == GUEST)])


@compiled
def decide_at_sight(view: Any, seat: int, bot: int, out: Any, rng: Any) -> int:
    """The move of a bot that needs no memory. It may scribble in the view."""
    if bot == BOT1:
        return bologna.bot1(view, seat, rng)
    if bot == BOT2:
        return bologna.bot2(view, seat, rng)
    return rule_lists.decide(view, seat, bot, out, rng)
