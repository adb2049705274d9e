"""Whole games inside compiled code: batches of games of the game's own bots, or of any fixed policy.

    play_batch(game, states, policies, rngs)        every state is played on to its end, in place

`policies` decides for all seats. It is a NamedTuple whose class has a compiled method

    choose(self, game: int, s: State, seat: int, rng: Rng) -> action

where `game` is the number of the game in the batch. It may keep notes or write data into arrays that it holds. It
answers STOP to break this game off, and ASK to leave the decision to the caller. `Bots` is the policy of the game's own
bots.

Each game has a row of `rngs`. The first word of a row is the generator of chance, the last that of the players: with
one column both draw from one stream, with two each has its own. A single row is shared by all games, one after the
other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from ludoteca.agents.playouts import UNIFORM, follow_policy
from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.errors import SetupError
from ludoteca.core.jit import FLAGS, as_int, compiled, compiles
from ludoteca.core.rng import Rng, Rngs, split_seed
from ludoteca.lab.match.clock import Player
from ludoteca.lab.match.play import Turn
from ludoteca.lab.record import info_of
from ludoteca.protocol import CHANCE, OVER, Game, State, States, new_actions, new_states
from ludoteca.protocol.rules import MAX_SEATS, apply, draw_outcome, is_stochastic, mover, returns, seats

ASK, STOP = -2, -3  # answers of a policy that are no actions; ASK also marks a seat of `Bots`


class Bots(NamedTuple):
    """The game's own bots."""

    places: Any
    """int64 [game or 1, seat]: the place of each seat's bot in GameInfo.bots, or UNIFORM, or ASK."""
    out: Actions
    """Room for a list of actions."""

    @classmethod
    def seated(cls, game: Game, places: Any) -> "Bots":
        """Bots by their places: one row for all games, or a row for each."""
        return cls(np.atleast_2d(np.asarray(places, np.int64)), new_actions(game))

    @classmethod
    def named(cls, game: Game, names: Sequence[str]) -> "Bots":
        """One bot a seat, by name; 'random' for any legal action where the game has no bot of that name."""
        known = game.info.bots
        return cls.seated(game, [UNIFORM if n == "random" and n not in known else game.info.find_bot(n) for n in names])

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        place = as_int(self.places[game % len(self.places), seat])
        return ASK if place == ASK else follow_policy(s, place, self.out, rng)


def choose(policies: Any, game: int, s: State, seat: int, rng: Rng) -> int:
    """The answer of a policy. Compiled callers find the method by the type of `policies`."""
    return type(policies).choose(policies, game, s, seat, rng)  # type: ignore[no-any-return]


if compiles:

    @overload(choose, jit_options=FLAGS)
    def _resolve_choose(policies, game, s, seat, rng):  # type: ignore[no-untyped-def]
        method = policies.instance_class.choose
        return lambda policies, game, s, seat, rng: method(policies, game, s, seat, rng)


class Room(NamedTuple):
    """What playing needs beside the states."""

    out: Actions
    odds: FloatArray
    plies: Any
    """int64 [game]: actions played, chance included."""


def new_room(game: Game, games: int) -> Room:
    return Room(new_actions(game), np.zeros(max(1, game.info.max_outcomes)), np.zeros(games, np.int64))


@compiled
def play_on(s: State, game: int, policies: Any, rngs: Rngs, room: Room) -> int:
    """Play until the policy answers ASK, and return the seat to act; or to the end, OVER; or until it answers STOP."""
    row = rngs[min(game, len(rngs) - 1)]
    chance, rng = row[:1], row[-1:]
    plies = 0
    while True:
        who = mover(s)
        if who == OVER:
            break
        if is_stochastic(s) and who == CHANCE:
            apply(s, as_int(draw_outcome(s, room.out, room.odds, chance)))
        else:
            action = choose(policies, game, s, as_int(who), rng)
            if action < 0:
                who = STOP if action == STOP else who
                break
            apply(s, as_int(action))
        plies += 1
    room.plies[game] += plies
    return as_int(who)


@compiled
def play_all(states: States, policies: Any, rngs: Rngs, room: Room) -> None:
    """Play every state on, in place."""
    for game in range(len(states)):
        play_on(states[game], game, policies, rngs, room)


@compiled
def write_returns(states: States, found: FloatArray) -> None:
    for i in range(len(states)):
        returns(states[i], found[i])


@compiled
def count_seats(states: States) -> int:
    """Of the largest game."""
    most = 0
    for i in range(len(states)):
        most = max(most, as_int(seats(states[i])))
    return most


# --- from Python ---------------------------------------------------------------------------------------------------


def play_batch(game: Game, states: States, policies: Any, rngs: Rngs) -> Any:
    """Play every state on to its end, in place; returns the number of actions of each game, chance included."""
    check_batch(states, policies, rngs)
    room = new_room(game, len(states))
    play_all(states, policies, rngs, room)
    return room.plies


def check_batch(states: States, policies: Any, rngs: Rngs) -> None:
    """Refuse what compiled code would read beyond its end."""
    if len(rngs) not in (1, len(states)):
        raise SetupError(f"{len(states)} games take a generator each, or one for all; not {len(rngs)}")
    if isinstance(policies, Bots):
        rows, columns = policies.places.shape
        needed = count_seats(states)
        if rows not in (1, len(states)) or columns < needed:
            raise SetupError(
                f"{len(states)} games for {needed} seats take a row of {needed} bots for all, or one each; "
                f"not {rows} rows of {columns}"
            )


def list_returns(game: Game, states: States) -> Any:
    """float [game, seat]: what each seat has earned. All games must have the same number of seats."""
    found = np.zeros((len(states), MAX_SEATS))
    write_returns(states, found)
    return found[:, : game.seats(states[0])]


def repeat_states(game: Game, roots: Sequence[State], games: int) -> Any:
    """An array of so many states: the roots in turn."""
    states = new_states(game.state_dtype, games)
    for i, root in enumerate(roots):
        states[i :: len(roots)] = root
    return states


def new_rngs(seed: int, label: str, games: int) -> Any:
    """A generator for each game: that of `split_seed(seed, label, number)`."""
    return np.array([[split_seed(seed, label, i)] for i in range(games)], np.uint64)


def play_beside(game: Game, states: States, policies: Any, rngs: Rngs, players: Mapping[int, Player]) -> Iterator[Turn]:
    """One game of compiled policies and agents, in place in states[0]: the agents decide wherever the policy answers
    ASK. Yields each of their decisions before it is played."""
    check_batch(states, policies, rngs)
    room = new_room(game, 1)
    s = states[0]
    while (who := play_on(s, 0, policies, rngs, room)) >= 0:
        decision = players[who].decide(game.observe(s, who))
        yield Turn(int(room.plies[0]), s, who, decision.action, decision, info_of(decision.analysis))
        game.play(s, decision.action)
        room.plies[0] += 1
