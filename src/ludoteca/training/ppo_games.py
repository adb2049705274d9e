"""A batch of games that are played side by side in compiled code, for PPO: any game of the library.

    new_games(game, first, count, seed)         every game at its first decision
    make_observer(encoder)                      a function that writes what each mover sees, and what is legal
    draw_outputs(games, scores, legal, ...)     outputs by the softmax of the legal scores, or the best ones
    step_games(games, actions, ...)             play actions; a game that ends begins anew

Hidden information cannot leak: an encoder is given a view, never the state.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.playouts import follow_policy, pass_chance
from ludoteca.core.arrays import State
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import pick_weighted, split_seed
from ludoteca.protocol import OVER, Encoder, Game, new_actions, new_states
from ludoteca.protocol.rules import (
    MAX_SEATS,
    apply,
    is_hidden,
    is_simultaneous,
    legal_actions,
    mover,
    observe,
    returns,
)


class Games(NamedTuple):
    """Games that are played side by side."""

    states: Any
    first: Any
    """[1]: the position that each game begins with."""
    views: Any
    """[1]: scratch space."""
    rngs: Any
    """uint64 [game, 2]: the generator of chance, and that of the players."""
    earned: Any
    """[game, seat]: the returns so far."""
    out: Any
    odds: Any


class Steps(NamedTuple):
    """Steps of many games: [step, game], and one row more for what comes after the last step."""

    seats: Any
    """Who acted."""
    rewards: Any
    """[step, game, seat]: what each seat earned by the step, chance after it included."""
    over: Any
    """Whether the step ended the game."""


def new_games(game: Game, first: State, count: int, seed: int) -> Games:
    """So many games from one position, each with its own chance."""
    states, roots = new_states(game.state_dtype, count), new_states(game.state_dtype, 1)
    roots[0] = first
    rngs = [[split_seed(seed, "chance", i), split_seed(seed, "players", i)] for i in range(count)]
    games = Games(
        states,
        roots,
        new_states(game.state_dtype, 1),
        np.array(rngs, np.uint64),
        np.zeros((count, MAX_SEATS)),
        new_actions(game),
        np.zeros(max(1, game.info.max_outcomes)),
    )
    start_games(games)
    return games


def new_steps(steps: int, count: int, seats: int) -> Steps:
    return Steps(
        np.zeros((steps + 1, count), np.int8),
        np.zeros((steps, count, seats), np.float32),
        np.zeros((steps, count), np.bool_),
    )


@compiled
def start_games(games: Games) -> None:
    for i in range(len(games.states)):
        _begin(games, i)


@compiled
def _begin(games: Games, i: int) -> None:
    games.states[i] = games.first[0]
    games.earned[i, :] = 0.0
    returns(games.states[i], games.earned[i])
    _settle(games, i)


@compiled
def _settle(games: Games, i: int) -> int:
    """Let chance act until a seat has to; return who."""
    return pass_chance(games.states[i], games.out, games.odds, games.rngs[i, :1])


@cache
def make_observer(encoder: Encoder) -> Callable[[Games, Any, Any, Any, Any], None]:
    """`observe_games(games, x, legal, moves, seats)`, compiled for this encoder. It writes a row for each game: the
    inputs of the mover's view, which outputs are legal and what their actions are, and who moves. A game that is over
    has no legal output, and the seat OVER."""
    fill, output_of = encoder.fill, encoder.output_of

    @compiled
    def observe_games(games: Any, x: Any, legal: Any, moves: Any, seats: Any) -> None:
        legal[:] = False
        for i in range(len(games.states)):
            s = games.states[i]
            who = mover(s)
            seats[i] = who
            if who == OVER:
                continue
            games.views[0] = s
            view = games.views[0]
            if is_hidden(s) or is_simultaneous(s):
                observe(view, as_int(who))
            fill(view, x[i])
            for k in range(legal_actions(s, games.out)):
                output = output_of(view, as_int(games.out[k]))
                legal[i, output] = True
                moves[i, output] = games.out[k]

    return observe_games


@compiled
def draw_outputs(games: Games, scores: Any, legal: Any, greedy: bool, outputs: Any, logs: Any) -> None:
    """An output for each game, by the softmax of the scores of the legal ones, with the logarithm of its probability;
    or the one with the highest score. -1 where none is legal."""
    odds = np.zeros(scores.shape[1])
    for i in range(len(scores)):
        most, best = -np.inf, -1
        for a in range(scores.shape[1]):
            if legal[i, a] and scores[i, a] > most:
                most, best = np.float64(scores[i, a]), a
        outputs[i] = best
        if best < 0:
            continue
        total = 0.0
        for a in range(scores.shape[1]):
            odds[a] = math.exp(np.float64(scores[i, a]) - most) if legal[i, a] else 0.0
            total += odds[a]
        if not greedy:
            odds /= total
            picked = pick_weighted(games.rngs[i, 1:], odds, len(odds))
            outputs[i] = picked if legal[i, picked] else best  # what rounding left falls to the last, legal or not
        logs[i] = np.float64(scores[i, outputs[i]]) - most - math.log(total)


def actions_of(outputs: Any, moves: Any) -> Any:
    """The action behind each output; -1 where there is none."""
    return np.where(outputs < 0, -1, moves[np.arange(len(outputs)), outputs])


@compiled
def draw_rivals(games: Games, policy: int, seats: int, actions: Any) -> None:
    """Replace the actions of all seats but one, another one from game to game, by those of a policy of playouts."""
    for i in range(len(actions)):
        who = mover(games.states[i])
        if who >= 0 and who != i % seats:
            actions[i] = follow_policy(games.states[i], policy, games.out, games.rngs[i, 1:])


@compiled
def step_games(games: Games, actions: Any, rewards: Any, over: Any, restart: bool) -> int:
    """Play an action in each game (none where it is negative); returns how many games ended. Those begin anew, if
    `restart` says so."""
    now = np.zeros(MAX_SEATS)
    ended = 0
    for i in range(len(games.states)):
        rewards[i, :] = 0.0
        over[i] = False
        if actions[i] < 0:
            continue
        apply(games.states[i], as_int(actions[i]))
        over[i] = _settle(games, i) == OVER
        returns(games.states[i], now)
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = now[seat] - games.earned[i, seat]
        games.earned[i] = now
        ended += as_int(over[i])
        if over[i] and restart:
            _begin(games, i)
    return ended


@compiled
def estimate_advantages(steps: Steps, values: Any, gamma: float, decay: float, team: bool, found: Any) -> None:
    """Generalised advantage estimates (Schulman et al. 2016), of each seat along its own decisions. A team's decisions
    form one chain, whoever acts. `found` is NaN where it is not known yet what follows: the last decision of a seat
    that does not act again before the last step. `values` has a row more than there are steps."""
    seats = steps.rewards.shape[2]
    later, gained, known = np.zeros(seats), np.zeros(seats), np.zeros(seats, np.bool_)
    sums = np.zeros(seats)
    for i in range(values.shape[1]):
        last = len(values) - 1
        later[:], gained[:], sums[:] = 0.0, 0.0, 0.0
        known[:] = False
        at = 0 if team else as_int(steps.seats[last, i])
        later[at], known[at] = values[last, i], True
        for t in range(last - 1, -1, -1):
            if steps.over[t, i]:
                later[:], gained[:], sums[:] = 0.0, 0.0, 0.0
                known[:] = True
            for seat in range(seats):
                sums[seat] += steps.rewards[t, i, seat]
            at = 0 if team else as_int(steps.seats[t, i])
            value = np.float64(values[t, i])
            if known[at]:
                gained[at] = sums[at] + gamma * later[at] - value + gamma * decay * gained[at]
                found[t, i] = gained[at]
            else:
                gained[at] = 0.0
                found[t, i] = np.nan
            later[at], known[at], sums[at] = value, True, 0.0
