"""The agents of the 2021 course, compiled: `bot_action(s, bot, rng)` is the action of one, by its place in BOTS.

They decide from the position alone. Those that withdraw after their attacks do not attack again in that turn:
`s.retreated` says whether they have withdrawn.
"""

from ludoteca.core.jit import compiled
from ludoteca.core.rng import Rng
from ludoteca.games.dicewars.bots.attacks import find_difference, find_random, find_steady
from ludoteca.games.dicewars.bots.estimates import find_by_both, find_by_dice, find_by_score
from ludoteca.games.dicewars.bots.transfers import can_transfer, find_evacuation, find_reinforcement
from ludoteca.games.dicewars.constants import TRANSFERS
from ludoteca.games.dicewars.state import END
from ludoteca.protocol import State

BOTS = (
    "kb.stei_adt", "kb.stei_at", "kb.stei_dt", "kb.sdc_pre_at", "dt.stei", "kb.sdc_post_dt", "dt.ste", "dt.sdc",
    "dt.wpm_s", "dt.wpm_d", "dt.wpm_c", "dt.rand",
)  # fmt: skip
STEI_ADT, STEI_AT, STEI_DT, SDC_PRE_AT, STEI, SDC_POST_DT, STE, SDC, WPM_S, WPM_D, WPM_C, RAND = range(len(BOTS))
REFERENCE = BOTS[:5]
"""The five that the course's agents were measured against."""


@compiled
def bot_action(s: State, bot: int, rng: Rng) -> int:
    if bot == STEI_ADT:
        return act_steadily(s, TRANSFERS // 3)
    if bot == STEI_AT:
        return act_steadily(s, 0)
    if bot == STEI_DT:
        return act_steadily(s, TRANSFERS)
    if bot == SDC_PRE_AT:
        return act_pre(s)
    if bot == STEI:
        return find_stei(s)
    if bot == SDC_POST_DT:
        return act_post(s)
    if bot == STE:
        return find_steady(s, 0.2, 1.0)
    if bot == SDC:
        return find_difference(s)
    if bot == WPM_S:
        return find_by_score(s)
    if bot == WPM_D:
        return find_by_dice(s)
    if bot == WPM_C:
        return find_by_both(s)
    return find_random(s, rng)


@compiled
def find_stei(s: State) -> int:
    """dt.stei: the attack that will most probably succeed and be held, those from the largest region first."""
    if s.players == 2:
        return find_steady(s, 0.2, 3.0)
    return find_steady(s, 0.4, 2.0)


@compiled
def act_steadily(s: State, reserved: int) -> int:
    """kb.stei_adt, _at and _dt: dice to the border, keeping some transfers; attacks of dt.stei; then withdrawal."""
    action = END
    if can_transfer(s, reserved):
        action = find_reinforcement(s)
    if action == END and not s.retreated:
        action = find_stei(s)
    if action == END and can_transfer(s, 0):
        action = find_evacuation(s)
    return action


@compiled
def act_pre(s: State) -> int:
    """kb.sdc_pre_at: dice to the border, then the attack with the greatest difference of dice."""
    action = find_reinforcement(s) if can_transfer(s, 0) else END
    return action if action != END else find_difference(s)


@compiled
def act_post(s: State) -> int:
    """kb.sdc_post_dt: attacks by the difference of dice, then withdrawal."""
    action = find_difference(s) if not s.retreated else END
    if action == END and can_transfer(s, 0):
        action = find_evacuation(s)
    return action


__all__ = ["BOTS", "REFERENCE", "bot_action"]
