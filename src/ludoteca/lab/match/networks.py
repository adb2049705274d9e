"""Thousands of games of networks and bots, in lockstep: all positions in which a network is to act are one batch.

    policy = Policy(game, load_file(path))
    states = repeat_states(game, [game.start()], 10_000)
    found = play_networks(game, states, [policy, "bologna2"], new_rngs(1, "game", 10_000))
    returns = list_returns(game, states)

The games are those that the agents `neural` and `bot` would play: the network sees what `observe` leaves, chooses among
the legal actions, and draws from the generator of the players where it draws at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.agents.encoding import Choice
from ludoteca.agents.neural import Policy
from ludoteca.agents.playouts import UNIFORM
from ludoteca.core.errors import SetupError
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.progress import Report, silent
from ludoteca.lab.match.compiled import ASK, Bots, check_batch, new_room, play_on
from ludoteca.protocol import Game, new_states

AT_ONCE = 4096  # games in lockstep: more would not be faster, and their rows need memory
BEST = Choice(False, 1.0)


@dataclass
class Choices:
    """What the networks did, by seat."""

    decisions: list[int]
    illegal: list[int]
    """How often the largest output was an illegal action."""


@compiled
def play_until_asked(states: Any, places: Any, bots: Any, rngs: Any, room: Any, seats: Any) -> None:
    """Play these games on until a network is to act, and write its seat; or to the end: a negative number."""
    for i in range(len(places)):
        seats[i] = play_on(states[places[i]], as_int(places[i]), bots, rngs, room)


def play_networks(
    game: Game,
    states: Any,
    seating: Sequence[Policy | str],
    rngs: Any,
    choice: Choice = BEST,
    report: Report = silent,
) -> Choices:
    """Play every state on to its end, in place. `seating` has a network, or the name of a bot, for each seat."""
    bots = seat(game, seating)
    check_batch(states, bots, rngs)
    found = Choices([0] * len(seating), [0] * len(seating))
    for first in range(0, len(states), AT_ONCE):
        report("playing", first, len(states))
        part = slice(first, first + AT_ONCE)
        _play_part(game, states[part], seating, bots, rngs if len(rngs) == 1 else rngs[part], choice, found)
    report("playing", len(states), len(states))
    return found


def seat(game: Game, seating: Sequence[Policy | str]) -> Bots:
    """Bots where names are, ASK where networks are."""
    known, places = game.info.bots, []
    for player in seating:
        if isinstance(player, Policy):
            places.append(ASK)
        else:
            places.append(UNIFORM if player == "random" and player not in known else game.info.find_bot(player))
    if ASK not in places:
        raise SetupError("no network is seated: `play_batch` plays games of bots")
    return Bots.seated(game, places)


def _play_part(
    game: Game, states: Any, seating: Sequence[Policy | str], bots: Bots, rngs: Any, choice: Choice, found: Choices
) -> None:
    room, active = new_room(game, len(states)), np.arange(len(states))
    views, seats = new_states(game.state_dtype, len(states)), np.zeros(len(states), np.int64)
    checked: set[int] = set()
    while len(active):
        play_until_asked(states, active, bots, rngs, room, seats[: len(active)])
        asked = seats[: len(active)] >= 0
        active, movers = active[asked], seats[: len(asked)][asked]
        for number, player in enumerate(seating):
            places = active[movers == number]
            if isinstance(player, Policy) and len(places):
                if number not in checked:
                    player.check(game.observe(states[places[0]], number))
                    checked.add(number)
                found.decisions[number] += len(places)
                found.illegal[number] += _act(player, states, places, views, rngs, choice)


def _act(policy: Policy, states: Any, places: Any, views: Any, rngs: Any, choice: Choice) -> int:
    """One action of a network in each of these games; how often its first choice was illegal."""
    x, legal = policy.look(states, places, views[: len(places)])
    own = rngs if len(rngs) == 1 else rngs[places]
    chosen, illegal = policy.choose(x, legal, views[: len(places)], choice, own[:, -1:])
    if len(rngs) > 1:
        rngs[places] = own
    policy.rows.play(states, places, views, chosen)
    return illegal
