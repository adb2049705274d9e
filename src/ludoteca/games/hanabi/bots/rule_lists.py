"""Rule lists from the literature: the first rule that applies decides the action.

Internal and Outer are Osawa's (2015). Cautious, IGGI, Flawed, Piers and IGGI2 come from Walton-Rivers and others
(2017). Van den Bergh's (2016) uses thresholds. The lists follow the Fireworks framework of the IGGI group in two
details on which their published scores depend. A new card takes the place of the old one (`fireworks_layout.py`), so
"first" and "last" are by place, not by age. And the rule of IGGI2 and Piers for an empty deck is left out: there it
never applies, since a player's own cards count as undrawn.
"""

from ludoteca.core.arrays import Actions
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.games.hanabi.bots.fireworks_layout import order_by_place, place_to_slot
from ludoteca.games.hanabi.bots.hand_queries import NOTHING, clue_at_random, discard_at_random, next_seat
from ludoteca.games.hanabi.bots.rule_actions import (
    discard_likely_trash,
    discard_oldest,
    discard_trash,
    discard_unknown,
    play_known,
    play_likely,
    play_sure,
)
from ludoteca.games.hanabi.bots.rule_clues import (
    clue_anyone,
    clue_dispensable,
    clue_last_playable,
    clue_missing,
    clue_most,
    clue_next_playable,
    clue_unknown,
    complete_clue,
)
from ludoteca.games.hanabi.rules import legal_actions
from ludoteca.protocol import State

NAMES = ("random", "flawed", "internal", "outer", "cautious", "iggi", "iggi2", "van_den_bergh", "piers")
RANDOM, FLAWED, INTERNAL, OUTER, CAUTIOUS, IGGI, IGGI2, VAN_DEN_BERGH, PIERS = range(len(NAMES))


@compiled
def decide(s: State, seat: int, bot: int, out: Actions, rng: Rng) -> int:
    """The action of a rule list in the view of `seat`, which is to act. The view's hands are reordered; `out` is
    scratch space for legal actions."""
    if bot == RANDOM:
        return as_int(out[below(rng, legal_actions(s, out))])
    order_by_place(s)
    action = follow_list(s, seat, bot, rng)
    if action == NOTHING:
        action = clue_at_random(s, seat, rng)
    if action == NOTHING:
        action = discard_at_random(s, seat, rng)
    if action == NOTHING:
        action = as_int(out[below(rng, legal_actions(s, out))])
    return place_to_slot(s, seat, action)


@compiled
def follow_list(s: State, seat: int, bot: int, rng: Rng) -> int:
    if bot == FLAWED:
        return flawed(s, seat, rng)
    if bot == INTERNAL:
        return internal(s, seat, rng)
    if bot == OUTER:
        return outer(s, seat, rng)
    if bot == IGGI2:
        return iggi2(s, seat)
    if bot == VAN_DEN_BERGH:
        return van_den_bergh(s, seat)
    if bot == PIERS:
        return piers(s, seat)
    return iggi(s, seat, bot == CAUTIOUS, rng)


@compiled
def flawed(s: State, seat: int, rng: Rng) -> int:
    action = play_sure(s, seat)
    if action == NOTHING:
        action = play_likely(s, seat, 0.25)
    if action == NOTHING:
        action = clue_at_random(s, seat, rng)
    if action == NOTHING:
        action = discard_trash(s, seat)
    return action if action != NOTHING else discard_oldest(s, seat)


@compiled
def internal(s: State, seat: int, rng: Rng) -> int:
    action = play_sure(s, seat)
    if action == NOTHING:
        action = discard_trash(s, seat)
    if action == NOTHING:
        action = clue_next_playable(s, seat, rng)
    return action


@compiled
def outer(s: State, seat: int, rng: Rng) -> int:
    action = play_sure(s, seat)
    if action == NOTHING:
        action = discard_trash(s, seat)
    if action == NOTHING:
        action = clue_missing(s, next_seat(s, seat))
    if action == NOTHING:
        action = clue_unknown(s, next_seat(s, seat))
    return action if action != NOTHING else discard_at_random(s, seat, rng)


@compiled
def iggi(s: State, seat: int, cautious: bool, rng: Rng) -> int:
    """Cautious differs in one rule: when it knows nothing better it discards at random, not the oldest card."""
    action = play_known(s, seat)
    if action == NOTHING:
        action = play_sure(s, seat)
    if action == NOTHING:
        action = clue_anyone(s, seat)
    if action == NOTHING:
        action = discard_trash(s, seat)
    if action == NOTHING:
        action = discard_at_random(s, seat, rng) if cautious else discard_oldest(s, seat)
    return action


@compiled
def iggi2(s: State, seat: int) -> int:
    action = play_known(s, seat)
    if action == NOTHING:
        action = play_sure(s, seat)
    if action == NOTHING and s.lives > 1:
        action = play_likely(s, seat, 0.6)
    if action == NOTHING:
        action = discard_trash(s, seat)
    if action == NOTHING:
        action = clue_last_playable(s, seat)
    if action == NOTHING:
        action = complete_clue(s, seat)
    if action == NOTHING:
        action = discard_unknown(s, seat)
    if action == NOTHING:
        action = discard_oldest(s, seat)
    return action if action != NOTHING else clue_most(s, seat, True)


@compiled
def van_den_bergh(s: State, seat: int) -> int:
    action = play_likely(s, seat, 0.6) if s.lives > 1 else play_sure(s, seat)
    if action == NOTHING:
        action = discard_likely_trash(s, seat, 1.0)
    if action == NOTHING:
        action = clue_anyone(s, seat)
    if action == NOTHING:
        action = clue_most(s, seat, True)
    return action if action != NOTHING else discard_likely_trash(s, seat, 0.0)


@compiled
def piers(s: State, seat: int) -> int:
    action = play_sure(s, seat)
    if action == NOTHING and s.lives > 1:
        action = play_likely(s, seat, 0.6)
    if action == NOTHING:
        action = clue_anyone(s, seat)
    if action == NOTHING and s.tokens < 4:
        action = clue_dispensable(s, seat)
    if action == NOTHING:
        action = discard_trash(s, seat)
    return action if action != NOTHING else discard_oldest(s, seat)
