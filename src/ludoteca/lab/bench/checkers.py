"""English checkers beside open_spiel: C++ states, C++ MCTS, alpha-beta in Python. A jump is an action there."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca import agents, games
from ludoteca.agents.playouts import play_many
from ludoteca.games.checkers.perft import perft
from ludoteca.lab.bench import Row, compare, make_row
from ludoteca.lab.bench.connect_four import TEXTBOOK, load_peer
from ludoteca.protocol import Budget, new_actions, new_states
from ludoteca.rng import new_rng

NAME, RULES = "checkers", "english"
PLAYOUTS = 500
SIMULATIONS = 1_000
PERFT_DEPTH, PEER_PERFT_DEPTH = 9, 6
DEPTH = 8
ENGINE_NODES = 1_000_000


def measure_perft(seconds: float) -> list[Row]:
    """Leaves of the tree of moves, the last ply counted and not played, in both."""
    start = games.load(NAME).start(rules=RULES)
    root = load_peer().load_game(NAME).new_initial_state()

    def count(state: Any, depth: int) -> int:
        if state.is_terminal():
            return 0
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(count(state.child(action), depth - 1) for action in actions)

    us, them = compare(lambda: perft(start, PERFT_DEPTH), lambda: count(root, PEER_PERFT_DEPTH), seconds)
    return [make_row(NAME, "perft", us, them, "open_spiel C++ states, recursion in Python", "leaves/CPU-s")]


def measure_playouts(seconds: float) -> list[Row]:
    """Random games inside compiled code beside random games inside open_spiel's C++."""
    game = games.load(NAME)
    root = new_states(game.state_dtype, 1)
    root[0] = game.start(rules=RULES)
    scratch, out, odds, rng = root.copy(), new_actions(game), np.zeros(1), new_rng(1)
    bot, state = new_peer_bot(rollouts=PLAYOUTS, simulations=2)

    def ours() -> int:
        play_many(root, scratch, PLAYOUTS * 10, out, odds, rng)
        return PLAYOUTS * 10

    us, them = compare(ours, step_bot(bot, state, 2 * PLAYOUTS), seconds)
    return [make_row(NAME, "playouts", us, them, "open_spiel C++ random rollouts", "games/CPU-s")]


def new_peer_bot(rollouts: int, simulations: int) -> tuple[Any, Any]:
    """open_spiel's C++ bot (exploration 2, no solver) and the first position."""
    pyspiel = load_peer()
    game = pyspiel.load_game(NAME)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False), game.new_initial_state()


def step_bot(bot: Any, state: Any, units: int) -> Callable[[], int]:
    def work() -> int:
        bot.restart()
        bot.step(state)
        return units

    return work


def measure_uct(seconds: float) -> list[Row]:
    """Playouts of UCT from the first position, one rollout each, a new tree each time."""
    bot, state = new_peer_bot(rollouts=1, simulations=SIMULATIONS)
    game = games.load(NAME)
    agent = agents.make("mcts", game, iterations=SIMULATIONS * 10)
    start = game.start(rules=RULES)

    def ours() -> int:
        agent.forget()
        return agent.decide(start).analysis.iterations

    us, them = compare(ours, step_bot(bot, state, SIMULATIONS), seconds)
    return [make_row(NAME, "uct", us, them, "open_spiel C++ MCTSBot, 1 rollout", "playouts/CPU-s")]


def measure_alphabeta(seconds: float) -> list[Row]:
    """Nodes of textbook alpha-beta with a constant estimate in both; and of our engine's whole search."""
    game = games.load(NAME)
    start = game.start(rules=RULES)
    peer, nodes = peer_alphabeta()
    name = f"open_spiel Python alpha-beta over C++ states, depth {DEPTH} ({nodes:,} nodes)"
    plain = agents.make("alphabeta", game, nodes=10**12, depth=DEPTH + 2, **TEXTBOOK)
    engine = agents.make("checkers_engine", game)

    def search_plain() -> int:
        return plain.decide(start).analysis.nodes

    def search_engine() -> int:
        engine.forget()
        return engine.decide(start, Budget(nodes=ENGINE_NODES)).analysis.nodes

    rows = []
    for measure, ours in (("alphabeta", search_plain), ("engine", search_engine)):
        us, them = compare(ours, peer, seconds)
        rows.append(make_row(NAME, measure, us, them, name, "nodes/CPU-s"))
    return rows


def peer_alphabeta() -> tuple[Callable[[], int], int]:
    """open_spiel's alpha-beta to DEPTH with a constant estimate, and the nodes it visits (counted once)."""
    from open_spiel.python.algorithms import minimax

    game = load_peer().load_game(NAME)
    state = game.new_initial_state()
    plain, nodes = minimax._alpha_beta, 0

    def search() -> None:
        minimax.alpha_beta_search(game, state=state, value_function=lambda _: 0.0, maximum_depth=DEPTH)

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return plain(*args, **kwargs)

    minimax._alpha_beta = counting
    try:
        search()
    finally:
        minimax._alpha_beta = plain
    total = nodes

    def work() -> int:
        search()
        return total

    return work, total


MEASURES = (measure_perft, measure_playouts, measure_uct, measure_alphabeta)
