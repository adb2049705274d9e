"""Openings of self-play: random actions, and of several openings the one that the network finds most even.

Most random positions are decided, and a network soon knows them. What it still has to learn is in those where it does
not know who is better, so games that begin there teach more.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.agents.network_evaluator import VALUE, NetworkEvaluator
from ludoteca.agents.playouts import pass_chance
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below, split_seed, uniform
from ludoteca.protocol import OVER, Encoder, Game, State, new_actions, new_states
from ludoteca.protocol.rules import apply, legal_actions, mover, observe

if TYPE_CHECKING:
    from ludoteca.training.selfplay_games import Search

TRIES = 100  # an opening that ends the game is drawn again, so often at the most


@compiled
def draw_length(opening: int, share: float, rng: Any) -> int:
    """How many random actions a game begins with: none, but for a share of the games."""
    if opening > 0 and uniform(rng) < share:
        return as_int(below(rng, opening + 1))
    return 0


@compiled
def draw_opening(first: Any, length: int, states: Any, place: int, room: Any, rng: Any) -> int:
    """`states[place]` becomes the first position after so many random actions; `room` has space for actions and odds.
    Returns who is to act. An opening that ends the game is drawn again, as long as it was, so that late positions are
    as frequent as early ones."""
    out, odds = room
    for _ in range(TRIES):
        states[place] = first
        who = as_int(pass_chance(states[place], out, odds, rng))
        for _ in range(length):
            if who != OVER:
                n = legal_actions(states[place], out)
                apply(states[place], as_int(out[below(rng, n)]))
                who = as_int(pass_chance(states[place], out, odds, rng))
        if who != OVER:
            return who
    states[place] = first
    return as_int(pass_chance(states[place], out, odds, rng))


def choose_openings(game: Game, first: State, network: NetworkEvaluator, search: "Search", seeds: Sequence[int]) -> Any:
    """The first position of each game: of `opening_choices` random openings, all as long, the most even one."""
    choices = search.opening_choices
    states = new_states(game.state_dtype, len(seeds) * choices)
    own = np.array([split_seed(int(seed), "opening") for seed in seeds], np.uint64)
    room = (new_actions(game), np.zeros(game.info.max_actions))
    _draw_openings(first, search.opening, search.opening_share, states, room, own)
    uneven = judge_unevenness(network, states).reshape(len(seeds), choices)
    chosen = new_states(game.state_dtype, len(seeds))
    _copy_states(states, np.arange(len(seeds)) * choices + uneven.argmin(1), chosen)
    return chosen


@compiled
def _copy_states(states: Any, places: Any, out: Any) -> None:
    """Whole records: NumPy's own indexing leaves the bytes between fields as they happen to be."""
    for i in range(len(places)):
        out[i] = states[places[i]]


@compiled
def _draw_openings(first: Any, opening: int, share: float, states: Any, room: Any, seeds: Any) -> None:
    choices, rng = len(states) // len(seeds), np.zeros(1, np.uint64)
    for game in range(len(seeds)):
        rng[0] = seeds[game]
        length = draw_length(opening, share, rng)
        for place in range(game * choices, (game + 1) * choices):
            draw_opening(first, length, states, as_int(place), room, rng)


def judge_unevenness(network: NetworkEvaluator, states: Any) -> Any:
    """By how much the seat that the network likes best in each position is ahead of the one that it likes least."""
    x = np.zeros((len(states), network.inference.declaration.inputs), np.float32)
    _filler_of(network.policy.encoder)(states, states[:1].copy(), x)
    values = network.batches.run_batch(x)[VALUE]
    if values.shape[1] == 1:
        return 2.0 * np.abs(values[:, 0])
    return values.max(1) - values.min(1)


@lru_cache(maxsize=64)
def _filler_of(encoder: Encoder) -> Any:
    fill = encoder.fill

    @compiled
    def fill_views(states: Any, view: Any, x: Any) -> None:
        """What the seat to act sees of each position."""
        for row in range(len(states)):
            view[0] = states[row]
            observe(view[0], as_int(mover(states[row])))
            fill(view[0], x[row])

    return fill_views
