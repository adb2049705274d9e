"""Hanabi's own players, compiled. Each decides from the view of its seat. `cheat` alone looks at its own cards: it
plays in studies (`team.py`) and is no bot of the game."""

from typing import Any

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng
from ludoteca.games.hanabi.bots import bologna, rule_lists, smart
from ludoteca.games.hanabi.bots.hat import policy as hat
from ludoteca.games.hanabi.bots.rebuild_notes import blank_states, rebuild_hat, rebuild_smart
from ludoteca.games.hanabi.bots.smart_net import policy as smart_net
from ludoteca.games.hanabi.state import KINDS, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import State, States
from ludoteca.protocol.conventions import Notes

BOTS = (*rule_lists.NAMES, "bologna1", "bologna2", "smart", "hat", *smart_net.LEARNERS)
BOLOGNA1, BOLOGNA2, SMART, HAT, SMART_NET, SMART_NET_PARTNER = range(len(rule_lists.NAMES), len(BOTS))
BOT_ALIASES = {"bot1": "bologna1", "bot2": "bologna2", **smart_net.LEARNER_ALIASES}
"""Older names, which people may have typed."""
SMART_FAMILY = (SMART, SMART_NET, SMART_NET_PARTNER)  # the bots that keep the notes of smart


@compiled
def bot_action(s: State, bot: int, rng: Rng) -> int:
    """The action of a bot for the seat to act, from what this seat may know."""
    views = blank_states(2)
    views[0] = s
    observe(views[0], as_int(s.turn))
    return _decide(views, as_int(s.turn), bot, rng)


@compiled
def _decide(views: States, seat: int, bot: int, rng: Rng) -> int:
    """The action in views[0]; the rest is scratch space. A function of its own, so that the views outlive pointers into
    them."""
    out = np.zeros(MAX_ACTIONS, np.int32)
    if bot in SMART_FAMILY:
        notes = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
        rebuild_smart(views[0], seat, views[1:], notes)
        return decide_by_notes(views[0], notes, seat, bot, smart_net.LEARNED)
    if bot == HAT:
        weights = np.zeros((MAX_PLAYERS, MAX_HAND, KINDS), np.int64)
        rebuild_hat(views[0], seat, views[1:], weights)
        return hat.decide(views[0], weights, seat, np.zeros((MAX_HAND, KINDS), np.int64), out)
    return decide_without_notes(views[0], seat, bot, out, rng)


@compiled
def decide_by_notes(view: State, notes: Notes, seat: int, bot: int, weights: Any) -> int:
    """The action of a bot that keeps the notes of smart. They must be settled."""
    if bot == SMART:
        return smart.decide(view, notes, seat)
    return smart_net.decide(view, notes, seat, weights[as_int(bot == SMART_NET_PARTNER)])


@compiled
def decide_without_notes(view: State, seat: int, bot: int, out: Actions, rng: Rng) -> int:
    """The action of a bot that needs no memory. It may change the view, which is a scratch copy."""
    if bot == BOLOGNA1:
        return bologna.bologna1(view, seat, rng)
    if bot == BOLOGNA2:
        return bologna.bologna2(view, seat, rng)
    return rule_lists.decide(view, seat, bot, out, rng)
