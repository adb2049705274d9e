"""English checkers beside open_spiel: C++ states, C++ MCTS, alpha-beta in Python. A jump is an action there."""

from typing import Any

from ludoteca import agents, games
from ludoteca.games.checkers.perft import perft
from ludoteca.lab.bench import Row, compare, make_row
from ludoteca.lab.bench.peers import TEXTBOOK, load_peer, our_playouts, peer_alphabeta, peer_bot
from ludoteca.protocol import Budget

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
    ours = our_playouts(game, game.start(rules=RULES), PLAYOUTS * 10)
    us, them = compare(ours, peer_bot(NAME, rollouts=PLAYOUTS, simulations=2), seconds)
    return [make_row(NAME, "playouts", us, them, "open_spiel C++ random rollouts", "games/CPU-s")]


def measure_uct(seconds: float) -> list[Row]:
    """Playouts of UCT from the first position, one rollout each, a new tree each time."""
    game = games.load(NAME)
    agent = agents.make("mcts", game, iterations=SIMULATIONS * 10)
    start = game.start(rules=RULES)

    def ours() -> int:
        agent.forget()
        return agent.decide(start).analysis.iterations

    us, them = compare(ours, peer_bot(NAME, rollouts=1, simulations=SIMULATIONS), seconds)
    return [make_row(NAME, "uct", us, them, "open_spiel C++ MCTSBot, 1 rollout", "playouts/CPU-s")]


def measure_alphabeta(seconds: float) -> list[Row]:
    """Nodes of textbook alpha-beta with a constant estimate in both; and of our engine's whole search."""
    game = games.load(NAME)
    start = game.start(rules=RULES)
    peer, name = peer_alphabeta(NAME, DEPTH)
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


MEASURES = (measure_perft, measure_playouts, measure_uct, measure_alphabeta)
COVERS = ("mcts", "alphabeta", "checkers_engine")
