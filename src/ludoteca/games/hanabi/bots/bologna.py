"""Bot1 and Bot2 of the Bologna project: they rate clues by playability, uselessness and entropy (see analytics.py).

Both choose at random among equal clues. (The original Bot2 does so by accident, since it keeps clues in a set ordered
by memory address; the original Bot1 gives the first.) The original allowed a discard while all tokens are there; here a
clue is given instead.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.games.hanabi.actions import clue_action, count_values, value_of
from ludoteca.games.hanabi.analytics import PLAYABILITY, USELESSNESS, identify, measure_hand, round5
from ludoteca.games.hanabi.bots.hand_queries import card_at, may_discard, others_hold, rank_known
from ludoteca.games.hanabi.rules import narrow
from ludoteca.games.hanabi.state import (
    COLOUR_CLUE,
    MAX_ACTIONS,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_RANKS,
    RANK_CLUE,
    is_playable,
)
from ludoteca.protocol import State

CAN_PLAY, CAN_DISCARD, CAN_BE_CLUED, STUCK = 1, 2, 3, 4  # conditions of a player, from good to bad
NEITHER = -1


class Workspace(NamedTuple):
    """Arrays that a decision needs: [slot, number], [owner, slot, number] and so on."""

    own: Any
    """The three numbers of each own card."""
    others: Any
    """The same of the other hands."""
    before: Any
    """[owner]: the entropy of each hand before any clue."""
    tried: Any
    """The three numbers of each card of a hand after a clue that is tried."""
    shares: FloatArray
    """[colours or ranks, slot, value]"""
    kept: Any
    """[slot, colours or ranks]: what a player knew before a clue that is tried."""
    best: Any
    """[action]: 1 for each action among which Bot2 chooses at random."""


@compiled
def new_workspace() -> Any:
    return Workspace(
        np.zeros((MAX_HAND, 3)),
        np.zeros((MAX_PLAYERS, MAX_HAND, 3)),
        np.zeros(MAX_PLAYERS),
        np.zeros((MAX_HAND, 3)),
        np.zeros((2, MAX_HAND, 5)),
        np.zeros((MAX_HAND, 2), np.int64),
        np.zeros(MAX_ACTIONS, np.int8),
    )


@compiled
def measure(s: State, seat: int, owner: int, numbers: FloatArray, shares: FloatArray) -> float:
    """The numbers of a hand as `seat` sees them. Returns its entropy."""
    return measure_hand(s, seat, owner, False, numbers, shares[0], shares[1])


# --- trying a clue -------------------------------------------------------------------------------------------------


@compiled
def try_clue(s: State, target: int, kind: int, value: int, kept: Any) -> int:
    """Apply a clue to this scratch view, and keep what the player knew before. Returns how many cards it touches."""
    count = 0
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        kept[slot, 0], kept[slot, 1] = as_int(s.colours[order]), as_int(s.ranks[order])
        touched = value_of(as_int(s.cards[order]), kind) == value
        count += touched
        if kind == COLOUR_CLUE:
            s.colours[order] = narrow(as_int(s.colours[order]), value, touched)
        else:
            s.ranks[order] = narrow(as_int(s.ranks[order]), value, touched)
    return count


@compiled
def undo_clue(s: State, target: int, kept: Any) -> None:
    for slot in range(as_int(s.held[target])):
        order = as_int(s.hands[target, slot])
        s.colours[order], s.ranks[order] = kept[slot, 0], kept[slot, 1]


# --- Bot1 ----------------------------------------------------------------------------------------------------------


@compiled
def condition_of(s: State, seat: int, owner: int, numbers: FloatArray) -> int:
    """How a player with these numbers stands: can play, can discard, can be clued in time, or none of these."""
    held = as_int(s.held[owner])
    for slot in range(held):
        if numbers[slot, PLAYABILITY] == 1.0:
            return CAN_PLAY
    for slot in range(held):
        if numbers[slot, USELESSNESS] == 1.0:
            return CAN_DISCARD
    return CAN_BE_CLUED if s.tokens >= (owner - seat) % as_int(s.players) else STUCK


@compiled
def bologna1(s: State, seat: int, rng: Rng) -> int:
    w = new_workspace()
    worst, target = 0, seat
    for ahead in range(1, as_int(s.players)):
        owner = (seat + ahead) % as_int(s.players)
        measure(s, seat, owner, w.own, w.shares)
        condition = condition_of(s, seat, owner, w.own)
        if condition > worst:
            worst, target = condition, owner
    measure(s, seat, seat, w.own, w.shares)
    playable = find_certain(s, seat, w.own, PLAYABILITY)
    useless = find_certain(s, seat, w.own, USELESSNESS)
    if s.tokens > 0:
        if worst < STUCK and playable >= 0:
            return as_int(s.hand_size) + playable
        if worst < STUCK and useless >= 0 and may_discard(s):
            return useless
        return clue_for(s, seat, target, w, rng)
    if worst < STUCK and useless >= 0:
        return useless
    if playable >= 0:
        return as_int(s.hand_size) + playable
    best = 0
    for slot in range(1, as_int(s.held[seat])):
        if w.own[slot, USELESSNESS] > w.own[best, USELESSNESS]:
            best = slot
    return best


@compiled
def find_certain(s: State, seat: int, numbers: FloatArray, which: int) -> int:
    """The first own slot for which this number is 1, or NEITHER."""
    for slot in range(as_int(s.held[seat])):
        if numbers[slot, which] == 1.0:
            return slot
    return NEITHER


@compiled
def clue_for(s: State, seat: int, target: int, w: Workspace, rng: Rng) -> int:
    """The clue after which the player stands best, then the one that leaves the least entropy; any one of equals."""
    best_condition, best_entropy, action, ties = 9, 1e9, NEITHER, 0
    for kind in (COLOUR_CLUE, RANK_CLUE):
        for value in range(count_values(s, kind)):
            if try_clue(s, target, kind, value, w.kept):
                entropy = round5(measure(s, seat, target, w.tried, w.shares))
                condition = condition_of(s, seat, target, w.tried)
                if condition < best_condition or (condition == best_condition and entropy < best_entropy):
                    best_condition, best_entropy, ties = condition, entropy, 0
                if condition == best_condition and entropy == best_entropy:
                    ties += 1
                    if below(rng, ties) == 0:
                        action = clue_action(s, target, kind, value)
            undo_clue(s, target, w.kept)
    return action


# --- Bot2 ----------------------------------------------------------------------------------------------------------


@compiled
def bologna2(s: State, seat: int, rng: Rng) -> int:
    return decide2(s, seat, new_workspace(), rng)


@compiled
def decide2(s: State, seat: int, w: Workspace, rng: Rng) -> int:
    """The action of Bot2. `w.best` says which clues are as good; it is all zero for plays and discards."""
    measure(s, seat, seat, w.own, w.shares)
    slot = choose_play(s, seat, w)
    if slot >= 0:
        return as_int(s.hand_size) + slot
    if s.tokens > 0:
        for ahead in range(1, as_int(s.players)):
            owner = (seat + ahead) % as_int(s.players)
            w.before[owner] = measure(s, seat, owner, w.others[owner], w.shares)
        action = reveal_playable(s, seat, w, rng)
        if action >= 0:
            return action
    if s.tokens < s.players + 1:
        for slot in range(as_int(s.held[seat])):
            if w.own[slot, USELESSNESS] == 1.0 and w.own[slot, PLAYABILITY] == 0.0:
                return slot
    if s.tokens > 0:
        action = reduce_entropy(s, seat, w, True, 0.0, rng)
        if action < 0:
            action = reduce_entropy(s, seat, w, False, 0.0, rng)
        if action < 0 and not may_discard(s):
            action = reduce_entropy(s, seat, w, False, -1.0, rng)
        if action >= 0:
            return action
    return most_useless(s, seat, w.own)


@compiled
def choose_play(s: State, seat: int, w: Workspace) -> int:
    """A surely playable card: a 5 if it returns a token; else one whose successor somebody holds; else the first."""
    first = NEITHER
    for slot in range(as_int(s.held[seat])):
        if w.own[slot, PLAYABILITY] == 1.0:
            if first < 0:
                first = slot
            if rank_known(s, seat, slot) == s.ranks_used - 1 and may_discard(s):
                return slot
    for slot in range(as_int(s.held[seat])):
        if w.own[slot, PLAYABILITY] == 1.0:
            card = identify(w.shares[0, slot], w.shares[1, slot])
            if card >= 0 and card % MAX_RANKS < s.ranks_used - 1 and others_hold(s, seat, card + 1):
                return slot
    return first


@compiled
def most_useless(s: State, seat: int, numbers: FloatArray) -> int:
    """The own slot with the highest uselessness, then the lowest playability, then the first."""
    best = 0
    for slot in range(1, as_int(s.held[seat])):
        more = numbers[slot, USELESSNESS] - numbers[best, USELESSNESS]
        if more > 0.0 or (more == 0.0 and numbers[slot, PLAYABILITY] < numbers[best, PLAYABILITY]):
            best = slot
    return best


@compiled
def reveal_playable(s: State, seat: int, w: Workspace, rng: Rng) -> int:
    """For the first player with a playable card that they do not know to be playable: the clue that makes it certain
    and reduces the entropy most."""
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        best, action, ties = -1e9, NEITHER, 0
        for slot in range(as_int(s.held[target])):
            card = card_at(s, target, slot)
            if not is_playable(s, card) or w.others[target, slot, PLAYABILITY] == 1.0:
                continue
            for kind in (COLOUR_CLUE, RANK_CLUE):
                value = value_of(card, kind)
                try_clue(s, target, kind, value, w.kept)
                drop = w.before[target] - measure(s, seat, target, w.tried, w.shares)
                if w.tried[slot, PLAYABILITY] == 1.0:
                    if drop > best:
                        best, ties = drop, 0
                        w.best[:] = 0
                    if drop == best:
                        ties += 1
                        w.best[clue_action(s, target, kind, value)] = 1
                        if below(rng, ties) == 0:
                            action = clue_action(s, target, kind, value)
                undo_clue(s, target, w.kept)
        if action >= 0:
            return action
    return NEITHER


@compiled
def reduce_entropy(s: State, seat: int, w: Workspace, playable: bool, least: float, rng: Rng) -> int:
    """The clue that reduces the entropy most, by more than `least`; with `playable` only clues that touch a playable
    card which is not known to be playable."""
    best, action, ties = least, NEITHER, 0
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        for kind in (COLOUR_CLUE, RANK_CLUE):
            for value in range(count_values(s, kind)):
                touched = try_clue(s, target, kind, value, w.kept)
                if touched and (not playable or touches_playable(s, target, w.others[target], kind, value)):
                    drop = w.before[target] - measure(s, seat, target, w.tried, w.shares)
                    if drop > best:
                        best, ties = drop, 0
                        w.best[:] = 0
                    if drop == best and best > least:
                        ties += 1
                        w.best[clue_action(s, target, kind, value)] = 1
                        if below(rng, ties) == 0:
                            action = clue_action(s, target, kind, value)
                undo_clue(s, target, w.kept)
    return action


@compiled
def touches_playable(s: State, target: int, numbers: FloatArray, kind: int, value: int) -> bool:
    for slot in range(as_int(s.held[target])):
        card = card_at(s, target, slot)
        if value_of(card, kind) == value and is_playable(s, card) and numbers[slot, PLAYABILITY] < 1.0:
            return True
    return False


# --- what a pupil of Bot2 can be told ------------------------------------------------------------------------------


@compiled
def score2(s: State, seat: int, scores: Any, best: Any) -> None:
    """The entropy that each legal clue would remove, by action, and the actions among which Bot2 chooses. The view is
    a scratch copy; scores of other actions stay as they are."""
    w = new_workspace()
    action = decide2(s, seat, w, np.ones(1, np.uint64))
    best[:] = 0
    if not w.best[action]:  # a play or a discard: what was marked before it was not good enough
        w.best[:] = 0
        w.best[action] = 1
    for i in range(MAX_ACTIONS):
        best[i] = w.best[i]
    if s.tokens == 0:
        return
    for ahead in range(1, as_int(s.players)):
        target = (seat + ahead) % as_int(s.players)
        before = measure(s, seat, target, w.others[target], w.shares)
        for kind in (COLOUR_CLUE, RANK_CLUE):
            for value in range(count_values(s, kind)):
                if try_clue(s, target, kind, value, w.kept):
                    drop = before - measure(s, seat, target, w.tried, w.shares)
                    scores[clue_action(s, target, kind, value)] = drop
                undo_clue(s, target, w.kept)
