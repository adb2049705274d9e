"""Many games side by side in compiled code, one seat of each played by the caller and the others by rivals.

A step of the batch has three parts, so that rivals which are not compiled can be asked in between:

    act(games, lanes, chosen, ...)    play the chosen classes, then chance and compiled rivals
    close(games, lanes, rewards, ...) what was earned, which games ended, and those begin anew
    look(games, lanes, x)             what the caller's seats see now, and which classes are legal

A lane is one of the games with what belongs to it. Random play and a game's own bots are compiled rivals; the caller
may also play every seat.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.adapters.setting import Setting
from ludoteca.adapters.turns import make_writer
from ludoteca.agents.playouts import follow_policy
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.protocol import CHANCE, MAX_SEATS, OVER, Encoder, State
from ludoteca.protocol.rules import apply, draw_outcome, is_stochastic, legal_actions, mover, returns

ASKED, CALLER = -2, -3  # instead of a policy of playouts: a rival that is asked in Python; a seat of the caller
ANY_SEAT, NO_SEAT = -1, -2  # the caller's seat: drawn for each game; none yet, where it plays every seat
NEXT_STEP, SAME_STEP, NEVER = 0, 1, 2  # when a game that ended begins anew


class Lanes(NamedTuple):
    """What belongs to the games of a batch."""

    seat: Any
    """int64 [game]: the seat that the caller plays now."""
    actor: Any
    """int64 [game]: the seat that the caller played last."""
    policies: Any
    """int64 [seat]: how rivals play: see `playouts.py`, or ASKED; CALLER where the caller plays every seat."""
    gains: Any
    """float64 [game, seat]: what each seat earned in this step."""
    ended: Any
    """bool [game]: the game is over and waits to begin anew."""
    illegal: Any
    """bool [game]: it ended by an illegal action of the caller."""
    begun: Any
    """bool [game]: it began anew in this step."""
    mask: Any
    """int8 [game, class]: what is legal now."""
    moves: Any
    """int32 [game, class]: the action behind each legal class."""


def new_lanes(setting: Setting, count: int, policies: list[int]) -> Lanes:
    return Lanes(
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.array(policies, np.int64),
        np.zeros((count, setting.seats)),
        np.zeros(count, np.bool_),
        np.zeros(count, np.bool_),
        np.zeros(count, np.bool_),
        np.zeros((count, setting.outputs), np.int8),
        np.zeros((count, setting.outputs), np.int32),
    )


class Batch(NamedTuple):
    """The compiled functions of one encoder."""

    play_on: Callable[..., None]
    begin_all: Callable[..., None]
    act: Callable[..., None]
    close: Callable[..., None]
    look: Callable[..., None]


@compiled
def play_any(s: State, policy: int, out: Any, rng: Rng) -> int:
    """Any legal action: a game's bots are left out, since compiling them can take a minute."""
    return as_int(out[below(rng, legal_actions(s, out))])


@compiled
def draw_actions(games: Any, lanes: Any, chosen: Any) -> None:
    """Any legal class in each game."""
    for i in range(len(chosen)):
        n = 0
        for output in range(lanes.mask.shape[1]):
            n += as_int(lanes.mask[i, output])
        left = below(games.rngs[i, 1:], n)
        for output in range(lanes.mask.shape[1]):
            left -= as_int(lanes.mask[i, output])
            if left < 0:
                chosen[i] = output
                break


@cache
def make_batch(encoder: Encoder, with_bots: bool) -> Batch:
    """The functions for an encoder; `with_bots` if a rival is one of the game's bots."""
    play_on = _make_play_on(with_bots)
    begin = _make_begin(play_on)

    @compiled
    def begin_all(games: Any, lanes: Any, seat: int) -> None:
        for i in range(len(games.states)):
            begin(games, lanes, i, seat)

    return Batch(play_on, begin_all, _make_act(play_on, begin), _make_close(begin), _make_look(encoder))


