"""Connect four beside open_spiel's (C++ states, C++ MCTS, Python alpha-beta) and beside the same playouts in C."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import agents, games
from ludoteca.agents.playouts import play_many
from ludoteca.errors import PeerMissing
from ludoteca.lab.bench import TURNS, Row, compare, make_row, rate
from ludoteca.protocol import new_actions, new_states
from ludoteca.rng import new_rng

NAME = "connect_four"
SOURCE = Path(__file__).with_name("connect_four.c")
SIMULATIONS = 5_000
PLAYOUTS = 5_000
DEPTH = 9
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


def new_peer_bot(rollouts: int, simulations: int) -> tuple[Any, Any]:
    """open_spiel's C++ bot (exploration 2, no solver) and the first position."""
    pyspiel = load_peer()
    game = pyspiel.load_game(NAME)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False), game.new_initial_state()


def our_playouts() -> Callable[[], int]:
    """Random games inside compiled code."""
    game = games.load(NAME)
    root = new_states(game.state_dtype, 1)
    root[0] = game.start()
    scratch, out, odds, rng = root.copy(), new_actions(game), np.zeros(1), new_rng(1)

    def work() -> int:
        play_many(root, scratch, PLAYOUTS * 10, out, odds, rng)
        return PLAYOUTS * 10

    return work


def measure_playouts(seconds: float) -> list[Row]:
    """Random games inside compiled code beside random games inside open_spiel's C++."""
    # open_spiel's rollouts can be called only through its bot: two simulations of many rollouts each.
    bot, state = new_peer_bot(rollouts=PLAYOUTS, simulations=2)

    def peer() -> int:
        bot.restart()
        bot.step(state)
        return 2 * PLAYOUTS

    ours, theirs = compare(our_playouts(), peer, seconds)
    return [make_row(NAME, "playouts", ours, theirs, "open_spiel C++ random rollouts", "games/CPU-s")]


def measure_playouts_in_c(seconds: float) -> list[Row]:
    """The same games as a loop written by hand in C: the limit."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise PeerMissing("no C compiler (cc) to build the limit with")
    work = our_playouts()
    work()
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "limit")
        subprocess.run([compiler, "-O3", "-march=native", str(SOURCE), "-o", program], check=True)
        run_limit(program, 1000)
        pairs = [(rate(work, seconds / TURNS), run_limit(program, int(1e6 * seconds))) for _ in range(TURNS)]
    ours, limit = (sorted(column)[TURNS // 2] for column in zip(*pairs, strict=True))
    return [make_row(NAME, "playouts_limit", ours, limit, "the same loop in C, cc -O3 -march=native", "games/CPU-s")]


def run_limit(program: str, times: int) -> float:
    """Games per CPU-second of the C program."""
    done = subprocess.run([program, str(times), str(int(new_rng(1)[0]))], check=True, capture_output=True, text=True)
    return times / float(done.stdout.split()[2])


def measure_uct(seconds: float) -> list[Row]:
    """Playouts of UCT from the first position, one rollout each, a new tree each time."""
    bot, state = new_peer_bot(rollouts=1, simulations=SIMULATIONS)
    game = games.load(NAME)
    agent = agents.make("mcts", game, iterations=SIMULATIONS)
    start = game.start()

    def ours() -> int:
        return agent.decide(start).analysis.iterations

    def peer() -> int:
        bot.restart()
        bot.step(state)
        return SIMULATIONS

    us, them = compare(ours, peer, seconds)
    return [make_row(NAME, "uct", us, them, "open_spiel C++ MCTSBot, 1 rollout", "playouts/CPU-s")]


def measure_alphabeta(seconds: float) -> list[Row]:
    """Nodes of textbook alpha-beta, constant estimate, the same tree in both; and of our full search."""
    load_peer()
    peer, peer_nodes = peer_alphabeta()
    game = games.load(NAME)
    start = game.start()
    rows = []
    for measure, options in (("alphabeta", {"depth": DEPTH, **TEXTBOOK}), ("alphabeta_full", {"depth": DEPTH + 5})):
        agent = agents.make("alphabeta", game, nodes=10**12, **options)

        def ours(agent: Any = agent) -> int:
            return int(agent.decide(start).analysis.nodes)

        us, them = compare(ours, peer, seconds)
        name = f"open_spiel Python alpha-beta over C++ states, depth {DEPTH} ({peer_nodes:,} nodes)"
        rows.append(make_row(NAME, measure, us, them, name, "nodes/CPU-s"))
    return rows


def peer_alphabeta() -> tuple[Callable[[], int], int]:
    """open_spiel's alpha-beta to DEPTH with a constant estimate, and the nodes it visits (counted once)."""
    from open_spiel.python.algorithms import minimax

    game = load_peer().load_game(NAME)
    state = game.new_initial_state()

    def search() -> None:
        minimax.alpha_beta_search(game, state=state, value_function=lambda _: 0.0, maximum_depth=DEPTH)

    plain, nodes = minimax._alpha_beta, 0

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


MEASURES = (measure_playouts, measure_playouts_in_c, measure_uct, measure_alphabeta)
