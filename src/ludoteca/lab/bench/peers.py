"""open_spiel as a peer: its C++ bot and its Python alpha-beta, for any game that it has; and our side of the same."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.agents.playouts import play_many
from ludoteca.core.errors import PeerMissing
from ludoteca.core.rng import new_rng
from ludoteca.protocol import Game, State, new_actions, new_states

Work = Callable[[], int]  # does some work and tells how much

# Settings that make our alpha-beta the textbook's, as open_spiel's is.
TEXTBOOK = {
    "iterative": False,
    "table": 0,
    "killers": False,
    "priorities": False,
    "window": 0,
    "quiescence": 0,
    "evaluation": False,
}


def load_peer() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise PeerMissing("open_spiel is not installed: `make bench` or pip install 'ludoteca[bench]'") from None
    return pyspiel


def our_playouts(game: Game, start: State, times: int) -> Work:
    """Random games inside compiled code."""
    root = new_states(game.state_dtype, 1)
    root[0] = start
    scratch, out, odds, rng = root.copy(), new_actions(game), np.zeros(max(1, game.info.max_outcomes)), new_rng(1)

    def work() -> int:
        play_many(root, scratch, times, out, odds, rng)
        return times

    return work


def peer_bot(name: str, rollouts: int, simulations: int) -> Work:
    """Decisions of open_spiel's C++ bot (exploration 2, no solver) in the first position; the work is its rollouts.
    Two simulations of many rollouts each are the way to its bare playouts: they cannot be called alone."""
    pyspiel = load_peer()
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot, state = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False), game.new_initial_state()

    def work() -> int:
        bot.restart()
        bot.step(state)
        return rollouts * simulations

    return work


def first_decision(name: str) -> Any:
    """A state of open_spiel's in which a player is to move: its bots crash where chance is."""
    state = load_peer().load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def peer_random(name: str, depth: int) -> tuple[Work, str]:
    """Decisions of open_spiel's C++ random bot in the first position; there is nothing to search, so no depth."""
    pyspiel = load_peer()
    bot, state = pyspiel.make_uniform_random_bot(0, 1), first_decision(name)

    def work() -> int:
        for _ in range(100):
            bot.step(state)
        return 100

    return work, "open_spiel C++ random bot, which gives no analysis"


def peer_expectiminimax(name: str, depth: int) -> tuple[Work, str]:
    """open_spiel's expectiminimax (plain minimax where there is no chance) with a constant estimate; and its name."""
    state = load_peer().load_game(name).new_initial_state()
    from open_spiel.python.algorithms import minimax

    def search() -> None:
        minimax.expectiminimax(state, depth, lambda _: 0.0, 0)

    nodes = count_calls(minimax, "expectiminimax", search)
    label = f"open_spiel Python expectiminimax over C++ states, depth {depth} ({nodes:,} nodes)"
    return repeat(search, nodes), label


def peer_alphabeta(name: str, depth: int) -> tuple[Work, str]:
    """open_spiel's alpha-beta with a constant estimate; and what to call it."""
    game = load_peer().load_game(name)
    state = game.new_initial_state()
    from open_spiel.python.algorithms import minimax

    def search() -> None:
        minimax.alpha_beta_search(game, state=state, value_function=lambda _: 0.0, maximum_depth=depth)

    nodes = count_calls(minimax, "_alpha_beta", search)
    return repeat(search, nodes), f"open_spiel Python alpha-beta over C++ states, depth {depth} ({nodes:,} nodes)"


def count_calls(module: Any, name: str, search: Callable[[], None]) -> int:
    """How often a search calls the recursive function `name`: its nodes. Counted once; the timed runs are bare."""
    plain, calls = getattr(module, name), 0

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        return plain(*args, **kwargs)

    setattr(module, name, counting)
    try:
        search()
    finally:
        setattr(module, name, plain)
    return calls


def repeat(search: Callable[[], None], nodes: int) -> Work:
    """The search as work: it does the same each time."""

    def work() -> int:
        search()
        return nodes

    return work