@cache
def _make_play_on(with_bots: bool) -> Callable[..., None]:
    choose = follow_policy if with_bots else play_any

    @compiled
    def play_on(games: Any, lanes: Any, i: int) -> None:
        """Let chance and compiled rivals act until the caller has to, a rival has to be asked, or it is over."""
        s = games.states[i]
        while True:
            who = as_int(mover(s))
            if is_stochastic(s) and who == CHANCE:
                apply(s, as_int(draw_outcome(s, games.out, games.odds, games.rngs[i, :1])))
                continue
            if who == OVER or who == lanes.seat[i] or lanes.policies[who] == ASKED:
                return
            if lanes.policies[who] == CALLER:
                lanes.seat[i] = who
                return
            apply(s, choose(s, as_int(lanes.policies[who]), games.out, games.rngs[i, 1:]))

    return play_on


@cache
def _make_begin(play_on: Callable[..., None]) -> Callable[..., None]:
    @compiled
    def begin(games: Any, lanes: Any, i: int, seat: int) -> None:
        games.states[i] = games.first[0]
        games.earned[i, :] = 0.0
        returns(games.states[i], games.earned[i])
        lanes.seat[i] = below(games.rngs[i, 1:], len(lanes.policies)) if seat == ANY_SEAT else seat
        lanes.ended[i] = lanes.illegal[i] = False
        lanes.begun[i] = True
        play_on(games, lanes, i)

    return begin


@cache
def _make_act(play_on: Callable[..., None], begin: Callable[..., None]) -> Callable[..., None]:
    @compiled
    def act(games: Any, lanes: Any, chosen: Any, mode: int, seat: int) -> None:
        """Play a class in each game; one that is not legal ends its game. A game that ended before begins anew."""
        for i in range(len(games.states)):
            lanes.begun[i] = False
            lanes.actor[i] = lanes.seat[i]
            if lanes.ended[i]:
                if mode == NEXT_STEP:
                    begin(games, lanes, i, seat)
                continue
            output = as_int(chosen[i])
            if 0 <= output < lanes.mask.shape[1] and lanes.mask[i, output]:
                apply(games.states[i], as_int(lanes.moves[i, output]))
                play_on(games, lanes, i)
            else:
                lanes.illegal[i] = True

    return act


@cache
def _make_close(begin: Callable[..., None]) -> Callable[..., None]:
    @compiled
    def close(games: Any, lanes: Any, mode: int, seat: int, lowest: float, rewards: Any, over: Any) -> None:
        """The reward of the caller's seat in each game, and whether the game ended. It begins anew in SAME_STEP."""
        now = np.zeros(MAX_SEATS)
        for i in range(len(games.states)):
            rewards[i] = 0.0
            over[i] = False
            lanes.gains[i, :] = 0.0
            if lanes.begun[i] or lanes.ended[i]:
                continue
            who = as_int(lanes.actor[i])
            returns(games.states[i], now)
            if lanes.illegal[i]:
                now[who] = lowest
            for k in range(lanes.gains.shape[1]):
                lanes.gains[i, k] = now[k] - games.earned[i, k]
            rewards[i] = lanes.gains[i, who]
            games.earned[i] = now
            over[i] = lanes.ended[i] = lanes.illegal[i] or mover(games.states[i]) == OVER
            if over[i] and mode == SAME_STEP:
                begin(games, lanes, i, seat)

    return close


@cache
def _make_look(encoder: Encoder) -> Callable[..., None]:
    write = make_writer(encoder)

    @compiled
    def look(games: Any, lanes: Any, x: Any) -> None:
        """A row for each game. Once a game is over there is nothing to see: zeros, and every class allowed, since the
        next one is not played."""
        for i in range(len(games.states)):
            if lanes.ended[i]:
                x[i, :] = 0.0
                lanes.mask[i, :] = 1
            else:
                games.views[0] = games.states[i]
                write(games, games.views[0], x[i], lanes.mask[i], lanes.moves[i])

    return look
